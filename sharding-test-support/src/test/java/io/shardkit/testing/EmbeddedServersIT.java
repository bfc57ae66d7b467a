package io.shardkit.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

class EmbeddedServersIT {

    @ParameterizedTest
    @OnDatabases(always = {TestDatabase.MARIADB_CONNECTOR_J, TestDatabase.MYSQL})
    void freshDatabasesAreApart(TestDatabase database) throws Exception {
        try (HikariDataSource first = database.create("apart", 0);
                HikariDataSource second = database.create("apart", 1)) {
            for (HikariDataSource each : new HikariDataSource[] {first, second}) {
                try (Connection connection = each.getConnection();
                        Statement statement = connection.createStatement()) {
                    statement.execute("CREATE TABLE t (a INT)");
                    statement.execute("INSERT INTO t VALUES (1)");
                    try (ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM t")) {
                        assertThat(rows.next()).isTrue();
                        assertThat(rows.getInt(1)).isEqualTo(1);
                    }
                }
            }
        }
    }

    @Test
    void theMariaDbServersAreTwo() {
        assertThat(EmbeddedServers.mariaDb(0).url("a"))
                .isNotEqualTo(EmbeddedServers.mariaDb(1).url("a"));
    }

    @Test
    void aServerIsStartedOnce() {
        assertThat(EmbeddedServers.postgres()).isSameAs(EmbeddedServers.postgres());
    }
}
