package io.shardkit.execute.watch;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees to it that each fetch of rows that databases send while they are read ends, and the close of those that are left,
 * for which some drivers read them all. It costs a fetch two writes to a field. The methods belong to the reader's thread.
 */
public final class RowStream implements Watchdog.Watched {
    private static final Logger LOG = LoggerFactory.getLogger(RowStream.class);
    private static final AtomicIntegerFieldUpdater<RowStream> CALLS =
            AtomicIntegerFieldUpdater.newUpdater(RowStream.class, "calls");

    private final Watch.Owner owner;
    private final Map<Watch.Connection, Statement> readers;
    private final Iterable<? extends Watch.Connection> connections;
    private final long nanos;

    /** The number of times that a fetch has begun or ended: odd while a fetch is under way. */
    private volatile int calls;

    /** The last value of {@code calls} that the watchdog saw, and the time it changed. */
    private int seen;

    private long since;

    /** Ends the fetch that takes too long. */
    private volatile @Nullable Watch late;

    private RowStream(
            Watch.Owner owner,
            Iterable<? extends Watch.Connection> connections,
            Map<Watch.Connection, Statement> readers,
            long nanos) {
        this.owner = owner;
        this.connections = connections;
        this.readers = Map.copyOf(readers);
        this.nanos = nanos;
    }

    /**
     * Rows that will be read from now on.
     *
     * @param connections from which they are read, one at least
     * @param readers the statements by which they are, as far as they are known
     * @param nanos how long each fetch may take; 0 for any time
     */
    public static RowStream of(
            Watch.Owner owner,
            Iterable<? extends Watch.Connection> connections,
            Map<Watch.Connection, Statement> readers,
            long nanos) {
        RowStream stream = new RowStream(owner, connections, readers, nanos);
        if (nanos > 0) {
            Watchdog.add(stream);
        }
        return stream;
    }

    /** A fetch begins. */
    public void begin() {
        CALLS.lazySet(this, calls + 1);
    }

    /** The fetch has ended. */
    public void end() {
        CALLS.lazySet(this, calls + 1);
        Watch ended = late;
        if (ended != null) {
            ended.end();
        }
    }

    /** Returns the exception to throw for the failure of a fetch: that it took too long, if the failure comes from that. */
    public SQLException explained(SQLException failure) {
        Watch over = late;
        return over == null ? failure : over.explained(failure, null);
    }

    /** Closes rows. */
    @FunctionalInterface
    public interface Closing {
        /** Closes them. */
        void close() throws SQLException;
    }

    /**
     * Closes the rows; returns in time, as {@link Watch.Owner#watchClosing()} says. A connection that was lost by that is
     * told of by the next call that needs it.
     */
    public void close(Closing rows) throws SQLException {
        Watchdog.remove(this);
        for (Watch.Connection each : connections) {
            if (each.isLost()) {
                closeAside(rows);
                return;
            }
        }
        Watch over = owner.watchClosing();
        if (over == null) {
            rows.close();
            return;
        }
        try {
            enter(over);
            rows.close();
        } catch (SQLException failure) {
            if (!over.hasEnded(failure)) {
                throw failure;
            }
            LOG.debug("Rows were not read to their end", failure);
        } finally {
            connections.forEach(each -> over.leave(each, null));
            over.end();
        }
    }

    /**
     * Closes what is left of a connection that was taken away, on another thread: a driver may wait there for a cancel that
     * is never answered.
     */
    public static void closeAside(Closing left) {
        HelperThreads.helpers().execute(() -> {
            try {
                left.close();
            } catch (SQLException | RuntimeException dead) {
                LOG.debug("A connection was dead when its rows were closed", dead);
            }
        });
    }

    private void enter(Watch watch) {
        for (Watch.Connection each : connections) {
            watch.enter(each, readers.get(each));
        }
    }

    @Override
    public void look(long now) {
        int at = calls;
        if (at % 2 == 0 || at != seen) {
            seen = at;
            since = now;
            forgetIfReleased();
        } else if (now - since >= nanos) {
            Watch over = late;
            if (over == null) {
                over = Watch.late(owner);
                enter(over);
                late = over;
            }
            over.look(now);
        }
    }

    /** Rows that were not closed end with their connections. */
    private void forgetIfReleased() {
        for (Watch.Connection each : connections) {
            if (!each.released()) {
                return;
            }
        }
        Watchdog.remove(this);
    }
}
