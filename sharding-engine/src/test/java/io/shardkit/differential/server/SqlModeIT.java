package io.shardkit.differential.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.HashModAlgorithm;
import io.shardkit.algorithm.KeyNormalizer;
import io.shardkit.algorithm.KeyType;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.error.ShardingException;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.keygen.SnowflakeKeyGenerator;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Servers that are not strict store what is near to a value that does not fit: the row lies where its stored key
 * belongs, or is refused. Modes in which SQL or values mean something else are noticed at the start.
 */
@ParameterizedClass
@OnDatabases(except = {TestDatabase.H2, TestDatabase.POSTGRESQL})
class SqlModeIT {
    private static final HashModAlgorithm HASH = new HashModAlgorithm(2);
    private static final Set<String> OF_MARIADB =
            Set.of("TIME_ROUND_FRACTIONAL", "EMPTY_STRING_IS_NULL", "ORACLE", "MSSQL", "POSTGRESQL");
    private static final String TEXT = " CHARACTER SET utf8mb4 COLLATE utf8mb4_";

    private static final List<Key> KEYS = List.of(
            new Key(
                    "TINYINT NOT NULL",
                    KeyType.INTEGER,
                    "300",
                    "-300",
                    "'300'",
                    "'12abc'",
                    "''",
                    "NULL",
                    "5.5",
                    "'007'"),
            new Key("INT UNSIGNED NOT NULL", KeyType.INTEGER, "-1", "4294967296", "'-1'", "NULL", "1-2"),
            new Key("BIGINT UNSIGNED NOT NULL", KeyType.INTEGER, "-1", "18446744073709551616"),
            new Key("INT NOT NULL AUTO_INCREMENT", KeyType.INTEGER, "0", "'0'", "3-3", "NULL", "-1", "2147483648"),
            new Key("VARCHAR(2)" + TEXT + "bin NOT NULL", KeyType.PADDED_TEXT, "'abc'", "'ab '", "'a '", "NULL", "123"),
            new Key("VARCHAR(2)" + TEXT + "nopad_bin NOT NULL", KeyType.TEXT, "'abc'", "'ab '", "'a '", "NULL", "123"),
            new Key("CHAR(3)" + TEXT + "bin NOT NULL", KeyType.PADDED_TEXT, "'a'", "'a '", "'abcd'", "''"),
            new Key(
                    "DATE NOT NULL",
                    KeyType.DATE,
                    "'2024-01-02'",
                    "'2024-02-31'",
                    "'2024-00-10'",
                    "'abc'",
                    "''",
                    "20240101",
                    "NULL"));
    private static final List<Object> PARAMETERS =
            List.of(300L, "300", "12abc", "", "abc", "a ", 0, LocalDate.of(10000, 1, 1), LocalDate.of(-5, 1, 1));
    private static final List<String> WRITES = List.of(
            "INSERT INTO t (k, v) VALUES (%s, 'a')",
            "INSERT INTO t (k, v) VALUES (%s, 'a'), (1, 'b'), (2, 'c')",
            "INSERT IGNORE INTO t (k, v) VALUES (%s, 'a'), (2, 'c')",
            "REPLACE INTO t SET k = %s, v = 'a'",
            "INSERT INTO t (k, v) SELECT %s, v FROM s",
            "UPDATE t SET k = %1$s WHERE k = %1$s",
            "UPDATE IGNORE t SET k = %s WHERE k = 7",
            "INSERT INTO t (k, v) VALUES (7, 'a') ON DUPLICATE KEY UPDATE k = %s");
    private static final List<String> OF_COLUMNS = List.of(
            "INSERT INTO t (k, v) SELECT v, v FROM s",
            "INSERT IGNORE INTO t (k, v) SELECT n, v FROM s",
            "INSERT INTO t (v) VALUES ('d')",
            "UPDATE t SET k = k + 1000 WHERE k = 7");

    private final TestDatabase database;
    private final List<HikariDataSource> pools = new ArrayList<>();
    private final ExecutorService executor = Executors.newCachedThreadPool();

    SqlModeIT(TestDatabase database) {
        this.database = database;
    }

    /** A column for sharding keys, and literals of which it stores some as others. */
    private record Key(String column, KeyType type, List<String> literals) {
        Key(String column, KeyType type, String... literals) {
            this(column, type, List.of(literals));
        }
    }

    @AfterEach
    void close() {
        pools.forEach(HikariDataSource::close);
        executor.shutdownNow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "PAD_CHAR_TO_FULL_LENGTH", "STRICT_ALL_TABLES"})
    void rowsLieWhereTheirStoredKeysBelong(String mode) throws SQLException {
        HikariDataSource whole = pool(0, mode);
        Map<String, DataSource> sources = sources(mode, mode);
        for (Key key : KEYS) {
            List<String> tables = List.of(
                    "DROP TABLE IF EXISTS t, s",
                    "CREATE TABLE t (k " + database.sql(key.column()) + ", v VARCHAR(10), UNIQUE KEY (k))",
                    "CREATE TABLE s (id INT NOT NULL PRIMARY KEY, v VARCHAR(10), n INT)");
            executeEverywhere(whole, sources, tables);
            DataSource engine = engine(sources, "k", null);
            List<String> rows = List.of("INSERT INTO s VALUES (1, 'abc', 300), (2, '8', -300), (3, '2024-01-01', 5)");
            SpreadTable.execute(engine, rows);
            SpreadTable.execute(whole, rows);
            int taken = 0;
            for (String write : WRITES) {
                for (String literal : key.literals()) {
                    taken += write(key, whole, sources, engine, String.format(write, literal), null);
                }
                for (Object parameter : write.contains("$") ? List.of() : PARAMETERS) {
                    taken += write(key, whole, sources, engine, String.format(write, "?"), parameter);
                }
            }
            for (String write : OF_COLUMNS) {
                taken += write(key, whole, sources, engine, write, null);
            }
            assertThat(taken).as(key.column()).isPositive();
        }
    }

    /** @return 1 if the engine takes the statement, after which its rows are those of one table; else 0 */
    private static int write(
            Key key,
            DataSource whole,
            Map<String, DataSource> sources,
            DataSource engine,
            String sql,
            @Nullable Object parameter)
            throws SQLException {
        executeEverywhere(whole, sources, List.of("DELETE FROM t"));
        String first = "INSERT INTO t VALUES (" + (key.type() == KeyType.DATE ? "'2024-01-07'" : "'7'") + ", 'f')";
        execute(engine, first, null);
        execute(whole, first, null);
        String label = key.column() + ": " + sql + " of " + parameter;
        try {
            execute(engine, sql, parameter);
        } catch (SQLException refused) {
            assertThat(stored(key, sources, label)).as(label).isEqualTo(rows(whole, "SELECT k, v FROM t"));
            if (!(refused instanceof ShardingException)) {
                assertThatThrownBy(() -> execute(whole, sql, parameter))
                        .as(label)
                        .isInstanceOf(SQLException.class);
            }
            return 0;
        }
        execute(whole, sql, parameter);
        assertThat(stored(key, sources, label)).as(label).isEqualTo(rows(whole, "SELECT k, v FROM t"));
        for (String stored : rows(whole, "SELECT CAST(k AS CHAR) FROM t")) {
            String question = "SELECT k, v FROM t WHERE k = '" + stored.strip() + "'";
            assertThat(rows(engine, question)).as(label).isEqualTo(rows(whole, question));
        }
        return 1;
    }

    /** The rows of all data sources, each of which has its own only. */
    private static List<String> stored(Key key, Map<String, DataSource> sources, String label) throws SQLException {
        List<String> all = new ArrayList<>();
        int shard = 0;
        for (DataSource source : sources.values()) {
            for (String row : rows(source, "SELECT CAST(k AS CHAR) FROM t")) {
                String text = row.substring(0, row.length() - 1);
                Object stored = KeyNormalizer.canonical(key.type(), text);
                assertThat(stored instanceof Long number ? HASH.shard(number) : HASH.shard((String) stored))
                        .as(label + " at " + text)
                        .isEqualTo(shard);
            }
            all.addAll(rows(source, "SELECT k, v FROM t"));
            shard++;
        }
        Collections.sort(all);
        return all;
    }

    @ParameterizedTest
    @ValueSource(strings = {"id", "k"})
    void generatedKeysAreNotCutToTheirColumn(String shardingColumn) throws SQLException {
        Map<String, DataSource> sources = sources("", "");
        for (DataSource each : sources.values()) {
            SpreadTable.execute(
                    each,
                    List.of(
                            "CREATE TABLE t (id INT NOT NULL, k INT NOT NULL)",
                            "CREATE TABLE s (id INT NOT NULL PRIMARY KEY)"));
        }
        KeyGeneration generation = new KeyGeneration("id", new SnowflakeKeyGenerator(1, 10));
        DataSource engine = engine(sources, shardingColumn, generation);
        SpreadTable.execute(engine, List.of("INSERT INTO s VALUES (1), (2)"));
        for (String sql : List.of(
                "INSERT INTO t (k) VALUES (1)",
                "INSERT INTO t (k) VALUES (1), (2)",
                "INSERT INTO t (k) SELECT id FROM s")) {
            assertThatThrownBy(() -> execute(engine, sql, null))
                    .as(sql)
                    .hasMessageStartingWith(ErrorCode.KEY_NOT_GENERATED.code());
        }
        assertThat(rows(engine, "SELECT * FROM t")).isEmpty();
        execute(engine, "INSERT INTO t (id, k) VALUES (5, 6)", null);
        assertThat(rows(engine, "SELECT id, k FROM t WHERE " + shardingColumn + " IN (5, 6)"))
                .containsExactly("5 6 ");
    }

    /** They were stored in another mode; one database shows them as they are. */
    @ParameterizedTest
    @ValueSource(strings = {"", "NO_ZERO_IN_DATE", "ALLOW_INVALID_DATES"})
    void copiesOfDatesAreExact(String mode) throws SQLException {
        HikariDataSource whole = pool(0, mode);
        Map<String, DataSource> sources = sources(mode, mode);
        executeEverywhere(whole, sources, List.of("CREATE TABLE t (k INT NOT NULL PRIMARY KEY, v DATE, w BIT(9))"));
        DataSource engine = engine(sources, "k", null);
        for (int i = 0; i < 8; i++) {
            List<String> row = List.of(
                    "SET @before = @@sql_mode",
                    "SET sql_mode = 'ALLOW_INVALID_DATES'",
                    "INSERT INTO t VALUES (" + i + (i % 2 == 0 ? ", '2024-02-31', 1)" : ", '2024-00-10', 2)"),
                    "SET sql_mode = @before");
            SpreadTable.execute(whole, row);
            SpreadTable.execute(List.copyOf(sources.values()).get(HASH.shard(i)), row);
        }
        for (String sql : List.of(
                "SELECT k, v FROM t WHERE k >= (SELECT MIN(k) FROM t)",
                "SELECT k, v, w + 0 FROM t WHERE k >= (SELECT MIN(k) FROM t)",
                "SELECT v, COUNT(*) FROM t GROUP BY v HAVING COUNT(*) > 1",
                "SELECT x.k, y.k FROM t x JOIN t y ON x.v = y.v",
                "SELECT COALESCE(MAX(v), MIN(v)) FROM t")) {
            if (mode.equals("ALLOW_INVALID_DATES")) {
                assertThat(rows(engine, sql)).as(sql).isEqualTo(rows(whole, sql));
            } else {
                assertThatThrownBy(() -> rows(engine, sql))
                        .as(sql)
                        .hasMessageStartingWith(ErrorCode.GATHER_TYPE.code());
            }
        }
    }

    @Test
    void copiesOfABroadcastTableStayEqualWhereOneServerIsStrict() throws SQLException {
        for (List<String> modes : List.of(List.of("", "STRICT_ALL_TABLES"), List.of("STRICT_ALL_TABLES", ""))) {
            Map<String, DataSource> sources = sources(modes.get(0), modes.get(1));
            for (DataSource each : sources.values()) {
                SpreadTable.execute(each, List.of("CREATE TABLE b (id INT NOT NULL PRIMARY KEY, n TINYINT)"));
            }
            DataSource engine = engine(sources, "k", null);
            execute(engine, "INSERT INTO b VALUES (1, 100)", null);
            for (String sql : List.of("INSERT INTO b VALUES (2, 300)", "UPDATE b SET n = n + 100")) {
                assertThatThrownBy(() -> execute(engine, sql, null)).isInstanceOf(SQLException.class);
                for (DataSource each : sources.values()) {
                    assertThat(rows(each, "SELECT * FROM b")).as(sql).containsExactly("1 100 ");
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ANSI_QUOTES",
                "PIPES_AS_CONCAT",
                "NO_BACKSLASH_ESCAPES",
                "HIGH_NOT_PRECEDENCE",
                "EMPTY_STRING_IS_NULL",
                "ANSI",
                "ORACLE",
                "MSSQL",
                "POSTGRESQL"
            })
    void modesThatChangeHowSqlIsReadAreRefused(String mode) throws SQLException {
        Map<String, DataSource> sources = sources("", mode);
        assertThatThrownBy(() -> engine(sources, "k", null))
                .isInstanceOfSatisfying(ShardingConfigurationException.class, refusal -> {
                    assertThat(refusal.errorCode()).isEqualTo(ErrorCode.INVALID_SETTING);
                    assertThat(refusal.property()).isEqualTo("sharding.data-sources.ds1");
                    assertThat(refusal.detail()).contains("changes how SQL is read");
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PAD_CHAR_TO_FULL_LENGTH",
                "ALLOW_INVALID_DATES",
                "NO_UNSIGNED_SUBTRACTION",
                "NO_AUTO_VALUE_ON_ZERO",
                "NO_ZERO_IN_DATE",
                "TIME_ROUND_FRACTIONAL"
            })
    void modesThatChangeValuesAreTheSameEverywhere(String mode) throws SQLException {
        assertThat(engine(sources(mode, mode), "k", null)).isNotNull();
        Map<String, DataSource> sources = sources("", mode);
        assertThatThrownBy(() -> engine(sources, "k", null))
                .isInstanceOfSatisfying(ShardingConfigurationException.class, refusal -> {
                    assertThat(refusal.errorCode()).isEqualTo(ErrorCode.INVALID_SETTING);
                    assertThat(refusal.property()).isEqualTo("sharding.data-sources.ds1");
                    assertThat(refusal.detail()).contains(mode);
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "TRADITIONAL",
                "NO_ZERO_DATE",
                "ONLY_FULL_GROUP_BY",
                "IGNORE_SPACE",
                "STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO"
            })
    void modesThatOnlyCheckMayDiffer(String mode) throws SQLException {
        assertThat(engine(sources("", mode), "k", null)).isNotNull();
    }

    private Map<String, DataSource> sources(String first, String second) throws SQLException {
        Map<String, DataSource> sources = new LinkedHashMap<>();
        sources.put("ds0", pool(0, first));
        sources.put("ds1", pool(1, second));
        return sources;
    }

    /** @param mode only MariaDB has some */
    private HikariDataSource pool(int server, String mode) throws SQLException {
        assumeTrue(database.isMariaDb() || !OF_MARIADB.contains(mode), "MySQL has no mode " + mode);
        HikariConfig config = new HikariConfig();
        try (HikariDataSource plain = database.create("mode", server)) {
            plain.copyStateTo(config);
        }
        config.setConnectionInitSql("SET sql_mode = '" + mode + "'");
        HikariDataSource pool = new HikariDataSource(config);
        pools.add(pool);
        return pool;
    }

    private DataSource engine(Map<String, DataSource> sources, String column, @Nullable KeyGeneration generation)
            throws SQLException {
        ShardingStrategy byId = new ShardingStrategy("id", HASH);
        ShardingRule rule = TestRules.over(List.copyOf(sources.keySet()))
                .table(new TableRule("t", "ds{0..1}.t", new ShardingStrategy(column, HASH), null, generation))
                .table(new TableRule("s", "ds{0..1}.s", byId, null, null))
                .broadcast("b")
                .build();
        return ShardingDataSource.create(
                sources, rule, ShardingOptions.builder().executor(executor).build());
    }

    private static void executeEverywhere(DataSource whole, Map<String, DataSource> sources, List<String> statements)
            throws SQLException {
        SpreadTable.execute(whole, statements);
        for (DataSource each : sources.values()) {
            SpreadTable.execute(each, statements);
        }
    }

    private static void execute(DataSource source, String sql, @Nullable Object parameter) throws SQLException {
        try (Connection connection = source.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            if (parameter != null) {
                statement.setObject(1, parameter);
            }
            statement.executeUpdate();
        }
    }

    private static List<String> rows(DataSource source, String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                StringBuilder row = new StringBuilder();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    row.append(result.getString(i)).append(' ');
                }
                rows.add(row.toString());
            }
        }
        Collections.sort(rows);
        return rows;
    }
}
