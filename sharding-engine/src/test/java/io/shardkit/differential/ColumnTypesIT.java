package io.shardkit.differential;

import static io.shardkit.testing.TestDatabase.H2;
import static io.shardkit.testing.TestDatabase.MARIADB;
import static io.shardkit.testing.TestDatabase.POSTGRESQL;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.rule.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.testing.TestDatabase;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Columns of every type, with values at their bounds, are read by gathers and by merges, and written by what a query
 * gives: rows, classes, texts and metadata are those of one table.
 */
class ColumnTypesIT {
    private static final List<String> GATHERS = List.of(
            "SELECT id, v, w FROM o WHERE id >= (SELECT MIN(id) FROM o)",
            "SELECT * FROM o WHERE k <= (SELECT MAX(k) FROM o)");
    private static final List<String> MERGES = List.of(
            "SELECT id, v, w FROM o",
            "SELECT id, v FROM o ORDER BY id LIMIT 100",
            "SELECT id, v FROM o ORDER BY v, id",
            "SELECT id, v FROM o ORDER BY v DESC, id LIMIT 5",
            "SELECT v, COUNT(*) FROM o GROUP BY v",
            "SELECT DISTINCT v FROM o",
            "SELECT MIN(v), MAX(v) FROM o",
            "SELECT COUNT(DISTINCT v), COUNT(v) FROM o",
            "SELECT MIN(v), COUNT(DISTINCT v), MAX(v) FROM o",
            "SELECT w, COUNT(DISTINCT v), COUNT(v), SUM(id), AVG(id) FROM o GROUP BY w",
            "SELECT w, MIN(v), COUNT(DISTINCT v) FROM o GROUP BY w");
    private static final String COPY = "INSERT INTO o (id, k, v, w) SELECT id + 101, k + 1, v, w FROM o";

    private static final Map<TestDatabase, List<HikariDataSource>> POOLS = new LinkedHashMap<>();
    private static final ExecutorService EXECUTOR = Executors.newCachedThreadPool();

    /**
     * @param name as a column is declared
     * @param refusal what some statements, or all gathers, are refused with, or null
     * @param values literals
     */
    record Type(TestDatabase database, String name, @Nullable ErrorCode refusal, List<String> values) {
        static Type of(TestDatabase database, String name, String... values) {
            return new Type(database, name, null, List.of(values));
        }

        static Type notGathered(TestDatabase database, String name, String... values) {
            return new Type(database, name, ErrorCode.GATHER_TYPE, List.of(values));
        }

        /** The driver gives no value for a zero date, which is not NULL. */
        static Type withZeroDate(String name, String... values) {
            return new Type(MARIADB, name, ErrorCode.SORT_TYPE_UNKNOWN, List.of(values));
        }

        boolean gathered() {
            return refusal != ErrorCode.GATHER_TYPE;
        }

        @Override
        public String toString() {
            return database + " " + name;
        }
    }

    static Stream<Type> types() {
        return Stream.of(h2(), mariaDb(), postgresql()).flatMap(types -> types);
    }

    private static Stream<Type> h2() {
        return Stream.of(
                Type.of(H2, "BOOLEAN", "TRUE", "FALSE"),
                Type.of(H2, "TINYINT", "-128", "127"),
                Type.of(H2, "BIGINT", "-9223372036854775808", "9223372036854775807"),
                Type.of(H2, "NUMERIC(20, 2)", "-3.50", "123456789012345678.99"),
                Type.of(H2, "DECFLOAT(30)", "1E10", "-0.001", "1.50"),
                Type.of(H2, "REAL", "1.5", "16777216", "3.4028235E38"),
                Type.of(H2, "DOUBLE PRECISION", "5E-324", "-1E300", "0.1"),
                Type.of(H2, "CHAR(3)", "'a'", "''"),
                Type.of(H2, "VARCHAR(20)", "'it''s'", "''", "U&'\\+01F600'"),
                Type.of(H2, "VARCHAR_IGNORECASE(20)", "'a'", "'B'"),
                Type.of(H2, "CLOB", "'a'", "''", "REPEAT('long ', 20000)", "U&'\\+01F600'"),
                Type.of(H2, "BINARY(3)", "X'000102'"),
                Type.of(H2, "VARBINARY(5)", "X''", "X'80FF'"),
                Type.of(H2, "BLOB", "X''", "X'80FF00'", "CAST(REPEAT('b', 50000) AS BLOB)"),
                Type.of(H2, "JSON", "JSON '{\"a\": [1, null, \"x\"]}'", "JSON 'null'", "JSON '\"text\"'", "JSON '1'"),
                Type.of(H2, "ENUM('b', 'a', 'it''s, c')", "'b'", "'a'", "'it''s, c'"),
                Type.of(H2, "UUID", "UUID '123e4567-e89b-12d3-a456-426655440000'"),
                Type.of(H2, "DATE", "DATE '2024-02-29'", "DATE '0001-01-01'", "DATE '9999-12-31'", "DATE '1582-10-10'"),
                Type.of(H2, "TIME(9)", "TIME '00:00:00'", "TIME '23:59:59.999999999'"),
                Type.of(H2, "TIME(3) WITH TIME ZONE", "TIME WITH TIME ZONE '10:00:00.5+02'"),
                Type.of(
                        H2,
                        "TIMESTAMP(9)",
                        "TIMESTAMP '2024-03-31 02:30:00.123456789'",
                        "TIMESTAMP '0001-01-01 00:00:00'"),
                Type.of(
                        H2,
                        "TIMESTAMP(3) WITH TIME ZONE",
                        "TIMESTAMP WITH TIME ZONE '2024-03-31 02:30:00.5+02'",
                        "TIMESTAMP WITH TIME ZONE '2024-03-31 02:00:00Z'"),
                Type.of(H2, "INTERVAL DAY", "INTERVAL '-1' DAY"),
                Type.of(H2, "INTERVAL YEAR(4) TO MONTH", "INTERVAL '1200-3' YEAR TO MONTH"),
                Type.of(H2, "INTERVAL DAY(5) TO SECOND(9)", "INTERVAL '10 03:04:05.123456789' DAY TO SECOND"),
                Type.of(H2, "INT ARRAY", "ARRAY[1, NULL, -2]", "ARRAY[]"),
                Type.of(H2, "VARCHAR(10) ARRAY[3]", "ARRAY['a', 'b,c']"),
                Type.notGathered(H2, "TIMESTAMP(6) ARRAY", "ARRAY[TIMESTAMP '2024-03-31 02:30:00.000001']"),
                Type.of(H2, "GEOMETRY", "GEOMETRY 'POINT (1 2)'"),
                Type.notGathered(H2, "ROW(a INT, b VARCHAR(5))", "ROW(1, 'x')"));
    }

    private static Stream<Type> mariaDb() {
        return Stream.of(
                Type.of(MARIADB, "TINYINT(1)", "0", "1", "-128"),
                Type.of(MARIADB, "BOOLEAN", "TRUE", "FALSE"),
                Type.of(MARIADB, "BIGINT UNSIGNED", "18446744073709551615", "0"),
                Type.of(MARIADB, "INT(5) ZEROFILL", "42", "4294967295"),
                Type.of(MARIADB, "DECIMAL(65, 30)", "-0.000000000000000000000000000001", "12345678901234567890.5"),
                Type.of(MARIADB, "FLOAT", "16777217", "1.5", "3.402823466E+38", "0.1"),
                Type.of(MARIADB, "FLOAT(7, 3)", "1234.567"),
                Type.of(MARIADB, "DOUBLE", "1E300", "-1E-300", "0.1"),
                Type.of(MARIADB, "BIT(1)", "b'0'", "b'1'"),
                Type.of(MARIADB, "BIT(9)", "b'101'", "b'111111111'"),
                Type.of(MARIADB, "BIT(64)", "b'0'", "X'FFFFFFFFFFFFFFFF'"),
                Type.of(MARIADB, "JSON", "'{\"a\": [1, null, \"\\\\u00e4\"]}'", "'null'"),
                Type.of(MARIADB, "ENUM('b', 'a', '', 'it''s')", "'b'", "'a'", "''", "'it''s'"),
                Type.of(MARIADB, "SET('b', 'a', 'c')", "''", "'a,b'", "'c'"),
                Type.of(MARIADB, "INET6", "'::'", "'2001:db8::ff00:42:8329'"),
                Type.of(MARIADB, "INET4", "'0.0.0.0'", "'255.255.255.255'"),
                Type.of(MARIADB, "UUID", "'123e4567-e89b-12d3-a456-426655440000'"),
                Type.of(MARIADB, "CHAR(5)", "'a'", "''"),
                Type.of(MARIADB, "VARCHAR(20) CHARACTER SET latin1", "'\u00e4'", "'a\\\\b'", "'it''s'"),
                Type.of(MARIADB, "VARCHAR(20)", "'\uD83D\uDE00'", "'a '", "'A'", "'a'"),
                Type.of(MARIADB, "TINYTEXT", "''", "'x'"),
                Type.of(MARIADB, "TEXT", "''", "REPEAT('long\\\\', 10000)", "'\uD83D\uDE00'"),
                Type.of(MARIADB, "MEDIUMTEXT", "REPEAT('m', 70000)"),
                Type.of(MARIADB, "BINARY(3)", "X'00'", "X'80FF'"),
                Type.of(MARIADB, "VARBINARY(5)", "X''", "X'80FF00'"),
                Type.of(MARIADB, "BLOB", "X''", "X'80FF0027'", "REPEAT('b', 60000)"),
                Type.of(MARIADB, "LONGBLOB", "X'00'"),
                Type.of(MARIADB, "YEAR", "1901", "2155"),
                Type.withZeroDate("DATE", "'2024-02-29'", "'1000-01-01'", "'9999-12-31'", "'0000-00-00'"),
                Type.of(MARIADB, "TIME", "'-838:59:59'", "'838:59:59'", "'25:00:00'", "'10:00:00'"),
                Type.of(MARIADB, "TIME(6)", "'-00:00:00.000001'", "'837:59:59.999999'"),
                Type.withZeroDate("DATETIME", "'2024-03-31 02:30:00'", "'0000-00-00 00:00:00'"),
                Type.of(MARIADB, "DATETIME(6)", "'2024-03-31 02:30:00.000001'", "'9999-12-31 23:59:59.999999'"),
                Type.withZeroDate("TIMESTAMP NULL", "'2024-03-31 12:30:00'", "'0000-00-00 00:00:00'"),
                Type.of(MARIADB, "TIMESTAMP(6) NULL", "'2024-03-31 12:30:00.000001'", "'1970-01-02 00:00:01'"),
                Type.of(
                        MARIADB,
                        "GEOMETRY",
                        "ST_GeomFromText('POINT(1 2)')",
                        "ST_GeomFromText('LINESTRING(0 0, 1 1)', 4326)"),
                Type.of(MARIADB, "POINT", "POINT(1, -2.5)"),
                Type.of(MARIADB, "POLYGON", "ST_GeomFromText('POLYGON((0 0, 1 0, 1 1, 0 0))')"));
    }

    private static Stream<Type> postgresql() {
        return Stream.of(
                Type.of(POSTGRESQL, "boolean", "true", "false"),
                Type.of(POSTGRESQL, "smallint", "-32768", "32767"),
                Type.of(POSTGRESQL, "bigint", "-9223372036854775808", "9223372036854775807"),
                Type.of(POSTGRESQL, "numeric", "'NaN'", "'Infinity'", "1.50", "1e-30"),
                Type.of(POSTGRESQL, "numeric(20, 2)", "-3.5", "123456789012345678.99"),
                Type.of(POSTGRESQL, "real", "'NaN'", "1.5", "3.4028235e38"),
                Type.of(POSTGRESQL, "double precision", "'-Infinity'", "5e-324", "0.1", "'-0'"),
                Type.of(POSTGRESQL, "money", "12.34", "-1000000"),
                Type.of(POSTGRESQL, "char(5)", "'a'", "''"),
                Type.of(POSTGRESQL, "varchar(20)", "'it''s'", "'\uD83D\uDE00'", "''"),
                Type.of(POSTGRESQL, "text", "repeat('long', 20000)", "'\\'"),
                Type.of(POSTGRESQL, "name", "'a name'"),
                Type.of(POSTGRESQL, "\"char\"", "'a'"),
                Type.of(POSTGRESQL, "bytea", "'\\x'", "'\\x80ff00'"),
                Type.of(POSTGRESQL, "json", "'{\"b\": 1,  \"a\": null}'", "'null'"),
                Type.of(POSTGRESQL, "jsonb", "'{\"b\": 1, \"a\": [1.50]}'", "'null'"),
                Type.of(POSTGRESQL, "jsonpath", "'$.a[*]'"),
                Type.of(POSTGRESQL, "xml", "'<a>1</a>'"),
                Type.of(POSTGRESQL, "uuid", "'123e4567-e89b-12d3-a456-426655440000'"),
                Type.of(POSTGRESQL, "date", "'2024-02-29'", "'infinity'", "'0044-03-15 BC'"),
                Type.of(POSTGRESQL, "time(6)", "'00:00:00'", "'24:00:00'", "'23:59:59.999999'"),
                Type.of(POSTGRESQL, "time(3) with time zone", "'10:00:00.5+02'", "'24:00:00-15:59'"),
                Type.of(
                        POSTGRESQL,
                        "timestamp(6)",
                        "'2024-03-31 02:30:00.000001'",
                        "'-infinity'",
                        "'4713-01-01 00:00:00 BC'"),
                Type.of(POSTGRESQL, "timestamp(3) with time zone", "'2024-03-31 02:30:00.5+02'", "'infinity'"),
                Type.of(POSTGRESQL, "interval", "'1 year -2 days 03:04:05.000001'", "'-1 mon'"),
                Type.of(POSTGRESQL, "interval day to second(3)", "'10 03:04:05.123'"),
                Type.of(POSTGRESQL, "bit(1)", "B'1'"),
                Type.of(POSTGRESQL, "bit(5)", "B'10100'"),
                Type.of(POSTGRESQL, "varbit(9)", "B''", "B'101'"),
                Type.of(POSTGRESQL, "integer[]", "'{}'", "'{1,NULL,-2}'", "'[0:1]={1,2}'", "'{{1,2},{3,4}}'"),
                Type.of(POSTGRESQL, "text[]", "'{a,\"b,\\\"c\",NULL,\"NULL\"}'"),
                Type.of(POSTGRESQL, "mood", "'sad'", "'happy'"),
                Type.of(POSTGRESQL, "mood[]", "'{sad,happy}'"),
                Type.of(POSTGRESQL, "\"Odd Mood\"", "'x y'"),
                Type.of(POSTGRESQL, "positive", "1", "2147483647"),
                Type.of(POSTGRESQL, "label", "'a'"),
                Type.of(POSTGRESQL, "pair", "'(1,\"a,b\")'"),
                Type.of(POSTGRESQL, "int4range", "'[1,5)'", "'empty'", "'(,)'"),
                Type.of(POSTGRESQL, "tstzrange", "'[2024-01-01 00:00:00+00,)'"),
                Type.of(POSTGRESQL, "nummultirange", "'{[1.5,2),[3,4]}'"),
                Type.of(POSTGRESQL, "inet", "'10.0.0.1/8'", "'::1'"),
                Type.of(POSTGRESQL, "cidr", "'10.0.0.0/8'"),
                Type.of(POSTGRESQL, "macaddr", "'08:00:2b:01:02:03'"),
                Type.of(POSTGRESQL, "point", "'(1,-2.5)'"),
                Type.of(POSTGRESQL, "polygon", "'((0,0),(1,0),(1,1))'"),
                Type.of(POSTGRESQL, "tsvector", "'a:1 fat:2,4A'"),
                Type.of(POSTGRESQL, "tsquery", "'fat & !rat'"),
                Type.of(POSTGRESQL, "pg_lsn", "'16/B374D848'"),
                Type.of(POSTGRESQL, "oid", "4294967295"));
    }

    private static final List<String> OWN_TYPES = List.of(
            "CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy')",
            "CREATE TYPE \"Odd Mood\" AS ENUM ('x y', 'z')",
            "CREATE DOMAIN positive AS integer CHECK (VALUE > 0)",
            "CREATE DOMAIN label AS varchar(10) COLLATE \"C\" NOT NULL DEFAULT 'none'",
            "CREATE TYPE pair AS (a integer, b text)");

    @BeforeAll
    static void create() throws SQLException {
        for (TestDatabase database : TestDatabase.values()) {
            List<HikariDataSource> pools = List.of(
                    database.create("types_whole", 0), database.create("types0", 0), database.create("types1", 1));
            POOLS.put(database, pools);
            if (database == POSTGRESQL) {
                for (HikariDataSource pool : pools) {
                    execute(pool, OWN_TYPES);
                }
            }
        }
    }

    @AfterAll
    static void close() {
        POOLS.values().forEach(pools -> pools.forEach(HikariDataSource::close));
        EXECUTOR.shutdownNow();
    }

    @ParameterizedTest
    @MethodSource("types")
    void gathersWhatOneTableHolds(Type type) throws SQLException {
        DataSource engine = fill(type);
        for (String sql : GATHERS) {
            if (type.gathered()) {
                assertAnswer(type, engine, sql);
            } else {
                assertThat(read(engine, sql)).as(sql).first().asString().startsWith(ErrorCode.GATHER_TYPE.code());
            }
        }
    }

    /** MariaDB's JSON is a text, which its functions would quote. */
    @ParameterizedTest
    @EnumSource(names = {"H2", "MARIADB"})
    void functionsNestGatheredJson(TestDatabase database) throws SQLException {
        Type json = types().filter(
                        type -> type.database() == database && type.name().equals("JSON"))
                .findFirst()
                .orElseThrow();
        assertAnswer(json, fill(json), "SELECT id, JSON_ARRAY(v) FROM o WHERE id >= (SELECT MIN(id) FROM o)");
    }

    /** A merge of several executions, as of the third on the units may be asked in another way. */
    @ParameterizedTest
    @MethodSource("types")
    void mergesWhatOneTableHolds(Type type) throws SQLException {
        DataSource engine = fill(type);
        for (String sql : MERGES) {
            for (int i = 0; i < 4; i++) {
                assertAnswer(type, engine, sql);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    void insertsWhatAQueryGives(Type type) throws SQLException {
        Assumptions.assumeTrue(type.gathered());
        DataSource engine = fill(type);
        execute(engine, List.of(COPY));
        execute(whole(type), List.of(COPY));
        assertAnswer(type, engine, "SELECT * FROM o");
    }

    private static HikariDataSource whole(Type type) {
        return POOLS.get(type.database()).get(0);
    }

    /** The same rows in one table and in four, one of which is empty. */
    private static DataSource fill(Type type) throws SQLException {
        List<HikariDataSource> pools = POOLS.get(type.database());
        Map<String, DataSource> sources = new LinkedHashMap<>();
        // PostgreSQL's driver shows another text of some values from the fifth execution on a connection on.
        pools.forEach(pool -> pool.getHikariPoolMXBean().softEvictConnections());
        String columns = " (id BIGINT NOT NULL PRIMARY KEY, k BIGINT NOT NULL, v " + type.name() + ", w " + type.name()
                + (type.name().endsWith(" NULL") ? "" : " NOT NULL") + ")";
        for (int pool = 0; pool < pools.size(); pool++) {
            List<String> statements = new ArrayList<>();
            if (type.database() == MARIADB) {
                statements.add("SET SESSION sql_mode = ''");
            }
            for (String table : pool == 0 ? List.of("o") : List.of("o_0", "o_1")) {
                statements.add("DROP TABLE IF EXISTS " + table);
                statements.add("CREATE TABLE " + table + columns);
            }
            for (int id = 0; id < 3 * (type.values().size() + 1); id++) {
                String value = type.values().get(id % type.values().size());
                boolean absent = id / type.values().size() == 3 && !type.name().equals("label");
                int k = id / 2;
                int table = id % 2;
                if (pool == 0 || (k % 2 == pool - 1)) {
                    statements.add("INSERT INTO " + (pool == 0 ? "o" : "o_" + table) + " VALUES (" + id + ", " + k
                            + ", " + (absent ? "NULL" : value) + ", " + value + ")");
                }
            }
            execute(pools.get(pool), statements);
            if (pool > 0) {
                sources.put("ds" + (pool - 1), pools.get(pool));
            }
        }
        ShardingRule rule = ShardingRule.over(List.of("ds0", "ds1"))
                .table(new TableRule(
                        "o",
                        "ds{0..1}.o_{0..1}",
                        new ShardingStrategy("k", new ModAlgorithm(2)),
                        new ShardingStrategy("id", new ModAlgorithm(2)),
                        null))
                .build();
        return ShardingDataSource.create(sources, rule, ShardingOptions.defaults(EXECUTOR));
    }

    private static void execute(DataSource database, List<String> statements) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static void assertAnswer(Type type, DataSource engine, String sql) {
        List<String> actual = read(engine, sql);
        ErrorCode refusal = type.refusal();
        if (refusal == null || !actual.get(0).startsWith(refusal.code())) {
            assertThat(actual).as(sql).isEqualTo(read(whole(type), sql));
        }
    }

    /** A line for each column, with what its metadata says, and then one for each row, sorted unless by the query. */
    private static List<String> read(DataSource source, String sql) {
        List<String> lines = new ArrayList<>();
        List<String> rows = new ArrayList<>();
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            ResultSetMetaData columns = result.getMetaData();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                lines.add(column(columns, i));
            }
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= columns.getColumnCount(); i++) {
                    Object object = result.getObject(i);
                    row.add(
                            object == null && result.wasNull()
                                    ? "NULL"
                                    : shown(object) + " '" + result.getString(i) + "'");
                }
                rows.add(row.toString());
            }
        } catch (SQLException failure) {
            return List.of(
                    failure instanceof ShardingException ? failure.getMessage() : "error " + failure.getSQLState());
        }
        if (!sql.contains("ORDER BY")) {
            Collections.sort(rows);
        }
        lines.addAll(rows);
        return lines;
    }

    private static String column(ResultSetMetaData columns, int column) throws SQLException {
        return String.join(
                " ",
                columns.getColumnLabel(column),
                columns.getColumnName(column),
                columns.getTableName(column),
                columns.getColumnTypeName(column),
                "type " + columns.getColumnType(column),
                columns.getColumnClassName(column),
                "precision " + columns.getPrecision(column),
                "scale " + columns.getScale(column),
                "size " + columns.getColumnDisplaySize(column),
                "nullable " + columns.isNullable(column),
                "signed " + columns.isSigned(column),
                "case " + columns.isCaseSensitive(column));
    }

    private static String shown(Object object) throws SQLException {
        if (object instanceof byte[] bytes) {
            return "byte[] " + Arrays.toString(bytes);
        }
        // These differ in class or number from one object to the next.
        if (object instanceof Clob clob) {
            return "Clob " + clob.getSubString(1, (int) clob.length());
        }
        if (object instanceof Blob blob) {
            return "Blob " + Arrays.toString(blob.getBytes(1, (int) blob.length()));
        }
        if (object instanceof Array array) {
            return "Array " + Arrays.deepToString((Object[]) array.getArray());
        }
        if (object instanceof SQLXML xml) {
            return "SQLXML " + xml.getString();
        }
        if (object instanceof ResultSet) {
            return "ResultSet";
        }
        return object == null ? "no object" : object.getClass().getSimpleName() + " " + object;
    }
}
