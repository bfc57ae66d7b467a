package io.shardkit.execute;

import io.shardkit.dialect.driver.JdbcDrivers;
import io.shardkit.execute.watch.DriverConnection;
import io.shardkit.execute.watch.HelperThreads;
import io.shardkit.execute.watch.Watch;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The way of a physical connection back to its pool, or to its end if nobody can use it again. */
public final class ConnectionReturn {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionReturn.class);

    private ConnectionReturn() {}

    /**
     * Gives it back.
     *
     * @param newest the last of the statements that are open on it, or null
     * @param begun whether a transaction may be open
     * @return the end of a connection that cannot go back, or null
     */
    static @Nullable Future<?> run(
            ShardConnection shard, ShardConnection.Owner session, @Nullable AttachedStatement newest, boolean begun)
            throws SQLException {
        if (shard.driver != null) {
            shard.driver.free();
        }
        shard.countBorrowed(false);
        if (session.watch().isCancelling() && !shard.isLost()) {
            session.watch().awaitCancels();
        }
        if (shard.isLost()) {
            return end(shard, session);
        }
        Watch watch = shard.watch();
        Object around = watch == null ? null : watch.enter(shard, null);
        try {
            if (restored(shard, newest, begun) && !shard.isLost()) {
                shard.connection().close();
                return null;
            }
        } finally {
            shard.leave(around);
        }
        return end(shard, session);
    }

    private static boolean restored(ShardConnection shard, @Nullable AttachedStatement newest, boolean begun) {
        try {
            for (AttachedStatement each = newest; each != null; each = each.older()) {
                each.statement().close();
            }
            return shard.restore(begun);
        } catch (SQLException | RuntimeException failure) {
            // The pool gets a connection that nobody can use again, so what went wrong with it matters to nobody.
            LOG.warn("Connection to {} is ended, as its state could not be undone", shard.name(), failure);
            return false;
        }
    }

    /** Ends it on another thread: its database may never answer. */
    private static Future<?> end(ShardConnection shard, ShardConnection.Owner session) {
        return HelperThreads.helpers().submit(() -> {
            Connection connection = shard.connection();
            try {
                shard.awaitSevered();
                if (shard.isInDoubt()) {
                    // Its pool would roll back what the database has to keep.
                    Connection own = DriverConnection.of(connection);
                    JdbcDrivers.of(own).leave(own, Runnable::run);
                    session.databases().bulkheads().get(shard.dataSource()).evict(connection);
                }
                connection.abort(Runnable::run);
                showEnd(shard, connection);
                connection.close();
            } catch (SQLException | RuntimeException dead) {
                LOG.debug("Connection to {} was dead", shard.name(), dead);
            }
        });
    }

    /** Some pools believe that a connection has ended only once a call on it fails, and would lend it again. */
    private static void showEnd(ShardConnection shard, Connection connection) {
        try (Statement closed = connection.createStatement()) {
            LOG.debug("Connection to {} gives statements after its end, such as {}", shard.name(), closed);
        } catch (SQLException ended) {
            LOG.trace("Connection to {} has ended", shard.name(), ended);
        }
    }

    /** Waits for ends, for all of them together not long. */
    public static void awaitEnds(List<Future<?>> endings) {
        long until = System.nanoTime() + Watch.GRACE_NANOS;
        for (Future<?> ending : endings) {
            try {
                ending.get(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS);
            } catch (InterruptedException later) {
                Thread.currentThread().interrupt();
                return;
            } catch (ExecutionException | TimeoutException hanging) {
                LOG.warn("A connection does not end", hanging);
            }
        }
    }
}
