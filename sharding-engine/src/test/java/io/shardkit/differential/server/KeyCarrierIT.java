package io.shardkit.differential.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.differential.server.KeyCarrierSuite.Key;
import io.shardkit.testing.DatabasesOfRun;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class KeyCarrierIT {

    static Stream<Arguments> keys() {
        return DatabasesOfRun.and().stream()
                .filter(database -> database != TestDatabase.H2)
                .flatMap(database -> KeyCarriers.of(database).stream().map(key -> Arguments.of(database, key)));
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("keys")
    void rowsAreFoundByEveryCarrier(TestDatabase database, Key key) throws SQLException {
        assertThat(KeyCarrierSuite.run(database, key)).isGreaterThanOrEqualTo(3);
    }
}
