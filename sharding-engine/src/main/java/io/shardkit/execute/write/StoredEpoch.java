package io.shardkit.execute.write;

import io.shardkit.dialect.facts.Transactions;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.driver.Execution;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.transaction.Participants;
import io.shardkit.execute.transaction.TransactionRunner;
import io.shardkit.execute.transaction.TransactionRunner.Scope;
import io.shardkit.execute.watch.Step;
import io.shardkit.execute.watch.Watch;
import io.shardkit.plan.Plan;
import io.shardkit.plan.StatementKind;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * The stored rule by which statements run, as it is asked for by writes of tables of which each data source has a copy: a
 * rule with one more data source may have taken its place, whose copy the write would leave as it was. Immutable.
 *
 * <p>The question is asked in the transaction of the write, after its calls, and locks the row of the epoch until that
 * ends. Who decides such a rule waits for writers first, and then changes this row: either the writer ends before, or it
 * sees that.
 *
 * @param dataSource the name of the data source with the table of rules
 * @param table the name of that table, with its schema
 * @param epoch the number of the rule; 0 if it has not been compared with the stored one
 */
public record StoredEpoch(String dataSource, String table, long epoch) {
    /** The state of epochs whose rules have no data source less than the newest one. */
    public static final String CURRENT = "current";

    private static final String SERIALIZATION = "40001";
    private static final int DEPTH = 5;

    /** Tells, as the cause of {@link ErrorCode#RULE_CHANGED}, that all that the statement has written is undone or can only be. */
    private static final class SupersededException extends Exception {
        private static final long serialVersionUID = 1L;

        SupersededException(long epoch, @Nullable Throwable cause) {
            super("epoch " + epoch + " of the rule is superseded", cause);
        }
    }

    /** Returns true if a failure, or what caused it, says that a rule is superseded: nothing of the statement will stay. */
    public static boolean isSuperseded(SQLException failure) {
        @Nullable Throwable each = failure;
        for (int depth = 0; each != null && depth < DEPTH; depth++, each = each.getCause()) {
            if (each instanceof SupersededException) {
                return true;
            }
        }
        return false;
    }

    /**
     * Runs a write of copies in the open transaction, or in autocommit in one of its own.
     *
     * @throws SQLException with {@link ErrorCode#RULE_CHANGED} if another rule has more data sources, so that what was
     *     written is undone, or can only be; what the write throws
     */
    <T> T keeping(Execution execution, Plan plan, Step<T> write) throws SQLException {
        Session session = execution.session();
        Watch over = execution.watchAll();
        try {
            return plan.kind() == StatementKind.DDL && rules(session).ddlCommits()
                    ? definition(session, write)
                    : transaction(session, write);
        } catch (SQLException failure) {
            throw over == null ? failure : over.explained(failure, null);
        } finally {
            execution.unwatch(over);
        }
    }

    private <T> T transaction(Session session, Step<T> write) throws SQLException {
        return TransactionRunner.run(session, Scope.of(session), Participants.ofSession(), (connections, progress) -> {
            T answer = write.run();
            progress.succeeded();
            check(session);
            return answer;
        });
    }

    /** Runs DDL, which commits by itself. */
    private <T> T definition(Session session, Step<T> write) throws SQLException {
        session.ends().commitBeforeDdl();
        if (!isCurrent(session, "")) {
            throw superseded(null);
        }
        String before = String.join(", ", session.databases().names());
        T answer = write.run();
        boolean current = isCurrent(session, "");
        // The question has begun a transaction where there is no autocommit.
        session.ends().commitBeforeDdl();
        if (!current) {
            throw ShardingExceptions.of(
                    ErrorCode.COMMIT_INCOMPLETE,
                    "DDL of a broadcast table ran on " + before
                            + ", and meanwhile a data source joined the rule: run it" + " by hand on that one");
        }
        return answer;
    }

    private static Transactions rules(Session session) {
        return session.databases().dialect().transactions();
    }

    private void check(Session session) throws SQLException {
        boolean current;
        try {
            current = isCurrent(session, lock(session));
        } catch (SQLException failure) {
            session.failed(failure);
            if (SERIALIZATION.equals(failure.getSQLState())) {
                // The row has changed since the transaction has its snapshot.
                throw superseded(failure);
            }
            throw failure;
        }
        if (!current) {
            throw superseded(null);
        }
    }

    /** Returns the clause that has the question see what is committed now: a lock, of writers if there is no other one. */
    private static String lock(Session session) throws SQLException {
        String shared = rules(session).sharedLock();
        boolean seesNow = session.settings().isolation() <= Connection.TRANSACTION_READ_COMMITTED;
        return shared.isEmpty() && !seesNow ? " FOR UPDATE" : shared;
    }

    private SQLException superseded(@Nullable SQLException failure) {
        SQLException changed = ShardingExceptions.of(
                ErrorCode.RULE_CHANGED, "a data source joined, which has a copy of the broadcast table, too");
        changed.initCause(new SupersededException(epoch, failure));
        return changed;
    }

    private boolean isCurrent(Session session, String lock) throws SQLException {
        int number = session.databases().names().indexOf(dataSource);
        session.connection(number);
        String question = "SELECT state FROM " + table + " WHERE epoch = " + epoch + lock;
        return Boolean.TRUE.equals(session.ask(number, connection -> answer(connection, question)));
    }

    private static boolean answer(Connection connection, String question) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(question)) {
            return row.next() && row.getString(1).equals(CURRENT);
        }
    }
}
