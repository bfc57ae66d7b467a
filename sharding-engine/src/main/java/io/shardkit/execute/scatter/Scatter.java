package io.shardkit.execute.scatter;

import io.shardkit.error.ErrorCode;
import io.shardkit.execute.CallRunner;
import io.shardkit.execute.Databases;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.watch.Deadline;
import io.shardkit.execute.watch.Watch;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * One statement over several data sources. Each data source's share is taken by whoever comes first: a task on the executor,
 * or the caller, who takes the first share and then every one that no task has begun. So a busy executor makes a
 * statement slower and never makes it wait for others.
 *
 * @param <R> what a call answers
 */
final class Scatter<R> {
    /** How often the caller looks whether a share is given up. */
    private static final long LOOK_MILLIS = 50;

    private final Databases databases;
    private final List<ShardCall> calls;
    private final List<ShardConnection> connections;
    private final CallRunner<R> runner;
    private final Deadline deadline;
    private final AtomicReferenceArray<@Nullable R> results;
    private final AtomicBoolean[] claimed;
    private final AtomicReference<@Nullable Failure> failure = new AtomicReference<>();
    private final Queue<Throwable> others = new ConcurrentLinkedQueue<>();
    private final CountDownLatch done;

    private record Failure(ShardConnection shard, Throwable cause) {}

    Scatter(
            Databases databases,
            List<ShardCall> calls,
            List<ShardConnection> connections,
            CallRunner<R> runner,
            Deadline deadline) {
        this.databases = databases;
        this.calls = calls;
        this.connections = connections;
        this.runner = runner;
        this.deadline = deadline;
        this.results = new AtomicReferenceArray<>(calls.size());
        this.claimed = new AtomicBoolean[connections.size()];
        Arrays.setAll(claimed, i -> new AtomicBoolean());
        this.done = new CountDownLatch(connections.size());
    }

    List<R> run(Session session, StatementKind kind) throws SQLException {
        Watch own = session.watch(false);
        try {
            return run(session, kind, Objects.requireNonNull(session.currentWatch()));
        } finally {
            if (own != null) {
                own.end();
            }
        }
    }

    private List<R> run(Session session, StatementKind kind, Watch watch) throws SQLException {
        long start = System.nanoTime();
        for (int i = 1; i < connections.size(); i++) {
            int share = i;
            try {
                databases.options().executor().execute(() -> take(share, watch));
            } catch (RejectedExecutionException busy) {
                // The caller takes what is left.
                break;
            }
        }
        for (int i = 0; i < connections.size(); i++) {
            take(i, watch);
        }
        await(watch);
        Failure first = failure.get();
        if (first != null) {
            watch.recover();
            throw failed(session, kind, first, start);
        }
        return answers();
    }

    /** The answers that there are, in the order of the calls. */
    private List<R> answers() {
        List<R> answers = new ArrayList<>(calls.size());
        for (int i = 0; i < calls.size(); i++) {
            R answer = results.get(i);
            if (answer != null) {
                answers.add(answer);
            }
        }
        return answers;
    }

    /** Runs a data source's share unless somebody else does. */
    private void take(int share, Watch watch) {
        if (!claimed[share].compareAndSet(false, true)) {
            return;
        }
        ShardConnection shard = connections.get(share);
        try {
            for (int i = 0; i < calls.size() && failure.get() == null; i++) {
                if (calls.get(i).dataSource() == shard.dataSource()) {
                    results.set(i, call(shard, calls.get(i)));
                }
            }
        } catch (Throwable cause) {
            fail(new Failure(shard, cause), watch);
        } finally {
            done.countDown();
        }
    }

    private @Nullable R call(ShardConnection shard, ShardCall call) throws SQLException {
        shard.enter(null);
        try {
            Statement statement = runner.open(shard, call);
            deadline.limit(statement);
            shard.enter(statement);
            if (failure.get() != null) {
                return null;
            }
            return ShardExecutor.observed(databases, call, shard, () -> runner.run(statement, call));
        } finally {
            shard.leave();
        }
    }

    private void fail(Failure next, Watch watch) {
        if (failure.compareAndSet(null, next)) {
            watch.fail();
        } else {
            others.add(next.cause());
        }
    }

    /** All shares have ended, or do not although their connections were taken away. */
    private void await(Watch watch) {
        boolean interrupted = false;
        boolean ended = false;
        while (!ended) {
            try {
                ended = done.await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                if (!ended && watch.isGivenUp()) {
                    fail(new Failure(connections.get(0), ErrorCode.DEADLINE_PASSED.exception("")), watch);
                    break;
                }
            } catch (InterruptedException stop) {
                interrupted = true;
                fail(new Failure(connections.get(0), stop), watch);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private SQLException failed(Session session, StatementKind kind, Failure first, long start) throws SQLException {
        Throwable cause = first.cause();
        List<R> answers = answers();
        List<ResultSet> opened = new ArrayList<>();
        for (R answer : answers) {
            if (answer instanceof ResultSet rows) {
                opened.add(rows);
            }
        }
        if (cause instanceof InterruptedException) {
            SQLException interrupted = ErrorCode.INTERRUPTED.exception("");
            session.failed(interrupted);
            ShardExecutor.closeAll(opened, interrupted);
            return interrupted;
        }
        ShardExecutor.recordFailure(session, cause, first.shard(), kind, calls.size(), answers.size(), start);
        others.stream().filter(other -> other != cause).forEach(cause::addSuppressed);
        ShardExecutor.closeAll(opened, cause);
        if (cause instanceof SQLException exception) {
            return exception;
        }
        if (cause instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        throw new IllegalStateException(cause);
    }
}
