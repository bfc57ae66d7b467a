package io.shardkit.frameworks.moving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.boot.audit.ShardingAuditAutoConfiguration;
import io.shardkit.testing.DatabaseServer;
import io.shardkit.testing.EmbeddedServers;
import io.shardkit.testing.ServerSize;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** The audit of an application on MariaDB, against the log that the server keeps of all that it is sent. */
class AuditIT {
    private static final String JOIN =
            "SELECT a.email, o.orderid FROM account a JOIN orders o ON o.userid = a.userid WHERE a.userid = ?";

    @TempDir
    private Path folder;

    @Test
    void countsWhatTheServerLogs() throws Exception {
        try (DatabaseServer server =
                EmbeddedServers.startMariaDb(ServerSize.SMALL, "--general-log=1", "--log-output=TABLE")) {
            server.createDatabase("shop");
            new ApplicationContextRunner()
                    .withConfiguration(AutoConfigurations.of(
                            ShardingAuditAutoConfiguration.class,
                            DataSourceAutoConfiguration.class,
                            JdbcTemplateAutoConfiguration.class))
                    .withPropertyValues(
                            "spring.datasource.url=" + server.url("shop"),
                            "spring.datasource.username=" + server.username(),
                            "spring.datasource.password=" + server.password(),
                            // In bulk, a batch would be one entry of the log.
                            "spring.datasource.hikari.data-source-properties.useBulkStmts=false",
                            "sharding.audit.enabled=true",
                            "sharding.audit.file=" + folder.resolve("audit"),
                            "sharding.data-sources.ds0.url=jdbc:mariadb://nowhere/shop",
                            "sharding.data-sources.ds1.url=jdbc:mariadb://nowhere/shop",
                            "sharding.tables.orders.actual-data-nodes=ds{0..1}.orders",
                            "sharding.tables.orders.database-strategy.sharding-column=orderid",
                            "sharding.tables.orders.database-strategy.algorithm=modulo",
                            "sharding.algorithms.modulo.type=mod")
                    .run(context -> {
                        assertThat(context).hasNotFailed();
                        useShop(context.getBean(JdbcTemplate.class));
                    });
            Map<String, Object> report =
                    JsonParserFactory.getJsonParser().parseMap(Files.readString(folder.resolve("audit.json")));
            Map<String, Long> counted = new TreeMap<>();
            for (Map<?, ?> statement : entries(report, "statements")) {
                counted.merge(
                        withoutValues((String) statement.get("sql")),
                        ((Number) statement.get("executions")).longValue(),
                        Long::sum);
            }
            assertThat(counted).hasSize(11).isEqualTo(logged(server));
            assertThat(report.get("notPlanned")).isEqualTo(0);
            assertThat(entries(report, "columns").get(0))
                    .as("a column of text, of two tables")
                    .isEqualTo(Map.of(
                            "dataSource",
                            "dataSource",
                            "column",
                            "userid",
                            "tables",
                            List.of("account", "orders"),
                            "copied",
                            List.of(),
                            "executions",
                            67,
                            "onOneUnit",
                            52,
                            "percent",
                            77.6));
        }
    }

    private static void useShop(JdbcTemplate jdbc) {
        jdbc.execute("CREATE TABLE account (userid VARCHAR(80) PRIMARY KEY, email VARCHAR(80))");
        jdbc.execute("CREATE TABLE orders (orderid INT PRIMARY KEY, userid VARCHAR(80) NOT NULL)");
        for (int i = 0; i < 10; i++) {
            jdbc.update("INSERT INTO account (userid, email) VALUES (?, ?)", "user" + i, "o'" + i + "@x");
        }
        jdbc.batchUpdate(
                "INSERT INTO orders (orderid, userid) VALUES (?, ?)",
                List.of(new Object[] {1, "user1"}, new Object[] {2, "user2"}));
        for (int i = 0; i < 30; i++) {
            jdbc.queryForList(JOIN, "user" + i % 10);
        }
        for (int i = 0; i < 10; i++) {
            jdbc.queryForList("SELECT email FROM account WHERE userid = 'user" + i + "'");
        }
        for (int i = 0; i < 7; i++) {
            jdbc.queryForList("SELECT userid FROM orders WHERE orderid = ?", i);
        }
        jdbc.queryForList("SELECT orderid FROM orders WHERE orderid IN (?, ?)", 1, 2);
        jdbc.queryForList("SELECT orderid FROM orders WHERE orderid IN (?,?, ?)", 1, 2, 3);
        jdbc.batchUpdate("DELETE FROM orders WHERE orderid = 1", "DELETE FROM orders WHERE orderid = 2");
        assertThatThrownBy(() -> jdbc.execute("SELECT nothing FROM account")).isInstanceOf(DataAccessException.class);
        jdbc.execute("SELECT COUNT(*) FROM account /* all */");
    }

    private static List<Map<?, ?>> entries(Map<String, Object> report, String name) {
        return ((List<?>) report.get(name))
                .stream().<Map<?, ?>>map(entry -> (Map<?, ?>) entry).toList();
    }

    /**
     * Returns the statements on the two tables from the general log with their counts, without the queries about the
     * tables themselves.
     */
    private static Map<String, Long> logged(DatabaseServer server) {
        JdbcTemplate log = new JdbcTemplate(
                new DriverManagerDataSource(server.url("mysql"), server.username(), server.password()));
        Map<String, Long> logged = new TreeMap<>();
        log.queryForList(
                        "SELECT argument FROM general_log WHERE command_type IN ('Query', 'Execute')"
                                + " AND argument REGEXP 'account|orders'"
                                + " AND argument NOT REGEXP 'information_schema|general_log'",
                        String.class)
                .forEach(text -> logged.merge(withoutValues(text), 1L, Long::sum));
        return logged;
    }

    private static String withoutValues(String text) {
        return text.replaceAll("'(?:[^'\\\\]|''|\\\\.)*'|\\b\\d+\\b", "?")
                .replaceAll("/\\*.*?\\*/", "")
                .replaceAll(" ?, ?", ", ")
                .replaceAll("IN \\(\\?(, \\?)+\\)", "IN (?, ...)")
                .strip();
    }
}
