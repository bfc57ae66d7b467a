package io.shardkit.execute;

import io.shardkit.dialect.driver.JdbcDriver;
import io.shardkit.dialect.driver.JdbcDrivers;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardFailure;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.watch.DriverConnection;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a data source that is slow or down from holding up more than the statements that need it: only so many threads
 * wait for it, and once it could not be reached one thread at a time tries it, while the others fail at once. It knows who
 * holds its connections. Thread-safe.
 */
public final class Bulkhead {
    /** Maximum number of known connections; more than pools have. */
    static final int MOST_KNOWN = 1_000;

    private static final int MOST_NAMED = 8;

    /** Shortest failed borrow by which a data source may count as down; a pool that fails sooner keeps no thread waiting. */
    private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final String name;
    private final DataSource pool;
    private final int maxWaiting;
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicBoolean probing = new AtomicBoolean();

    /** The connections that it has lent, those last that came last. */
    private volatile PhysicalConnections known = PhysicalConnections.NONE;

    /** The class of its pool's wrappers, if it is known that these lead to the driver's own connections. */
    private @Nullable Class<?> wrapper;

    private volatile @Nullable Outage outage;
    private volatile @Nullable Arrival arrival;

    /** Checks a database that could not be reached at the start. */
    @FunctionalInterface
    public interface Arrival {
        /**
         * Checks it, on connections of its own.
         *
         * @throws ShardingConfigurationException if it cannot be used
         */
        void check() throws SQLException;
    }

    /** @param forEver whether no rule has the data source any more */
    private record Outage(long since, Exception cause, boolean forEver) {}

    /**
     * @param name of the data source
     * @param maxWaiting how many threads may wait for a connection at a time; 0 for any number
     */
    public Bulkhead(String name, DataSource pool, int maxWaiting) {
        this.name = name;
        this.pool = pool;
        this.maxWaiting = maxWaiting;
    }

    /**
     * Of a database that could not be reached yet.
     *
     * @param arrival is done before its first connection is given to anybody
     */
    public static Bulkhead absent(String name, DataSource pool, int maxWaiting, Arrival arrival) {
        Bulkhead bulkhead = new Bulkhead(name, pool, maxWaiting);
        bulkhead.arrival = arrival;
        bulkhead.outage =
                new Outage(System.nanoTime(), new SQLException("it could not be reached at the start"), false);
        return bulkhead;
    }

    /**
     * Of the same database by another pool. One that could not be reached yet is reached by the pool of this one first,
     * which checks it.
     */
    Bulkhead over(DataSource other) {
        Bulkhead bulkhead = new Bulkhead(name, other, maxWaiting);
        if (arrival != null) {
            bulkhead.arrival = () -> borrow(System.nanoTime()).close();
            bulkhead.outage = outage;
        }
        return bulkhead;
    }

    /** Returns true if the data source cannot be reached, as far as is known. */
    public boolean isDown() {
        return outage != null;
    }

    /** The data source's name. */
    public String name() {
        return name;
    }

    /**
     * Borrows a connection of the pool.
     *
     * @param asked time at which the caller asked for it, by {@link System#nanoTime()}
     * @throws SQLException what the pool throws, naming the threads that hold its connections if any do; or a refusal if
     *     the data source is down, or too many threads wait
     */
    Connection borrow(long asked) throws SQLException {
        Outage down = outage;
        if (down == null) {
            return maxWaiting == 0 ? take(asked) : queue(asked);
        }
        if (down.forEver() || !probing.compareAndSet(false, true)) {
            throw refusal(down, asked);
        }
        try {
            Arrival unchecked = arrival;
            if (unchecked != null) {
                unchecked.check();
                arrival = null;
            }
            return take(asked);
        } catch (ShardingConfigurationException unfit) {
            Outage still = new Outage(down.since(), unfit, false);
            down(still);
            throw refusal(still, asked);
        } finally {
            probing.set(false);
        }
    }

    private SQLException refusal(Outage down, long now) {
        if (down.forEver()) {
            return ShardingExceptions.of(ErrorCode.RULE_CHANGED, name + " is no data source any more");
        }
        SQLException refusal = ShardingExceptions.of(
                ErrorCode.DATA_SOURCE_DOWN,
                name + ", for " + seconds(now - down.since()) + ": "
                        + down.cause().getMessage());
        refusal.initCause(down.cause());
        return refusal;
    }

    private Connection queue(long asked) throws SQLException {
        try {
            int others = waiting.getAndIncrement();
            if (others >= maxWaiting) {
                throw ShardingExceptions.of(
                        ErrorCode.TOO_MANY_WAITING, name + ", for which " + others + " threads wait" + held(asked));
            }
            return take(asked);
        } finally {
            waiting.decrementAndGet();
        }
    }

    private Connection take(long asked) throws SQLException {
        try {
            Connection connection = pool.getConnection();
            if (outage != null) {
                arrived();
            }
            return connection;
        } catch (SQLException | RuntimeException failure) {
            long now = System.nanoTime();
            Outage last = outage;
            if (last != null && last.forEver()) {
                throw refusal(last, now);
            }
            String held = held(now);
            if (!held.isEmpty()) {
                failure.addSuppressed(new ShardFailure("data source " + name + held));
            } else if (now - asked >= SLOW_NANOS && outage == null) {
                // No thread holds a connection, and the pool gives none: the data source cannot be reached.
                down(new Outage(asked, failure, false));
            }
            if (failure instanceof SQLException exception) {
                throw exception;
            }
            throw new SQLTransientConnectionException(name + ": " + failure.getMessage(), "08001", failure);
        }
    }

    private void arrived() {
        down(null);
    }

    private synchronized void down(@Nullable Outage other) {
        Outage last = outage;
        if (last == null || !last.forEver()) {
            outage = other;
        }
    }

    /** Lends no connection any more: transactions that went by an earlier rule are to run again. */
    synchronized void retire() {
        outage = new Outage(0, new SQLException("no rule has the data source any more"), true);
    }

    /** Returns true if connections are lent, or waited for, as far as is known. */
    boolean isInUse() {
        return waiting.get() > 0
                || known.all().stream().anyMatch(each -> each.since() != 0)
                || HikariPool.isInUse(pool);
    }

    /** The driver's own connection of one that was borrowed. */
    Connection physical(Connection borrowed) throws SQLException {
        Class<?> type = borrowed.getClass();
        if (type == wrapper) {
            return borrowed.unwrap(Connection.class);
        }
        Connection own = DriverConnection.of(borrowed);
        if (DriverConnection.leads(borrowed, own)) {
            wrapper = type;
        }
        return own;
    }

    /** Returns the known connection of a driver's connection, or null. */
    @Nullable PhysicalConnection find(Connection physical) {
        return known.find(physical);
    }

    /** Adds a driver's connection, which a borrowed connection wraps, to the known ones. */
    synchronized PhysicalConnection add(Connection borrowed, Connection physical) throws SQLException {
        JdbcDriver driver = JdbcDrivers.of(physical);
        boolean keeps = DriverConnection.isHikariOver(borrowed, physical)
                && !HikariPool.judgesFailures(pool)
                && driver.keepsStatements(physical);
        PhysicalConnection more = new PhysicalConnection(
                physical, keeps ? new StatementCache(driver) : null, driver.commitsBySwitch(physical.getMetaData()));
        known = known.with(more, MOST_KNOWN);
        return more;
    }

    /** Takes a connection that was ended out of its pool, where the pool can be told. */
    void evict(Connection borrowed) {
        if (DriverConnection.isHikari(borrowed)) {
            HikariPool.evict(pool, borrowed);
        }
    }

    /** Returns the number of known connections. */
    int known() {
        return known.all().size();
    }

    /** Returns the threads that hold the pool's connections, longest first; empty if no thread does. */
    private String held(long now) {
        record Holder(Thread thread, long nanos) {}
        List<Holder> all = new ArrayList<>();
        for (PhysicalConnection each : known.all()) {
            long asked = each.since();
            Thread thread = each.holder();
            if (asked != 0 && thread != null) {
                all.add(new Holder(thread, now - asked));
            }
        }
        if (all.isEmpty()) {
            return "";
        }
        all.sort(Comparator.comparingLong(Holder::nanos).reversed());
        List<String> named = all.stream()
                .limit(MOST_NAMED)
                .map(each -> each.thread().getName() + " for " + seconds(each.nanos()))
                .toList();
        String more = all.size() > MOST_NAMED ? " and " + (all.size() - MOST_NAMED) + " more" : "";
        return ": its connections are held by " + String.join(", ", named) + more;
    }

    private static String seconds(long nanos) {
        long millis = Math.max(0, nanos / 1_000_000);
        return millis < 10_000 ? millis + " ms" : millis / 1000 + " s";
    }
}
