package io.shardkit.differential.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.rule.ShardingRule;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * Checks what the corpus does not have: single tables on two data sources, which are gathered to be joined; and what the
 * metadata of gathered columns says.
 */
class GatheredTablesIT {
    private static final List<String> LEFT = List.of(
            "CREATE TABLE lefts (id BIGINT NOT NULL PRIMARY KEY, name VARCHAR(20) NOT NULL)",
            "INSERT INTO lefts VALUES (1, 'one'), (2, 'two'), (3, 'it''s \"3\"')");
    private static final List<String> RIGHT = List.of(
            "CREATE TABLE rights (id BIGINT NOT NULL PRIMARY KEY, left_id BIGINT, n INT)",
            "INSERT INTO rights VALUES (10, 1, 1), (11, 1, 2), (12, 3, 3), (13, NULL, 4)");

    @ParameterizedTest
    @OnDatabases
    void singleTablesOfTwoDataSourcesAreJoined(TestDatabase database) throws SQLException {
        for (String sql : List.of(
                "SELECT l.id, l.name, r.n FROM lefts l JOIN rights r ON r.left_id = l.id",
                "SELECT lefts.name, COUNT(*) FROM lefts LEFT JOIN rights ON rights.left_id = lefts.id GROUP BY lefts.name",
                "SELECT id FROM lefts UNION SELECT left_id FROM rights",
                "SELECT name FROM lefts WHERE id IN (SELECT left_id FROM rights WHERE n > 1)",
                "SELECT o.id, l.name, r.n FROM o JOIN lefts l ON l.id = o.k JOIN rights r ON r.left_id = l.id",
                "SELECT COUNT(*) FROM o WHERE o.k = 1 AND EXISTS (SELECT 1 FROM lefts) AND EXISTS (SELECT 1 FROM rights)")) {
            assertEqual(database, sql);
        }
    }

    @ParameterizedTest
    @OnDatabases
    void gatheredColumnsAreDescribedAsThoseOfOneTable(TestDatabase database) throws SQLException {
        for (String sql : List.of(
                "SELECT id, k, status, amount FROM o WHERE amount > (SELECT AVG(amount) FROM o)",
                "SELECT x.*, y.status FROM o x JOIN o y ON x.status = y.status",
                "SELECT DISTINCT * FROM o",
                "SELECT status, COUNT(DISTINCT amount) AS amounts FROM o GROUP BY status")) {
            assertEqual(database, sql);
        }
    }

    /** The row with id 2 says S2 and that with id 4 says S1, as no other does, and neither is found first by units. */
    @ParameterizedTest
    @OnDatabases
    void ofSeveralSpellingsTheFirstIsShown(TestDatabase database) throws SQLException {
        for (String sql : List.of(
                "SELECT status, COUNT(*) FROM o GROUP BY status",
                "SELECT status, COUNT(*) FROM o GROUP BY status HAVING COUNT(*) > 1",
                "SELECT status, COUNT(DISTINCT k) FROM o GROUP BY status",
                "SELECT status, COUNT(DISTINCT amount) FROM o GROUP BY status HAVING COUNT(*) > 1",
                "SELECT DISTINCT status FROM o",
                "SELECT DISTINCT UPPER(status), LOWER(status) FROM o WHERE status > 's0'",
                "SELECT MIN(status), MAX(status), MAX(DISTINCT status) FROM o",
                "SELECT k, MIN(status) FROM o GROUP BY k HAVING MIN(status) > 's0'",
                "SELECT status FROM o WHERE id < 5 UNION SELECT status FROM o WHERE id > 3",
                "SELECT x.status FROM (SELECT DISTINCT status FROM o) x WHERE x.status <> 's0'",
                "SELECT COUNT(DISTINCT status), COUNT(DISTINCT k), SUM(DISTINCT k) FROM o")) {
            assertEqual(database, sql);
        }
    }

    @ParameterizedTest
    @OnDatabases
    void thePrimaryKeyDeterminesTheOtherColumns(TestDatabase database) throws SQLException {
        for (String sql : List.of(
                "SELECT o.id, o.status, o.amount, COUNT(*) FROM o JOIN o x ON o.status = x.status GROUP BY o.id",
                "SELECT o.id, o.status FROM o JOIN o x ON o.k = x.id GROUP BY o.id HAVING COUNT(x.status) > 0")) {
            assertEqual(database, sql);
        }
    }

    @ParameterizedTest
    @OnDatabases
    void writesReadSingleTablesOfOtherDataSources(TestDatabase database) throws SQLException {
        for (String sql : List.of(
                "UPDATE o SET amount = 0 WHERE id IN (SELECT left_id FROM rights WHERE n > 1)",
                "DELETE FROM o WHERE k IN (SELECT id FROM lefts) AND NOT EXISTS (SELECT 1 FROM rights WHERE left_id = o.id)",
                "UPDATE o SET status = 'x' WHERE id = 3 AND k = 1 AND EXISTS (SELECT 1 FROM lefts WHERE lefts.id = o.id)",
                "UPDATE lefts SET name = 'read' WHERE id IN (SELECT left_id FROM rights WHERE n > 1)",
                "DELETE FROM rights WHERE left_id IN (SELECT l.id FROM lefts l JOIN o ON o.k = l.id WHERE o.amount > 4)",
                "INSERT INTO o (id, k, status, amount) SELECT 100 + r.id, l.id, l.name, r.n FROM lefts l JOIN rights r ON r.left_id = l.id",
                "INSERT INTO lefts (id, name) SELECT r.id + 100, 'read' FROM rights r WHERE r.n > 1",
                "INSERT INTO rights (id, left_id, n) SELECT o.id + 100, l.id, 7 FROM lefts l JOIN o ON o.k = l.id")) {
            assertEqual(database, sql, List.of("SELECT * FROM o", "SELECT * FROM lefts", "SELECT * FROM rights"));
        }
    }

    /** Only MySQL's grammar has it in this form. */
    @ParameterizedTest
    @OnDatabases(except = {TestDatabase.H2, TestDatabase.POSTGRESQL})
    void anUpdateJoinsASingleTableOfAnotherDataSource(TestDatabase database) throws SQLException {
        assertEqual(
                database,
                "UPDATE o JOIN rights r ON r.left_id = o.id SET o.amount = r.n, o.status = 'joined' WHERE r.n > 1",
                List.of("SELECT * FROM o"));
    }

    private static void assertEqual(TestDatabase database, String sql) throws SQLException {
        assertEqual(database, sql, List.of());
    }

    /** Runs a query, or a write and the queries that show what it did. */
    private static void assertEqual(TestDatabase database, String sql, List<String> after) throws SQLException {
        ExecutorService executor = Executors.newCachedThreadPool();
        try (HikariDataSource whole = database.create("gathered_whole");
                HikariDataSource first = database.create("gathered_ds0", 0);
                HikariDataSource second = database.create("gathered_ds1", 1)) {
            fill(whole, SpreadTable.WHOLE);
            fill(first, 0);
            fill(second, 1);
            SpreadTable.execute(whole, LEFT);
            SpreadTable.execute(whole, RIGHT);
            SpreadTable.execute(first, LEFT);
            SpreadTable.execute(second, RIGHT);
            ShardingRule rule = SpreadTable.rule()
                    .single("ds0", "lefts")
                    .single("ds1", "rights")
                    .build();
            DataSource engine = SpreadTable.engine(first, second, rule, executor);
            if (after.isEmpty()) {
                assertThat(SpreadTable.read(engine, sql)).as(sql).isEqualTo(SpreadTable.read(whole, sql));
            } else {
                assertThat(write(engine, sql)).as(sql).isEqualTo(write(whole, sql));
            }
            for (String query : after) {
                assertThat(SpreadTable.read(engine, query)).as(sql).isEqualTo(SpreadTable.read(whole, query));
            }
        } finally {
            executor.shutdownNow();
        }
    }

    private static void fill(DataSource database, int source) throws SQLException {
        SpreadTable.execute(
                database, SpreadTable.statements(source, "status VARCHAR(20), amount DECIMAL(10,2)", 12, id -> {
                    String letter = id == 2 || id == 4 ? "'S" : "'s";
                    return letter + id % 3 + "', " + id + ".50";
                }));
    }

    private static int write(DataSource source, String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            int count = statement.executeUpdate(sql);
            assertThat(count).as(sql).isPositive();
            return count;
        }
    }
}
