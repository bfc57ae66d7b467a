package io.shardkit.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** From a URL to a sharded table, and what wrong URLs and files say. */
class ShardkitDriverTest {

    private static List<Long> keys(Statement statement, String sql) throws SQLException {
        List<Long> keys = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                keys.add(rows.getLong(1));
            }
        }
        return keys;
    }

    @Test
    void connectionsOfOneUrlShareTheirDatabases() throws SQLException {
        String url = SharedFile.url(SharedFile.BLOCK);
        try (Connection first = DriverManager.getConnection(url, "nobody", "asks");
                Statement statement = first.createStatement()) {
            statement.execute("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL)");
            statement.execute("INSERT INTO t_order VALUES (1, 1), (2, 1), (3, 2)");
            assertThat(keys(statement, "SELECT order_id FROM t_order WHERE user_id = 1 ORDER BY order_id"))
                    .containsExactly(1L, 2L);
        }
        try (Connection second = DriverManager.getConnection(url);
                Statement statement = second.createStatement()) {
            assertThat(keys(statement, "SELECT order_id FROM t_order ORDER BY order_id"))
                    .containsExactly(1L, 2L, 3L);
        }
    }

    @Test
    void theBlockMayStandBelowItsKeyAndInTheClassPath() throws SQLException {
        String indented = "sharding:\n" + SharedFile.BLOCK.indent(2);
        try (Connection connection = DriverManager.getConnection(SharedFile.url(indented))) {
            assertThat(connection.isValid(1)).isTrue();
        }
        try (Connection connection = DriverManager.getConnection("jdbc:shardkit:classpath:driver-test.yml")) {
            assertThat(connection.isValid(1)).isTrue();
        }
    }

    @Test
    void aConfigurationFromElsewhereIsImported() throws SQLException {
        String older = SharedFile.url(
                        """
                        dataSources:
                          ds_0: {url: h2:a , username: sa}
                          ds_1: {url: h2:b , username: sa}
                        rules:
                        - !SHARDING
                          autoTables:
                            t_log:
                              shardingStrategy:
                                standard: {shardingColumn: id, shardingAlgorithmName: Rest}
                          shardingAlgorithms:
                            rest: {type: MOD, props: {sharding-count: 3}}
                        """)
                .substring("jdbc:shardkit:".length());
        try (Connection connection = DriverManager.getConnection(SharedFile.url("sharding:\n  import: " + older));
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_log (id BIGINT PRIMARY KEY)");
            statement.execute("INSERT INTO t_log VALUES (1), (2), (3)");
            assertThat(keys(statement, "SELECT id FROM t_log ORDER BY id")).containsExactly(1L, 2L, 3L);
        }
        try (Connection connection = DriverManager.getConnection("jdbc:shardkit:" + older);
                Statement statement = connection.createStatement()) {
            assertThat(keys(statement, "SELECT id FROM t_log ORDER BY id")).containsExactly(1L, 2L, 3L);
        }
    }

    @Test
    void wrongUrlsSayWhatIsRight() throws SQLException {
        for (String wrong : List.of("", "sharding.yml", "classpath:", "http://host/sharding.yml")) {
            assertThatThrownBy(() -> DriverManager.getConnection("jdbc:shardkit:" + wrong))
                    .as(wrong)
                    .isInstanceOf(SQLNonTransientConnectionException.class)
                    .hasMessageContaining("jdbc:shardkit:classpath:sharding.yml");
        }
        assertThatThrownBy(() -> DriverManager.getConnection("jdbc:shardkit:classpath:nowhere.yml"))
                .hasMessage("classpath:nowhere.yml cannot be used: it is not there");
        assertThatThrownBy(() -> DriverManager.getConnection("jdbc:shardkit:file:nowhere.yml"))
                .hasMessage("file:nowhere.yml cannot be used: it is not there; looked for "
                        + Path.of("nowhere.yml").toAbsolutePath());
        assertThat(new ShardkitDriver().connect("jdbc:h2:mem:x", new Properties()))
                .isNull();
    }

    @Test
    void wrongSettingsNamePropertyAndLine() {
        long line = SharedFile.BLOCK
                        .lines()
                        .takeWhile(each -> !each.contains("type: mod"))
                        .count()
                + 1;
        assertThatThrownBy(() -> DriverManager.getConnection(
                        SharedFile.url(SharedFile.BLOCK.replace("type: mod", "type: modulo"))))
                .isInstanceOf(SQLNonTransientConnectionException.class)
                .hasMessageContaining("Property: sharding.algorithms.by-rest.type")
                .hasMessageContaining("sharding.yml")
                .hasMessageContaining("'modulo' is not one of the types")
                .hasMessageContaining("] - " + line + ":");
        assertThatThrownBy(() -> DriverManager.getConnection(
                        SharedFile.url(SharedFile.BLOCK.replace("algorithms:", "algorithmen:"))))
                .hasMessageContaining("there is no such property")
                .hasMessageContaining("Did you mean sharding.algorithms");
        assertThatThrownBy(() -> DriverManager.getConnection(SharedFile.url("broadcast-tables: t_country\n")))
                .hasMessageContaining("no data source is configured");
        assertThatThrownBy(() -> DriverManager.getConnection(
                        SharedFile.url(SharedFile.BLOCK.replace("h2:b", "jdbc:h2:tcp://127.0.0.1:1/x"))))
                .hasMessageContaining("sharding.data-sources.ds1.url");
    }
}
