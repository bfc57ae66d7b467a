package io.shardkit.execute.write;

import io.shardkit.execute.CallRunner;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.WriteSteps;
import io.shardkit.execute.driver.Execution;
import io.shardkit.execute.scatter.MovedRowRetry;
import io.shardkit.execute.scatter.RowSearch;
import io.shardkit.execute.scatter.ShardExecutor;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.transaction.Participants;
import io.shardkit.execute.transaction.TransactionRunner;
import io.shardkit.execute.transaction.TransactionRunner.Scope;
import io.shardkit.execute.watch.Deadline;
import io.shardkit.execute.watch.Step;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.UniqueKeyLookup;
import io.shardkit.plan.WriteStep;
import io.shardkit.rule.RoutedTable;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One execution of the steps of a write, and what they tell each other. Not thread-safe.
 *
 * @param <R> what a call answers
 * @param <T> what the statement answers
 */
final class WriteRun<R, T> {
    private final Answers<R, T> answers;
    private final ShardExecutor executor;
    private final ParallelismChoice pace;
    private final Interpreter<R, T> interpreter;
    private final Deadline deadline;
    private MovedRowRetry.Check before = () -> {};
    private Check<T> after = answer -> {};
    private @Nullable Locked locked;
    private @Nullable UniqueKeyLookup sought;
    private @Nullable RowSearch search;

    /** Puts steps together, in their order. */
    @FunctionalInterface
    interface Interpreter<R, T> {
        Step<T> together(List<WriteStep> steps, WriteRun<R, T> run);
    }

    /** Makes sure that what was answered holds. */
    @FunctionalInterface
    interface Check<T> {
        /** Throws what undoes it if not. */
        void of(T answer) throws SQLException;
    }

    /**
     * Rows that are locked until the transaction ends.
     *
     * @param counts how many each unit has; units without any are left out
     * @param progress of the transaction
     * @param own whether the transaction is the statement's own
     */
    record Locked(Map<Integer, Integer> counts, WriteSteps.Progress progress, boolean own) {}

    /** @param pace decides whether data sources are written to in parallel */
    WriteRun(ShardExecutor executor, Answers<R, T> answers, ParallelismChoice pace, Interpreter<R, T> interpreter) {
        this.executor = executor;
        this.answers = answers;
        this.pace = answers.areRows() ? ParallelismChoice.IN_TURN : pace;
        this.interpreter = interpreter;
        this.deadline = session().databases().deadline(timeout());
    }

    Answers<R, T> answers() {
        return answers;
    }

    Execution execution() {
        return answers.execution();
    }

    Session session() {
        return answers.execution().session();
    }

    ShardExecutor executor() {
        return executor;
    }

    ParallelismChoice pace() {
        return pace;
    }

    /** For all steps together. */
    Deadline deadline() {
        return deadline;
    }

    /** Seconds that the user gives to the statement, 0 for what the limits say. */
    int timeout() {
        return execution().settings().queryTimeout();
    }

    /** Runs other steps, as a part of one. */
    T run(List<WriteStep> steps) throws SQLException {
        return interpreter.together(steps, this).run();
    }

    /** Runs the steps that follow, and asks a check before anything of theirs is committed. */
    T checking(MovedRowRetry.Check check, Step<T> rest) throws SQLException {
        MovedRowRetry.Check outer = before;
        before = check;
        try {
            return rest.run();
        } finally {
            before = outer;
        }
    }

    /** The same of a check that has to know the answer. */
    T checkingAnswer(Check<T> check, Step<T> rest) throws SQLException {
        Check<T> outer = after;
        after = check;
        try {
            return rest.run();
        } finally {
            after = outer;
        }
    }

    /** Asks the check of a step before: all has been written. */
    void check() throws SQLException {
        before.run();
    }

    /** Makes the answer of the last step, unless a step before has it undone. */
    T checked(Step<T> answering) throws SQLException {
        before.run();
        T answer = answering.run();
        after.of(answer);
        return answer;
    }

    /** Tells the steps that follow of rows that are locked; null if none is any more. */
    void locked(@Nullable Locked rows) {
        locked = rows;
    }

    /** The rows that a step has locked, or null. */
    @Nullable Locked locked() {
        return locked;
    }

    /**
     * Returns the search for the rows that a unique key names; steps that ask for the same rows share what the search
     * learns.
     */
    @SuppressWarnings("ReferenceEquality") // the steps of one write have the very same rows
    RowSearch search(UniqueKeyLookup rows, ParallelismChoice asked) {
        RowSearch known = search;
        if (known == null || sought != rows) {
            known = new RowSearch(session(), executor, rows, asked, deadline);
            search = known;
            sought = rows;
        }
        return known;
    }

    /** Returns a retry that begins a write anew if rows of a table moved meanwhile. */
    MovedRowRetry retrying(RoutedTable table) {
        return new MovedRowRetry(session(), executor.moves(), table, deadline);
    }

    /** Runs steps as one transaction: the statement's own in autocommit, else the open one. */
    <X> X transact(WriteSteps<X> steps) throws SQLException {
        return TransactionRunner.run(session(), Scope.of(session()), Participants.ofSession(), steps);
    }

    /**
     * Runs steps as one transaction. All connections are taken at once and in order: one that was missed would be waited for
     * while others are held.
     *
     * @param dataSources all that may be needed
     * @param beginning is sent to each of them first in autocommit, or null
     */
    <X> X transact(List<Integer> dataSources, @Nullable String beginning, WriteSteps<X> steps) throws SQLException {
        List<ShardConnection> connections = session().connections(dataSources);
        String sent = session().autoCommit() ? beginning : null;
        WriteSteps<X> own = (participants, progress) -> {
            if (sent != null) {
                for (ShardConnection shard : connections) {
                    shard.execute(sent);
                }
            }
            return steps.run(connections, progress);
        };
        return TransactionRunner.run(session(), Scope.of(session()), Participants.ofSession(), own);
    }

    /** Sends calls in turn, as a part of a transaction. */
    <A, X> X send(
            WriteSteps.Progress progress,
            List<ShardCall> calls,
            CallRunner<A> runner,
            ShardExecutor.Answers<A, X> combining)
            throws SQLException {
        return executor.writeWithin(
                progress, session(), answers.kind(), calls, runner, deadline.secondsLeft(), combining);
    }
}
