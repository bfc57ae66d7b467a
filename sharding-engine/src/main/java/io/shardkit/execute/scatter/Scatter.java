package io.shardkit.execute.scatter;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.CallRunner;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.WriteSteps;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.watch.Deadline;
import io.shardkit.execute.watch.Watch;
import io.shardkit.observe.StatementListener;
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
 * Runs the calls of one statement on several data sources, one after the other or in parallel. In parallel, the first
 * thread that is free takes a data source's share: a task on the executor, or the caller, who takes the first share and
 * then each share that no task has begun. So a busy executor makes a statement slower but never makes it wait for other
 * statements.
 *
 * @param <R> the result of a call
 */
final class Scatter<R> {
    /** The interval at which the caller checks whether a share is given up. */
    private static final long LOOK_MILLIS = 50;

    private final Session session;
    private final StatementKind kind;
    private final List<ShardCall> calls;
    private final List<ShardConnection> connections;
    private final CallRunner<R> runner;
    private final Deadline deadline;
    private final WriteSteps.@Nullable Progress progress;
    private final StatementListener listener;

    /** The statement that the calls belong to, as the listener names it on the caller's thread. */
    private final @Nullable Object statement;

    private final AtomicReferenceArray<@Nullable R> results;
    private final AtomicBoolean[] claimed;
    private final AtomicReference<@Nullable Failure> failure = new AtomicReference<>();
    private final Queue<Throwable> others = new ConcurrentLinkedQueue<>();
    private final CountDownLatch done;

    private record Failure(ShardConnection shard, Throwable cause) {}

    /**
     * @param calls ordered by data source
     * @param connections one for each data source
     * @param progress begins what is to be committed, or null
     */
    Scatter(
            Session session,
            StatementKind kind,
            List<ShardCall> calls,
            List<ShardConnection> connections,
            CallRunner<R> runner,
            Deadline deadline,
            WriteSteps.@Nullable Progress progress) {
        this.session = session;
        this.kind = kind;
        this.calls = calls;
        this.connections = connections;
        this.runner = runner;
        this.deadline = deadline;
        this.progress = progress;
        this.listener = session.databases().options().listener();
        this.statement = listener.statement();
        this.results = new AtomicReferenceArray<>(calls.size());
        this.claimed = new AtomicBoolean[connections.size()];
        Arrays.setAll(claimed, i -> new AtomicBoolean());
        this.done = new CountDownLatch(connections.size());
    }

    /** Makes the calls one after the other on the caller's thread. */
    List<R> inTurn() throws SQLException {
        long start = System.nanoTime();
        for (int i = 0; i < calls.size(); i++) {
            ShardCall call = calls.get(i);
            ShardConnection shard = ShardConnection.of(call, connections);
            try {
                results.set(i, call(shard, call));
            } catch (SQLException | RuntimeException failure) {
                session.failed(failure, shard, kind, calls.size(), i, start);
                closeAnswers(failure);
                throw failure;
            }
            if (progress != null) {
                progress.succeeded();
            }
        }
        return answers();
    }

    /** Makes the calls to different data sources on different threads. */
    List<R> byThreads() throws SQLException {
        Watch own = session.watch().begin(false);
        Watch watch = Objects.requireNonNull(session.watch().current());
        try {
            long start = System.nanoTime();
            for (int i = 1; i < connections.size(); i++) {
                int share = i;
                try {
                    session.databases().options().executor().execute(() -> take(share, watch));
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
                throw failed(first, start);
            }
            return answers();
        } finally {
            if (own != null) {
                own.end();
            }
        }
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

    /** Runs a data source's share unless another thread has claimed it. */
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
            if (progress != null) {
                progress.begin(shard);
            }
            Statement open = runner.opening().open(shard, call);
            deadline.limit(open);
            shard.enter(open);
            if (failure.get() != null) {
                return null;
            }
            runner.running(call, open);
            long start = System.nanoTime();
            boolean failed = true;
            if (listener != StatementListener.NONE) {
                listener.shardCallStarted(statement, shard.name(), call.sql());
            }
            try {
                R answer = runner.sending().send(open, call);
                failed = false;
                return answer;
            } finally {
                runner.running(call, null);
                if (listener != StatementListener.NONE) {
                    listener.shardCalled(shard.name(), call.sql(), System.nanoTime() - start, failed);
                }
            }
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
                    fail(new Failure(connections.get(0), ShardingExceptions.of(ErrorCode.DEADLINE_PASSED, "")), watch);
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

    private void closeAnswers(Throwable cause) {
        for (R answer : answers()) {
            if (answer instanceof ResultSet rows) {
                try {
                    rows.close();
                } catch (SQLException | RuntimeException second) {
                    cause.addSuppressed(second);
                }
            }
        }
    }

    private SQLException failed(Failure first, long start) {
        Throwable cause = first.cause();
        if (cause instanceof InterruptedException) {
            SQLException interrupted = ShardingExceptions.of(ErrorCode.INTERRUPTED, "");
            session.failed(interrupted);
            closeAnswers(interrupted);
            return interrupted;
        }
        session.failed(cause, first.shard(), kind, calls.size(), answers().size(), start);
        others.stream().filter(other -> other != cause).forEach(cause::addSuppressed);
        closeAnswers(cause);
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
