package io.shardkit.jdbc;

import io.shardkit.error.ErrorCode;
import io.shardkit.execute.ShardConnection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The drivers' statements of one logical statement, by data source: prepared ones by text, plain ones in the order of
 * use. Not thread-safe, but different data sources may be used from different threads.
 */
final class PhysicalStatements {
    /** How many prepared statements are kept for each data source from one execution to the next. */
    static final int KEPT_PER_DATA_SOURCE = 64;

    private final @Nullable OfSource[] sources;
    private boolean toTrim;

    private static final class OfSource {
        final ShardConnection shard;

        /** The prepared one that was used last; each knows the one before it. */
        @Nullable OpenStatement latest;

        int preparedCount;
        List<OpenStatement> plain = List.of();
        int plainInUse;

        OfSource(ShardConnection shard) {
            this.shard = shard;
        }

        /** Takes the statement of a text out of the chain; null if there is none. */
        @Nullable OpenStatement take(String sql) {
            OpenStatement later = null;
            for (OpenStatement open = latest; open != null; open = open.earlier) {
                if (open.sql.equals(sql)) {
                    if (later == null) {
                        latest = open.earlier;
                    } else {
                        later.earlier = open.earlier;
                    }
                    preparedCount--;
                    return open;
                }
                later = open;
            }
            return null;
        }

        void put(OpenStatement open) {
            open.earlier = latest;
            latest = open;
            preparedCount++;
        }

        void closeEarliest() throws SQLException {
            OpenStatement last = latest;
            for (int i = 1; last != null && i < KEPT_PER_DATA_SOURCE; i++) {
                last = last.earlier;
            }
            while (last != null && last.earlier != null) {
                OpenStatement open = last.earlier;
                last.earlier = open.earlier;
                preparedCount--;
                open.close();
            }
        }
    }

    PhysicalStatements(int dataSources) {
        sources = new OfSource[dataSources];
    }

    /** The statement prepared for a text, prepared now if need be. */
    OpenStatement prepared(ShardConnection shard, String sql, CursorKind cursor, KeyRequest keys) throws SQLException {
        OfSource source = source(shard);
        OpenStatement open = source.take(sql);
        if (open != null && !open.fits(cursor, keys)) {
            open.close();
            open = null;
        }
        if (open == null) {
            open = OpenStatement.prepared(shard, sql, cursor, keys);
            toTrim |= source.preparedCount >= KEPT_PER_DATA_SOURCE;
        }
        source.put(open);
        return open;
    }

    /** A plain statement that nothing of the current execution uses. */
    OpenStatement plain(ShardConnection shard, CursorKind cursor) throws SQLException {
        OfSource source = source(shard);
        toTrim = true;
        if (source.plainInUse < source.plain.size()) {
            OpenStatement kept = source.plain.get(source.plainInUse);
            if (kept.fits(cursor, KeyRequest.NONE)) {
                source.plainInUse++;
                return kept;
            }
            source.plain.remove(source.plainInUse).close();
        }
        if (source.plain.isEmpty()) {
            source.plain = new ArrayList<>(1);
        }
        OpenStatement made = OpenStatement.plain(shard, cursor);
        source.plain.add(source.plainInUse++, made);
        return made;
    }

    private OfSource source(ShardConnection shard) {
        OfSource source = sources[shard.dataSource()];
        if (source == null || source.shard != shard) {
            // What was open on an earlier connection was closed when that went back to its pool.
            source = new OfSource(shard);
            sources[shard.dataSource()] = source;
        }
        return source;
    }

    /** Between two executions, when no result is open: closes what is too much. */
    void trim() throws SQLException {
        if (!toTrim) {
            return;
        }
        toTrim = false;
        for (OfSource source : sources) {
            if (source == null) {
                continue;
            }
            source.plainInUse = 0;
            while (source.plain.size() > 1) {
                source.plain.remove(source.plain.size() - 1).close();
            }
            source.closeEarliest();
        }
    }

    private List<OpenStatement> all() {
        List<OpenStatement> all = new ArrayList<>();
        for (OfSource source : sources) {
            if (source != null && !source.shard.released()) {
                for (OpenStatement open = source.latest; open != null; open = open.earlier) {
                    all.add(open);
                }
                all.addAll(source.plain);
            }
        }
        return all;
    }

    /** The warnings of all. */
    @Nullable SQLWarning warnings() throws SQLException {
        Warnings warnings = new Warnings();
        for (OpenStatement open : all()) {
            warnings.add(open.statement.getWarnings());
        }
        return warnings.first();
    }

    void clearWarnings() throws SQLException {
        for (OpenStatement open : all()) {
            open.statement.clearWarnings();
        }
    }

    /** The driver's own statement where there is exactly one. */
    <T> T unwrap(Class<T> type) throws SQLException {
        List<OpenStatement> all = all();
        if (all.size() != 1) {
            throw ErrorCode.UNSUPPORTED_JDBC.exception(
                    "unwrap to " + type.getName() + " of a statement that stands for " + all.size());
        }
        Statement driver = all.get(0).statement;
        return type.isInstance(driver) ? type.cast(driver) : driver.unwrap(type);
    }

    boolean isWrapperFor(Class<?> type) throws SQLException {
        List<OpenStatement> all = all();
        return all.size() == 1
                && (type.isInstance(all.get(0).statement)
                        || all.get(0).statement.isWrapperFor(type));
    }

    /** Closes all; the first error is thrown at the end. */
    void close() throws SQLException {
        SQLException first = null;
        for (int i = 0; i < sources.length; i++) {
            OfSource source = sources[i];
            sources[i] = null;
            if (source == null) {
                continue;
            }
            for (OpenStatement open = source.latest; open != null; open = open.earlier) {
                first = close(open, first);
            }
            for (int plain = 0; plain < source.plain.size(); plain++) {
                first = close(source.plain.get(plain), first);
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
