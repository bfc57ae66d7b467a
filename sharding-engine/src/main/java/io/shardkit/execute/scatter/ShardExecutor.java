package io.shardkit.execute.scatter;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardFailure;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.CallRunner;
import io.shardkit.execute.Databases;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.WriteSteps;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.transaction.CommitFence;
import io.shardkit.execute.transaction.ObservedAutocommit;
import io.shardkit.execute.transaction.Participants;
import io.shardkit.execute.transaction.TransactionRunner;
import io.shardkit.execute.transaction.TransactionRunner.Scope;
import io.shardkit.execute.watch.Deadline;
import io.shardkit.execute.watch.Step;
import io.shardkit.observe.StatementListener;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs the calls of statements that touch several units. Thread-safe. */
public final class ShardExecutor {
    private final Databases databases;
    private final RowsInMotion moves;

    /**
     * For sessions over these databases.
     *
     * @param moves keeps reads away from the commits of transactions that have moved rows
     */
    public ShardExecutor(Databases databases, CommitFence moves) {
        this.databases = databases;
        this.moves = new RowsInMotion(moves);
    }

    /** The databases that it calls. */
    public Databases databases() {
        return databases;
    }

    /** The moves of rows that are under way. */
    public RowsInMotion moves() {
        return moves;
    }

    /**
     * Asks several units: data sources in parallel, the units of one data source after each other on its connection.
     * Locking reads go one after the other in the order of the calls. The first failure cancels the rest.
     *
     * @param calls ordered by data source
     * @param timeoutSeconds for all of them together, 0 for none
     * @param parallelism tells whether the caller's thread does it all
     * @return the answers in the order of the calls
     * @throws SQLException a driver's exception, with a {@link ShardFailure}; every result is closed then
     */
    public List<ResultSet> query(
            Session session,
            StatementKind kind,
            List<ShardCall> calls,
            CallRunner<ResultSet> runner,
            int timeoutSeconds,
            ParallelismChoice parallelism)
            throws SQLException {
        if (kind == StatementKind.LOCKING_QUERY) {
            session.transactions().beforeLock();
        }
        List<ShardConnection> connections = session.connections(dataSources(calls));
        Deadline deadline = databases.deadline(timeoutSeconds);
        Scatter<ResultSet> scatter = new Scatter<>(session, kind, calls, connections, runner, deadline, null);
        if (kind == StatementKind.LOCKING_QUERY || calls.size() == 1) {
            return scatter.inTurn();
        }
        CommitFence fence = connections.size() == 1 ? null : session.reads().fence(connections.get(0));
        if (moves.any()) {
            return unmoved(session, scatter, parallelism, connections, fence);
        }
        List<ResultSet> answers = connections.size() == 1
                ? scatter.inTurn()
                : fence == null
                        ? run(scatter, parallelism, connections.size())
                        : fence.reading(() -> run(scatter, parallelism, connections.size()));
        if (!moves.any()) {
            return answers;
        }
        // The first row of all has begun to move meanwhile: it may be in two answers, or in none.
        close(answers);
        Scatter<ResultSet> anew = new Scatter<>(session, kind, calls, connections, runner, deadline, null);
        return unmoved(session, anew, parallelism, connections, fence);
    }

    /** Asks while no transaction commits that has moved rows. */
    private List<ResultSet> unmoved(
            Session session,
            Scatter<ResultSet> scatter,
            ParallelismChoice parallelism,
            List<ShardConnection> connections,
            @Nullable CommitFence fence)
            throws SQLException {
        CommitFence.Reading<List<ResultSet>> sending = () -> {
            List<ResultSet> answers = run(scatter, parallelism, connections.size());
            if (!session.reads().showsRowsOnce(connections)) {
                close(answers);
                throw RowsInMotion.missed("tables over several data sources");
            }
            return answers;
        };
        CommitFence.Reading<List<ResultSet>> fenced = fence == null ? sending : () -> fence.reading(sending);
        return session.reads().locksRows(connections.get(0))
                ? fenced.run()
                : moves.fence().reading(fenced);
    }

    private static <R> List<R> run(Scatter<R> scatter, ParallelismChoice parallelism, int connections)
            throws SQLException {
        if (connections == 1) {
            return scatter.inTurn();
        }
        ParallelismChoice.Run run = parallelism.begin(connections, 1);
        List<R> results = run.byThreads() ? scatter.byThreads() : scatter.inTurn();
        run.ended();
        return results;
    }

    private static void close(List<ResultSet> answers) throws SQLException {
        for (ResultSet answer : answers) {
            answer.close();
        }
    }

    /**
     * Writes to several units, all or nothing up to the commit: in autocommit as a transaction of its own, else a failure
     * after the first success leaves the transaction fit for rollback only. Several data sources commit one after the
     * other; if that ends halfway, the exception says so ({@code COMMIT_INCOMPLETE}). The units are written in their
     * order, so that two writes that wait for each other's locks meet on one data source, which detects the deadlock. New
     * rows go to the data sources in parallel: only an insert of the same keys at the same time can have locked them, and
     * two such inserts on two data sources may wait for each other until one gives up.
     *
     * @param calls ordered by data source
     * @param timeoutSeconds for all of them together, 0 for none
     * @param parallelism tells whether data sources are written to in parallel
     * @param answers combines the answers, which come in the order of the calls; an exception that it throws undoes the
     *     write
     * @throws SQLException a driver's exception, with a {@link ShardFailure}, or a coded refusal
     */
    public <R, T> T write(
            Session session,
            StatementKind kind,
            List<ShardCall> calls,
            CallRunner<R> runner,
            int timeoutSeconds,
            ParallelismChoice parallelism,
            Answers<R, T> answers)
            throws SQLException {
        Deadline deadline = databases.deadline(timeoutSeconds);
        List<Integer> dataSources = dataSources(calls);
        checkWrite(session, dataSources);
        List<ShardConnection> all = session.connections(dataSources);
        boolean several = calls.size() > 1;
        WriteSteps<T> steps = (connections, progress) -> {
            Scatter<R> scatter = new Scatter<>(session, kind, calls, connections, runner, deadline, progress);
            ParallelismChoice.Run run = parallelism.begin(connections.size(), 1);
            List<R> given;
            if (run.byThreads()) {
                // The progress of the other calls under way when a call failed is not known.
                progress.succeeded();
                given = scatter.byThreads();
            } else {
                given = scatter.inTurn();
            }
            run.ended();
            return answers.combine(given);
        };
        return several && !commitsItself(session, kind)
                ? TransactionRunner.run(session, Scope.of(session), Participants.writing(all), steps)
                : byThemselves(session, kind, all, steps);
    }

    /**
     * Writes to several units in their order, as steps of a transaction that is run already.
     *
     * @param transaction counts the calls that succeed
     * @param calls ordered by data source
     * @param timeoutSeconds for all of them together, 0 for none
     * @throws SQLException as the other write
     */
    public <R, T> T writeWithin(
            WriteSteps.Progress transaction,
            Session session,
            StatementKind kind,
            List<ShardCall> calls,
            CallRunner<R> runner,
            int timeoutSeconds,
            Answers<R, T> answers)
            throws SQLException {
        Deadline deadline = databases.deadline(timeoutSeconds);
        List<Integer> dataSources = dataSources(calls);
        checkWrite(session, dataSources);
        List<ShardConnection> connections = session.connections(dataSources);
        return answers.combine(
                new Scatter<>(session, kind, calls, connections, runner, deadline, transaction).inTurn());
    }

    private <T> T byThemselves(
            Session session, StatementKind kind, List<ShardConnection> connections, WriteSteps<T> steps)
            throws SQLException {
        return ObservedAutocommit.run(session, databases.options().listener(), kind, connections, steps);
    }

    /** DDL that commits by itself gains nothing from a transaction, and is none where there is one. */
    private boolean commitsItself(Session session, StatementKind kind) {
        return session.autoCommit()
                && kind == StatementKind.DDL
                && databases.dialect().transactions().ddlCommits();
    }

    /**
     * Makes one answer of several.
     *
     * @param <R> what a call answers
     * @param <T> what the statement answers
     */
    @FunctionalInterface
    public interface Answers<R, T> {
        /** The answers in the order of the calls. */
        T combine(List<R> answers) throws SQLException;
    }

    /**
     * Runs the calls of a write that is under way, data sources in parallel.
     *
     * @param calls ordered by data source
     * @param connections one for each data source
     * @return the answers in the order of the calls
     * @throws SQLException the first failure, with a {@link ShardFailure}; all calls have ended then
     */
    public <R> List<R> inParallel(
            Session session,
            StatementKind kind,
            List<ShardCall> calls,
            List<ShardConnection> connections,
            CallRunner<R> runner)
            throws SQLException {
        return new Scatter<>(session, kind, calls, connections, runner, Deadline.in(0), null).byThreads();
    }

    /**
     * Runs a write that takes several steps in a transaction as {@link #write} does.
     *
     * @param dataSources where it writes, ascending
     * @param several whether it takes more than one step
     */
    public <T> T atomically(
            Session session, StatementKind kind, List<Integer> dataSources, boolean several, WriteSteps<T> steps)
            throws SQLException {
        checkWrite(session, dataSources);
        List<ShardConnection> connections = session.connections(dataSources);
        return several && !commitsItself(session, kind)
                ? TransactionRunner.run(session, Scope.of(session), Participants.writing(connections), steps)
                : byThemselves(session, kind, connections, steps);
    }

    /** Refuses a write of so many data sources where only one may be written, and tells the session of it. */
    public void checkWrite(Session session, List<Integer> dataSources) throws SQLException {
        if (dataSources.size() > 1 && session.transactions().writesToOne()) {
            throw ShardingExceptions.of(
                    ErrorCode.CROSS_SOURCE_REFUSED,
                    String.join(
                            ", ",
                            dataSources.stream().map(databases.names()::get).toList()));
        }
        for (int dataSource : dataSources) {
            session.transactions().beforeWrite(dataSource);
        }
    }

    /** Runs a call and tells the listener of it. */
    public static <R> R observed(Databases databases, ShardCall call, ShardConnection shard, Step<R> step)
            throws SQLException {
        StatementListener listener = databases.options().listener();
        if (listener == StatementListener.NONE) {
            return step.run();
        }
        long start = System.nanoTime();
        boolean failed = true;
        listener.shardCallStarted(listener.statement(), shard.name(), call.sql());
        try {
            R answer = step.run();
            failed = false;
            return answer;
        } finally {
            listener.shardCalled(shard.name(), call.sql(), System.nanoTime() - start, failed);
        }
    }

    /** The numbers of the data sources of calls, each once, ascending. */
    static List<Integer> dataSources(List<ShardCall> calls) {
        BitSet numbers = new BitSet();
        for (ShardCall call : calls) {
            numbers.set(call.dataSource());
        }
        return numbers.stream().boxed().toList();
    }
}
