package io.shardkit.jdbc;

import io.shardkit.error.ErrorCode;
import io.shardkit.execute.ShardConnection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
        final Map<String, OpenStatement> prepared = new LinkedHashMap<>(8, 0.75f, true);
        final List<OpenStatement> plain = new ArrayList<>();
        int plainInUse;

        OfSource(ShardConnection shard) {
            this.shard = shard;
        }
    }

    PhysicalStatements(int dataSources) {
        sources = new OfSource[dataSources];
    }

    /** The statement prepared for a text, prepared now if need be. */
    OpenStatement prepared(ShardConnection shard, String sql, CursorKind cursor, KeyRequest keys) throws SQLException {
        OfSource source = source(shard);
        OpenStatement open = source.prepared.get(sql);
        if (open == null || !open.keys.equals(keys)) {
            if (open != null) {
                open.close();
            }
            open = new OpenStatement(
                    shard,
                    keys.wanted() ? keys.prepare(shard.connection(), sql) : cursor.prepare(shard.connection(), sql),
                    keys);
            source.prepared.put(sql, open);
            toTrim |= source.prepared.size() > KEPT_PER_DATA_SOURCE;
        }
        return open;
    }

    /** A plain statement that nothing of the current execution uses. */
    OpenStatement plain(ShardConnection shard, CursorKind cursor) throws SQLException {
        OfSource source = source(shard);
        if (source.plainInUse == source.plain.size()) {
            source.plain.add(new OpenStatement(shard, cursor.create(shard.connection()), KeyRequest.NONE));
        }
        toTrim = true;
        return source.plain.get(source.plainInUse++);
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
            Iterator<OpenStatement> eldest = source.prepared.values().iterator();
            for (int excess = source.prepared.size() - KEPT_PER_DATA_SOURCE; excess > 0; excess--) {
                OpenStatement open = eldest.next();
                eldest.remove();
                open.close();
            }
        }
    }

    private List<OpenStatement> all() {
        List<OpenStatement> all = new ArrayList<>();
        for (OfSource source : sources) {
            if (source != null && !source.shard.released()) {
                all.addAll(source.prepared.values());
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
        List<OpenStatement> all = all();
        Arrays.fill(sources, null);
        SQLException first = null;
        for (OpenStatement open : all) {
            try {
                open.close();
            } catch (SQLException failure) {
                if (first == null) {
                    first = failure;
                } else {
                    first.addSuppressed(failure);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
