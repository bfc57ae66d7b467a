package io.shardkit.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Map;
import liquibase.Scope;
import liquibase.command.CommandScope;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;

/** Tools that know nothing but a JDBC URL. */
class ToolsTest {

    @Test
    void flywayMigratesByTheUrl() throws Exception {
        String url = SharedFile.url(SharedFile.BLOCK);
        Flyway flyway = Flyway.configure()
                .dataSource(url, "sa", "")
                .locations("classpath:flyway")
                .load();
        assertThat(flyway.migrate().migrationsExecuted).isEqualTo(1);
        assertThat(flyway.migrate().migrationsExecuted).isZero();
        assertOrders(url);
    }

    @Test
    void liquibaseUpdatesByTheUrl() throws Exception {
        String url = SharedFile.url(SharedFile.BLOCK);
        Scope.child(Map.of(), () -> new CommandScope("update")
                .addArgumentValue("url", url)
                .addArgumentValue("driver", ShardkitDriver.class.getName())
                .addArgumentValue("changelogFile", "liquibase/changes.sql")
                .execute());
        assertOrders(url);
    }

    private static void assertOrders(String url) throws Exception {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO t_order (order_id, user_id) VALUES (1, 1), (2, 2)");
            try (ResultSet count = statement.executeQuery("SELECT COUNT(*) FROM t_order")) {
                assertThat(count.next()).isTrue();
                assertThat(count.getInt(1)).isEqualTo(2);
            }
            try (ResultSet tables = connection.getMetaData().getTables(null, null, "t_order%", null)) {
                assertThat(tables.next()).isTrue();
                assertThat(tables.getString("TABLE_NAME")).isEqualTo("t_order");
            }
        }
    }
}
