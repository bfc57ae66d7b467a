package io.shardkit.differential.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.shardkit.error.ErrorCode;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks what applications and tools ask of a connection and of tables beside reading and writing rows. */
abstract class SessionContract extends ContractFixture {

    /** The schema, or the database, that the logical connection is in. */
    final String home(Connection connection) throws SQLException {
        return kind.speaksMysql() ? connection.getCatalog() : connection.getSchema();
    }

    final List<String> rows(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows(rows);
        }
    }

    private static List<String> rows(ResultSet rows) throws SQLException {
        List<String> all = new ArrayList<>();
        while (rows.next()) {
            List<String> row = new ArrayList<>();
            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                row.add(rows.getString(i));
            }
            all.add(String.join("|", row));
        }
        return all;
    }

    static void refused(Connection connection, String sql, ErrorCode code) {
        assertThatThrownBy(() -> {
                    try (Statement statement = connection.createStatement()) {
                        statement.execute(sql);
                    }
                })
                .as(sql)
                .isInstanceOf(SQLException.class)
                .hasMessageContaining(code.code());
    }

    @Test
    void theSchemaThatTheConnectionReportsMayBeNamed() throws SQLException {
        fill(4);
        try (Connection connection = engine().getConnection();
                Statement statement = connection.createStatement()) {
            String home = home(connection);
            String table = home + ".orders";
            assertThat(rows(
                            connection,
                            "SELECT " + table + ".order_id FROM " + table + " ORDER BY " + table + ".order_id"))
                    .containsExactly("1", "2", "3", "4");
            assertThat(rows(connection, "SELECT COUNT(DISTINCT status) FROM " + table + " HAVING COUNT(*) > 1"))
                    .containsExactly("3");
            assertThat(statement.executeUpdate("UPDATE " + table + " SET status = 'x' WHERE " + table + ".user_id = 2"))
                    .isEqualTo(1);
            assertThat(statement.executeUpdate(
                            "INSERT INTO " + table + " (order_id, user_id, status) VALUES (5, 5, 'x'), (6, 6, 'x')"))
                    .isEqualTo(2);
            assertThat(statement.executeUpdate("INSERT INTO " + home + ".country (code) VALUES ('DE')"))
                    .isEqualTo(1);
            assertThat(statement.executeUpdate("DELETE FROM " + table + " WHERE status = 'x'"))
                    .isEqualTo(3);
            refused(connection, "SELECT * FROM elsewhere.orders", ErrorCode.FOREIGN_SCHEMA);
        }
        assertThat(numberOn(1, "SELECT COUNT(*) FROM country")).isEqualTo(1);
    }

    @Test
    void aNamedSchemaIsRefusedOnceTheConnectionIsInAnother() throws SQLException {
        fill(2);
        try (Connection connection = engine().getConnection()) {
            String home = home(connection);
            boolean database = home.equals(connection.getCatalog());
            try (PreparedStatement read = connection.prepareStatement("SELECT status FROM " + home + ".orders")) {
                read.executeQuery().close();
                move(connection, database, "information_schema");
                assertThatThrownBy(read::executeQuery).hasMessageContaining(ErrorCode.FOREIGN_SCHEMA.code());
                refused(connection, "DELETE FROM " + home + ".orders WHERE user_id = 1", ErrorCode.FOREIGN_SCHEMA);
                move(connection, database, home);
                read.executeQuery().close();
            }
        }
    }

    @Test
    void tablesAreShownAsTheUserKnowsThem() throws SQLException {
        try (Connection connection = engine().getConnection();
                Statement statement = connection.createStatement()) {
            String product = connection.getMetaData().getDatabaseProductName();
            if (product.equals("PostgreSQL")) {
                assertThatThrownBy(() -> statement.execute("SHOW TABLES"))
                        .hasMessageContaining("unrecognized configuration parameter");
                refused(connection, "DESCRIBE orders", ErrorCode.UNSUPPORTED_STATEMENT);
                return;
            }
            try (ResultSet tables = statement.executeQuery("SHOW TABLES")) {
                assertThat(tables.getMetaData().getColumnLabel(1))
                        .isEqualToIgnoringCase(
                                product.equals("H2") ? "TABLE_NAME" : "Tables_in_" + connection.getCatalog());
                assertThat(tables.next()).isTrue();
                assertThat(tables.getString(1)).isEqualToIgnoringCase("country");
                assertThat(tables.next()).isTrue();
                assertThat(tables.getString(1)).isEqualToIgnoringCase("orders");
                assertThat(tables.next()).isFalse();
            }
            assertThat(rows(connection, "SHOW COLUMNS FROM orders"))
                    .hasSize(5)
                    .first()
                    .asString()
                    .startsWithIgnoringCase("order_id|bigint");
            assertThat(rows(connection, "SHOW COLUMNS FROM " + home(connection) + ".country"))
                    .hasSize(2);
            if (kind.speaksMysql()) {
                describesAsMysql(connection);
            }
            refused(connection, "SHOW COLUMNS FROM orders_0", ErrorCode.ACTUAL_TABLE);
        }
    }

    private void describesAsMysql(Connection connection) throws SQLException {
        for (String sql :
                List.of("DESCRIBE orders", "DESC orders status", "EXPLAIN orders", "SHOW FULL COLUMNS FROM orders")) {
            assertThat(rows(connection, sql)).as(sql).isNotEmpty().allMatch(row -> !row.contains("orders_"));
        }
        try (Statement statement = connection.createStatement();
                ResultSet columns = statement.executeQuery("DESCRIBE orders")) {
            assertThat(columns.getMetaData().getColumnTypeName(2)).isEqualTo("MEDIUMTEXT");
        }
        assertThat(rows(connection, "SHOW FULL TABLES LIKE 'o%'")).containsExactly("orders|BASE TABLE");
        assertThat(rows(connection, "SHOW TABLES LIKE 'orders\\_%'")).isEmpty();
        assertThat(rows(connection, "SHOW INDEX FROM orders"))
                .singleElement()
                .asString()
                .startsWith("orders|0|PRIMARY|");
        assertThat(rows(connection, "SHOW CREATE TABLE `orders`"))
                .singleElement()
                .asString()
                .startsWith("orders|CREATE TABLE `orders` (")
                .doesNotContain("orders_0");
    }

    /** MySQL's tree does not name a table that it has read to make it. */
    private String explain() {
        return kind == TestDatabase.MYSQL ? "EXPLAIN FORMAT=TRADITIONAL " : "EXPLAIN ";
    }

    @Test
    void aStatementOfOneTableIsExplainedByItsDatabase() throws SQLException {
        fill(4);
        try (Connection connection = engine().getConnection();
                PreparedStatement read = connection.prepareStatement(
                        explain() + "SELECT * FROM orders WHERE user_id = ? AND order_id = ?")) {
            read.setLong(1, 3);
            read.setLong(2, 3);
            try (ResultSet plan = read.executeQuery()) {
                assertThat(String.join("", rows(plan))).containsIgnoringCase("orders_1");
            }
            read.setLong(1, 4);
            read.setLong(2, 4);
            try (ResultSet plan = read.executeQuery()) {
                assertThat(String.join("", rows(plan))).containsIgnoringCase("orders_0");
            }
            refused(connection, "EXPLAIN SELECT * FROM orders", ErrorCode.SEVERAL_UNITS);
            assertThat(rows(connection, "EXPLAIN DELETE FROM orders WHERE user_id = 1 AND order_id = 1"))
                    .isNotEmpty();
            assertThat(rows(connection, "EXPLAIN SELECT * FROM country")).isNotEmpty();
        }
        assertThat(count()).isEqualTo(4);
    }

    @Test
    void anExplainedWriteThatIsRunIsAWrite() throws SQLException {
        assumeFalse(kind == TestDatabase.MYSQL, "MySQL runs no DELETE of one table to analyze it");
        fill(4);
        try (Connection connection = engine().getConnection()) {
            String words = kind.isMariaDb() ? "ANALYZE" : "EXPLAIN ANALYZE";
            connection.setAutoCommit(false);
            String delete = words + " DELETE FROM orders WHERE user_id = 1 AND order_id = 1";
            assertThat(rows(connection, delete)).isNotEmpty();
            assertThat(rows(connection, "SELECT COUNT(*) FROM orders")).containsExactly("3");
            connection.rollback();
            assertThat(rows(connection, "SELECT COUNT(*) FROM orders")).containsExactly("4");
        }
    }

    @Test
    void variablesAreTheSameOnEachConnection() throws SQLException {
        fill(4);
        try (Connection connection = engine().getConnection();
                Statement statement = connection.createStatement()) {
            if (connection.getMetaData().getDatabaseProductName().equals("PostgreSQL")) {
                return;
            }
            assertThat(statement.executeUpdate("SET @wanted = 's2'")).isZero();
            assertThat(rows(connection, "SELECT @wanted")).containsExactly("s2");
            // Connector/J's connections have another collation than MariaDB's columns.
            String condition = "status = @wanted" + (kind.speaksMysql() ? " COLLATE utf8mb4_bin" : "");
            assertThat(rows(connection, "SELECT order_id FROM orders WHERE " + condition))
                    .containsExactly("2");
            connection.setAutoCommit(false);
            statement.executeUpdate("UPDATE orders SET status = @wanted WHERE user_id = 1");
            assertThat(statement.execute("SET @wanted = 's4'")).isFalse();
            assertThat(statement.executeUpdate(
                            "UPDATE orders SET status = @wanted WHERE status = 's2' OR " + condition))
                    .isEqualTo(3);
            assertThat(rows(connection, "SELECT COUNT(DISTINCT order_id) FROM orders WHERE " + condition))
                    .containsExactly("3");
            connection.rollback();
            refused(connection, "SELECT @wanted := order_id FROM orders", ErrorCode.SESSION_FUNCTION);
        }
        try (Connection connection = engine().getConnection()) {
            assertThat(rows(connection, "SELECT order_id FROM orders WHERE status = 's2'"))
                    .containsExactly("2");
            if (!connection.getMetaData().getDatabaseProductName().equals("PostgreSQL")) {
                assertThat(rows(connection, "SELECT @wanted")).containsExactly("null");
            }
        }
    }

    @Test
    void settingsAreForTheirSessionOnly() throws SQLException, ClassNotFoundException {
        String question = "SELECT @@lock_wait_timeout";
        String fresh;
        try (Connection connection = engine().getConnection();
                Statement statement = connection.createStatement()) {
            if (!kind.speaksMysql()) {
                return;
            }
            fresh = onShard(question);
            statement.execute("SET SESSION lock_wait_timeout = 1234, @@foreign_key_checks = 0");
            String driver = connection.getMetaData().getDriverName().startsWith("MariaDB")
                    ? "org.mariadb.jdbc.Connection"
                    : "com.mysql.cj.jdbc.JdbcConnection";
            Class<? extends Connection> type = Class.forName(driver).asSubclass(Connection.class);
            assertThat(rows(connection.unwrap(type), question)).containsExactly("1234");
        }
        assertThat(onShard(question)).isEqualTo(fresh);
    }

    @Test
    void modesThatOnlyCheckReachEachConnection() throws SQLException {
        try (Connection connection = engine().getConnection();
                Statement statement = connection.createStatement()) {
            if (!kind.speaksMysql()) {
                return;
            }
            statement.execute("SET SESSION sql_mode = 'STRICT_ALL_TABLES,no_zero_date'");
            assertThat(rows(connection, "SELECT @@sql_mode")).containsExactly("STRICT_ALL_TABLES,NO_ZERO_DATE");
            for (int user = 1; user <= 2; user++) {
                String insert = "INSERT INTO orders (order_id, user_id, placed) VALUES (1, " + user + ", '0000-00-00')";
                assertThatThrownBy(() -> statement.executeUpdate(insert)).isInstanceOf(SQLException.class);
            }
            String storing = "NO_AUTO_VALUE_ON_ZERO,STRICT_ALL_TABLES";
            statement.execute("SET sql_mode = '" + storing + "'");
            assertThat(rows(connection, "SELECT @@sql_mode"))
                    .allMatch(modes -> modes.contains("NO_AUTO_VALUE_ON_ZERO"));
            assertThatThrownBy(() -> statement.execute("SET sql_mode = 'NO_AUTO_VALUE_ON_ZERO'"))
                    .hasMessageStartingWith("SK-");
        }
        try (Connection connection = engine().getConnection()) {
            assertThat(rows(connection, "SELECT @@sql_mode"))
                    .noneMatch(modes -> modes.contains("NO_AUTO_VALUE_ON_ZERO") || modes.contains("STRICT_ALL_TABLES"));
        }
    }

    @Test
    void settingsReachEachConnection() throws SQLException {
        String question = "SELECT COUNT(*) FROM pg_stat_activity WHERE application_name = 'contract'";
        try (Connection connection = engine().getConnection();
                Statement statement = connection.createStatement()) {
            if (!connection.getMetaData().getDatabaseProductName().equals("PostgreSQL")) {
                return;
            }
            statement.execute("SET application_name TO contract");
            assertThat(numberOn(0, question)).isEqualTo(1);
            assertThat(rows(connection, "SELECT COUNT(*) FROM orders")).containsExactly("0");
            assertThat(numberOn(0, question)).isEqualTo(2);
            connection.setAutoCommit(false);
            statement.execute("SET application_name TO other");
            assertThat(numberOn(0, question)).isZero();
            connection.rollback();
            assertThat(numberOn(0, question)).isEqualTo(2);
            assertThatThrownBy(() -> {
                        connection.setAutoCommit(true);
                        statement.execute("SET lock_timeout TO nonsense");
                    })
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("nonsense");
            assertThat(rows(connection, "SELECT COUNT(*) FROM orders")).containsExactly("0");
        }
    }

    private String onShard(String sql) throws SQLException {
        try (Connection connection = database.shard(0).getConnection()) {
            return rows(connection, sql).get(0);
        }
    }

    @Test
    void whatChangesTheMeaningOfStatementsIsRefused() throws SQLException {
        try (Connection connection = engine().getConnection()) {
            String product = connection.getMetaData().getDatabaseProductName();
            List<String> statements =
                    switch (product) {
                        case "PostgreSQL" ->
                            List.of("SET standard_conforming_strings = off", "SET LOCAL escape_string_warning = off");
                        case "H2" ->
                            List.of(
                                    "SET MODE Oracle",
                                    "SET SCHEMA_SEARCH_PATH x",
                                    "SET LOCK_TIMEOUT 1000",
                                    "SET TIME ZONE 'UTC'");
                        default ->
                            List.of(
                                    "SET sql_mode = ''",
                                    "SET sql_mode = 'NO_ZERO_DATE'",
                                    "SET sql_mode = 'STRICT_ALL_TABLES,ANSI_QUOTES'",
                                    "SET sql_mode = CONCAT(@@sql_mode, ',STRICT_ALL_TABLES')",
                                    "SET GLOBAL lock_wait_timeout = 1");
                    };
            for (String sql : statements) {
                refused(connection, sql, ErrorCode.UNSUPPORTED_STATEMENT);
            }
        }
    }

    private static void move(Connection connection, boolean database, String name) throws SQLException {
        if (database) {
            connection.setCatalog(name);
        } else {
            connection.setSchema(name);
        }
    }
}
