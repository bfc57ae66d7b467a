package io.shardkit.differential.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.differential.server.KeyCarrierSuite.Key;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KeyCarrierIT {

    static List<Key> mariadb() {
        return KeyCarriers.of(TestDatabase.MARIADB);
    }

    static List<Key> postgresql() {
        return KeyCarriers.of(TestDatabase.POSTGRESQL);
    }

    @ParameterizedTest
    @MethodSource("mariadb")
    void onMariaDb(Key key) throws SQLException {
        assertThat(KeyCarrierSuite.run(TestDatabase.MARIADB, key)).isGreaterThanOrEqualTo(3);
    }

    @ParameterizedTest
    @MethodSource("postgresql")
    void onPostgresql(Key key) throws SQLException {
        assertThat(KeyCarrierSuite.run(TestDatabase.POSTGRESQL, key)).isGreaterThanOrEqualTo(3);
    }
}
