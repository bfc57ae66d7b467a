package io.shardkit.execute;

import io.shardkit.error.ErrorCode;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
    private static final long CANCEL_INTERVAL_MILLIS = 100;
    private static final int CANCEL_ATTEMPTS = 50;

    /** How long others may go on once one has failed. */
    private static final int GRACE_MILLIS = 20;

    private final Databases databases;
    private final List<ShardCall> calls;
    private final List<ShardConnection> connections;
    private final CallRunner<R> runner;
    private final Deadline deadline;
    private final AtomicReferenceArray<@Nullable R> results;
    private final AtomicBoolean[] claimed;
    private final AtomicReferenceArray<@Nullable Statement> running;
    private final AtomicReference<@Nullable Failure> failure = new AtomicReference<>();
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
        this.running = new AtomicReferenceArray<>(connections.size());
        this.done = new CountDownLatch(connections.size());
    }

    List<R> run(Session session, StatementKind kind) throws SQLException {
        long start = System.nanoTime();
        for (int i = 1; i < connections.size(); i++) {
            int share = i;
            try {
                databases.options().executor().execute(() -> take(share));
            } catch (RejectedExecutionException busy) {
                // The caller takes what is left.
                break;
            }
        }
        for (int i = 0; i < connections.size(); i++) {
            take(i);
        }
        await(session);
        Failure first = failure.get();
        if (first != null) {
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
    private void take(int share) {
        if (!claimed[share].compareAndSet(false, true)) {
            return;
        }
        ShardConnection shard = connections.get(share);
        try {
            for (int i = 0; i < calls.size() && failure.get() == null; i++) {
                if (calls.get(i).dataSource() == shard.dataSource()) {
                    results.set(i, call(share, shard, calls.get(i)));
                }
            }
        } catch (Throwable cause) {
            fail(new Failure(shard, cause));
        } finally {
            done.countDown();
        }
    }

    private @Nullable R call(int share, ShardConnection shard, ShardCall call) throws SQLException {
        Statement statement = runner.open(shard, call);
        deadline.limit(statement);
        running.set(share, statement);
        try {
            if (failure.get() != null) {
                return null;
            }
            return ShardExecutor.observed(databases, call, shard, () -> runner.run(statement, call));
        } finally {
            running.set(share, null);
        }
    }

    private void fail(Failure next) {
        if (failure.compareAndSet(null, next)) {
            waitForThoseAboutToEnd();
            cancelRunning();
        }
    }

    /** H2 keeps a cancel that comes when a statement has just ended, for the next execution of its text. */
    private void waitForThoseAboutToEnd() {
        try {
            for (int i = 0; i < GRACE_MILLIS && isRunning(); i++) {
                Thread.sleep(1);
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isRunning() {
        for (int i = 0; i < running.length(); i++) {
            if (running.get(i) != null) {
                return true;
            }
        }
        return false;
    }

    private void cancelRunning() {
        for (int i = 0; i < running.length(); i++) {
            Statement statement = running.get(i);
            if (statement != null) {
                try {
                    statement.cancel();
                } catch (SQLException | RuntimeException notCancelled) {
                    // It ends by itself then; what counts is the failure that led here.
                }
            }
        }
    }

    private void await(Session session) {
        boolean interrupted = false;
        int cancels = 0;
        while (true) {
            try {
                if (done.await(CANCEL_INTERVAL_MILLIS, TimeUnit.MILLISECONDS)) {
                    break;
                }
                if (failure.get() == null) {
                    continue;
                }
                cancelRunning();
                if (++cancels > CANCEL_ATTEMPTS) {
                    abandon(session);
                    break;
                }
            } catch (InterruptedException stop) {
                interrupted = true;
                fail(new Failure(connections.get(0), stop));
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Some share neither ends nor can be cancelled; its connection must not go on to anybody else. */
    private void abandon(Session session) {
        session.breakDown("a statement could not be cancelled");
        for (ShardConnection shard : connections) {
            try {
                shard.connection().abort(databases.options().executor());
            } catch (SQLException | RuntimeException dead) {
                // Nothing is left to be ended.
            }
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
        ShardExecutor.describe(session, cause, first.shard(), kind, calls.size(), answers.size(), start);
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
