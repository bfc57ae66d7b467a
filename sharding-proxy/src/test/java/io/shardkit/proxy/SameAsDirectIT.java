package io.shardkit.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.shardkit.proxy.wire.Capability;
import io.shardkit.proxy.wire.FieldType;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that the proxy sends what the database itself sends: columns, rows, counts, errors. */
@ParameterizedClass
@OnDatabases(
        value = {TestDatabase.MARIADB, TestDatabase.MARIADB_CONNECTOR_J, TestDatabase.MYSQL},
        always = {TestDatabase.MARIADB_CONNECTOR_J, TestDatabase.MYSQL})
class SameAsDirectIT {
    private static final String TABLE =
            """
            CREATE TABLE kinds (
              id INT AUTO_INCREMENT PRIMARY KEY, a TINYINT, b TINYINT(1), c TINYINT UNSIGNED, d SMALLINT, e MEDIUMINT,
              f INT UNSIGNED, g BIGINT, h BIGINT UNSIGNED, i FLOAT, j DOUBLE, k DECIMAL(20,4), l BIT(1), m BIT(12),
              n DATE, o TIME(3), p DATETIME(6), q TIMESTAMP NULL, r YEAR, s CHAR(5), t VARCHAR(300), u TEXT, v BINARY(4),
              w VARBINARY(20), x BLOB, y ENUM('one','two'), z SET('x','y','z'), js JSON, lt LONGTEXT, lb LONGBLOB)""";

    private static ProxyFixture fixture;
    private static RawClient proxy;
    private static RawClient direct;

    private final TestDatabase database;

    SameAsDirectIT(TestDatabase database) {
        this.database = database;
    }

    @BeforeParameterizedClassInvocation
    static void start(TestDatabase database) throws SQLException, IOException {
        fixture = new ProxyFixture(database);
        proxy = fixture.raw("proxy_plain");
        direct = fixture.rawDirect();
        assertThat(proxy.query("DROP TABLE IF EXISTS kinds").toString()).contains("ok");
        assertThat(proxy.query(TABLE).toString()).contains("ok");
        assertThat(proxy.query("INSERT INTO kinds VALUES (1, -128, 1, 255, -32768, -8388608, 4294967295,"
                                + " -9223372036854775808, 18446744073709551615, 1.5, -2.25e100, -12345.6789, b'1', b'101010101010',"
                                + " '2024-02-29', '-838:59:58.123', '2024-12-31 23:59:59.654321', '2024-01-02 03:04:05', 2024,"
                                + " 'ab', 'Grüße 😀', 'long', 'bin', X'00FF10', X'DEADBEEF00', 'two', 'x,z', '{\"a\": 1}', 'lt',"
                                + " X'01')")
                        .toString())
                .contains("ok");
        assertThat(proxy.query("INSERT INTO kinds (id) VALUES (2)").toString()).contains("ok");
        assertThat(proxy.query("INSERT INTO kinds (id, n, o, p, b, l, i, t) VALUES (3, '0001-01-01', '00:00:00',"
                                + " '2024-01-01 00:00:00', 0, b'0', 0.1, '')")
                        .toString())
                .contains("ok");
    }

    @AfterParameterizedClassInvocation
    static void stop() throws IOException {
        proxy.close();
        direct.close();
        fixture.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM kinds ORDER BY id",
                "SELECT k.id AS number, k.t, COUNT(*), SUM(a), AVG(j), MAX(p), MIN(n) FROM kinds k GROUP BY k.id, k.t",
                "SELECT 1, -1, 1.5, 1e3, 'text', NULL, TRUE, X'41', b'1', NOW() IS NULL, DATE '2024-01-01'",
                "SELECT TIME '10:11:12', TIMESTAMP '2024-01-01 00:00:00', CAST(1 AS UNSIGNED), CAST('a' AS BINARY)",
                "SELECT CONCAT(t, s), LENGTH(x), HEX(x), y + 0, z + 0, r + 0 FROM kinds",
                "SELECT h, f, c FROM kinds WHERE h > 9223372036854775807",
                "SELECT IF(a IS NULL, 'none', t), COALESCE(a, 5), k * 2, j / 3, i FROM kinds",
                "SELECT COUNT(*) FROM kinds WHERE t = 'nothing'",
                "SELECT id FROM kinds WHERE id > 100",
                "SELECT @@version, @@sql_mode LIKE '%STRICT%', VERSION()",
                "SELECT CAST('2024-01-31 23:59:59.021' AS DATETIME(3)), CAST('2024-01-31 23:59:59.5' AS DATETIME(1)),"
                        + " CAST('2024-01-31 23:59:59.0001' AS DATETIME(4)), CAST('2024-01-31' AS DATETIME(2)),"
                        + " CAST('2024-01-31 23:59:59.000001' AS DATETIME(6)), CAST('0000-00-00' AS DATE),"
                        + " CAST('2024-01-31 23:59:59.09' AS DATETIME(5)), CAST('-10:11:12.05' AS TIME(2))",
                "SELECT l, m, b FROM kinds",
                "SELECT nothing FROM kinds",
                "SELECT * FROM nowhere",
                "SELEC 1",
                "SELECT 1; SELECT 2, 'b'",
                "SELECT 1; SELECT * FROM nowhere; SELECT 3",
                "SELECT 'a;b' -- comment ; with\n; SELECT \"c;d\" # another ;",
                "",
                ";",
                "/* nothing */",
                "INSERT INTO kinds (id) VALUES (1)",
                "INSERT INTO kinds (a) VALUES (1000)",
                "UPDATE kinds SET a = 5 WHERE id = 1000",
                "DROP TABLE IF EXISTS nowhere_at_all",
                "CREATE TABLE kinds (id INT)",
                "SELECT 1/0, CAST('12x' AS SIGNED)",
                "DO 1",
                "SHOW TABLES LIKE 'kin%'",
                "SHOW COLUMNS FROM kinds LIKE 'a'",
                "SHOW VARIABLES LIKE 'version'",
                "DESCRIBE kinds",
                "EXPLAIN SELECT * FROM kinds WHERE id = 1",
                "SET @a = 5; SELECT @a",
                "SELECT DATABASE()",
                "/*!40101 SELECT 1 */",
                "/*!999999 SELECT 1 */ SELECT 2",
                "/*M!100100 SELECT 3 */",
                "LOAD DATA LOCAL INFILE '/etc/hostname' INTO TABLE kinds",
                "KILL 99999999",
                "USE nowhere_at_all",
                "SET NAMES klingon",
                "SET autocommit = 7",
                "SELECT SLEEP(0)"
            })
    void textIsTheSame(String sql) throws IOException {
        assertThat(known(proxy.query(sql))).isEqualTo(known(direct.query(sql)));
        fixture.assertNoneBorrowed();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT CAST('2024-01-31 23:59:59.021' AS DATETIME(3)), CAST('2024-01-31 23:59:59.5' AS DATETIME(1)),"
                        + " CAST('2024-01-31 23:59:59.0001' AS DATETIME(4)), CAST('2024-01-31' AS DATETIME(2)),"
                        + " CAST('2024-01-31 23:59:59.000001' AS DATETIME(6)), CAST('0000-00-00' AS DATE),"
                        + " CAST('2024-01-31 23:59:59.09' AS DATETIME(5)), CAST('-10:11:12.05' AS TIME(2))",
                "SELECT * FROM kinds WHERE id > 0 ORDER BY id",
                "SELECT k.id AS number, k.t, COUNT(*), SUM(a), AVG(j), MAX(p), MIN(n) FROM kinds k GROUP BY k.id, k.t",
                "SELECT 1, -1, 1.5, 1e3, 'text', NULL, TRUE, X'41', DATE '2024-01-01', TIME '-10:00:00.5'",
                "SELECT h, f, c FROM kinds WHERE h > 9223372036854775807",
                "SELECT nothing FROM kinds",
                "SELECT * FROM nowhere",
                "DO 1",
                "SET @b = 1",
                "UPDATE kinds SET a = 5 WHERE id = 1000"
            })
    void binaryIsTheSame(String sql) throws IOException {
        assertThat(knownOfPrepared(proxy.prepared(sql))).isEqualTo(knownOfPrepared(direct.prepared(sql)));
        fixture.assertNoneBorrowed();
    }

    @Test
    void parametersAreTheSame() throws IOException {
        for (String sql : List.of(
                "SELECT t FROM kinds WHERE t = ? OR id = ?",
                "SELECT ?, CONCAT(?, 'x')",
                "SELECT id FROM kinds WHERE n = ? AND t <> ?")) {
            assertThat(known(proxy.prepared(sql, "Grüße 😀", "2")))
                    .isEqualTo(known(direct.prepared(sql, "Grüße 😀", "2")));
        }
    }

    /** Over several databases as well, which have other tables: how many rows come is what is compared. */
    @Test
    void limitsBelowZeroAreReadWithoutTheirSign() throws IOException {
        try (RawClient several = fixture.raw("sharded")) {
            several.query("CREATE TABLE IF NOT EXISTS t_order (order_id INT PRIMARY KEY, user_id INT NOT NULL)");
            several.query("DELETE FROM t_order WHERE 1 = 1");
            several.query("INSERT INTO t_order (order_id, user_id) VALUES (1, 1), (2, 2), (3, 3)");
            for (String limits : List.of("-1 0", "-1 1", "1 -1", "-1 -1", "2 1", "-5 2")) {
                String[] values = limits.split(" ");
                String sql = "SELECT id FROM kinds ORDER BY id LIMIT ? OFFSET ?";
                List<String> expected = direct.prepared(sql, values);
                assertThat(known(proxy.prepared(sql, values))).as(limits).isEqualTo(known(expected));
                assertThat(rows(several.prepared(
                                "SELECT order_id FROM t_order ORDER BY order_id LIMIT ? OFFSET ?", values)))
                        .as(limits)
                        .isEqualTo(rows(expected));
            }
        }
    }

    @Test
    void parametersOfStatementsThatAreRefusedAreCounted() throws IOException {
        try (RawClient several = fixture.raw("sharded")) {
            several.query("CREATE TABLE IF NOT EXISTS t_order (order_id INT PRIMARY KEY, user_id INT NOT NULL)");
            List<String> refused = several.prepared("UPDATE t_order SET order_id = ? LIMIT ?", "1", "2");
            assertThat(refused).first().isEqualTo("parameters 2");
            assertThat(refused.toString()).contains("error 1235 #42000");
            assertThat(several.query("SELECT 1").toString()).contains("row 0131");
        }
    }

    @Test
    void datesThatNoCalendarHasAreSentOnAsDates() throws IOException {
        assumeFalse(database.isByConnectorJ(), "Connector/J sends no such dates but as texts");
        direct.query("SET sql_mode = ''");
        direct.query("CREATE OR REPLACE TABLE zero (id INT PRIMARY KEY, d DATE, t DATETIME(6), s VARCHAR(30))");
        direct.query(
                "INSERT INTO zero VALUES (1, '0000-00-00', '0000-00-00 00:00:00', '0000-00-00'),"
                        + " (2, '2024-00-00', '2024-00-00 10:11:12.000005', 'x'), (3, '2024-01-01', '2024-01-01 00:00:00', NULL)");
        direct.query("SET sql_mode = DEFAULT");
        byte[] zero = {0};
        byte[] noMonth = {4, (byte) 0xe8, 7, 0, 0};
        byte[] noMonthTimed = {11, (byte) 0xe8, 7, 0, 0, 10, 11, 12, 5, 0, 0, 0};
        for (int type : new int[] {FieldType.DATE, FieldType.DATETIME, FieldType.TIMESTAMP}) {
            for (byte[] value : List.of(zero, noMonth, noMonthTimed)) {
                for (String sql : List.of(
                        "SELECT id FROM zero WHERE d = ? ORDER BY id",
                        "SELECT id FROM zero WHERE t = ? ORDER BY id",
                        "SELECT id FROM zero WHERE s = ? ORDER BY id",
                        "SELECT id FROM zero WHERE d > ? ORDER BY id",
                        "SELECT id FROM zero WHERE t >= ? ORDER BY id",
                        "SELECT ? + 0",
                        "UPDATE zero SET d = ? WHERE id = 77")) {
                    assertThat(proxy.prepared(sql, new int[] {type}, value))
                            .as("%s of type %d, %d bytes", sql, type, value.length)
                            .isEqualTo(direct.prepared(sql, new int[] {type}, value));
                }
            }
        }
        try (RawClient several = fixture.raw("sharded")) {
            several.query("DROP TABLE IF EXISTS t_order");
            several.query("CREATE TABLE t_order (order_id INT PRIMARY KEY, user_id INT NOT NULL, d DATE)");
            several.query("INSERT INTO t_order VALUES (1, 1, '2024-01-01'), (2, 2, NULL), (3, 3, '2024-01-02')");
            int[] date = {FieldType.DATE};
            assertThat(several.prepared("UPDATE t_order SET d = ? WHERE d IS NULL", date, zero)
                            .toString())
                    .contains("rows 1");
            assertThat(rows(several.prepared("SELECT order_id FROM t_order WHERE d = ? ORDER BY order_id", date, zero)))
                    .hasSize(1);
            assertThat(rows(several.prepared(
                            "SELECT d, COUNT(*) FROM t_order WHERE d > ? GROUP BY d HAVING COUNT(*) > 0 ORDER BY d",
                            date,
                            zero)))
                    .hasSize(2);
            several.query("DROP TABLE t_order");
        }
    }

    private static List<String> rows(List<String> answer) {
        return answer.stream().filter(line -> line.startsWith("binary")).toList();
    }

    @Test
    void limitsOfPreparedStatementsMayBeTexts() throws IOException {
        for (String sql : List.of(
                "SELECT id FROM kinds ORDER BY id LIMIT ? OFFSET ?",
                "SELECT id FROM kinds ORDER BY id LIMIT ?, ?",
                "SELECT a FROM kinds WHERE id > ? AND id IN (SELECT id FROM kinds) ORDER BY id LIMIT ?",
                "SELECT id FROM kinds WHERE id IN (?) ORDER BY id LIMIT 1, ?")) {
            assertThat(known(proxy.prepared(sql, "1", "2"))).isEqualTo(known(direct.prepared(sql, "1", "2")));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SET TRANSACTION READ ONLY; SHOW TABLES LIKE 'kin%'; DO 1; SELECT 1; SAVEPOINT a; DESCRIBE kinds;"
                        + " UPDATE kinds SET a = 1 WHERE id = 1000",
                "SET TRANSACTION READ ONLY; SELECT COUNT(*) FROM kinds; UPDATE kinds SET a = 1 WHERE id = 1000",
                "SET TRANSACTION READ ONLY; START TRANSACTION; SELECT COUNT(*) FROM kinds; SELECT COUNT(*) FROM kinds;"
                        + " UPDATE kinds SET a = 1 WHERE id = 1000",
                "SET TRANSACTION READ ONLY; COMMIT; UPDATE kinds SET a = 1 WHERE id = 1000",
                "BEGIN; SET TRANSACTION READ ONLY",
                "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE, READ WRITE; BEGIN; SELECT COUNT(*) FROM kinds; COMMIT",
                "SET TRANSACTION ISOLATION LEVEL READ COMMITTED; UPDATE kinds SET a = 1 WHERE id = 1000; SELECT @@tx_isolation",
                "START TRANSACTION READ ONLY; SELECT COUNT(*) FROM kinds; COMMIT"
            })
    void whatIsSetForTheNextTransactionEndsWithIt(String sql) throws IOException {
        try (RawClient through = fixture.raw("proxy_plain");
                RawClient straight = fixture.rawDirect()) {
            assertThat(known(withoutReasons(through.query(sql)))).isEqualTo(known(withoutReasons(straight.query(sql))));
        }
    }

    @Test
    void levelsThatThereAreNotAreRefused() throws IOException {
        assertThat(proxy.query("SET TRANSACTION ISOLATION LEVEL NOTHING").get(0))
                .startsWith("error 1064 #42000");
        assertThat(proxy.query("SET TRANSACTION ISOLATION LEVEL READ").get(0)).startsWith("error 1064 #42000");
        assertThat(proxy.query("SET SESSION TRANSACTION").get(0)).startsWith("error 1064 #42000");
        assertThat(known(proxy.query("SELECT 1"))).isEqualTo(known(direct.query("SELECT 1")));
    }

    /**
     * Removes what Connector/J forgets of the server's answer and so cannot be compared: the display width of whole
     * numbers, and two flags of computed columns in a prepared statement.
     */
    private List<String> known(List<String> lines) {
        if (!database.isByConnectorJ()) {
            return lines;
        }
        return lines.stream()
                .map(line -> line.startsWith("column ") ? withoutForgotten(line) : line)
                .toList();
    }

    /** Flags are those that the server told when the statement was prepared, and may differ when it runs. */
    private List<String> knownOfPrepared(List<String> lines) {
        List<String> known = known(lines);
        return database.isByConnectorJ()
                ? known.stream()
                        .map(line -> line.replaceAll("flags \\d+", "flags ?"))
                        .toList()
                : known;
    }

    private static String withoutForgotten(String column) {
        String plain = column.replaceAll("length \\d+, (type [12389],)", "length ?, $1");
        return plain.contains(" of  in ,") ? plain.replaceAll("flags \\d+", "flags ?") : plain;
    }

    /** Removes the reasons of refusals in a read-only transaction, as the engine refuses the statement in its own words. */
    private static List<String> withoutReasons(List<String> answers) {
        return answers.stream()
                .map(line -> line.replaceAll("^(error 1792 #25006).*", "$1"))
                .toList();
    }

    @Test
    void kindsOfColumnsAreToldToThoseWhoAsk() throws IOException {
        assumeTrue(database == TestDatabase.MARIADB, "MySQL tells no kinds, and Connector/J does not ask for them");
        int capabilities = RawClient.USUAL & ~Capability.LONG_PASSWORD;
        try (RawClient through = fixture.raw("proxy_plain", capabilities);
                RawClient straight = fixture.rawDirect(capabilities)) {
            for (String sql : List.of(
                    "SELECT js, t, id FROM kinds ORDER BY id",
                    "CREATE TABLE more_kinds (i UUID, l POINT, m POLYGON, n GEOMETRY)",
                    "SELECT * FROM more_kinds",
                    "DROP TABLE more_kinds")) {
                if (sql.startsWith("SELECT")) {
                    assertThat(through.query(sql)).isEqualTo(straight.query(sql));
                    assertThat(through.prepared(sql)).isEqualTo(straight.prepared(sql));
                } else {
                    assertThat(through.query(sql).toString()).contains("ok");
                }
            }
        }
    }

    @Test
    void tablesAndFlagsOfColumnsAreTold() throws IOException {
        assertThat(proxy.query(
                                "CREATE TABLE keyed (a INT NOT NULL, b VARCHAR(20) NOT NULL, c INT NOT NULL UNIQUE, d INT,"
                                        + " e INT ZEROFILL DEFAULT 7, f TIMESTAMP DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,"
                                        + " g ENUM('x', 'y'), h SET('x', 'y'), i BIGINT UNSIGNED NOT NULL AUTO_INCREMENT, j BLOB,"
                                        + " PRIMARY KEY (a, b), KEY (d), KEY (i))")
                        .toString())
                .contains("ok");
        assertThat(proxy.query("CREATE VIEW seen AS SELECT a, g AS chosen FROM keyed")
                        .toString())
                .contains("ok");
        for (String sql : List.of(
                "SELECT * FROM keyed",
                "SELECT k.* FROM keyed k",
                "SELECT k.a AS x, l.a, l.g, k.h FROM keyed AS k JOIN keyed `an l` ON k.a = `an l`.a JOIN keyed l ON l.a = k.a",
                "SELECT s.a, s.b FROM (SELECT a, b FROM keyed) s",
                "SELECT * FROM seen v",
                "SELECT MAX(a), MIN(b), COUNT(c), d + 1 FROM keyed GROUP BY d",
                "WITH w AS (SELECT i, c FROM keyed) SELECT * FROM w LEFT JOIN keyed USING (c)")) {
            assertThat(known(proxy.query(sql))).as(sql).isEqualTo(known(direct.query(sql)));
            assertThat(known(proxy.prepared(sql))).as(sql).isEqualTo(known(direct.prepared(sql)));
        }
        proxy.query("DROP VIEW seen");
        proxy.query("DROP TABLE keyed");
    }

    @Test
    void tablesAndFlagsOfColumnsOverSeveralDatabasesAreThoseOfOne() throws IOException {
        try (RawClient several = fixture.raw("sharded")) {
            for (RawClient each : List.of(several, direct)) {
                each.query("DROP TABLE IF EXISTS t_order");
                assertThat(each.query("CREATE TABLE t_order (order_id INT NOT NULL, user_id INT NOT NULL, d INT,"
                                        + " g ENUM('x', 'y'), PRIMARY KEY (order_id, user_id), KEY (d))")
                                .toString())
                        .contains("ok");
            }
            for (String sql : List.of(
                    "SELECT * FROM t_order WHERE user_id = 1 AND order_id = 2",
                    "SELECT o.* FROM t_order o WHERE user_id = 1 AND order_id = 2",
                    "SELECT t_order.d AS x, t_order.g FROM t_order WHERE user_id = 1 AND order_id = 2",
                    "SELECT o.user_id, p.d FROM t_order o JOIN t_order AS p ON o.order_id = p.order_id"
                            + " AND o.user_id = p.user_id",
                    "SELECT o.d, o.g FROM t_order o",
                    "SELECT order_id, g FROM t_order ORDER BY order_id",
                    "SELECT d, COUNT(*) FROM t_order o GROUP BY d ORDER BY d")) {
                // From some execution on, the tables of a database are asked together.
                for (int i = 0; i < 4; i++) {
                    assertThat(known(several.query(sql))).as(sql).isEqualTo(known(direct.query(sql)));
                    assertThat(known(several.prepared(sql))).as(sql).isEqualTo(known(direct.prepared(sql)));
                }
            }
            several.query("DROP TABLE t_order");
            direct.query("DROP TABLE t_order");
        }
    }

    /** Checks rows merged from several databases, and values that a driver writes otherwise than the server. */
    @Test
    void valuesAreWrittenAsByTheServer() throws IOException {
        String table = "CREATE TABLE t_order (order_id INT NOT NULL, user_id INT NOT NULL, a INT UNSIGNED,"
                + " b DECIMAL(10,2) ZEROFILL, c DOUBLE(10,2), d FLOAT, e DOUBLE, f YEAR, g TIME(2), h DATETIME(4),"
                + " i DATETIME, j DECIMAL(12,10), k TINYINT(1), l TIMESTAMP(6) NULL, m DATE, PRIMARY KEY (order_id))";
        String rows = "INSERT INTO t_order VALUES (1, 1, 7, 7, 7, 7, 7, 7, '07:07:07', '2024-01-02', '2024-01-02',"
                + " 0.0000000007, 7, '2024-01-02 03:04:05', '2024-01-02'), (2, 2, 12345, 12.5, 1.25, 0.1, 1e15,"
                + " 2024, '-100:00:00.5', '2024-01-02 03:04:05.5', '2024-01-02 03:04:05', 1, 1,"
                + " '2024-01-02 03:04:05.000001', '2024-12-31'), (3, 2, 0, 0, 0, 1e10, 5.684341886080802e-14, 0,"
                + " '00:00:00', '2024-01-02 03:04:05.1234', '1000-01-01', 0, 0, NULL, NULL)";
        try (RawClient several = fixture.raw("sharded")) {
            for (RawClient each : List.of(several, direct)) {
                each.query("DROP TABLE IF EXISTS t_order");
                assertThat(each.query(table).toString()).contains("ok");
                assertThat(each.query(rows).toString()).contains("ok");
            }
            for (String sql : List.of(
                    "SELECT * FROM t_order WHERE user_id = 2 AND order_id = 2",
                    "SELECT LPAD(a, 5, 0), b FROM t_order WHERE user_id = 2 AND order_id = 2",
                    "SELECT * FROM t_order ORDER BY order_id",
                    "SELECT a, b, c, d, e, f, g, h, i, j, k, l, m FROM t_order ORDER BY e, order_id LIMIT 2",
                    "SELECT MAX(b), MAX(e), MIN(f), MAX(g), MAX(h), MAX(i), MAX(j), MAX(l), MAX(m) FROM t_order",
                    "SELECT user_id, SUM(j), SUM(k), COUNT(*) FROM t_order GROUP BY user_id ORDER BY user_id",
                    "SELECT DISTINCT h FROM t_order ORDER BY h DESC")) {
                for (int i = 0; i < 3; i++) {
                    assertThat(values(several.query(sql))).as(sql).isEqualTo(values(direct.query(sql)));
                    assertThat(values(several.prepared(sql))).as(sql).isEqualTo(values(direct.prepared(sql)));
                }
            }
            several.query("DROP TABLE t_order");
            direct.query("DROP TABLE t_order");
        }
        proxy.query("CREATE TABLE widths (a INT(5) ZEROFILL, b TINYINT(2) ZEROFILL, c BIGINT ZEROFILL)");
        proxy.query("INSERT INTO widths VALUES (7, 7, 7), (123456, 123, NULL)");
        String sql = "SELECT a, b, c, a + 1 FROM widths ORDER BY a";
        assertThat(values(proxy.query(sql))).isEqualTo(values(direct.query(sql)));
        assertThat(values(proxy.prepared(sql))).isEqualTo(values(direct.prepared(sql)));
        proxy.query("DROP TABLE widths");
    }

    private static List<String> values(List<String> answer) {
        return answer.stream()
                .filter(line -> line.startsWith("row") || line.startsWith("binary") || line.startsWith("error"))
                .toList();
    }

    @Test
    void transactionsShowInTheStatus() throws IOException {
        List<String> sent = new ArrayList<>();
        List<List<String>> through = new ArrayList<>();
        for (String sql : List.of(
                "BEGIN",
                "SELECT COUNT(*) FROM kinds",
                "UPDATE kinds SET a = 1 WHERE id = 2",
                "SAVEPOINT here",
                "ROLLBACK TO here",
                "ROLLBACK",
                "SET autocommit = 0",
                "SELECT COUNT(*) FROM kinds",
                "COMMIT",
                "SELECT @@autocommit",
                "SET autocommit = 1",
                "START TRANSACTION READ ONLY",
                "SELECT COUNT(*) FROM kinds",
                "COMMIT AND CHAIN",
                "BEGIN",
                "COMMIT",
                "START TRANSACTION READ ONLY",
                "START TRANSACTION READ WRITE",
                "ROLLBACK",
                "SET SESSION TRANSACTION READ ONLY",
                "SELECT COUNT(*) FROM kinds",
                "BEGIN",
                "SET SESSION TRANSACTION READ WRITE",
                "SELECT COUNT(*) FROM kinds",
                "COMMIT",
                "BEGIN",
                "COMMIT",
                "SET TRANSACTION READ ONLY",
                "START TRANSACTION",
                "SELECT COUNT(*) FROM kinds",
                "COMMIT",
                "BEGIN",
                "COMMIT",
                "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED",
                "SELECT @@tx_isolation",
                "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ")) {
            through.add(proxy.query(sql));
            sent.add(sql);
        }
        for (int i = 0; i < sent.size(); i++) {
            List<String> expected = direct.query(sent.get(i));
            // In MySQL BEGIN leaves a transaction read-only if the one that it ends was: it says so, the proxy does
            // not.
            boolean another = i > 0
                    && database == TestDatabase.MYSQL
                    && sent.get(i).equals("BEGIN")
                    && sent.get(i - 1).equals("COMMIT AND CHAIN");
            if (another) {
                continue;
            }
            assertThat(known(through.get(i))).as("%d: %s", i, sent.get(i)).isEqualTo(known(expected));
        }
        fixture.assertNoneBorrowed();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ROLLBACK TO nowhere",
                "BEGIN; ROLLBACK TO SAVEPOINT `No Where`; RELEASE SAVEPOINT Nowhere; COMMIT",
                "BEGIN; SAVEPOINT a; RELEASE SAVEPOINT a; ROLLBACK WORK TO a",
                "SAVEPOINT a; RELEASE SAVEPOINT a"
            })
    void savepointsThatAreNotThereAreToldAsByTheServer(String script) throws IOException {
        try (RawClient through = fixture.raw("proxy_plain");
                RawClient several = fixture.raw("sharded");
                RawClient straight = fixture.rawDirect()) {
            for (String sql : script.split("; ")) {
                List<String> expected = straight.query(sql);
                assertThat(through.query(sql)).as(sql).isEqualTo(expected);
                assertThat(several.query(sql)).as(sql).isEqualTo(expected);
            }
        }
    }

    @Test
    void keysOfOneSessionAreNotThoseOfAnother() throws IOException {
        proxy.query("CREATE TABLE made (id INT AUTO_INCREMENT PRIMARY KEY, v INT)");
        for (RawClient each : List.of(proxy, direct)) {
            assertThat(each.query("TRUNCATE made").toString()).contains("ok");
            assertThat(each.query("SELECT LAST_INSERT_ID()").toString()).contains("row 0130");
            assertThat(each.query("INSERT INTO made (v) VALUES (70)").toString())
                    .contains("key 1");
            try (RawClient other = fixture.raw("proxy_plain")) {
                assertThat(other.query("SELECT LAST_INSERT_ID()").toString()).contains("row 0130");
                other.query("INSERT INTO made (v) VALUES (71)");
            }
            assertThat(each.query("SELECT LAST_INSERT_ID()").toString()).contains("row 0131");
            assertThat(each.query("INSERT INTO made (id, v) VALUES (50, 1)").toString())
                    .contains("key 50");
            assertThat(each.query("SELECT LAST_INSERT_ID()").toString()).contains("row 0131");
        }
        fixture.assertNoneBorrowed();
    }

    @Test
    void temporaryTablesAndLocksStayWithTheirSession() throws IOException {
        try (RawClient one = fixture.raw("proxy_plain")) {
            assertThat(one.query("CREATE TEMPORARY TABLE mine (id INT)").toString())
                    .contains("ok");
            assertThat(one.query("INSERT INTO mine VALUES (1)").toString()).contains("rows 1");
            assertThat(proxy.query("SELECT * FROM mine").toString()).contains("error 1146");
            assertThat(one.query("SELECT COUNT(*) FROM mine").toString()).contains("row 0131");
            one.send(0x1f, new byte[0]);
            assertThat(one.next(new boolean[] {true})[0]).isZero();
            assertThat(one.query("SELECT * FROM mine").toString()).contains("error 1146");
        }
    }

    @Test
    void rowsAfterAnErrorAreThoseOfTheNextStatement() throws IOException {
        try (RawClient deprecating = fixture.raw("proxy_plain", RawClient.USUAL & ~Capability.MULTI_STATEMENTS)) {
            assertThat(deprecating.query("SELECT 1; SELECT 2").toString()).contains("error 1064");
            assertThat(deprecating.query("SELECT 3").toString()).contains("row 0133");
        }
    }
}
