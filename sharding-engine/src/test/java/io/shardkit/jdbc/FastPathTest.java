package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.plan.StatementKind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** Checks the cost of a statement for one unit: exactly these calls of the driver. */
class FastPathTest {
    private static final String SELECT = "SELECT id, name FROM t_order WHERE id = ?";

    @Test
    void pointSelectIsTheDriversOwnSequenceOfCalls() throws SQLException {
        try (Shop shop = new Shop()) {
            shop.put(8, "eight");
            shop.routed(StatementKind.QUERY, SELECT, 0);
            try (Connection connection = shop.connection();
                    PreparedStatement statement = connection.prepareStatement(SELECT)) {
                statement.setLong(1, 8);
                try (ResultSet rows = statement.executeQuery()) {
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.getString("name")).isEqualTo("eight");
                }
            }
            assertThat(shop.recording.take())
                    .containsExactly(
                            "ds1 DataSource.getConnection()",
                            "ds1 Connection.getAutoCommit()",
                            "ds1 Connection.prepareStatement(SELECT id, name FROM t_order_0 WHERE id = ?)",
                            "ds1 PreparedStatement.setLong(1, 8)",
                            "ds1 PreparedStatement.executeQuery()",
                            "ds1 ResultSet.next()",
                            "ds1 ResultSet.getString(name)",
                            "ds1 ResultSet.close()",
                            "ds1 PreparedStatement.close()",
                            "ds1 Connection.getAutoCommit()",
                            "ds1 Connection.close()");
        }
    }

    @Test
    void keptStatementIsPreparedOnceForEachUnit() throws SQLException {
        try (Shop shop = new Shop()) {
            shop.routed(StatementKind.QUERY, SELECT, 0);
            try (Connection connection = shop.connection();
                    PreparedStatement statement = connection.prepareStatement(SELECT)) {
                for (long id : new long[] {0, 6, 1, 0, 2, 12, 2, 1}) {
                    statement.setLong(1, id);
                    statement.executeQuery().close();
                }
            }
            assertThat(shop.recording.taken("prepareStatement"))
                    .containsExactly(
                            "ds0 Connection.prepareStatement(SELECT id, name FROM t_order_0 WHERE id = ?)",
                            "ds0 Connection.prepareStatement(SELECT id, name FROM t_order_1 WHERE id = ?)",
                            "ds1 Connection.prepareStatement(SELECT id, name FROM t_order_0 WHERE id = ?)");
            assertThat(shop.recording.statementsClosed).hasValue(3);
            assertThat(shop.recording.returned).hasValue(shop.recording.borrowed.get());
        }
    }

    @Test
    void updateInTransactionIsSentAndCommittedOnce() throws SQLException {
        try (Shop shop = new Shop()) {
            shop.put(3, "three");
            String update = shop.routed(StatementKind.UPDATE, "UPDATE t_order SET name = ? WHERE id = ?", 1);
            try (Connection connection = shop.connection()) {
                connection.setAutoCommit(false);
                try (PreparedStatement statement = connection.prepareStatement(update)) {
                    statement.setString(1, "drei");
                    statement.setLong(2, 3);
                    assertThat(statement.executeUpdate()).isEqualTo(1);
                }
                connection.commit();
                connection.setAutoCommit(true);
            }
            assertThat(shop.recording.take())
                    .containsExactly(
                            "ds1 DataSource.getConnection()",
                            "ds1 Connection.getAutoCommit()",
                            "ds1 Connection.setAutoCommit(false)",
                            "ds1 Connection.prepareStatement(UPDATE t_order_1 SET name = ? WHERE id = ?)",
                            "ds1 PreparedStatement.setString(1, drei)",
                            "ds1 PreparedStatement.setLong(2, 3)",
                            "ds1 PreparedStatement.executeUpdate()",
                            "ds1 PreparedStatement.close()",
                            "ds1 Connection.commit()",
                            "ds1 Connection.setAutoCommit(true)",
                            "ds1 Connection.getAutoCommit()",
                            "ds1 Connection.close()");
        }
    }

    @Test
    void plainStatementIsCreatedOnceForEachDataSource() throws SQLException {
        try (Shop shop = new Shop()) {
            String one = shop.on(0, StatementKind.QUERY, "SELECT id FROM t_order");
            String other = shop.on(1, StatementKind.QUERY, "SELECT name FROM t_order");
            try (Connection connection = shop.connection();
                    Statement statement = connection.createStatement()) {
                statement.executeQuery(one);
                statement.executeQuery(other);
                statement.executeQuery(one);
            }
            assertThat(shop.recording.take())
                    .containsExactly(
                            "ds0 DataSource.getConnection()",
                            "ds0 Connection.getAutoCommit()",
                            "ds0 Connection.createStatement()",
                            "ds0 Statement.executeQuery(SELECT id FROM t_order_0)",
                            "ds0 ResultSet.close()",
                            "ds0 Statement.executeQuery(SELECT name FROM t_order_1)",
                            "ds0 ResultSet.close()",
                            "ds0 Statement.executeQuery(SELECT id FROM t_order_0)",
                            "ds0 ResultSet.close()",
                            "ds0 Statement.close()",
                            "ds0 Connection.getAutoCommit()",
                            "ds0 Connection.close()");
        }
    }

    @Test
    void connectionThatRunsNothingTouchesNothing() throws SQLException {
        try (Shop shop = new Shop()) {
            shop.routed(StatementKind.QUERY, SELECT, 0);
            try (Connection connection = shop.connection()) {
                connection.setReadOnly(true);
                connection.setAutoCommit(false);
                connection.getMetaData().getDatabaseProductName();
                connection.getMetaData().getURL();
                connection.getMetaData().getIdentifierQuoteString();
                connection.getTransactionIsolation();
                connection.prepareStatement(SELECT).close();
                connection.commit();
                connection.rollback();
            }
            assertThat(shop.recording.take()).isEmpty();
        }
    }
}
