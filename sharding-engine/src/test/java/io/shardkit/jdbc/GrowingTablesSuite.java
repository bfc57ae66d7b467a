package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.AlgorithmRegistry;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.algorithm.Targets;
import io.shardkit.error.ErrorCode;
import io.shardkit.execute.TimedPools;
import io.shardkit.hint.ShardingHint;
import io.shardkit.options.ShardingOptions;
import io.shardkit.options.Verification;
import io.shardkit.rule.MissingTable;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.TestDatabase;
import io.shardkit.verify.Finding;
import io.shardkit.verify.Verifier;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The tables of months come with time: two of the year are there. */
abstract class GrowingTablesSuite {
    private final TestDatabase database;
    private static final String LOG =
            "CREATE TABLE %s (id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL, d DATE NOT NULL,"
                    + " note VARCHAR(20) DEFAULT 'none' NOT NULL, CONSTRAINT uq_%s UNIQUE (user_id, note))";
    private static final String ENTRY = "CREATE TABLE %s (id BIGINT PRIMARY KEY, log_id BIGINT NOT NULL,"
            + " user_id BIGINT NOT NULL, d DATE NOT NULL,"
            + " CONSTRAINT fk_%s FOREIGN KEY (log_id) REFERENCES %s (id))";
    private static final List<String> MONTHS = IntStream.rangeClosed(1, 12)
            .mapToObj(month -> String.format(Locale.ROOT, "2024%02d", month))
            .toList();

    private final List<HikariDataSource> pools = new ArrayList<>();
    private final Map<String, DataSource> sources = new LinkedHashMap<>();
    private final ExecutorService executor = Executors.newCachedThreadPool();

    GrowingTablesSuite(TestDatabase database) {
        this.database = database;
    }

    private static TableRule table(String name, MissingTable growth) {
        return new TableRule(
                name,
                "ds{0..1}." + name + "_{202401..202412}",
                new ShardingStrategy("user_id", new ModAlgorithm(2)),
                new ShardingStrategy(
                                "d",
                                AlgorithmRegistry.builtIn()
                                        .create(
                                                "months",
                                                "interval",
                                                Map.of(
                                                        "datetime-lower", "2024-01-01",
                                                        "datetime-interval-unit", "MONTHS",
                                                        "sharding-suffix-pattern", "yyyyMM"),
                                                Targets.of(MONTHS.stream()
                                                        .map(month -> name + "_" + month)
                                                        .toList())))
                        .choosingNames(),
                null,
                growth);
    }

    static ShardingRule rule(MissingTable growth) {
        return TestRules.over(List.of("ds0", "ds1"))
                .table(table("t_log", growth))
                .table(table("t_entry", growth))
                .bind(List.of("t_log", "t_entry"))
                .build();
    }

    private ShardingDataSource open(MissingTable growth) throws SQLException {
        return ShardingDataSource.create(
                sources,
                rule(growth),
                ShardingOptions.builder().executor(executor).build());
    }

    @BeforeEach
    void create() throws SQLException {
        for (int i = 0; i < 2; i++) {
            HikariDataSource pool = database.create("growing", i);
            pools.add(pool);
            sources.put("ds" + i, pool);
            month(i, "202401");
            month(i, "202402");
        }
    }

    @AfterEach
    void close() {
        pools.forEach(HikariDataSource::close);
        executor.shutdownNow();
    }

    private void month(int source, String month) throws SQLException {
        month(pools.get(source), month);
    }

    static void month(DataSource source, String month) throws SQLException {
        String log = "t_log_" + month;
        String entry = "t_entry_" + month;
        run(source, String.format(Locale.ROOT, LOG, log, log));
        run(source, "CREATE INDEX ix_d_" + log + " ON " + log + " (d)");
        run(source, String.format(Locale.ROOT, ENTRY, entry, entry, log));
    }

    private static void run(DataSource target, String... statements) throws SQLException {
        try (Connection connection = target.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static List<String> rows(DataSource target, String sql) throws SQLException {
        try (Connection connection = target.getConnection()) {
            return rows(connection, sql);
        }
    }

    private static List<String> rows(Connection connection, String sql) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                StringJoiner row = new StringJoiner(" ");
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    row.add(rows.getString(i));
                }
                found.add(row.toString());
            }
        }
        return found;
    }

    private static String insert(long id, long user, String day) {
        return "INSERT INTO t_log (id, user_id, d, note) VALUES (" + id + ", " + user + ", '" + day + "', 'n" + id
                + "')";
    }

    private static int update(DataSource target, String sql) throws SQLException {
        try (Connection connection = target.getConnection();
                Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    @Test
    void readsOfMissingMonthsAreEmpty() throws SQLException {
        for (MissingTable growth : List.of(MissingTable.AWAITED, MissingTable.CREATED)) {
            DataSource sharded = open(growth);
            run(sharded, "DELETE FROM t_log WHERE id > 0", insert(1, 4, "2024-01-31"), insert(2, 5, "2024-02-01"));
            assertThat(rows(sharded, "SELECT id, note FROM t_log WHERE user_id = 4 AND d = '2024-07-01'"))
                    .isEmpty();
            assertThat(rows(sharded, "SELECT COUNT(*), MAX(note) FROM t_log WHERE d = '2024-07-01'"))
                    .containsExactly("0 null");
            assertThat(rows(sharded, "SELECT COUNT(*) FROM t_log WHERE d BETWEEN '2024-03-01' AND '2024-12-31'"))
                    .containsExactly("0");
            assertThat(rows(sharded, "SELECT id FROM t_log ORDER BY d")).containsExactly("1", "2");
            assertThat(rows(sharded, "SELECT id FROM t_log WHERE d >= '2024-02-01' ORDER BY id"))
                    .containsExactly("2");
            assertThat(rows(sharded, "SELECT id FROM t_log WHERE d IN ('2024-01-31', '2024-09-09')"))
                    .containsExactly("1");
            assertThat(rows(
                            sharded,
                            "SELECT l.id FROM t_log l LEFT JOIN t_entry e ON e.log_id = l.id AND e.d = l.d"
                                    + " AND e.user_id = l.user_id WHERE l.d >= '2024-01-15' ORDER BY l.id"))
                    .containsExactly("1", "2");
            assertThat(update(sharded, "UPDATE t_log SET note = 'x' WHERE d = '2024-08-01'"))
                    .isZero();
            assertThat(update(sharded, "DELETE FROM t_log WHERE user_id = 4 AND d = '2024-08-01'"))
                    .isZero();
            try (ShardingHint hint = ShardingHint.table("t_log", LocalDate.parse("2024-08-01"))) {
                assertThat(hint.tableNames()).containsExactly("t_log");
                assertThatThrownBy(() -> rows(sharded, "SELECT id FROM t_log"))
                        .hasMessageContaining(ErrorCode.TABLE_MISSING.code());
            }
            assertThat(tables(0, "t_log")).containsExactly("t_log_202401", "t_log_202402");
        }
    }

    private List<String> tables(int source, String prefix) throws SQLException {
        List<String> names = new ArrayList<>();
        for (String month : MONTHS) {
            try {
                rows(pools.get(source), "SELECT 1 FROM " + prefix + "_" + month);
                names.add(prefix + "_" + month);
            } catch (SQLException none) {
                assertThat(none.getSQLState()).startsWith("42");
            }
        }
        return names;
    }

    @Test
    void aRowForAMissingTableIsRefusedWithItsName() throws SQLException {
        DataSource sharded = open(MissingTable.AWAITED);
        assertThatThrownBy(() -> run(sharded, insert(1, 4, "2024-03-01")))
                .hasMessageContaining(ErrorCode.TABLE_MISSING.code())
                .hasMessageContaining("ds0.t_log_202403");
        assertThatThrownBy(() -> run(sharded, insert(1, 4, "2025-03-01")))
                .hasMessageContaining(ErrorCode.KEY_OUTSIDE.code());
        run(sharded, insert(1, 5, "2024-01-01"));
        assertThatThrownBy(() -> run(sharded, "UPDATE t_log SET d = '2024-05-01' WHERE id = 1 AND user_id = 5"))
                .hasMessageContaining(ErrorCode.TABLE_MISSING.code())
                .hasMessageContaining("ds1.t_log_202405");
        assertThat(rows(sharded, "SELECT id, d FROM t_log")).containsExactly("1 2024-01-01");
    }

    @Test
    void aMonthIsCreatedWithItsFirstRow() throws SQLException {
        DataSource sharded = open(MissingTable.CREATED);
        run(sharded, insert(1, 4, "2024-03-01"));
        assertThat(rows(sharded, "SELECT id FROM t_log WHERE d = '2024-03-01'")).containsExactly("1");
        assertThat(tables(0, "t_log")).containsExactly("t_log_202401", "t_log_202402", "t_log_202403");
        assertThat(tables(0, "t_entry")).contains("t_entry_202403");
        assertThat(tables(1, "t_log")).containsExactly("t_log_202401", "t_log_202402");
        // All of it is as in the others: default, unique key, reference to the table of the same month.
        run(sharded, "INSERT INTO t_log (id, user_id, d) VALUES (2, 4, '2024-03-02')");
        assertThatThrownBy(() -> run(sharded, "INSERT INTO t_log (id, user_id, d) VALUES (3, 4, '2024-03-03')"))
                .isInstanceOf(SQLException.class);
        run(sharded, "INSERT INTO t_entry (id, log_id, user_id, d) VALUES (1, 2, 4, '2024-03-02')");
        assertThatThrownBy(() ->
                        run(sharded, "INSERT INTO t_entry (id, log_id, user_id, d) VALUES (2, 9, 4, '2024-03-02')"))
                .isInstanceOf(SQLException.class);
        assertThat(rows(
                        sharded,
                        "SELECT e.id, l.note FROM t_log l JOIN t_entry e ON e.log_id = l.id AND e.d = l.d"
                                + " AND e.user_id = l.user_id"))
                .containsExactly("1 none");
        // The partner's table first, and several rows of several months in one statement.
        run(
                sharded,
                "INSERT INTO t_log (id, user_id, d, note) VALUES (10, 5, '2024-04-01', 'a'),"
                        + " (11, 5, '2024-05-01', 'b'), (12, 4, '2024-06-01', 'c')");
        assertThat(rows(sharded, "SELECT id FROM t_log WHERE id >= 10 ORDER BY id"))
                .containsExactly("10", "11", "12");
        assertThat(new Verifier(TimedPools.of(sources), rule(MissingTable.CREATED)).verify(Verification.FULL))
                .noneMatch(Finding::isError);
        run(sharded, "ALTER TABLE t_log ADD extra INT");
        assertThat(rows(sharded, "SELECT extra FROM t_log WHERE id = 10")).containsExactly("null");
        run(sharded, insert(20, 4, "2024-12-31"));
        assertThat(rows(sharded, "SELECT id, extra FROM t_log WHERE d > '2024-12-01'"))
                .containsExactly("20 null");
    }

    @Test
    void rowsThatAreComputedOrMovedCreateTheirMonth() throws SQLException {
        for (int i = 0; i < 2; i++) {
            run(pools.get(i), String.format(Locale.ROOT, LOG, "t_note_202401", "t_note_202401"));
        }
        DataSource sharded = ShardingDataSource.create(
                sources,
                TestRules.over(List.of("ds0", "ds1"))
                        .table(table("t_note", MissingTable.CREATED))
                        .build(),
                ShardingOptions.builder().executor(executor).build());
        run(
                sharded,
                "INSERT INTO t_note (id, user_id, d, note) VALUES (1, 4, '2024-01-01', 'a')",
                "INSERT INTO t_note (id, user_id, d, note) VALUES (2, 5, '2024-01-02', 'b')");
        run(sharded, "UPDATE t_note SET d = '2024-09-01' WHERE id = 1 AND user_id = 4 AND d = '2024-01-01'");
        run(sharded, "UPDATE t_note SET d = '2024-10-01' WHERE id = 2");
        assertThat(rows(sharded, "SELECT id, d FROM t_note ORDER BY id"))
                .containsExactly("1 2024-09-01", "2 2024-10-01");
        assertThat(rows(pools.get(0), "SELECT id FROM t_note_202409")).containsExactly("1");
        assertThat(rows(pools.get(1), "SELECT id FROM t_note_202410")).containsExactly("2");
        run(
                sharded,
                "INSERT INTO t_note (id, user_id, d, note)"
                        + " SELECT id + 100, user_id, CAST('2024-11-05' AS DATE), note FROM t_note");
        assertThat(rows(sharded, "SELECT id FROM t_note WHERE d = '2024-11-05' ORDER BY id"))
                .containsExactly("101", "102");
    }

    @Test
    void explainingCreatesNothing() throws SQLException {
        DataSource sharded = open(MissingTable.CREATED);
        assertThat(String.join(" ", rows(sharded, "EXPLAIN SHARDING " + insert(1, 4, "2024-08-08"))))
                .contains(ErrorCode.TABLE_MISSING.code())
                .contains("ds0.t_log_202408");
        assertThat(tables(0, "t_log")).containsExactly("t_log_202401", "t_log_202402");
        run(sharded, insert(1, 4, "2024-08-08"));
        assertThat(tables(0, "t_log")).contains("t_log_202408");
    }

    @Test
    void aDataSourceThatDoesNotAnswerConcernsItsOwnStatementsOnly() throws Exception {
        DataSource sharded = open(MissingTable.AWAITED);
        run(sharded, insert(1, 4, "2024-01-31"));
        pools.get(1).close();
        month(0, "202403");
        Thread.sleep(300);
        assertThat(rows(sharded, "SELECT id FROM t_log WHERE user_id = 4")).containsExactly("1");
        run(sharded, insert(2, 4, "2024-03-31"));
        assertThat(rows(sharded, "SELECT id FROM t_log WHERE user_id = 4 AND d > '2024-02-01'"))
                .containsExactly("2");
        assertThatThrownBy(() -> rows(sharded, "SELECT id FROM t_log WHERE user_id = 5"))
                .isInstanceOf(SQLException.class);
    }

    @Test
    void batchesAndPreparedStatementsCreateThem() throws SQLException {
        DataSource sharded = open(MissingTable.CREATED);
        try (Connection connection = sharded.getConnection();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO t_log (id, user_id, d, note) VALUES (?, ?, ?, ?)");
                PreparedStatement select = connection.prepareStatement("SELECT id FROM t_log WHERE d = ?");
                Statement texts = connection.createStatement()) {
            for (int id = 0; id < 24; id++) {
                insert.setLong(1, id);
                insert.setLong(2, id);
                insert.setDate(3, Date.valueOf(String.format(Locale.ROOT, "2024-%02d-15", 1 + id / 2)));
                insert.setString(4, "n" + id);
                insert.addBatch();
            }
            assertThat(insert.executeBatch()).hasSize(24);
            assertThat(rows(connection, "SELECT COUNT(*) FROM t_log")).containsExactly("24");
            select.setDate(1, Date.valueOf("2024-12-15"));
            try (ResultSet rows = select.executeQuery()) {
                assertThat(rows.next()).isTrue();
            }
            texts.addBatch("DELETE FROM t_log WHERE d = '2024-12-15'");
            texts.addBatch(insert(50, 4, "2024-12-16"));
            texts.executeBatch();
            assertThat(rows(connection, "SELECT COUNT(*) FROM t_log WHERE d > '2024-12-01'"))
                    .containsExactly("1");
        }
    }

    @Test
    void theUsersTransactionIsNotCommitted() throws SQLException {
        DataSource sharded = open(MissingTable.CREATED);
        try (Connection connection = sharded.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeUpdate(insert(1, 4, "2024-02-01"));
            statement.executeUpdate(insert(2, 4, "2024-03-01"));
            assertThat(rows(connection, "SELECT id FROM t_log WHERE user_id = 4 AND d = '2024-03-01'"))
                    .containsExactly("2");
            assertThat(rows(connection, "SELECT id FROM t_log ORDER BY id")).containsExactly("1", "2");
            connection.rollback();
            assertThat(rows(connection, "SELECT COUNT(*) FROM t_log")).containsExactly("0");
            statement.executeUpdate(insert(3, 4, "2024-03-01"));
            connection.commit();
        }
        assertThat(rows(sharded, "SELECT id FROM t_log")).containsExactly("3");
    }

    @Test
    void aMonthOfAnotherProcessIsSeenWithinASecond() throws Exception {
        DataSource sharded = open(MissingTable.AWAITED);
        DataSource other = open(MissingTable.CREATED);
        try (Connection connection = sharded.getConnection();
                PreparedStatement all = connection.prepareStatement("SELECT COUNT(*) FROM t_log");
                PreparedStatement one =
                        connection.prepareStatement("SELECT COUNT(*) FROM t_log WHERE user_id = 4 AND d = ?")) {
            one.setDate(1, Date.valueOf("2024-07-07"));
            assertThat(count(all)).isZero();
            assertThat(count(one)).isZero();
            run(other, insert(1, 4, "2024-07-07"));
            Thread.sleep(300);
            assertThat(count(one)).isEqualTo(1);
            run(other, insert(2, 4, "2024-08-08"));
            // What is written here looks at once.
            run(sharded, insert(3, 4, "2024-08-09"));
            assertThat(count(all)).isEqualTo(3);
        }
    }

    /** Checks that InnoDB gives an error for a snapshot that is older than the table, and never a table without its rows. */
    @Test
    void aTransactionThatReadEarlierReadsAllOrNothing() throws SQLException {
        DataSource sharded = open(MissingTable.CREATED);
        try (Connection connection = sharded.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            assertThat(rows(connection, "SELECT COUNT(*) FROM t_log")).containsExactly("0");
            statement.executeUpdate(insert(1, 4, "2024-03-01"));
            try {
                assertThat(rows(connection, "SELECT id FROM t_log")).containsExactly("1");
            } catch (SQLException older) {
                assertThat(older.getErrorCode()).isEqualTo(1412);
            }
            connection.commit();
            assertThat(rows(connection, "SELECT id FROM t_log")).containsExactly("1");
        }
    }

    @Test
    void aTransactionOfAnEarlierRuleIsToldToBeginAnew() throws SQLException {
        ShardingDataSource sharded = open(MissingTable.CREATED);
        try (Connection connection = sharded.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeUpdate(insert(1, 4, "2024-02-01"));
            sharded.apply(rule(MissingTable.CREATED));
            assertThatThrownBy(() -> statement.executeUpdate(insert(2, 4, "2024-03-01")))
                    .isInstanceOf(SQLTransactionRollbackException.class)
                    .hasMessageContaining(ErrorCode.TABLES_GREW.code());
            connection.rollback();
            statement.executeUpdate(insert(2, 4, "2024-03-01"));
            connection.commit();
        }
        assertThat(rows(sharded, "SELECT id FROM t_log")).containsExactly("2");
    }

    private static int count(PreparedStatement query) throws SQLException {
        try (ResultSet rows = query.executeQuery()) {
            rows.next();
            return rows.getInt(1);
        }
    }

    @Test
    void manyThreadsOfSeveralProcessesRaceForOneMonth() throws Exception {
        List<DataSource> processes = List.of(open(MissingTable.CREATED), open(MissingTable.CREATED));
        for (int round = 3; round <= 6; round++) {
            String day = "2024-0" + round + "-10";
            int first = round * 100;
            CountDownLatch start = new CountDownLatch(1);
            List<Future<?>> writers = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                int id = first + i;
                DataSource process = processes.get(i % 2);
                writers.add(executor.submit(() -> {
                    start.await();
                    try (Connection connection = process.getConnection();
                            Statement statement = connection.createStatement()) {
                        connection.setAutoCommit(id % 4 < 2);
                        statement.executeUpdate(insert(id, id, day));
                        assertThat(rows(connection, "SELECT id FROM t_log WHERE d = '" + day + "' AND id = " + id))
                                .containsExactly("" + id);
                        if (!connection.getAutoCommit()) {
                            connection.commit();
                        }
                    }
                    return null;
                }));
            }
            start.countDown();
            for (Future<?> writer : writers) {
                writer.get();
            }
            // What the other one made is seen soon.
            Thread.sleep(300);
            for (DataSource process : processes) {
                assertThat(rows(process, "SELECT COUNT(*) FROM t_log WHERE d = '" + day + "'"))
                        .containsExactly("8");
            }
        }
        assertThat(new Verifier(TimedPools.of(sources), rule(MissingTable.CREATED)).misplacedRows("t_log", 0))
                .isEmpty();
    }

    @Test
    void tablesThatWereDroppedAreReadAsEmptySoon() throws Exception {
        DataSource sharded = open(MissingTable.AWAITED);
        run(sharded, insert(1, 4, "2024-01-31"), insert(2, 4, "2024-02-01"));
        run(pools.get(0), "DROP TABLE t_entry_202401", "DROP TABLE t_log_202401");
        Thread.sleep(300);
        assertThat(rows(sharded, "SELECT id FROM t_log WHERE user_id = 4")).containsExactly("2");
    }

    @Test
    void theVerificationSparesWhatComesLater() throws SQLException {
        ShardingRule rule = rule(MissingTable.AWAITED);
        assertThat(new Verifier(TimedPools.of(sources), rule).verify(Verification.FULL))
                .noneMatch(finding -> finding.toString().contains(" not there"));
        month(0, "202405");
        assertThat(new Verifier(TimedPools.of(sources), rule).verify(Verification.FULL))
                .anyMatch(finding -> finding.toString()
                        .contains("t_log: later actual tables are there, and not ds0.t_log_202403,"
                                + " ds0.t_log_202404"));
        run(pools.get(1), "DROP TABLE t_entry_202401", "DROP TABLE t_log_202401");
        run(pools.get(1), "DROP TABLE t_entry_202402", "DROP TABLE t_log_202402");
        assertThat(new Verifier(TimedPools.of(sources), rule).verify(Verification.FULL))
                .anyMatch(finding -> finding.toString().contains("ds1.t_log: none of its actual tables is there"));
    }

    @Test
    void theFirstTableOfEachDataSourceIsCreatedByDdl() throws SQLException {
        for (int i = 0; i < 2; i++) {
            for (String month : List.of("202401", "202402")) {
                run(pools.get(i), "DROP TABLE t_entry_" + month, "DROP TABLE t_log_" + month);
            }
        }
        DataSource sharded = open(MissingTable.CREATED);
        run(
                sharded,
                "CREATE TABLE t_log (id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL, d DATE NOT NULL, note VARCHAR(9))");
        assertThat(tables(0, "t_log")).containsExactly("t_log_202401");
        run(
                sharded,
                "CREATE TABLE t_entry (id BIGINT PRIMARY KEY, log_id BIGINT NOT NULL, user_id BIGINT NOT NULL, d DATE)");
        run(sharded, insert(1, 4, "2024-06-01"));
        assertThat(tables(0, "t_log")).containsExactly("t_log_202401", "t_log_202406");
        assertThat(rows(sharded, "SELECT id, note FROM t_log")).containsExactly("1 n1");
    }
}
