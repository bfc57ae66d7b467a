package io.shardkit.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.proxy.wire.Capability;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logins, and the commands that are about connections and not about rows. */
@ParameterizedClass
@OnDatabases({TestDatabase.MARIADB, TestDatabase.MARIADB_CONNECTOR_J, TestDatabase.MYSQL})
class CommandsIT {
    CommandsIT(TestDatabase database) {
        assertThat(database).isNotNull();
    }

    private static ProxyFixture fixture;

    @BeforeParameterizedClassInvocation
    static void start(TestDatabase database) throws SQLException, IOException {
        fixture = new ProxyFixture(database);
        try (Connection connection = fixture.connect("mariadb", "proxy_plain", "");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE big (id INT PRIMARY KEY, body LONGBLOB, words LONGTEXT)");
            statement.execute("CREATE TABLE list (id INT AUTO_INCREMENT PRIMARY KEY, v VARCHAR(20))");
            statement.execute("INSERT INTO list (v) WITH RECURSIVE s AS"
                    + " (SELECT 1 AS n UNION ALL SELECT n + 1 FROM s WHERE n < 1000) SELECT n FROM s");
        }
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        fixture.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:mariadb", "jdbc:mysql"})
    void loginsAreCheckedByBothPlugins(String scheme) throws SQLException {
        String url = scheme + "://127.0.0.1:" + fixture.proxy.port() + "/";
        String options = scheme.endsWith("mysql") ? "?sslMode=DISABLED" : "";
        for (String user : List.of("app", "sha2")) {
            try (Connection connection = DriverManager.getConnection(url + "sharded" + options, user, "s3cret");
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT DATABASE()")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getString(1)).isEqualTo("sharded");
            }
            assertThatThrownBy(() -> DriverManager.getConnection(url + "sharded" + options, user, "wrong"))
                    .isInstanceOfSatisfying(SQLException.class, failure -> {
                        assertThat(failure.getErrorCode()).isEqualTo(1045);
                        assertThat(failure.getSQLState()).isEqualTo("28000");
                    });
        }
        try (Connection connection = DriverManager.getConnection(url + "sharded" + options, "guest", "")) {
            assertThat(connection.isValid(2)).isTrue();
            assertThatThrownBy(() -> DriverManager.getConnection(url + "sharded" + options, "guest", ""))
                    .isInstanceOfSatisfying(SQLException.class, failure -> assertThat(failure.getErrorCode())
                            .isEqualTo(1226));
        }
        assertThatThrownBy(() -> DriverManager.getConnection(url + "proxy_plain" + options, "guest", ""))
                .isInstanceOfSatisfying(SQLException.class, failure -> assertThat(failure.getErrorCode())
                        .isEqualTo(1044));
        assertThatThrownBy(() -> DriverManager.getConnection(url + "nowhere" + options, "app", "s3cret"))
                .isInstanceOfSatisfying(SQLException.class, failure -> assertThat(failure.getErrorCode())
                        .isEqualTo(1049));
    }

    /** A session whose statement does not end soon enough after a KILL is lost, as it may be on a busy machine. */
    @Test
    void aStatementIsKilledAndItsSessionGoesOn() throws Exception {
        boolean goesOn = false;
        for (int attempt = 0; attempt < 3 && !goesOn; attempt++) {
            goesOn = goesOnAfterAKill();
        }
        assertThat(goesOn).isTrue();
        fixture.assertNoneBorrowed();
    }

    private static boolean goesOnAfterAKill() throws Exception {
        try (RawClient sleeping = fixture.raw("proxy_plain");
                RawClient killing = fixture.raw("proxy_plain")) {
            String id = number(sleeping.query("SELECT CONNECTION_ID()"));
            CompletableFuture<List<String>> answer = CompletableFuture.supplyAsync(() -> {
                try {
                    return sleeping.query(
                            "SELECT COUNT(CONCAT(a.v, b.v, c.v, d.v)) FROM list a, list b, list c, list d");
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            while (!answer.isDone()
                    && !killing.query("SHOW PROCESSLIST").toString().contains("list a, list b")) {
                Thread.onSpinWait();
            }
            // It is in the list before there is anything to end.
            while (!answer.isDone()) {
                assertThat(killing.query("KILL QUERY " + id).toString()).contains("ok");
                Thread.sleep(200);
            }
            String end = answer.handle((lines, lost) -> lost == null ? lines.toString() : "lost")
                    .get();
            if (!end.contains("error 1317")) {
                assertThat(end).containsAnyOf("lost", "error 1105");
                return false;
            }
            assertThat(sleeping.query("SELECT 7").toString()).contains("row 0137");
            assertThat(killing.query("KILL " + id).toString()).contains("ok");
            assertThatThrownBy(() -> sleeping.query("SELECT 8")).isInstanceOf(IOException.class);
            assertThat(killing.query("KILL " + id).toString()).contains("error 1094");
            return true;
        }
    }

    /** The server has rolled back by then: a client begins again, or goes on with autocommit off. */
    @ParameterizedTest
    @ValueSource(strings = {"BEGIN", "SET autocommit = 0"})
    void aDeadlockEndsTheTransactionOnAllDatabases(String begin) throws Exception {
        try (RawClient first = fixture.raw("sharded");
                RawClient second = fixture.raw("sharded")) {
            first.query("DROP TABLE IF EXISTS t_order");
            first.query("CREATE TABLE t_order (order_id INT, user_id INT, v INT, PRIMARY KEY (user_id, order_id))");
            first.query("INSERT INTO t_order VALUES (0, 0, 0), (0, 2, 0), (0, 4, 0), (0, 1, 0), (0, 3, 0)");
            for (RawClient client : List.of(first, second)) {
                assertThat(client.query(begin).toString()).contains("ok");
            }
            assertThat(first.query("UPDATE t_order SET v = 1 WHERE user_id IN (0, 4)")
                            .toString())
                    .contains("ok");
            assertThat(second.query("UPDATE t_order SET v = 2 WHERE user_id = 1")
                            .toString())
                    .contains("ok");
            assertThat(second.query("UPDATE t_order SET v = 2 WHERE user_id = 2")
                            .toString())
                    .contains("ok");
            CompletableFuture<List<String>> waiting = CompletableFuture.supplyAsync(() -> {
                try {
                    return first.query("UPDATE t_order SET v = 1 WHERE user_id = 2");
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            Thread.sleep(300);
            assertThat(second.query("UPDATE t_order SET v = 2 WHERE user_id = 0")
                            .toString())
                    .contains("error 1213");
            assertThat(waiting.get().toString()).contains("ok");
            assertThat(second.query("SELECT @@in_transaction").toString()).contains("row 0130");
            assertThat(second.query(begin).toString()).contains("ok");
            assertThat(second.query("UPDATE t_order SET v = 3 WHERE user_id = 3")
                            .toString())
                    .contains("ok");
            for (RawClient client : List.of(first, second)) {
                assertThat(client.query("COMMIT").toString()).contains("ok");
            }
            assertThat(first.query("SELECT CONCAT(GROUP_CONCAT(v ORDER BY user_id), '') FROM t_order")
                            .toString())
                    .contains(".1,0,1,3,1");
        }
        fixture.assertNoneBorrowed();
    }

    private static String number(List<String> answer) {
        String row = answer.stream()
                .filter(line -> line.startsWith("row"))
                .findFirst()
                .orElseThrow();
        return row.substring(row.lastIndexOf('.') + 1);
    }

    /** Such clients send their attributes where others name a plugin. */
    @Test
    void clientsThatKnowNoPluginsChangeTheirUser() throws IOException {
        byte[] attributes = "\u0007\u0001a\u0004node".getBytes(StandardCharsets.US_ASCII);
        try (RawClient client = fixture.raw("proxy_plain", RawClient.USUAL & ~Capability.PLUGIN_AUTH)) {
            assertThat(client.changeUser("app", "s3cret", "sharded", attributes)[0])
                    .isZero();
            assertThat(client.query("SELECT DATABASE()").toString()).contains("sharded");
        }
    }

    @Test
    void plainCommandsAreAnswered() throws IOException {
        try (RawClient client = fixture.raw("proxy_plain")) {
            client.send(0x0e, new byte[0]);
            assertThat(client.next(new boolean[] {true})[0]).isZero();
            client.send(0x09, new byte[0]);
            assertThat(new String(client.next(new boolean[] {true}), StandardCharsets.US_ASCII))
                    .startsWith("Uptime: ");
            client.send(0x02, "sharded".getBytes(StandardCharsets.US_ASCII));
            assertThat(client.next(new boolean[] {true})[0]).isZero();
            assertThat(client.query("SELECT DATABASE()").toString()).contains("sharded");
            client.send(0x02, "nowhere".getBytes(StandardCharsets.US_ASCII));
            assertThat(RawClient.error(client.next(new boolean[] {true}))).startsWith("error 1049");
            client.query("USE proxy_plain");
            client.send(0x04, "list\0".getBytes(StandardCharsets.US_ASCII));
            boolean[] first = {true};
            assertThat(new String(client.next(first), StandardCharsets.US_ASCII))
                    .contains("id");
            assertThat(new String(client.next(first), StandardCharsets.US_ASCII))
                    .contains("v");
            assertThat(client.next(first)[0]).isEqualTo((byte) 0xfe);
            client.send(0x1b, new byte[] {1, 0});
            assertThat(client.next(new boolean[] {true})[0]).isEqualTo((byte) 0xfe);
            assertThat(client.query("SELECT 1; SELECT 2").toString()).contains("error 1064");
            client.send(0x1d, new byte[0]);
            assertThat(RawClient.error(client.next(new boolean[] {true}))).startsWith("error 1047 #08S01");
            assertThat(client.query("SHOW DATABASES").toString())
                    .contains("proxy_plain")
                    .contains("sharded");
        }
    }

    @Test
    void withoutADatabaseTablesAreRefused() throws IOException {
        try (RawClient client = fixture.raw("", RawClient.USUAL & ~Capability.CONNECT_WITH_DB)) {
            assertThat(client.query("SELECT @@max_allowed_packet").toString()).contains("row");
            assertThat(client.query("SELECT * FROM list").toString()).contains("error 1046 #3D000");
            assertThat(client.query("SELECT DATABASE()").toString()).contains("row fb");
            assertThat(client.query("USE proxy_plain").toString()).contains("ok");
            assertThat(client.query("SELECT COUNT(*) FROM list").toString()).contains("1000");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mariadb:useServerPrepStmts=true",
                "mysql:useServerPrepStmts=true&sslMode=DISABLED&maxAllowedPacket=67108864",
                "mariadb:"
            })
    void packetsOfManyMegabytesGoBothWays(String driverAndOptions) throws SQLException {
        String driver = driverAndOptions.substring(0, driverAndOptions.indexOf(':'));
        String options = driverAndOptions.substring(driverAndOptions.indexOf(':') + 1);
        byte[] body = new byte[(16 << 20) + 5];
        for (int i = 0; i < body.length; i++) {
            body[i] = (byte) (i * 31 + (i >> 11));
        }
        try (Connection connection = fixture.connect(driver, "proxy_plain", options)) {
            try (Statement statement = connection.createStatement()) {
                statement.executeUpdate("DELETE FROM big");
            }
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO big VALUES (1, ?, ?)")) {
                insert.setBytes(1, body);
                insert.setString(2, "ü".repeat(1000));
                insert.executeUpdate();
            }
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT body, words FROM big")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getBytes(1)).isEqualTo(body);
                assertThat(rows.getString(2)).hasSize(1000);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"utf8mb4", "latin1", "cp1251", "utf8"})
    void clientsTalkInTheirOwnLetters(String set) throws IOException {
        Charset charset = Charset.forName(
                switch (set) {
                    case "latin1" -> "windows-1252";
                    case "cp1251" -> "windows-1251";
                    default -> "UTF-8";
                });
        String text = set.equals("cp1251") ? "Привет" : "Grüße";
        try (RawClient client = fixture.raw("proxy_plain")) {
            assertThat(client.query("SET NAMES " + set).toString()).contains("ok");
            client.send(3, ("SELECT '" + text + "', CHAR_LENGTH('" + text + "')").getBytes(charset));
            boolean[] first = {true};
            client.next(first);
            client.next(first);
            client.next(first);
            client.next(first);
            byte[] row = client.next(first);
            assertThat(new String(row, 1, row[0], charset)).isEqualTo(text);
            assertThat(new String(row, row[0] + 2, 1, StandardCharsets.US_ASCII))
                    .isEqualTo(Integer.toString(text.length()));
            client.next(first);
        }
    }

    @Test
    void cursorsFetchStepByStep() throws SQLException {
        try (Connection connection = fixture.connect(
                        "mysql", "proxy_plain", "sslMode=DISABLED&useCursorFetch=true&useServerPrepStmts=true");
                PreparedStatement select =
                        connection.prepareStatement("SELECT id, v FROM list WHERE id > ? ORDER BY id")) {
            select.setInt(1, 10);
            select.setFetchSize(100);
            int count = 0;
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    count++;
                    assertThat(rows.getInt(1)).isEqualTo(10 + count);
                }
            }
            assertThat(count).isEqualTo(990);
        }
    }

    @Test
    void aTimeoutEndsTheStatementAndNotTheSession() throws SQLException {
        for (String driver : List.of("mariadb", "mysql")) {
            // A server that takes too long to end its statement loses the session, which a busy machine may make it do.
            boolean goesOn = false;
            for (int i = 0; i < 5 && !goesOn; i++) {
                goesOn = goesOnAfterATimeout(driver);
            }
            assertThat(goesOn).as(driver).isTrue();
        }
    }

    private static boolean goesOnAfterATimeout(String driver) throws SQLException {
        try (Connection connection =
                        fixture.connect(driver, "proxy_plain", driver.equals("mysql") ? "sslMode=DISABLED" : "");
                Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(1);
            assertThatThrownBy(() -> statement.executeQuery(
                            "SELECT COUNT(CONCAT(a.v, b.v, c.v, d.v)) FROM list a, list b, list c, list d"))
                    .as(driver)
                    .isInstanceOf(SQLException.class);
            statement.setQueryTimeout(0);
            try (ResultSet rows = statement.executeQuery("SELECT 5")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isEqualTo(5);
                return true;
            } catch (SQLException lost) {
                // Not by the late end of the statement before.
                assertThat(lost.getErrorCode()).isNotIn(1317, 1969, 3024);
                return false;
            }
        }
    }
}
