package io.shardkit.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the uses of Java applications, by both drivers, with statements prepared by the client and by the server. */
@ParameterizedClass
@OnDatabases(
        value = {TestDatabase.MARIADB, TestDatabase.MARIADB_CONNECTOR_J, TestDatabase.MYSQL},
        always = TestDatabase.MYSQL)
class ConnectorsIT {
    private final TestDatabase database;

    ConnectorsIT(TestDatabase database) {
        this.database = database;
    }

    private static ProxyFixture fixture;

    @BeforeParameterizedClassInvocation
    static void start(TestDatabase database) throws Exception {
        fixture = new ProxyFixture(database);
        try (Connection connection = fixture.connect("mariadb", "sharded", "");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL,"
                    + " name VARCHAR(40), total DECIMAL(10,2)) /*! ENGINE = innodb */");
            statement.execute("CREATE TABLE t_country (code VARCHAR(2) PRIMARY KEY, title VARCHAR(40))");
        }
        try (Connection connection = fixture.connect("mariadb", "proxy_plain", "");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE note (id INT AUTO_INCREMENT PRIMARY KEY, text VARCHAR(100))");
        }
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        fixture.close();
    }

    @ParameterizedTest
    @CsvSource({
        "mariadb, useServerPrepStmts=false",
        "mariadb, useServerPrepStmts=true",
        "mysql, useServerPrepStmts=false&sslMode=DISABLED&allowPublicKeyRetrieval=true",
        "mysql, useServerPrepStmts=true&sslMode=DISABLED"
    })
    void rowsGoInAndComeOut(String driver, String options) throws SQLException {
        try (Connection connection = fixture.connect(driver, "sharded", options)) {
            try (Statement statement = connection.createStatement()) {
                statement.executeUpdate("DELETE FROM t_order WHERE 1 = 1");
            }
            try (PreparedStatement insert = connection.prepareStatement(
                    "INSERT INTO t_order (order_id, user_id, name, total) VALUES (?, ?, ?, ?)")) {
                for (int i = 0; i < 10; i++) {
                    insert.setLong(1, i);
                    insert.setInt(2, i % 3);
                    insert.setString(3, "Grüße " + i + " \uD83D\uDE00");
                    insert.setBigDecimal(4, new BigDecimal("12.50"));
                    insert.addBatch();
                }
                assertThat(insert.executeBatch()).hasSize(10);
            }
            connection.setAutoCommit(false);
            try (PreparedStatement select = connection.prepareStatement(
                    "SELECT order_id, user_id, name, total FROM t_order WHERE user_id >= ? ORDER BY order_id DESC")) {
                select.setLong(1, 1);
                List<String> rows = new ArrayList<>();
                try (ResultSet found = select.executeQuery()) {
                    while (found.next()) {
                        rows.add(found.getLong(1) + " " + found.getInt("user_id") + " " + found.getString(3) + " "
                                + found.getBigDecimal(4));
                    }
                }
                assertThat(rows).hasSize(6).first().isEqualTo("8 2 Grüße 8 \uD83D\uDE00 12.50");
            }
            try (PreparedStatement update =
                    connection.prepareStatement("UPDATE t_order SET total = total + ? WHERE user_id = ?")) {
                update.setDouble(1, 1.5);
                update.setLong(2, 1);
                assertThat(update.executeUpdate()).isEqualTo(3);
            }
            connection.rollback();
            try (Statement statement = connection.createStatement();
                    ResultSet sum = statement.executeQuery("SELECT SUM(total), COUNT(*) FROM t_order")) {
                assertThat(sum.next()).isTrue();
                assertThat(sum.getString(1)).isEqualTo("125.00");
            }
            connection.commit();
            connection.setAutoCommit(true);
        }
        fixture.assertNoneBorrowed();
    }

    /** A client's floating-point number is one for the database too, and no decimal that looks like it. */
    @Test
    void parametersKeepTheirTypes() throws SQLException {
        assumeTrue(database == TestDatabase.MARIADB, "Connector/J sends bytes as texts");
        assertThat(computed(fixture.connect("mariadb", "proxy_plain", "useServerPrepStmts=true")))
                .isEqualTo(computed(fixture.direct("useServerPrepStmts=true")))
                .contains("3.3333333333333335", "0.30000000000000004");
    }

    private static List<String> computed(Connection connection) throws SQLException {
        List<String> found = new ArrayList<>();
        try (connection;
                PreparedStatement select = connection.prepareStatement("SELECT ? / 3, ? + 0.2e0, ? + 1, ? + 1, ?, ?")) {
            select.setDouble(1, 10);
            select.setDouble(2, 0.1);
            select.setFloat(3, 0.1f);
            select.setBigDecimal(4, new BigDecimal("0.10"));
            select.setLong(5, Long.MIN_VALUE);
            select.setBytes(6, new byte[] {'a'});
            try (ResultSet rows = select.executeQuery()) {
                assertThat(rows.next()).isTrue();
                for (int i = 1; i <= 6; i++) {
                    found.add(rows.getString(i));
                    found.add(rows.getMetaData().getColumnTypeName(i));
                }
            }
        }
        return found;
    }

    @ParameterizedTest
    @CsvSource({"mariadb, ''", "mysql, sslMode=DISABLED", "mysql, sslMode=DISABLED&useServerPrepStmts=true"})
    void generatedKeysAndErrorsAreTheServersOwn(String driver, String options) throws SQLException {
        try (Connection connection = fixture.connect(driver, "proxy_plain", options)) {
            try (PreparedStatement insert = connection.prepareStatement(
                    "INSERT INTO note (text) VALUES (?)", Statement.RETURN_GENERATED_KEYS)) {
                insert.setString(1, "a");
                insert.executeUpdate();
                try (ResultSet keys = insert.getGeneratedKeys()) {
                    assertThat(keys.next()).isTrue();
                    assertThat(keys.getLong(1)).isPositive();
                }
            }
            try (Statement statement = connection.createStatement()) {
                assertThatThrownBy(() -> statement.executeQuery("SELECT * FROM nowhere"))
                        .isInstanceOfSatisfying(SQLException.class, failure -> {
                            assertThat(failure.getErrorCode()).isEqualTo(1146);
                            assertThat(failure.getSQLState()).isEqualTo("42S02");
                        });
                assertThat(connection.isValid(2)).isTrue();
            }
        }
        fixture.assertNoneBorrowed();
    }
}
