package io.shardkit.differential.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Checks what JDBC promises of connections: transactions, savepoints, settings, closing. */
abstract class TransactionContract extends StatementContract {

    @Test
    void aCommitOverSourcesMakesAllVisible() throws SQLException {
        try (Connection connection = engine().getConnection()) {
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
                for (int i = 1; i <= 4; i++) {
                    insert(insert, i, i, "tx", BigDecimal.TEN);
                }
            }
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM orders")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getLong(1)).as("seen by itself").isEqualTo(4);
            }
            assertThat(count()).as("seen by others").isZero();
            connection.commit();
        }
        assertThat(count()).isEqualTo(4);
    }

    @Test
    void aRollbackOverSourcesUndoesAll() throws SQLException {
        fill(2);
        try (Connection connection = engine().getConnection()) {
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement(INSERT);
                    Statement statement = connection.createStatement()) {
                insert(insert, 5, 5, "tx", BigDecimal.TEN);
                insert(insert, 6, 6, "tx", BigDecimal.TEN);
                statement.executeUpdate("DELETE FROM orders WHERE user_id IN (1, 2)");
                statement.executeUpdate("INSERT INTO country (code) VALUES ('fr')");
            }
            connection.rollback();
            connection.setAutoCommit(true);
        }
        assertThat(count()).isEqualTo(2);
        assertThat(number("SELECT COUNT(*) FROM country")).isZero();
    }

    @Test
    void whatIsNotCommittedIsGoneAfterClose() throws SQLException {
        try (Connection connection = engine().getConnection()) {
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
                insert(insert, 1, 1, "tx", BigDecimal.TEN);
                insert(insert, 2, 2, "tx", BigDecimal.TEN);
            }
            connection.rollback();
        }
        assertThat(count()).isZero();
    }

    @Test
    void aSavepointIsRolledBackTo() throws SQLException {
        try (Connection connection = engine().getConnection()) {
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
                insert(insert, 1, 1, "kept", BigDecimal.TEN);
                Savepoint savepoint = connection.setSavepoint();
                insert(insert, 3, 3, "undone", BigDecimal.TEN);
                insert(insert, 2, 2, "undone, joined later", BigDecimal.TEN);
                connection.rollback(savepoint);
                insert(insert, 4, 4, "kept", BigDecimal.TEN);
            } catch (SQLException e) {
                connection.rollback();
                throw e;
            }
            connection.commit();
        }
        assertThat(number("SELECT COUNT(*) FROM orders WHERE status = 'kept'")).isEqualTo(2);
        assertThat(count()).isEqualTo(2);
    }

    @Test
    void aWriteToSeveralShardsIsWholeOrNotAtAll() throws SQLException {
        fill(4);
        try (Connection connection = engine().getConnection();
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.executeUpdate(
                            "INSERT INTO orders (order_id, user_id) VALUES (101, 1), (102, 2), (4, 4), (103, 3)"))
                    .isInstanceOf(SQLException.class);
        }
        assertThat(count()).isEqualTo(4);
    }

    @Test
    void aShardsOwnExceptionGoesThrough() throws SQLException {
        fill(2);
        try (Connection connection = engine().getConnection();
                PreparedStatement insert = connection.prepareStatement(INSERT)) {
            assertThatThrownBy(() -> insert(insert, 2, 2, "again", BigDecimal.ONE))
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e instanceof SQLIntegrityConstraintViolationException
                                            || String.valueOf(e.getSQLState()).startsWith("23"))
                                    .isTrue());
            insert(insert, 4, 4, "still good", BigDecimal.ONE);
        }
        assertThat(count()).isEqualTo(3);
    }

    @Test
    void anIdleConnectionBorrowsNothing() throws SQLException {
        try (Connection connection = engine().getConnection()) {
            connection.setAutoCommit(false);
            connection.setReadOnly(true);
            connection.setReadOnly(false);
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            assertThat(database.borrowedConnections()).isZero();
            connection.rollback();
        }
    }

    @Test
    void settingsAreUndoneWhenAConnectionGoesBack() throws SQLException {
        fill(2);
        try (Connection connection = engine().getConnection()) {
            connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.executeUpdate("UPDATE orders SET status = 'x' WHERE amount > 0");
            }
            connection.commit();
        }
        for (int shard = 0; shard < 2; shard++) {
            try (Connection connection = database.shard(shard).getConnection()) {
                assertThat(connection.getAutoCommit()).isTrue();
                assertThat(connection.getTransactionIsolation()).isNotEqualTo(Connection.TRANSACTION_SERIALIZABLE);
            }
        }
    }

    @Test
    void aConnectionKnowsItsState() throws SQLException {
        Connection connection = engine().getConnection();
        assertThat(connection.getAutoCommit()).isTrue();
        assertThat(connection.isReadOnly()).isFalse();
        assertThat(connection.isClosed()).isFalse();
        assertThat(connection.isValid(2)).isTrue();
        connection.setAutoCommit(false);
        assertThat(connection.getAutoCommit()).isFalse();
        connection.close();
        connection.close();
        assertThat(connection.isClosed()).isTrue();
        assertThat(connection.isValid(2)).isFalse();
        assertThatThrownBy(connection::createStatement).isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> connection.prepareStatement("SELECT 1")).isInstanceOf(SQLException.class);
    }

    @Test
    void autocommitConnectionsCommitByHandIfTheDatabasesDo() throws SQLException {
        assumeFalse(kind.isByConnectorJ(), "the driver refuses by itself what its server does");
        try (Connection connection = engine().getConnection();
                Connection own = database.shard(0).getConnection()) {
            assertThat(fails(connection::commit)).isEqualTo(fails(own::commit));
            assertThat(fails(connection::rollback)).isEqualTo(fails(own::rollback));
        }
    }

    private static boolean fails(ThrowingCallable call) {
        return catchThrowable(call) instanceof SQLException;
    }

    @Test
    void aConnectionClosedEarlyGivesAllBack() throws SQLException {
        fill(8);
        Connection connection = engine().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT order_id FROM orders");
        assertThat(rows.next()).isTrue();
        connection.close();
        assertThat(statement.isClosed()).isTrue();
        assertThat(rows.isClosed()).isTrue();
    }

    @Test
    void threadsDoNotDisturbEachOther() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(6);
        try {
            List<Future<Long>> results = new ArrayList<>();
            for (int thread = 0; thread < 6; thread++) {
                long base = thread * 100L;
                results.add(pool.submit(() -> {
                    long sum = 0;
                    for (int i = 1; i <= 25; i++) {
                        try (Connection connection = engine().getConnection();
                                PreparedStatement insert = connection.prepareStatement(INSERT)) {
                            sum += insert(insert, base + i, base + i, "t", BigDecimal.ONE);
                        }
                        sum += count() > 0 ? 0 : 1000;
                    }
                    return sum;
                }));
            }
            for (Future<Long> result : results) {
                assertThat(result.get()).isEqualTo(25);
            }
        } finally {
            pool.shutdownNow();
        }
        assertThat(count()).isEqualTo(150);
    }
}
