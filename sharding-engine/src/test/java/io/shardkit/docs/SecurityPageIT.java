package io.shardkit.docs;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** A user with the rights that the page on security grants, and no others, can do what the page says. */
@ParameterizedClass
@OnDatabases(except = TestDatabase.H2)
class SecurityPageIT {
    private final boolean mariaDb;
    private final TestDatabase database;

    SecurityPageIT(TestDatabase database) {
        this.database = database;
        this.mariaDb = database.speaksMysql();
    }

    /** The statements of the page's example for a kind of database. */
    private static List<String> example(String title) {
        String page = DocsPage.named("security.md").text();
        int start = page.indexOf("```sql\n-- " + title);
        assertThat(start).as("the example for " + title).isPositive();
        List<String> statements = page.substring(start, page.indexOf("\n```", start + 1))
                .lines()
                .filter(line -> line.endsWith(";"))
                .map(line -> line.substring(0, line.length() - 1))
                .toList();
        assertThat(statements).anyMatch(each -> each.startsWith("CREATE USER")).hasSizeGreaterThan(1);
        return statements;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void isEnough(boolean autoCommit) throws SQLException {
        ExecutorService executor = Executors.newCachedThreadPool();
        List<HikariDataSource> pools = new ArrayList<>();
        String user = "app_" + autoCommit + "_" + database.name().toLowerCase(Locale.ROOT);
        try {
            Map<String, DataSource> sources = new LinkedHashMap<>();
            for (int i = 0; i < 2; i++) {
                HikariDataSource owner = database.create("rights", i);
                pools.add(owner);
                tables(owner);
                HikariDataSource granted = granted(owner, user, mariaDb || i == 0);
                pools.add(granted);
                sources.put("ds" + i, granted);
            }
            DataSource sharded = started(sources, executor);
            try (Connection connection = sharded.getConnection()) {
                connection.setAutoCommit(autoCommit);
                work(connection);
                if (!autoCommit) {
                    connection.commit();
                }
            }
        } finally {
            pools.forEach(HikariDataSource::close);
            executor.shutdownNow();
        }
    }

    /** Starts; the drivers log no statement that was denied. */
    private static DataSource started(Map<String, DataSource> sources, ExecutorService executor) throws SQLException {
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        root.addAppender(log);
        try {
            return ShardingDataSource.create(
                    sources,
                    rule(),
                    ShardingOptions.builder()
                            .executor(executor)
                            .planCacheSize(100)
                            .build());
        } finally {
            root.detachAppender(log);
            assertThat(log.list)
                    .filteredOn(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .noneMatch(message -> message.contains("denied"));
        }
    }

    private void tables(DataSource owner) throws SQLException {
        String orders = " (order_id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL, code BIGINT UNIQUE, status INT)";
        run(
                owner,
                "CREATE TABLE t_order_0" + orders,
                "CREATE TABLE t_order_1" + orders,
                "CREATE TABLE t_archive_0" + orders,
                "CREATE TABLE t_archive_1" + orders,
                "CREATE TABLE t_country (id INT PRIMARY KEY, name VARCHAR(20))",
                "CREATE TABLE t_audit (id " + (mariaDb ? "INT AUTO_INCREMENT" : "SERIAL")
                        + " PRIMARY KEY, message VARCHAR(20))");
    }

    /** A pool of a user who has nothing but what the page grants. */
    private HikariDataSource granted(HikariDataSource owner, String user, boolean first) throws SQLException {
        String name;
        try (Connection connection = owner.getConnection()) {
            name = connection.getCatalog();
        }
        if (!mariaDb) {
            run(owner, "REVOKE ALL ON DATABASE " + name + " FROM PUBLIC", "REVOKE ALL ON SCHEMA public FROM PUBLIC");
        }
        for (String statement : example(mariaDb ? "MySQL, MariaDB" : "PostgreSQL")) {
            if (first || !statement.startsWith("CREATE USER")) {
                run(
                        owner,
                        statement
                                .replace("'...'", "'secret'")
                                .replaceAll("\\borders\\b", name)
                                .replaceAll("\\bapp\\b", user));
            }
        }
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(owner.getJdbcUrl());
        config.setUsername(user);
        config.setPassword("secret");
        if (database == TestDatabase.MYSQL) {
            // Without TLS the password goes by the server's key.
            config.addDataSourceProperty("allowPublicKeyRetrieval", "true");
        }
        config.setMinimumIdle(0);
        return new HikariDataSource(config);
    }

    private static ShardingRule rule() {
        ShardingStrategy byUser = new ShardingStrategy("user_id", new ModAlgorithm(2));
        ShardingStrategy byOrder = new ShardingStrategy("order_id", new ModAlgorithm(2));
        return TestRules.over(List.of("ds0", "ds1"), true)
                .table(new TableRule("t_order", "ds{0..1}.t_order_{0..1}", byUser, byOrder, null))
                .table(new TableRule("t_archive", "ds{0..1}.t_archive_{0..1}", byUser, byOrder, null))
                .broadcast("t_country")
                .single("ds0", "t_audit")
                .build();
    }

    private void work(Connection connection) throws SQLException {
        assertThat(update(
                        connection,
                        "INSERT INTO t_order (order_id, user_id, code, status) VALUES "
                                + "(1, 1, 101, 10), (2, 1, 102, 20), (3, 2, 103, 10), (4, 2, 104, 30)"))
                .as("a split INSERT")
                .isEqualTo(4);
        assertThat(rows(connection, "SELECT code FROM t_order WHERE user_id = 1 AND order_id = 2"))
                .as("one unit")
                .containsExactly("102");
        assertThat(rows(connection, "SELECT order_id FROM t_order ORDER BY order_id DESC LIMIT 3"))
                .as("a scatter")
                .containsExactly("4", "3", "2");
        assertThat(update(connection, "INSERT INTO t_archive SELECT * FROM t_order WHERE status < 30"))
                .as("INSERT ... SELECT")
                .isEqualTo(3);
        assertThat(rows(connection, "SELECT COUNT(*) FROM t_order o JOIN t_archive a ON o.status = a.status"))
                .as("a gather")
                .containsExactly("5");
        assertThat(rows(connection, "SELECT SUM(DISTINCT status) FROM t_order"))
                .as("gathered groups")
                .containsExactly("60");
        assertThat(update(connection, "UPDATE t_order SET status = 40 WHERE status <= 20"))
                .as("an UPDATE over units")
                .isEqualTo(3);
        assertThat(update(connection, "INSERT INTO t_country (id, name) VALUES (1, 'one')"))
                .as("a broadcast write")
                .isEqualTo(1);
        assertThat(update(
                        connection,
                        "INSERT INTO t_order (order_id, user_id, code, status) VALUES "
                                + "(1, 1, 101, 0), (6, 2, 106, 0)"
                                + (mariaDb
                                        ? " ON DUPLICATE KEY UPDATE status = 50"
                                        : " ON CONFLICT (order_id) DO UPDATE SET status = 50")))
                .as("an upsert whose unique key the other units are asked for")
                .isEqualTo(mariaDb ? 3 : 2);
        assertThat(rows(connection, "SELECT order_id FROM t_order WHERE status = 50"))
                .containsExactly("1");
        if (mariaDb) {
            assertThat(update(connection, "REPLACE INTO t_archive VALUES (1, 1, 101, 7)"))
                    .as("REPLACE")
                    .isEqualTo(2);
        }
        assertThat(update(connection, "INSERT INTO t_audit (message) VALUES ('done')"))
                .as("a key of the database")
                .isEqualTo(1);
        assertThat(update(connection, "DELETE FROM t_order WHERE order_id > 2"))
                .as("a DELETE over units")
                .isEqualTo(3);
    }

    private static int update(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    private static List<String> rows(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<String> rows = new ArrayList<>();
            while (result.next()) {
                rows.add(result.getString(1));
            }
            return rows;
        }
    }

    private static void run(DataSource source, String... statements) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
