package io.shardkit.differential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.error.ErrorCode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What applications and tools ask of a connection and of tables beside reading and writing rows. */
abstract class SessionContract extends ContractFixture {

    /** The schema, or the database, that the logical connection is in. */
    final String home(Connection connection) throws SQLException {
        boolean database = connection.getMetaData().getDatabaseProductName().equals("MariaDB");
        return database ? connection.getCatalog() : connection.getSchema();
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

    private static void move(Connection connection, boolean database, String name) throws SQLException {
        if (database) {
            connection.setCatalog(name);
        } else {
            connection.setSchema(name);
        }
    }
}
