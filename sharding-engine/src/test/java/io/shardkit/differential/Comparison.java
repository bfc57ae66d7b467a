package io.shardkit.differential;

import io.shardkit.differential.Answer.Failure;
import io.shardkit.differential.Verdict.Equal;
import io.shardkit.differential.Verdict.FailedAlike;
import io.shardkit.differential.Verdict.Wrong;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/**
 * One statement run on both sides.
 *
 * @param verdict the engine's answer judged
 * @param expected the oracle's answer
 * @param shardCalls how many calls to shards the engine made
 */
record Comparison(Verdict verdict, Answer expected, int shardCalls) {

    /** A query in autocommit. */
    static Comparison ofQuery(Fixture fixture, Sql sql, Ordering ordering) throws SQLException {
        return of(fixture, fixture.sharded(), ordering, connection -> Answer.of(connection, sql));
    }

    /** Whatever a question asks, of the oracle and of an engine over this fixture's shards. */
    static Comparison of(Fixture fixture, DataSource engine, Ordering ordering, Question question) throws SQLException {
        Answer expected;
        try (Connection connection = fixture.oracle().getConnection()) {
            expected = question.ask(connection);
        }
        fixture.calls().take();
        Answer actual;
        try (Connection connection = engine.getConnection()) {
            actual = question.ask(connection);
        }
        return new Comparison(
                Verdict.of(expected, actual, ordering),
                expected,
                fixture.calls().take());
    }

    /**
     * A write: first in a transaction, where its effect is read back and rolled back, then, if that was equal, in
     * autocommit, where the actual tables are read. At the end the rows are as before.
     */
    static Comparison ofWrite(Fixture fixture, Sql sql) throws SQLException {
        Comparison inTransaction = inTransaction(fixture, sql);
        List<String> left = fixture.misplaced();
        if (!left.isEmpty()) {
            fixture.restore();
            return inTransaction.with(new Wrong("after rollback " + left));
        }
        if (!(inTransaction.verdict() instanceof Equal)) {
            return inTransaction;
        }
        Comparison committed = committed(fixture, sql);
        return committed.verdict() instanceof Equal ? inTransaction : committed;
    }

    private static Comparison inTransaction(Fixture fixture, Sql sql) throws SQLException {
        try (Connection whole = fixture.oracle().getConnection();
                Connection sharded = fixture.sharded().getConnection()) {
            whole.setAutoCommit(false);
            sharded.setAutoCommit(false);
            try {
                Answer expected = Answer.of(whole, sql);
                fixture.calls().take();
                Answer actual = Answer.of(sharded, sql);
                Comparison comparison = new Comparison(
                        Verdict.of(expected, actual, Ordering.NONE),
                        expected,
                        fixture.calls().take());
                if (!(comparison.verdict() instanceof Equal)) {
                    return comparison;
                }
                for (LogicalTable table : LogicalTable.values()) {
                    Sql all = new Sql("SELECT " + table.columnList() + " FROM " + table.tableName(), List.of());
                    Verdict content = Verdict.of(Answer.of(whole, all), Answer.of(sharded, all), Ordering.NONE);
                    if (!(content instanceof Equal)) {
                        return comparison.with(new Wrong("then in the transaction " + all.text() + ": " + content));
                    }
                }
                return comparison;
            } finally {
                whole.rollback();
                sharded.rollback();
                whole.setAutoCommit(true);
                sharded.setAutoCommit(true);
            }
        }
    }

    private static Comparison committed(Fixture fixture, Sql sql) throws SQLException {
        try (Connection whole = fixture.oracle().getConnection();
                Connection sharded = fixture.sharded().getConnection()) {
            Answer expected = Answer.of(whole, sql);
            Answer actual = Answer.of(sharded, sql);
            Verdict verdict = Verdict.of(expected, actual, Ordering.NONE);
            if (verdict instanceof Equal) {
                List<String> misplaced = fixture.misplaced();
                verdict = misplaced.isEmpty() ? verdict : new Wrong("committed, " + misplaced);
            } else if (!(verdict instanceof FailedAlike) && !(expected instanceof Failure)) {
                verdict = new Wrong("in autocommit, unlike in a transaction: " + verdict);
            }
            return new Comparison(verdict, expected, 0);
        } finally {
            fixture.restore();
        }
    }

    private Comparison with(Verdict other) {
        return new Comparison(other, expected, shardCalls);
    }

    /** One or more statements on a connection, and the answer that counts. */
    @FunctionalInterface
    interface Question {
        Answer ask(Connection connection) throws SQLException;
    }
}
