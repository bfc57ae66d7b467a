package io.shardkit.execute.watch;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Cancels statements that run on other threads. A driver cancels over another connection, which a frozen server accepts
 * and never answers: the statement then loses its own connection, so that the thread waiting for it is released.
 */
public final class Cancelling {
    /** Longer than a statement's end takes to be seen by other threads. */
    private static final long SEEN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private Cancelling() {}

    /** The session whose statements are cancelled. */
    public interface Owner extends Watch.Owner {
        /** A cancel begins, which may end whatever it finds on its connection. May be called from any thread. */
        void cancelBegins();

        /** A cancel has ended. May be called from any thread. */
        void cancelEnds();
    }

    /**
     * A statement that runs.
     *
     * @param shard the connection that it runs on
     * @param statement the driver's
     */
    public record Running(Watch.@Nullable Connection shard, Statement statement) {}

    /**
     * Cancels statements, side by side; returns in a second at most. A cancel ends whatever it finds on the server's
     * side of a connection, so the session begins nothing new before all of them have ended.
     *
     * @param running tells what runs
     * @param runs whether a statement still does
     * @throws SQLException the first that a driver throws
     */
    public static void cancel(Owner session, Supplier<List<Running>> running, Predicate<Statement> runs)
            throws SQLException {
        List<Future<?>> cancels = new ArrayList<>();
        List<Running> found;
        session.cancelBegins();
        try {
            // Statements that have ended until here are seen to have; one that ends from now on has to wait.
            LockSupport.parkNanos(SEEN_NANOS);
            found = running.get();
            for (Running each : found) {
                cancels.add(begin(session, each.statement()));
            }
        } finally {
            session.cancelEnds();
        }
        await(session, found, cancels, runs);
    }

    private static Future<?> begin(Owner session, Statement statement) {
        session.cancelBegins();
        boolean begun = false;
        try {
            Future<?> future = HelperThreads.helpers().submit(() -> {
                try {
                    Severing.cancel(statement);
                } finally {
                    session.cancelEnds();
                }
                return null;
            });
            begun = true;
            return future;
        } finally {
            if (!begun) {
                session.cancelEnds();
            }
        }
    }

    private static void await(Owner session, List<Running> found, List<Future<?>> cancels, Predicate<Statement> runs)
            throws SQLException {
        long until = System.nanoTime() + Watch.GRACE_NANOS;
        SQLException first = null;
        for (int i = 0; i < cancels.size(); i++) {
            try {
                cancels.get(i).get(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS);
            } catch (TimeoutException hanging) {
                Watch.Connection shard = found.get(i).shard();
                if (shard != null && runs.test(found.get(i).statement())) {
                    shard.markLost();
                    session.markLost("a database did not answer a cancel in time, and the connection to it was ended");
                }
            } catch (InterruptedException later) {
                Thread.currentThread().interrupt();
                return;
            } catch (ExecutionException failed) {
                if (failed.getCause() instanceof SQLException failure) {
                    if (first == null) {
                        first = failure;
                    } else {
                        first.addSuppressed(failure);
                    }
                } else if (failed.getCause() instanceof RuntimeException failure) {
                    throw failure;
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
