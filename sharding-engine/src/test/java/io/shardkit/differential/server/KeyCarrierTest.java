package io.shardkit.differential.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.differential.server.KeyCarrierSuite.Key;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KeyCarrierTest {

    static List<Key> keys() {
        return KeyCarriers.of(TestDatabase.H2);
    }

    @ParameterizedTest
    @MethodSource("keys")
    void aKeyIsFoundByWhateverCarriesIt(Key key) throws SQLException {
        assertThat(KeyCarrierSuite.run(TestDatabase.H2, key)).isGreaterThanOrEqualTo(3);
    }
}
