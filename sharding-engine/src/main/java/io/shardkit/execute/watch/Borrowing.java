package io.shardkit.execute.watch;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection that is waited for until a deadline. A pool has a time limit of its own or none, and one that finds its
 * connections dead may take longer than that, so another thread asks it; what comes too late is given back.
 *
 * @param <T> what is made of the connection that a pool gives
 */
public final class Borrowing<T extends Watch.Connection> implements Callable<T> {
    private static final Logger LOG = LoggerFactory.getLogger(Borrowing.class);

    private final Opening<T> opening;
    private final Thread owner = Thread.currentThread();
    private boolean abandoned;

    /** The connection that the pool gave, and the object made of it. */
    private @Nullable Connection arrived;

    private @Nullable T opened;

    private Borrowing(Opening<T> opening) {
        this.opening = opening;
    }

    /**
     * Opens a connection.
     *
     * @param <T> what is made of it
     */
    @FunctionalInterface
    public interface Opening<T extends Watch.Connection> {
        /**
         * Opens it.
         *
         * @param borrowing is told of what the pool gives before anything is asked of it
         */
        T open(Borrowing<T> borrowing) throws SQLException;
    }

    /**
     * Opens a connection.
     *
     * @param what says which, and what is held meanwhile
     * @param disordered whether others may wait for what is held, so that it has to be said when a pool gives up
     * @throws SQLException what the opening throws, or a coded refusal when the time is over
     */
    public static <T extends Watch.Connection> T until(
            Deadline deadline, String what, boolean disordered, Opening<T> opening) throws SQLException {
        Borrowing<T> borrowing = new Borrowing<>(opening);
        Future<T> future = HelperThreads.helpers().submit(borrowing);
        try {
            return future.get(Math.max(0, deadline.nanos() - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            borrowing.abandon(future);
            throw ShardingExceptions.of(ErrorCode.NO_CONNECTION, what);
        } catch (InterruptedException stop) {
            borrowing.abandon(future);
            Thread.currentThread().interrupt();
            throw ShardingExceptions.of(ErrorCode.INTERRUPTED, what);
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause();
            if (disordered && cause instanceof SQLTransientConnectionException) {
                SQLException waited = ShardingExceptions.of(ErrorCode.NO_CONNECTION, what);
                waited.initCause(cause);
                throw waited;
            }
            if (cause instanceof SQLException failure) {
                throw failure;
            }
            if (cause instanceof RuntimeException failure) {
                throw failure;
            }
            if (cause instanceof Error failure) {
                throw failure;
            }
            throw new IllegalStateException(cause);
        }
    }

    /**
     * Borrows a connection that belongs to no session.
     *
     * @param name of its data source
     * @throws SQLException as of the other
     */
    public static Connection alone(Deadline deadline, String name, Step<Connection> pool) throws SQLException {
        return Borrowing.<Alone>until(deadline, name, false, borrowing -> {
                    Alone alone = new Alone(name, pool.run());
                    try {
                        borrowing.arrived(alone.lent());
                    } catch (SQLException late) {
                        alone.release();
                        throw late;
                    }
                    return alone;
                })
                .lent();
    }

    /** One that belongs to no session. */
    private record Alone(String name, Connection lent) implements Watch.Connection {
        @Override
        public void markLost() {
            Severing.sever(lent, null);
        }

        @Override
        public void release() throws SQLException {
            lent.close();
        }

        @Override
        public boolean released() {
            return false;
        }

        @Override
        public boolean isLost() {
            return false;
        }
    }

    @Override
    public T call() throws Exception {
        T shard = opening.open(this);
        synchronized (this) {
            if (!abandoned) {
                opened = shard;
                return shard;
            }
        }
        shard.release();
        return shard;
    }

    /** Returns the thread that waits for the connection. */
    public Thread owner() {
        return owner;
    }

    /**
     * Notes the connection that the pool has given.
     *
     * @throws SQLException if the borrower no longer waits for the connection
     */
    public synchronized void arrived(Connection connection) throws SQLException {
        if (abandoned) {
            throw ShardingExceptions.of(ErrorCode.NO_CONNECTION, "it came too late");
        }
        arrived = connection;
    }

    private synchronized void abandon(Future<T> future) {
        abandoned = true;
        T late = opened;
        if (late != null) {
            HelperThreads.helpers().execute(() -> release(late));
        } else if (arrived != null) {
            // It was lent, and its database does not answer what it is asked.
            Severing.sever(arrived, null);
        } else {
            // Ends the waiting for a pool.
            future.cancel(true);
        }
    }

    private static void release(Watch.Connection late) {
        try {
            late.release();
        } catch (SQLException | RuntimeException dead) {
            LOG.debug("A connection that came too late was dead", dead);
        }
    }
}
