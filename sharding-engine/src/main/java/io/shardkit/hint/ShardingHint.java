package io.shardkit.hint;

import io.shardkit.options.CrossSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A scope in which the statements of this thread run where the application says. It ends when it is closed:
 *
 * <pre>{@code
 * try (ShardingHint hint = ShardingHint.database("t_order", 7)) {
 *     jdbc.query("SELECT ... FROM t_order", ...);
 * }
 * }</pre>
 *
 * <p>Scopes nest: what the inner one does not say holds as the outer one says it. A statement takes the scope that is open
 * on the thread that runs it, at that moment, whichever connection it has; a batch takes the one of its execution. A
 * statement whose own values name other units than the hint is refused.
 *
 * <p>A scope belongs to the thread that opened it, and is closed by it, the inner one first.
 */
public final class ShardingHint implements AutoCloseable {
    /** How many are open in all, so that nobody looks for one where there is none. */
    private static final AtomicInteger OPEN = new AtomicInteger();

    private static final ThreadLocal<@Nullable ShardingHint> CURRENT = new ThreadLocal<>();

    private final @Nullable ShardingHint outer;
    private final Map<String, Object> databases;
    private final Map<String, Object> tables;
    private final @Nullable String dataSource;
    private final boolean scatterAllowed;
    private final @Nullable CrossSource crossSource;
    private boolean closed;

    private ShardingHint(
            @Nullable ShardingHint outer,
            Map<String, Object> databases,
            Map<String, Object> tables,
            @Nullable String dataSource,
            boolean scatterAllowed,
            @Nullable CrossSource crossSource) {
        this.outer = outer;
        this.databases = databases;
        this.tables = tables;
        this.dataSource = dataSource;
        this.scatterAllowed = scatterAllowed;
        this.crossSource = crossSource;
    }

    /**
     * Statements about a table, and those bound with it, stay on the data source that its database strategy chooses for
     * this value.
     *
     * @param table the logical table
     * @param value the sharding value
     */
    public static ShardingHint database(String table, Object value) {
        ShardingHint now = current();
        return open(new ShardingHint(
                now,
                with(now == null ? Map.of() : now.databases, table, value),
                now == null ? Map.of() : now.tables,
                now == null ? null : now.dataSource,
                now != null && now.scatterAllowed,
                now == null ? null : now.crossSource));
    }

    /**
     * Statements about a table, and those bound with it, stay on the actual tables that its table strategy chooses for
     * this value.
     *
     * @param table the logical table
     * @param value the sharding value
     */
    public static ShardingHint table(String table, Object value) {
        ShardingHint now = current();
        return open(new ShardingHint(
                now,
                now == null ? Map.of() : now.databases,
                with(now == null ? Map.of() : now.tables, table, value),
                now == null ? null : now.dataSource,
                now != null && now.scatterAllowed,
                now == null ? null : now.crossSource));
    }

    /**
     * Statements run on this data source only: of sharded tables they see the rows that lie there.
     *
     * @param name as it is configured
     */
    public static ShardingHint dataSource(String name) {
        ShardingHint now = current();
        return open(new ShardingHint(
                now,
                now == null ? Map.of() : now.databases,
                now == null ? Map.of() : now.tables,
                Objects.requireNonNull(name),
                now != null && now.scatterAllowed,
                now == null ? null : now.crossSource));
    }

    /** Statements may touch more units than {@code sharding.guard.max-units} says. */
    public static ShardingHint allowScatter() {
        ShardingHint now = current();
        return open(new ShardingHint(
                now,
                now == null ? Map.of() : now.databases,
                now == null ? Map.of() : now.tables,
                now == null ? null : now.dataSource,
                true,
                now == null ? null : now.crossSource));
    }

    /**
     * Transactions that begin, with their first statement or a write over several data sources, commit in this way,
     * whatever {@code sharding.transaction.cross-source} says.
     */
    public static ShardingHint crossSource(CrossSource way) {
        ShardingHint now = current();
        return open(new ShardingHint(
                now,
                now == null ? Map.of() : now.databases,
                now == null ? Map.of() : now.tables,
                now == null ? null : now.dataSource,
                now != null && now.scatterAllowed,
                Objects.requireNonNull(way)));
    }

    private static Map<String, Object> with(Map<String, Object> known, String table, Object value) {
        Map<String, Object> all = new HashMap<>(known);
        all.put(table.strip().toLowerCase(Locale.ROOT), Objects.requireNonNull(value));
        return Map.copyOf(all);
    }

    private static ShardingHint open(ShardingHint hint) {
        CURRENT.set(hint);
        OPEN.incrementAndGet();
        return hint;
    }

    /** The innermost scope that is open on this thread, or null. */
    public static @Nullable ShardingHint current() {
        return OPEN.get() == 0 ? null : CURRENT.get();
    }

    /** Whether statements of this thread may touch any number of units. */
    public static boolean allowsScatter() {
        ShardingHint now = current();
        return now != null && now.scatterAllowed;
    }

    /** How transactions that begin commit, or null if it says nothing of that. */
    public @Nullable CrossSource crossSource() {
        return crossSource;
    }

    /** The value for the database strategy of a table, its name in lower case, or null. */
    public @Nullable Object databaseValue(String table) {
        return databases.get(table);
    }

    /** The value for the table strategy of a table, its name in lower case, or null. */
    public @Nullable Object tableValue(String table) {
        return tables.get(table);
    }

    /** The tables that it has values for, their names in lower case. */
    public Set<String> tableNames() {
        Set<String> names = new HashSet<>(databases.keySet());
        names.addAll(tables.keySet());
        return names;
    }

    /** The data source that statements are bound to, or null. */
    public @Nullable String dataSourceName() {
        return dataSource;
    }

    /**
     * Ends the scope; what was open before it holds again. A second call does nothing.
     *
     * @throws IllegalStateException on another thread, or if a scope within it is open
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        if (!isInnermost()) {
            throw new IllegalStateException("A hint is closed by the thread that opened it, after those within it");
        }
        closed = true;
        OPEN.decrementAndGet();
        if (outer == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(outer);
        }
    }

    @SuppressWarnings("ReferenceEquality") // the scope itself is what matters
    private boolean isInnermost() {
        return CURRENT.get() == this;
    }

    /** Without the values. */
    @Override
    public String toString() {
        return "database of " + databases.keySet() + ", table of " + tables.keySet() + ", data source " + dataSource;
    }
}
