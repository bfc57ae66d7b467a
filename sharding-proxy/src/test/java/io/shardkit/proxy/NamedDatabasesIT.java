package io.shardkit.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.proxy.wire.Capability;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Logical databases are known by their names in all statements, whichever of them is chosen. */
class NamedDatabasesIT {
    private static ProxyFixture fixture;

    @BeforeAll
    static void start() throws SQLException, IOException {
        fixture = new ProxyFixture();
        try (RawClient client = fixture.raw("sharded")) {
            client.query("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL, v INT)");
            client.query("CREATE TABLE t_country (code VARCHAR(2) PRIMARY KEY)");
            client.query("INSERT INTO t_order VALUES (1, 1, 1), (2, 1, 2), (3, 2, 3), (4, 2, 4)");
        }
        try (RawClient client = fixture.raw("proxy_plain")) {
            client.query("CREATE TABLE kept (id INT PRIMARY KEY)");
        }
    }

    @AfterAll
    static void stop() {
        fixture.close();
    }

    private static RawClient withoutDatabase() throws IOException {
        return fixture.raw("", RawClient.USUAL & ~Capability.CONNECT_WITH_DB);
    }

    private static String text(RawClient client, String sql) throws IOException {
        StringBuilder text = new StringBuilder();
        for (String line : client.query(sql)) {
            text.append(line.startsWith("column") ? "" : line + "\n");
        }
        return text.toString();
    }

    private static String value(Connection connection, String sql, String... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                StringBuilder all = new StringBuilder();
                while (rows.next()) {
                    all.append(all.isEmpty() ? "" : " ").append(rows.getString(1));
                }
                return all.toString();
            }
        }
    }

    @Test
    void aStatementMayQualifyNames() throws SQLException {
        try (Connection connection = fixture.connect("mariadb", "sharded", "")) {
            assertThat(value(
                            connection,
                            "SELECT sharded.t_order.v FROM sharded.t_order WHERE `sharded`.t_order.v > 2"
                                    + " ORDER BY 1"))
                    .isEqualTo("3 4");
            assertThat(value(connection, "WITH t_order AS (SELECT 9 AS v) SELECT v FROM t_order"))
                    .isEqualTo("9");
            assertThat(value(connection, "SELECT sharded.v FROM t_order sharded WHERE sharded.order_id = 1"))
                    .isEqualTo("1");
            assertThat(value(connection, "SELECT 'sharded.t_order'")).isEqualTo("sharded.t_order");
            assertThat(value(connection, "SELECT CONCAT(DATABASE(), '/', schema())"))
                    .isEqualTo("sharded/sharded");
        }
    }

    @Test
    void noDatabaseNeedsToBeChosen() throws IOException {
        try (RawClient client = withoutDatabase()) {
            assertThat(text(client, "SELECT DATABASE() IS NULL, COUNT(*) FROM sharded.t_order"))
                    .contains("row 01310134");
            assertThat(text(client, "UPDATE sharded.t_order SET v = v WHERE user_id = 1 AND order_id = 1"))
                    .contains("ok");
            assertThat(text(client, "SHOW TABLES FROM sharded LIKE 't\\_%'")).contains("row");
            assertThat(text(client, "SELECT * FROM kept")).contains("error 1046");
            assertThat(text(client, "SELECT * FROM sharded.t_order, proxy_plain.kept"))
                    .contains("error 1235");
        }
        fixture.assertNoneBorrowed();
    }

    @Test
    void theCatalogIsThatOfTheNamedDatabase() throws SQLException {
        String tables = "SELECT table_name FROM information_schema.tables WHERE table_schema = ? ORDER BY 1";
        for (String options : new String[] {"useServerPrepStmts=true", "useServerPrepStmts=false"}) {
            try (Connection connection = fixture.connect("mariadb", "sharded", options)) {
                assertThat(value(connection, tables, "sharded")).isEqualTo("t_country t_order");
                assertThat(value(connection, tables, "proxy_plain")).isEqualTo("kept");
                assertThat(value(connection, tables, "proxy_ds0")).isEmpty();
                assertThat(value(connection, tables.replace("?", "DATABASE()"))).isEqualTo("t_country t_order");
                assertThat(value(connection, "SHOW TABLES FROM proxy_plain")).isEqualTo("kept");
                assertThat(value(connection, "SELECT COUNT(*) FROM t_order")).isEqualTo("4");
            }
        }
        fixture.assertNoneBorrowed();
    }

    @Test
    void whatNamesAnotherDatabaseIsRefused() throws IOException {
        try (RawClient client = fixture.raw("proxy_plain")) {
            assertThat(text(client, "SELECT * FROM sharded.t_order")).contains("error 1235", "USE it first");
            assertThat(text(
                            client,
                            "SELECT 1 FROM information_schema.tables WHERE table_schema IN ('sharded', 'proxy_plain')"))
                    .contains("error 1235");
            client.query("BEGIN");
            client.query("INSERT INTO kept VALUES (1)");
            assertThat(text(client, "SHOW TABLES FROM sharded")).contains("error 1235");
            assertThat(text(client, "SELECT COUNT(*) FROM kept")).contains("row 0131");
            client.query("ROLLBACK");
            client.query("SET autocommit = 0");
            assertThat(text(client, "SHOW TABLES FROM sharded")).contains("row");
            assertThat(text(client, "SELECT COUNT(*) FROM kept")).contains("row 0130");
        }
    }

    @Test
    void databasesAreMadeByTheConfiguration() throws IOException {
        for (String database : new String[] {"sharded", "proxy_plain"}) {
            try (RawClient client = fixture.raw(database)) {
                assertThat(text(client, "CREATE DATABASE another")).contains("error 1235 #42000");
                assertThat(text(client, "CREATE DATABASE sharded")).contains("error 1007");
                assertThat(text(client, "CREATE SCHEMA IF NOT EXISTS `sharded`"))
                        .contains("ok", "warnings 1");
                assertThat(text(client, "DROP DATABASE another")).contains("error 1008");
                assertThat(text(client, "DROP DATABASE IF EXISTS another")).contains("ok", "warnings 1");
                assertThat(text(client, "DROP DATABASE IF EXISTS sharded")).contains("error 1235");
                assertThat(text(client, "ALTER DATABASE sharded CHARACTER SET utf8mb4"))
                        .contains("error 1235");
            }
        }
    }

    @Test
    void aModeThatIsNotStrictIsForReads() throws IOException {
        try (RawClient client = fixture.raw("sharded")) {
            String before = text(client, "SELECT @@sql_mode");
            assertThat(text(client, "SET @old = @@sql_mode")).contains("ok");
            assertThat(text(client, "SET sql_mode = ''")).contains("ok");
            assertThat(text(client, "SELECT @@sql_mode = '', COUNT(*) FROM t_order"))
                    .contains("row 01310134");
            assertThat(text(client, "INSERT INTO t_order VALUES (9, 9, 'x')")).contains("error 1235", "not strict");
            assertThat(text(client, "SET sql_mode = 'STRICT_TRANS_TABLES'")).contains("ok");
            assertThat(text(client, "INSERT INTO t_order VALUES (9, 9, 'x')")).contains("error 1366");
            assertThat(text(client, "SET sql_mode = DEFAULT")).contains("ok");
            assertThat(text(client, "SELECT @@sql_mode")).isEqualTo(before);
        }
    }

    @Test
    void sizesAreThoseOfAllTables() throws SQLException {
        try (Connection connection = fixture.connect("mariadb", "sharded", "");
                Statement statement = connection.createStatement()) {
            try (ResultSet rows = statement.executeQuery("ANALYZE TABLE sharded.t_order, t_country")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getString("Table")).isEqualTo("sharded.t_order");
                assertThat(rows.getString("Msg_text")).isEqualTo("OK");
                assertThat(rows.next()).isTrue();
                assertThat(rows.getString("Table")).isEqualTo("sharded.t_country");
                assertThat(rows.next()).isFalse();
            }
            try (ResultSet rows =
                    statement.executeQuery("SHOW TABLE STATUS WHERE Name LIKE 't_o%' AND Engine = 'InnoDB'")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getLong("Rows")).isEqualTo(4);
                assertThat(rows.getLong("Data_length")).isEqualTo(4 * 16384);
                assertThat(rows.next()).isFalse();
            }
            connection.setAutoCommit(false);
            statement.executeUpdate("UPDATE t_order SET v = v WHERE user_id = 1 AND order_id = 1");
            assertThat(value(connection, "SELECT COUNT(*) FROM t_order")).isEqualTo("4");
            assertThatThrownBy(() -> statement.executeQuery("ANALYZE TABLE t_order"))
                    .hasMessageContaining("SK-5004");
            connection.rollback();
        }
    }
}
