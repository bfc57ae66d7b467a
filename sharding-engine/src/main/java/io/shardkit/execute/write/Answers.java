package io.shardkit.execute.write;

import io.shardkit.error.ErrorCode;
import io.shardkit.execute.CallRunner;
import io.shardkit.execute.driver.Execution;
import io.shardkit.execute.driver.KeyRequest;
import io.shardkit.execute.driver.WrittenPart;
import io.shardkit.plan.Calls;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.gather.GatheredWrite;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.List;

/**
 * Makes the calls of one write, and one answer of theirs: a count, or rows.
 *
 * @param <R> what a call answers
 * @param <T> what the statement answers
 */
interface Answers<R, T> {
    /** The execution that it is for. */
    Execution execution();

    /** Returns the kind of the statement. */
    StatementKind kind();

    /** The user's parameters. */
    Parameters parameters();

    /** @param keys which keys the drivers are asked for */
    CallRunner<R> runner(KeyRequest keys);

    /** Keys that the framework makes are not asked of the drivers. */
    default CallRunner<R> runner(Calls calls) {
        return runner(calls.generated() ? KeyRequest.NONE : execution().keys());
    }

    /** The answer of calls. */
    T of(Calls calls, List<R> answers) throws SQLException;

    /** The answer of a write that read copies. */
    T of(GatheredWrite write, List<R> answers) throws SQLException;

    /** The answer of some of the calls, for rows that may have moved. */
    T ofSome(List<R> answers) throws SQLException;

    /** The answer of an upsert before which rows were deleted. */
    T of(Calls calls, List<R> answers, long deleted) throws SQLException;

    /** The answer where each row counts as several. */
    T times(T answer, int counts);

    /** The count of an answer. */
    long count(T answer);

    /** True of rows: then the units are written in turn. */
    boolean areRows();

    /** Runs what can answer with a count only. */
    @FunctionalInterface
    interface Counting {
        Written run(Answers<WrittenPart, Written> counted) throws SQLException;
    }

    /**
     * Runs what can answer with a count only.
     *
     * @throws SQLException with this code if rows are wanted
     */
    T counted(ErrorCode code, String detail, Counting counting) throws SQLException;
}
