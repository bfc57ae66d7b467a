package io.shardkit.differential.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.observe.StatementListener;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.Eventually;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Queries over several units are executed again and again, until the units of a data source are asked together: each
 * answer, with its columns, is that of one table with all the rows.
 */
class UnitUnionIT {
    private static final int EXECUTIONS = 5;
    private static final int ATTEMPTS = 20;
    private static final int SOURCES = 2;
    private static final int TABLES = 3;
    private static final int ROWS = 60;

    private static final String MARIADB_COLUMNS = " (id BIGINT NOT NULL PRIMARY KEY, k BIGINT NOT NULL, num INT,"
            + " big BIGINT UNSIGNED, tiny TINYINT, amount DECIMAL(10,2), ratio DOUBLE, name VARCHAR(60),"
            + " bin VARCHAR(20) COLLATE utf8mb4_bin, ch CHAR(10), tx TEXT, vb VARBINARY(9), bl BLOB, dt DATE,"
            + " at DATETIME(3), ts TIMESTAMP(3) NULL, tm TIME, flag TINYINT(1), zf INT(6) ZEROFILL, en ENUM('b','a'),"
            + " bi BIT(4), y YEAR)";

    private static final String POSTGRESQL_COLUMNS = " (id BIGINT NOT NULL PRIMARY KEY, k BIGINT NOT NULL, num INT,"
            + " big NUMERIC, tiny SMALLINT, amount NUMERIC(10,2), ratio DOUBLE PRECISION, name VARCHAR(60),"
            + " bin VARCHAR(20) COLLATE \"C\", ch CHAR(10), tx TEXT, vb BYTEA, bl BYTEA, dt DATE, at TIMESTAMP(3),"
            + " ts TIMESTAMPTZ, tm TIME, flag BOOLEAN, zf INT, en VARCHAR(3), bi BIT(4), y INT)";

    private static final String TOGETHER =
            "id, num, big, tiny, amount, ratio, name, bin, ch, tx, vb, bl, dt, at, ts, tm";

    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final List<HikariDataSource> pools = new ArrayList<>();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private DataSource whole;
    private DataSource engine;

    private void open(TestDatabase kind) throws SQLException {
        String columns = kind.speaksMysql() ? MARIADB_COLUMNS : POSTGRESQL_COLUMNS;
        HikariDataSource one = kind.create("union_whole", 0);
        pools.add(one);
        whole = one;
        fill(one, "o", columns, -1, -1, kind);
        Map<String, DataSource> sources = new LinkedHashMap<>();
        for (int source = 0; source < SOURCES; source++) {
            HikariDataSource shard = kind.create("union" + source, source);
            pools.add(shard);
            sources.put("ds" + source, shard);
            for (int table = 0; table < TABLES; table++) {
                fill(shard, "o_" + table, columns, source, table, kind);
            }
        }
        ShardingRule rule = TestRules.over(List.of("ds0", "ds1"))
                .table(new TableRule(
                        "o",
                        "ds{0..1}.o_{0..2}",
                        new ShardingStrategy("k", new ModAlgorithm(SOURCES)),
                        new ShardingStrategy("id", new ModAlgorithm(TABLES)),
                        null))
                .build();
        StatementListener listener = new StatementListener() {
            @Override
            public void shardCalled(String dataSource, String sql, long nanos, boolean failed) {
                calls.add(sql);
            }
        };
        engine = ShardingDataSource.create(
                sources,
                rule,
                ShardingOptions.builder()
                        .executor(executor)
                        .planCacheSize(100)
                        .listener(listener)
                        .build());
    }

    /** A union is tried for the first time when the units have told their columns. */
    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void whatIsCancelledIsNotAskedAgain(TestDatabase kind) throws Exception {
        open(kind);
        for (boolean byTimeout : List.of(false, true)) {
            String sql = "SELECT id, k" + (byTimeout ? "" : ", num") + " FROM o";
            try (Connection connection = engine.getConnection();
                    Statement statement = connection.createStatement();
                    Connection other = pools.get(1).getConnection();
                    Statement locking = other.createStatement()) {
                for (int i = 0; i < 2; i++) {
                    statement.executeQuery(sql).close();
                }
                other.setAutoCommit(false);
                locking.execute(kind.speaksMysql() ? "LOCK TABLES o_1 WRITE" : "LOCK TABLE o_1");
                calls.clear();
                statement.setQueryTimeout(byTimeout ? 1 : 0);
                // A timeout may pass before any unit is asked.
                for (int i = 0; i < ATTEMPTS && calls.isEmpty(); i++) {
                    Future<?> running = executor.submit(() -> statement.executeQuery(sql));
                    if (!byTimeout) {
                        assertThat(Eventually.zero(() -> waiting(kind) > 0 ? 0 : 1))
                                .isZero();
                        statement.cancel();
                    }
                    assertThatThrownBy(() -> running.get(1, TimeUnit.MINUTES))
                            .isInstanceOf(ExecutionException.class)
                            .hasCauseInstanceOf(SQLException.class);
                }
                assertThat(calls).isNotEmpty().allMatch(call -> call.contains("UNION ALL"));
                other.rollback();
                if (kind.speaksMysql()) {
                    locking.execute("UNLOCK TABLES");
                }
                statement.setQueryTimeout(0);
                calls.clear();
                statement.executeQuery(sql).close();
                assertThat(calls).isNotEmpty().allMatch(call -> call.contains("UNION ALL"));
            }
        }
    }

    /** The number of statements that wait for a lock on the first data source. */
    private int waiting(TestDatabase kind) {
        String question = kind.speaksMysql()
                ? "SELECT COUNT(*) FROM information_schema.PROCESSLIST"
                        + " WHERE DB = DATABASE() AND STATE LIKE 'Waiting for table%'"
                : "SELECT COUNT(*) FROM pg_stat_activity"
                        + " WHERE datname = current_database() AND wait_event_type = 'Lock'";
        try (Connection connection = pools.get(1).getConnection();
                Statement statement = connection.createStatement();
                ResultSet count = statement.executeQuery(question)) {
            count.next();
            return count.getInt(1);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    @AfterEach
    void close() {
        pools.forEach(HikariDataSource::close);
        executor.shutdownNow();
    }

    private static void fill(DataSource database, String name, String columns, int source, int table, TestDatabase kind)
            throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE " + name + columns);
            for (int id = 0; id < ROWS; id++) {
                if (source < 0 || (id / TABLES % SOURCES == source && id % TABLES == table)) {
                    statement.execute(String.format(Locale.ROOT, "INSERT INTO %s VALUES (%s)", name, row(id, kind)));
                }
            }
        }
    }

    private static String row(int id, TestDatabase kind) {
        boolean maria = kind.speaksMysql();
        String number = id % 5 == 0 ? "NULL" : String.valueOf(id % 7 - 3);
        String text = id % 4 == 0 ? "NULL" : "'" + (id % 3 == 0 ? "Text " : "text") + id % 6 + "'";
        String bytes = maria ? "X'00FF0" + id % 10 + "'" : "'\\x00ff0" + id % 10 + "'";
        return String.join(
                ", ",
                String.valueOf(id),
                String.valueOf(id / TABLES),
                number,
                id % 9 == 0 ? "18446744073709551615" : String.valueOf(id),
                number,
                id % 6 == 0 ? "NULL" : id * 37 % 1000 + ".50",
                id % 6 == 1 ? "NULL" : id + ".125",
                text,
                text,
                text,
                text,
                bytes,
                bytes,
                "'2024-01-" + (10 + id % 20) + "'",
                "'2024-01-" + (10 + id % 20) + " 10:20:30.123'",
                "'2024-01-" + (10 + id % 20) + " 10:20:30.5'",
                "'10:20:" + (10 + id % 40) + "'",
                maria ? String.valueOf(id % 3) : "true",
                String.valueOf(id),
                id % 2 == 0 ? "'a'" : "'b'",
                maria ? "b'101'" : "B'1010'",
                "2024");
    }

    /** Runs a query several times on the engine and expects the answer that the one table gives. */
    private void check(boolean together, boolean ordered, String sql, Object... parameters) throws SQLException {
        try (Connection one = whole.getConnection();
                Connection many = engine.getConnection()) {
            List<String> expected = read(one, sql, ordered, parameters);
            String columns = null;
            for (int i = 0; i < EXECUTIONS; i++) {
                calls.clear();
                try (PreparedStatement statement = prepare(many, sql, parameters);
                        ResultSet result = statement.executeQuery()) {
                    String described = columns(result.getMetaData());
                    assertThat(described).as(sql).isEqualTo(columns == null ? described : columns);
                    columns = described;
                    assertThat(rows(result, ordered))
                            .as("%s, execution %s", sql, i)
                            .isEqualTo(expected);
                }
            }
            assertThat(expected).as(sql).isNotEmpty();
            assertThat(calls).as(sql).hasSize(together ? SOURCES : SOURCES * TABLES);
        }
    }

    private static PreparedStatement prepare(Connection connection, String sql, Object... parameters)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
        return statement;
    }

    private static List<String> read(Connection connection, String sql, boolean ordered, Object... parameters)
            throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql, parameters);
                ResultSet result = statement.executeQuery()) {
            return rows(result, ordered);
        }
    }

    private static List<String> rows(ResultSet result, boolean ordered) throws SQLException {
        List<String> rows = new ArrayList<>();
        int width = result.getMetaData().getColumnCount();
        while (result.next()) {
            StringBuilder row = new StringBuilder();
            for (int i = 1; i <= width; i++) {
                Object value = result.getObject(i);
                row.append(result.getString(i))
                        .append(value == null ? "" : value.getClass().getSimpleName())
                        .append('|');
            }
            rows.add(row.toString());
        }
        if (!ordered) {
            rows.sort(null);
        }
        return rows;
    }

    private static String columns(ResultSetMetaData columns) throws SQLException {
        StringBuilder text = new StringBuilder();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            text.append(columns.getColumnLabel(i))
                    .append(columns.getColumnName(i))
                    .append(columns.getTableName(i))
                    .append(columns.getSchemaName(i))
                    .append(columns.getCatalogName(i))
                    .append(columns.getColumnTypeName(i))
                    .append(columns.getColumnClassName(i))
                    .append(columns.getColumnType(i))
                    .append('.')
                    .append(columns.getPrecision(i))
                    .append('.')
                    .append(columns.getScale(i))
                    .append('.')
                    .append(columns.getColumnDisplaySize(i))
                    .append(columns.isSigned(i))
                    .append(columns.isNullable(i))
                    .append(columns.isAutoIncrement(i))
                    .append(columns.isCaseSensitive(i))
                    .append(columns.isCurrency(i))
                    .append(columns.isSearchable(i))
                    .append(columns.isWritable(i))
                    .append(columns.isDefinitelyWritable(i))
                    .append(columns.isReadOnly(i))
                    .append('\n');
        }
        return text.toString();
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void unitsOfADataSourceAreAskedTogether(TestDatabase kind) throws SQLException {
        open(kind);
        check(true, true, "SELECT " + TOGETHER + " FROM o ORDER BY id LIMIT 50");
        check(true, true, "SELECT " + TOGETHER + " FROM o ORDER BY amount DESC, id LIMIT 12 OFFSET 7");
        check(true, true, "SELECT id, name FROM o WHERE num >= ? ORDER BY num, id DESC LIMIT ? OFFSET ?", -1, 9, 4);
        check(true, true, "SELECT name FROM o ORDER BY bin, id LIMIT 20");
        check(true, true, "SELECT o.name AS n, id FROM o WHERE k < 15 ORDER BY at DESC, ratio, 2 LIMIT 30 -- the end");
        check(true, true, "SELECT id FROM o WHERE k < 15 AND id > 4 ORDER BY id LIMIT 30");
        check(true, true, "SELECT id FROM o WHERE k < 12 AND id > 7 ORDER BY id LIMIT 30");
        check(true, false, "SELECT " + TOGETHER + " FROM o WHERE id IN (?, ?, ?, ?, ?, ?)", 0, 1, 2, 3, 4, 5);
        check(true, false, "SELECT id, k FROM o WHERE k IN (?, ?, ?, ?) AND num > ?", 1, 2, 5, 8, -9);
        check(true, true, "SELECT id FROM o WHERE k < ? AND id IN (?, ?, ?, ?) ORDER BY id LIMIT 9", 30, 9, 7, 14, 28);
        check(true, false, "SELECT " + TOGETHER + " FROM o");
        check(true, true, "SELECT COUNT(*), COUNT(name), SUM(amount), MIN(id), MAX(dt), AVG(num), MAX(at) FROM o");
        check(true, true, "SELECT num, COUNT(*) AS c, SUM(amount), MAX(id) FROM o GROUP BY num ORDER BY num");
        check(true, true, "SELECT DISTINCT bin, num FROM o ORDER BY bin, num");
        check(true, false, "SELECT bin, MIN(amount) FROM o WHERE id > ? GROUP BY bin", 3);
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void unitsAreAskedOneByOneWhereAUnionMayDiffer(TestDatabase kind) throws SQLException {
        open(kind);
        boolean maria = kind.speaksMysql();
        check(!maria, true, "SELECT id, flag FROM o ORDER BY id LIMIT 20");
        check(!maria, true, "SELECT id, zf FROM o ORDER BY id LIMIT 20");
        check(!maria, true, "SELECT id, en FROM o ORDER BY id LIMIT 20");
        check(false, true, "SELECT id, bi FROM o ORDER BY id LIMIT 20");
        check(!maria, true, "SELECT id, y FROM o ORDER BY id LIMIT 20");
        check(false, true, "SELECT * FROM o ORDER BY id LIMIT 20");
        check(false, true, "SELECT id, num + 1 FROM o ORDER BY id LIMIT 20");
        check(false, true, "SELECT id, NULL AS nothing, 'x' AS x FROM o ORDER BY id LIMIT 20");
        check(false, true, "SELECT id FROM o ORDER BY num + 1, id LIMIT 20");
        check(false, true, "SELECT id FROM o ORDER BY id");
        check(false, true, "SELECT id FROM o ORDER BY id LIMIT 2000");
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void unionsKeepWhatStatementsPromise(TestDatabase kind) throws SQLException {
        open(kind);
        String sql = "SELECT id, name FROM o ORDER BY id LIMIT 20";
        check(true, true, sql);
        try (Connection one = whole.getConnection();
                Connection many = engine.getConnection()) {
            List<String> expected = read(one, sql, true);
            many.setAutoCommit(false);
            try (Statement statement =
                    many.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY)) {
                statement.setFetchSize(2);
                statement.setMaxRows(5);
                try (ResultSet result = statement.executeQuery(sql)) {
                    assertThat(result.isBeforeFirst()).isTrue();
                    assertThat(result.last()).isTrue();
                    assertThat(result.getRow()).isEqualTo(5);
                    assertThat(result.isLast()).isTrue();
                    assertThat(result.first()).isTrue();
                    assertThat(result.getLong("id")).isZero();
                    result.beforeFirst();
                    assertThat(rows(result, true)).isEqualTo(expected.subList(0, 5));
                }
            }
            calls.clear();
            try (Statement statement = many.createStatement();
                    ResultSet result = statement.executeQuery(sql)) {
                assertThat(result.getMetaData().getTableName(1)).isEqualTo("o");
                for (int i = 1; i <= 20; i++) {
                    assertThat(result.next()).isTrue();
                    assertThat(result.isLast()).isEqualTo(i == 20);
                    assertThat(result.getRow()).isEqualTo(i);
                }
                assertThat(result.next()).isFalse();
            }
            assertThat(calls).hasSize(SOURCES).allMatch(call -> call.contains(" UNION ALL "));
            many.rollback();
        }
    }

    /** A driver would keep in memory what it cannot read as it comes, so the first execution is one statement, too. */
    @ParameterizedTest
    @OnDatabases(
            value = {TestDatabase.MARIADB, TestDatabase.MARIADB_CONNECTOR_J, TestDatabase.MYSQL},
            always = {TestDatabase.MARIADB_CONNECTOR_J, TestDatabase.MYSQL})
    void rowsAreReadAsTheyComeFromTheFirstExecutionOn(TestDatabase kind) throws SQLException {
        open(kind);
        for (String order : List.of(
                "",
                " ORDER BY id",
                " ORDER BY name, amount DESC, id",
                " ORDER BY bin DESC, at, id LIMIT 2000",
                " ORDER BY dt DESC, id DESC -- the end")) {
            boolean ordered = !order.isEmpty();
            String sql = "SELECT " + TOGETHER + " FROM o WHERE id <> ?" + order;
            calls.clear();
            try (Connection one = whole.getConnection();
                    Connection many = engine.getConnection()) {
                many.setAutoCommit(false);
                List<String> expected = read(one, sql, ordered, 7);
                try (PreparedStatement statement = prepare(many, sql, 7)) {
                    statement.setFetchSize(kind.isByConnectorJ() ? Integer.MIN_VALUE : 2);
                    try (ResultSet result = statement.executeQuery()) {
                        assertThat(rows(result, ordered)).as(order).isEqualTo(expected);
                        assertThat(calls).as(order).hasSize(SOURCES);
                    }
                }
                many.rollback();
            }
        }
    }

    /** Checks strings with blanks at the end, which make strings no different, though their weights are. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT name, id FROM o ORDER BY name, id",
                "SELECT id, name FROM o ORDER BY name DESC, id LIMIT 2000",
                "SELECT name, id FROM o WHERE id > 3 ORDER BY name, ch, id DESC LIMIT 1500 OFFSET 2",
                "SELECT id FROM o ORDER BY name, id"
            })
    void textsWithBlanksAreReadAsTheyComeInTheirOrder(String sql) throws SQLException {
        open(TestDatabase.MARIADB);
        pad(whole, "o");
        for (HikariDataSource shard : pools.subList(1, pools.size())) {
            for (int table = 0; table < TABLES; table++) {
                pad(shard, "o_" + table);
            }
        }
        try (Connection one = whole.getConnection();
                Connection many = engine.getConnection()) {
            List<String> expected = read(one, sql, true);
            for (int i = 0; i < EXECUTIONS; i++) {
                try (PreparedStatement statement = prepare(many, sql)) {
                    statement.setFetchSize(2);
                    try (ResultSet result = statement.executeQuery()) {
                        assertThat(rows(result, true)).isEqualTo(expected);
                    }
                }
            }
        }
    }

    private static void pad(DataSource database, String table) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE " + table + " SET name = CONCAT(name, ' ') WHERE id % 5 = 1");
        }
    }

    /**
     * Checks plain statements: PostgreSQL's driver in time prepares a prepared statement on the server, and then gives
     * other strings.
     */
    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void aPlainStatementStaysPlainHoweverOftenItRuns(TestDatabase kind) throws SQLException {
        open(kind);
        for (String sql : List.of(
                "SELECT " + TOGETHER + " FROM o ORDER BY id LIMIT 20",
                "SELECT " + TOGETHER + " FROM o ORDER BY num, id LIMIT 10 OFFSET 5",
                "SELECT " + TOGETHER + " FROM o WHERE num > -3")) {
            try (Connection one = whole.getConnection();
                    Connection many = engine.getConnection();
                    Statement expected = one.createStatement();
                    Statement statement = many.createStatement()) {
                for (int i = 0; i < 12; i++) {
                    assertThat(rows(statement.executeQuery(sql), sql.contains("ORDER")))
                            .as("%s, time %d", sql, i)
                            .isEqualTo(rows(expected.executeQuery(sql), sql.contains("ORDER")));
                }
            }
        }
    }

    /** Checks that a failure is an error of the statement itself, told as one unit tells it. */
    @ParameterizedTest
    @OnDatabases(TestDatabase.POSTGRESQL)
    void errorsOfTheStatementStayThat(TestDatabase kind) throws SQLException {
        open(kind);
        String sql = "SELECT id FROM o WHERE 10 / (id - ?) > 0 ORDER BY id LIMIT 20";
        check(true, true, sql, -1);
        for (int i = 0; i < EXECUTIONS; i++) {
            try (Connection many = engine.getConnection();
                    PreparedStatement statement = prepare(many, sql, 7)) {
                assertThatThrownBy(statement::executeQuery)
                        .isInstanceOfSatisfying(SQLException.class, failure -> assertThat(failure.getSQLState())
                                .isEqualTo("22012"));
            }
        }
        check(true, true, sql, -1);
        check(true, true, "SELECT id FROM o WHERE 20 / (id - ?) > 0 ORDER BY id LIMIT 20", -1);
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void explainShowsTheTextForEachDataSource(TestDatabase kind) throws SQLException {
        open(kind);
        try (Connection many = engine.getConnection();
                PreparedStatement statement =
                        prepare(many, "EXPLAIN SHARDING SELECT id FROM o WHERE num > ? ORDER BY id LIMIT ?", 1, 5);
                ResultSet result = statement.executeQuery()) {
            assertThat(result.next()).isTrue();
            assertThat(result.getString("sql"))
                    .isEqualTo("(SELECT id FROM o_0 WHERE num > ? ORDER BY id LIMIT ?) UNION ALL"
                            + " (SELECT id FROM o_1 WHERE num > ? ORDER BY id LIMIT ?) UNION ALL"
                            + " (SELECT id FROM o_2 WHERE num > ? ORDER BY id LIMIT ?)");
            assertThat(result.getString("unit")).isEqualTo("o_0, o_1, o_2");
            assertThat(result.getString("parameters"))
                    .isEqualTo("?1 = 1, computed, ?1 = 1, computed, ?1 = 1, computed");
            assertThat(result.next()).isTrue();
            assertThat(result.getString("data_source")).isEqualTo("ds1");
        }
    }
}
