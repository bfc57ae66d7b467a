package io.shardkit.execute.driver;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.ShardConnection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The drivers' statements of one logical statement, by data source: prepared ones by text, and plain ones. Not
 * thread-safe, but different data sources may be used from different threads.
 */
public final class PhysicalStatements {
    /** Number of statements that are kept for each data source from one execution to the next. */
    public static final int KEPT_PER_DATA_SOURCE = 64;

    /** Of each data source the one that was used last; each knows the one before it. */
    private @Nullable OpenStatement[] latest;

    /** True if there may be too many statements, or one that is marked as in use. */
    private boolean toTrim;

    /** @param first the one that there is, or null */
    PhysicalStatements(int dataSources, @Nullable OpenStatement first) {
        latest = new OpenStatement[dataSources];
        if (first != null) {
            used(first);
        }
    }

    /** There are so many data sources from now on; statements of others have been closed. */
    void follow(int dataSources) {
        latest = Arrays.copyOf(latest, dataSources);
    }

    /** The statement prepared for a text, prepared now if need be. */
    public OpenStatement prepared(ShardConnection shard, String sql, CursorKind cursor, KeyRequest keys)
            throws SQLException {
        OpenStatement open = take(shard, sql, cursor, keys);
        if (open == null) {
            return used(OpenStatement.prepared(shard, sql, cursor, keys));
        }
        open.runsWithOthers();
        return used(open);
    }

    /** As {@link #prepared}, for the only call of an execution: what its connection keeps of it serves the next one. */
    OpenStatement lasting(ShardConnection shard, String sql, CursorKind cursor, KeyRequest keys) throws SQLException {
        OpenStatement open = take(shard, sql, cursor, keys);
        return used(open == null ? OpenStatement.lasting(shard, sql, cursor, keys) : open);
    }

    /** A plain statement that nothing of the current execution uses. */
    public OpenStatement plain(ShardConnection shard, CursorKind cursor) throws SQLException {
        OpenStatement open = take(shard, OpenStatement.PLAIN, cursor, KeyRequest.NONE);
        OpenStatement plain = open == null ? OpenStatement.plain(shard, cursor) : open;
        plain.inUse = true;
        toTrim = true;
        return used(plain);
    }

    /** Takes the statement of a text out of the chain, and closes it if it does not fit; null if there is none that does. */
    private @Nullable OpenStatement take(ShardConnection shard, String sql, CursorKind cursor, KeyRequest keys)
            throws SQLException {
        int source = shard.dataSource();
        OpenStatement later = null;
        OpenStatement open = latest[source];
        if (open != null && open.shard != shard) {
            // Statements of an earlier connection were closed when that went back to its pool.
            latest[source] = null;
            return null;
        }
        int count = 0;
        while (open != null && !open.sql.equals(sql)) {
            later = open;
            open = open.earlier;
            count++;
        }
        if (open == null || open.inUse) {
            // A plain statement that is in use is the last of the list: no free one comes after it.
            if (count >= KEPT_PER_DATA_SOURCE) {
                toTrim = true;
            }
            return null;
        }
        if (later == null) {
            latest[source] = open.earlier;
        } else {
            later.earlier = open.earlier;
        }
        if (open.fits(cursor, keys)) {
            return open;
        }
        open.close();
        return null;
    }

    private OpenStatement used(OpenStatement open) {
        int source = open.shard.dataSource();
        open.earlier = latest[source];
        latest[source] = open;
        open.onlyNumbers = false;
        return open;
    }

    /** Between two executions, when no result is open: closes what is too much. */
    public void trim() throws SQLException {
        if (!toTrim) {
            return;
        }
        for (int i = 0; i < latest.length; i++) {
            OpenStatement later = null;
            int kept = 0;
            boolean plain = false;
            for (OpenStatement open = latest[i]; open != null; open = open.earlier) {
                boolean tooMuch = kept == KEPT_PER_DATA_SOURCE || (open.prepared == null && plain);
                plain |= open.prepared == null;
                open.inUse = false;
                if (tooMuch && later != null) {
                    later.earlier = open.earlier;
                    open.close();
                } else {
                    later = open;
                    kept++;
                }
            }
        }
        toTrim = false;
    }

    /** Returns the open statements, of each data source in the order in which they were used. */
    private List<OpenStatement> all() {
        List<OpenStatement> all = new ArrayList<>();
        for (OpenStatement last : latest) {
            if (last != null && !last.shard.released()) {
                int first = all.size();
                for (OpenStatement open = last; open != null; open = open.earlier) {
                    all.add(open);
                }
                Collections.reverse(all.subList(first, all.size()));
            }
        }
        return all;
    }

    /** The warnings of all. */
    public @Nullable SQLWarning warnings() throws SQLException {
        Warnings warnings = new Warnings();
        for (OpenStatement open : all()) {
            warnings.add(open.statement.getWarnings());
        }
        return warnings.first();
    }

    public void clearWarnings() throws SQLException {
        for (OpenStatement open : all()) {
            open.statement.clearWarnings();
        }
    }

    /** The driver's own statement where there is exactly one. */
    public <T> T unwrap(Class<T> type) throws SQLException {
        List<OpenStatement> all = all();
        if (all.size() != 1) {
            throw ShardingExceptions.of(
                    ErrorCode.UNSUPPORTED_JDBC,
                    "unwrap to " + type.getName() + " of a statement that stands for " + all.size());
        }
        // It leads to the connection.
        all.get(0).shard.pin();
        all.get(0).shard.handOut();
        Statement driver = all.get(0).statement;
        return type.isInstance(driver) ? type.cast(driver) : driver.unwrap(type);
    }

    public boolean isWrapperFor(Class<?> type) throws SQLException {
        List<OpenStatement> all = all();
        return all.size() == 1
                && (type.isInstance(all.get(0).statement)
                        || all.get(0).statement.isWrapperFor(type));
    }

    /** Closes all; the first error is thrown at the end. */
    public void close() throws SQLException {
        SQLException first = null;
        for (int i = 0; i < latest.length; i++) {
            OpenStatement last = latest[i];
            latest[i] = null;
            for (OpenStatement open = last; open != null; open = open.earlier) {
                first = close(open, first);
            }
        }
        if (first != null) {
            throw first;
        }
    }

    private static @Nullable SQLException close(OpenStatement open, @Nullable SQLException first) {
        try {
            open.close();
            return first;
        } catch (SQLException failure) {
            if (first == null) {
                return failure;
            }
            first.addSuppressed(failure);
            return first;
        }
    }
}
