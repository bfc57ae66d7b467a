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

/** The ends of physical connections that cannot be used again. */
public final class ConnectionEnd {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionEnd.class);

    private ConnectionEnd() {}

    /**
     * Ends one on another thread: its database may never answer.
     *
     * @param inDoubt the pool of one whose database has to keep what is prepared, as it would roll that back; else null
     */
    static Future<?> begin(WatchedConnection shard, @Nullable Bulkhead inDoubt) {
        return HelperThreads.helpers().submit(() -> {
            Connection connection = shard.connection();
            try {
                shard.awaitSevered();
                if (inDoubt != null) {
                    Connection own = DriverConnection.of(connection);
                    JdbcDrivers.of(own).leave(own, Runnable::run);
                    inDoubt.evict(connection);
                }
                connection.abort(Runnable::run);
                showEnd(shard.name(), connection);
                connection.close();
            } catch (SQLException | RuntimeException dead) {
                LOG.debug("Connection to {} was dead", shard.name(), dead);
            }
        });
    }

    /** Some pools believe that a connection has ended only once a call on it fails, and would lend it again. */
    private static void showEnd(String name, Connection connection) {
        try (Statement closed = connection.createStatement()) {
            LOG.debug("Connection to {} gives statements after its end, such as {}", name, closed);
        } catch (SQLException ended) {
            LOG.trace("Connection to {} has ended", name, ended);
        }
    }

    /** Waits for ends, for all of them together not long. */
    public static void awaitAll(List<Future<?>> endings) {
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
