package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardFailure;
import io.shardkit.error.ShardingException;
import io.shardkit.options.CrossSource;
import io.shardkit.plan.StatementKind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks what commits, what does not, and that the caller need not guess which. */
class TransactionTest {
    private static final String INSERT = "INSERT INTO t_order VALUES (?, 1, 'n')";

    private Shop shop;

    @BeforeEach
    void open() throws SQLException {
        shop = new Shop();
        prepare(shop);
    }

    @AfterEach
    void nothingLeaks() {
        assertThat(shop.recording.returned).hasValue(shop.recording.borrowed.get());
        assertThat(shop.recording.statementsClosed).hasValue(shop.recording.statementsOpened.get());
        shop.close();
    }

    private static void prepare(Shop shop) {
        shop.routed(StatementKind.INSERT, INSERT, 0);
        shop.writeEverywhere(StatementKind.UPDATE, "UPDATE t_order SET name = 'x'");
        shop.writeEverywhere(StatementKind.INSERT, "INSERT INTO t_order VALUES (1, 1, 'n')");
        shop.writeCopies(StatementKind.INSERT, "INSERT INTO t_country VALUES ('de', 'Germany')");
        shop.writeCopies(StatementKind.UPDATE, "UPDATE t_country SET title = 'D'");
    }

    private static void insert(Connection connection, long id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
            statement.setLong(1, id);
            statement.executeUpdate();
        }
    }

    private static void update(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    private static void assertCode(ThrowingCallable call, ErrorCode code) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(ShardingException.class, refused -> assertThat(refused.errorCode())
                        .isEqualTo(code));
    }

    @Test
    void commitAndRollbackReachEveryDatabase() throws SQLException {
        try (Connection connection = shop.connection()) {
            connection.setAutoCommit(false);
            for (long id = 0; id < 6; id++) {
                insert(connection, id);
            }
            connection.rollback();
            assertThat(shop.rowsPerUnit()).containsOnly(0);
            for (long id = 0; id < 6; id++) {
                insert(connection, id);
            }
            connection.commit();
        }
        assertThat(shop.rowsPerUnit()).containsOnly(1);
    }

    @Test
    void closeRollsBackWhatWasNotCommitted() throws SQLException {
        try (Connection connection = shop.connection()) {
            connection.setAutoCommit(false);
            insert(connection, 0);
            insert(connection, 5);
        }
        assertThat(shop.rowsPerUnit()).containsOnly(0);
    }

    @Test
    void failureOfTheFirstCommitLeavesNothingAndIsTheDriversOwn() throws SQLException {
        SQLException broken = new SQLException("no");
        try (Connection connection = shop.connection()) {
            connection.setAutoCommit(false);
            insert(connection, 0);
            insert(connection, 2);
            shop.recording.fail("ds0 Connection.commit", broken);
            assertThatThrownBy(connection::commit).isSameAs(broken);
            shop.recording.clearHooks();
            assertCode(connection::commit, ErrorCode.ROLLBACK_ONLY);
            connection.rollback();
            insert(connection, 3);
            connection.commit();
        }
        assertThat(shop.rowsPerUnit()).containsExactly(0, 0, 0, 1, 0, 0);
    }

    @Test
    void failureOfALaterCommitNamesWhatBecameOfEachDatabase() throws SQLException {
        SQLException broken = new SQLException("no");
        try (Connection connection = shop.connection()) {
            connection.setAutoCommit(false);
            insert(connection, 0);
            insert(connection, 2);
            insert(connection, 4);
            shop.recording.fail("ds1 Connection.commit", broken);
            assertThatThrownBy(connection::commit)
                    .hasMessageContaining("committed: ds0; failed: ds1; outcome unknown: none; rolled back: ds2")
                    .hasCause(broken)
                    .isInstanceOfSatisfying(ShardingException.class, incomplete -> assertThat(incomplete.errorCode())
                            .isEqualTo(ErrorCode.COMMIT_INCOMPLETE));
            shop.recording.clearHooks();
            assertCode(() -> insert(connection, 1), ErrorCode.CLOSED);
            assertCode(connection::commit, ErrorCode.CLOSED);
            assertCode(() -> connection.setAutoCommit(true), ErrorCode.CLOSED);
        }
        assertThat(shop.rowsPerUnit()).containsExactly(1, 0, 0, 0, 0, 0);
    }

    @Test
    void rollbackReachesTheRestAfterAFailure() throws SQLException {
        SQLException broken = new SQLException("no");
        SQLException second = new SQLException("neither");
        try (Connection connection = shop.connection()) {
            connection.setAutoCommit(false);
            insert(connection, 0);
            insert(connection, 2);
            insert(connection, 4);
            shop.recording.fail("ds0 Connection.rollback", broken);
            shop.recording.fail("ds1 Connection.rollback", second);
            shop.recording.take();
            assertThatThrownBy(connection::rollback).isSameAs(broken);
            assertThat(broken.getSuppressed()).contains(second);
            assertThat(shop.recording.taken("rollback")).hasSize(3);
            shop.recording.clearHooks();
        }
        assertThat(shop.rowsPerUnit()).containsOnly(0);
    }

    @Test
    void writeToSeveralUnitsInAutocommitIsAllOrNothing() throws SQLException {
        shop.put(5, "five");
        shop.run(2, "INSERT INTO t_order_1 VALUES (1, 1, 'in the way')");
        try (Connection connection = shop.connection()) {
            assertThatThrownBy(() -> update(connection, "INSERT INTO t_order VALUES (1, 1, 'n')"))
                    .isInstanceOf(SQLException.class)
                    .satisfies(
                            failure -> assertThat(failure.getSuppressed())
                                    .anySatisfy(
                                            hint -> assertThat(hint)
                                                    .isInstanceOf(ShardFailure.class)
                                                    .hasMessageMatching(
                                                            "data source ds2: the INSERT failed after \\d+ ms; 5 of its 6 calls had succeeded")));
            assertThat(connection.getAutoCommit()).isTrue();
            assertThat(shop.rowsPerUnit()).containsExactly(0, 0, 0, 0, 0, 2);
            update(connection, "UPDATE t_order SET name = 'x'");
            insert(connection, 0);
        }
        assertThat(shop.read(2, "SELECT name FROM t_order_1 ORDER BY id")).containsExactly("x", "x");
        assertThat(shop.rowsPerUnit()).containsExactly(1, 0, 0, 0, 0, 2);
    }

    @Test
    void incompleteCommitOfOneStatementIsReported() throws SQLException {
        shop.put(0, "a");
        shop.put(2, "b");
        try (Connection connection = shop.connection()) {
            shop.recording.fail("ds1 Connection.commit", new SQLException("no"));
            assertThatThrownBy(() -> update(connection, "UPDATE t_order SET name = 'x'"))
                    .hasMessageContaining("committed: ds0; failed: ds1; outcome unknown: none; rolled back: ds2");
            shop.recording.clearHooks();
        }
        assertThat(shop.read(0, "SELECT name FROM t_order_0")).containsExactly("x");
        assertThat(shop.read(1, "SELECT name FROM t_order_0")).containsExactly("b");
    }

    @Test
    void writesGoInOrderOneAfterTheOther() throws SQLException {
        try (Connection connection = shop.connection()) {
            update(connection, "UPDATE t_order SET name = 'x'");
        }
        assertThat(shop.recording.taken("executeUpdate"))
                .containsExactly(
                        "ds0 Statement.executeUpdate(UPDATE t_order_0 SET name = 'x')",
                        "ds0 Statement.executeUpdate(UPDATE t_order_1 SET name = 'x')",
                        "ds1 Statement.executeUpdate(UPDATE t_order_0 SET name = 'x')",
                        "ds1 Statement.executeUpdate(UPDATE t_order_1 SET name = 'x')",
                        "ds2 Statement.executeUpdate(UPDATE t_order_0 SET name = 'x')",
                        "ds2 Statement.executeUpdate(UPDATE t_order_1 SET name = 'x')");
    }

    @Test
    void halfAWriteMakesTheTransactionRollbackOnly() throws SQLException {
        shop.run(2, "INSERT INTO t_order_1 VALUES (1, 1, 'in the way')");
        try (Connection connection = shop.connection()) {
            connection.setAutoCommit(false);
            assertThatThrownBy(() -> update(connection, "INSERT INTO t_order VALUES (1, 1, 'n')"))
                    .isInstanceOf(SQLException.class);
            assertCode(connection::commit, ErrorCode.ROLLBACK_ONLY);
            assertCode(() -> connection.setAutoCommit(true), ErrorCode.ROLLBACK_ONLY);
            assertThat(connection.getAutoCommit()).isTrue();
            assertThat(shop.rowsPerUnit()).containsExactly(0, 0, 0, 0, 0, 1);
            connection.setAutoCommit(false);
            insert(connection, 0);
            connection.commit();
        }
        assertThat(shop.rowsPerUnit()).containsExactly(1, 0, 0, 0, 0, 1);
    }

    @Test
    void rollbackToAnEarlierSavepointClearsRollbackOnly() throws SQLException {
        shop.run(2, "INSERT INTO t_order_1 VALUES (1, 1, 'in the way')");
        try (Connection connection = shop.connection()) {
            connection.setAutoCommit(false);
            insert(connection, 0);
            Savepoint before = connection.setSavepoint("before");
            assertThatThrownBy(() -> update(connection, "INSERT INTO t_order VALUES (1, 1, 'n')"))
                    .isInstanceOf(SQLException.class);
            Savepoint after = connection.setSavepoint();
            connection.rollback(after);
            assertCode(connection::commit, ErrorCode.ROLLBACK_ONLY);
            connection.rollback(before);
            connection.commit();
            assertCode(() -> connection.rollback(before), ErrorCode.INVALID_ARGUMENT);
        }
        assertThat(shop.rowsPerUnit()).containsExactly(1, 0, 0, 0, 0, 1);
    }

    @Test
    void deadlockVictimMakesTheTransactionRollbackOnly() throws SQLException {
        try (Connection connection = shop.connection()) {
            connection.setAutoCommit(false);
            insert(connection, 0);
            shop.recording.fail(
                    "ds1 PreparedStatement.executeUpdate", new SQLTransactionRollbackException("deadlock", "40001"));
            assertThatThrownBy(() -> insert(connection, 2)).isInstanceOf(SQLTransactionRollbackException.class);
            shop.recording.clearHooks();
            assertCode(connection::commit, ErrorCode.ROLLBACK_ONLY);
            connection.rollback();
            insert(connection, 1);
            connection.commit();
        }
        assertThat(shop.rowsPerUnit()).containsExactly(0, 1, 0, 0, 0, 0);
    }

    @Test
    void ordinaryErrorOfOneUnitLeavesTheTransactionAsItWas() throws SQLException {
        try (Connection connection = shop.connection()) {
            connection.setAutoCommit(false);
            insert(connection, 0);
            assertThatThrownBy(() -> insert(connection, 0)).isInstanceOf(SQLException.class);
            connection.commit();
        }
        assertThat(shop.rowsPerUnit()).containsExactly(1, 0, 0, 0, 0, 0);
    }

    @Test
    void sourceThatJoinedAfterASavepointIsRolledBackWhole() throws SQLException {
        try (Connection connection = shop.connection()) {
            connection.setAutoCommit(false);
            insert(connection, 0);
            Savepoint savepoint = connection.setSavepoint();
            insert(connection, 6);
            insert(connection, 2);
            connection.rollback(savepoint);
            insert(connection, 4);
            connection.commit();
        }
        assertThat(shop.rowsPerUnit()).containsExactly(1, 0, 0, 0, 1, 0);
    }

    @Test
    void savepointBeforeAnyDatabaseWasTouched() throws SQLException {
        try (Connection connection = shop.connection()) {
            connection.setAutoCommit(false);
            Savepoint savepoint = connection.setSavepoint("start");
            assertThat(savepoint.getSavepointName()).isEqualTo("start");
            insert(connection, 0);
            connection.rollback(savepoint);
            insert(connection, 1);
            connection.releaseSavepoint(savepoint);
            assertCode(() -> connection.rollback(savepoint), ErrorCode.INVALID_ARGUMENT);
            connection.commit();
        }
        assertThat(shop.rowsPerUnit()).containsExactly(0, 1, 0, 0, 0, 0);
    }

    @Test
    void inAutocommitThereIsNothingToEndOrToMark() throws SQLException {
        try (Connection connection = shop.connection()) {
            connection.commit();
            connection.rollback();
            assertCode(connection::setSavepoint, ErrorCode.INVALID_ARGUMENT);
            assertThat(shop.recording.take()).isEmpty();
        }
    }

    @Test
    void copiesThatDivergeUndoTheWrite() throws SQLException {
        shop.run(0, "INSERT INTO t_country VALUES ('de', 'a')");
        shop.run(1, "INSERT INTO t_country VALUES ('de', 'b')");
        try (Connection connection = shop.connection()) {
            assertCode(() -> update(connection, "UPDATE t_country SET title = 'D'"), ErrorCode.BROADCAST_DIVERGED);
        }
        assertThat(shop.read(0, "SELECT title FROM t_country")).containsExactly("a");
        assertThat(shop.read(1, "SELECT title FROM t_country")).containsExactly("b");
    }

    @Test
    void countOfCopiesIsThatOfOne() throws SQLException {
        try (Connection connection = shop.connection();
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate("INSERT INTO t_country VALUES ('de', 'Germany')"))
                    .isEqualTo(1);
            assertThat(statement.getUpdateCount()).isEqualTo(1);
            assertThat(statement.getMoreResults()).isFalse();
            assertThat(statement.getUpdateCount()).isEqualTo(-1);
        }
    }

    @Test
    void ddlCommitsWhatIsOpenEverywhere() throws SQLException {
        String ddl = shop.on(0, StatementKind.DDL, "CREATE TABLE t_other (id INT)");
        try (Connection connection = shop.connection()) {
            connection.setAutoCommit(false);
            insert(connection, 0);
            insert(connection, 2);
            update(connection, ddl);
            insert(connection, 4);
            connection.rollback();
        }
        assertThat(shop.read(0, "SELECT COUNT(*) FROM t_other")).isEqualTo(List.of("0"));
        assertThat(shop.read(0, "SELECT COUNT(*) FROM t_order_0")).isEqualTo(List.of("1"));
        assertThat(shop.read(1, "SELECT COUNT(*) FROM t_order_0")).isEqualTo(List.of("1"));
        assertThat(shop.read(2, "SELECT COUNT(*) FROM t_order_0")).isEqualTo(List.of("0"));
    }

    @Test
    void secondWrittenSourceIsRefusedWhereThatIsSwitchedOff() throws SQLException {
        try (Shop strict = new Shop(CrossSource.REFUSE)) {
            prepare(strict);
            strict.routed(StatementKind.QUERY, "SELECT id FROM t_order WHERE id = ?", 0);
            try (Connection connection = strict.connection()) {
                assertCode(() -> update(connection, "UPDATE t_order SET name = 'x'"), ErrorCode.CROSS_SOURCE_REFUSED);
                connection.setAutoCommit(false);
                insert(connection, 0);
                insert(connection, 1);
                try (PreparedStatement read = connection.prepareStatement("SELECT id FROM t_order WHERE id = ?")) {
                    read.setLong(1, 2);
                    read.executeQuery().close();
                }
                strict.recording.take();
                assertCode(() -> insert(connection, 2), ErrorCode.CROSS_SOURCE_REFUSED);
                assertThat(strict.recording.taken("execute")).isEmpty();
                connection.commit();
                insert(connection, 2);
                connection.commit();
            }
            assertThat(strict.rowsPerUnit()).containsExactly(1, 1, 1, 0, 0, 0);
        }
    }

    @Test
    void driversExceptionNamesItsDataSource() throws SQLException {
        try (Connection connection = shop.connection()) {
            insert(connection, 4);
            SQLException failure = catchThrowableOfType(SQLException.class, () -> insert(connection, 4));
            assertThat(failure.getClass().getName()).startsWith("org.h2.");
            assertThat(failure.getSuppressed()[0])
                    .hasMessageMatching("data source ds2: the INSERT failed after \\d+ ms");
        }
    }
}
