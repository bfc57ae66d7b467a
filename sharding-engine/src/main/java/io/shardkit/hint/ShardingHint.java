package io.shardkit.hint;

import io.shardkit.options.CrossSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
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
    /** The number of open hints in all threads, so that a thread skips the look-up where there is none. */
    private static final AtomicInteger OPEN = new AtomicInteger();

    private static final ThreadLocal<@Nullable ShardingHint> CURRENT = new ThreadLocal<>();

    private final @Nullable ShardingHint outer;
    private final Hints hints;
    private boolean closed;

    /** All that a scope and those around it say. */
    private record Hints(
            Map<String, Object> databases,
            Map<String, Object> tables,
            List<Object> keys,
            @Nullable String dataSource,
            boolean scatterAllowed,
            boolean primaryOnly,
            @Nullable String client,
            @Nullable CrossSource crossSource) {
        static final Hints NOTHING = new Hints(Map.of(), Map.of(), List.of(), null, false, false, null, null);

        static Hints now() {
            ShardingHint scope = current();
            return scope == null ? NOTHING : scope.hints;
        }
    }

    private ShardingHint(@Nullable ShardingHint outer, Hints hints) {
        this.outer = outer;
        this.hints = hints;
    }

    /**
     * Statements about a table, and those bound with it, stay on the data source that its database strategy chooses for
     * this value.
     *
     * @param table the logical table
     * @param value the sharding value
     */
    public static ShardingHint database(String table, Object value) {
        Hints now = Hints.now();
        return open(new Hints(
                with(now.databases, table, value),
                now.tables,
                now.keys,
                now.dataSource,
                now.scatterAllowed,
                now.primaryOnly,
                now.client,
                now.crossSource));
    }

    /**
     * Statements about a table, and those bound with it, stay on the actual tables that its table strategy chooses for
     * this value.
     *
     * @param table the logical table
     * @param value the sharding value
     */
    public static ShardingHint table(String table, Object value) {
        Hints now = Hints.now();
        return open(new Hints(
                now.databases,
                with(now.tables, table, value),
                now.keys,
                now.dataSource,
                now.scatterAllowed,
                now.primaryOnly,
                now.client,
                now.crossSource));
    }

    /**
     * Statements about any sharded table stay on the units of a key, whichever columns the table goes by: the first value
     * is that of the database strategy, the second that of the table strategy. A single value is that of the table
     * strategy as well where there is no database strategy, or where both go by the same columns.
     *
     * @param values one or two sharding values
     */
    public static ShardingHint key(Object... values) {
        if (values.length < 1 || values.length > 2) {
            throw new IllegalArgumentException("a key has one or two values");
        }
        Hints now = Hints.now();
        return open(new Hints(
                now.databases,
                now.tables,
                List.of(values),
                now.dataSource,
                now.scatterAllowed,
                now.primaryOnly,
                now.client,
                now.crossSource));
    }

    /**
     * Statements run on this data source only: of sharded tables they see the rows that lie there.
     *
     * @param name as it is configured
     */
    public static ShardingHint dataSource(String name) {
        Hints now = Hints.now();
        return open(new Hints(
                now.databases,
                now.tables,
                now.keys,
                Objects.requireNonNull(name),
                now.scatterAllowed,
                now.primaryOnly,
                now.client,
                now.crossSource));
    }

    /** Statements may touch more units than {@code sharding.guard.max-units} says. */
    public static ShardingHint allowScatter() {
        Hints now = Hints.now();
        return open(new Hints(
                now.databases,
                now.tables,
                now.keys,
                now.dataSource,
                true,
                now.primaryOnly,
                now.client,
                now.crossSource));
    }

    /** Queries go to the primaries of data sources that have replicas. */
    public static ShardingHint primaryOnly() {
        Hints now = Hints.now();
        return open(new Hints(
                now.databases,
                now.tables,
                now.keys,
                now.dataSource,
                now.scatterAllowed,
                true,
                now.client,
                now.crossSource));
    }

    /**
     * Statements are those of a client, such as a user or a visitor's session, whichever threads they run on: for a time
     * after a write of its own its queries see that write, on data sources that have replicas as well. Without it that is
     * so of each thread.
     *
     * @param name tells it from other clients
     */
    public static ShardingHint client(String name) {
        Hints now = Hints.now();
        return open(new Hints(
                now.databases,
                now.tables,
                now.keys,
                now.dataSource,
                now.scatterAllowed,
                now.primaryOnly,
                Objects.requireNonNull(name),
                now.crossSource));
    }

    /**
     * Transactions that begin, with their first statement or a write over several data sources, commit in this way,
     * whatever {@code sharding.transaction.cross-source} says.
     */
    public static ShardingHint crossSource(CrossSource way) {
        Hints now = Hints.now();
        return open(new Hints(
                now.databases,
                now.tables,
                now.keys,
                now.dataSource,
                now.scatterAllowed,
                now.primaryOnly,
                now.client,
                Objects.requireNonNull(way)));
    }

    private static Map<String, Object> with(Map<String, Object> known, String table, Object value) {
        Map<String, Object> all = new HashMap<>(known);
        all.put(table.strip().toLowerCase(Locale.ROOT), Objects.requireNonNull(value));
        return Map.copyOf(all);
    }

    private static ShardingHint open(Hints hints) {
        ShardingHint hint = new ShardingHint(current(), hints);
        CURRENT.set(hint);
        OPEN.incrementAndGet();
        return hint;
    }

    /** The innermost scope that is open on this thread, or null. */
    public static @Nullable ShardingHint current() {
        return OPEN.get() == 0 ? null : CURRENT.get();
    }

    /** Returns true if statements of this thread may touch any number of units. */
    public static boolean allowsScatter() {
        return Hints.now().scatterAllowed;
    }

    /** The value for the database strategy of a table, its name in lower case, or null. */
    public @Nullable Object databaseValue(String table) {
        return hints.databases.get(table);
    }

    /** The value for the table strategy of a table, its name in lower case, or null. */
    public @Nullable Object tableValue(String table) {
        return hints.tables.get(table);
    }

    /** The tables that it has values for, their names in lower case. */
    public Set<String> tableNames() {
        Set<String> names = new HashSet<>(hints.databases.keySet());
        names.addAll(hints.tables.keySet());
        return names;
    }

    /** The values for the strategies of all tables, that of the data source first; none, one or two. */
    public List<Object> keyValues() {
        return hints.keys;
    }

    /** The data source that statements are bound to, or null. */
    public @Nullable String dataSourceName() {
        return hints.dataSource;
    }

    /** Returns true if queries go to primaries. */
    public boolean isPrimaryOnly() {
        return hints.primaryOnly;
    }

    /** The client that statements are of, or null. */
    public @Nullable String clientName() {
        return hints.client;
    }

    /** Returns the way transactions that begin commit, or null if the hint says nothing of commits. */
    public @Nullable CrossSource crossSource() {
        return hints.crossSource;
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
        return "database of " + hints.databases.keySet() + ", table of " + hints.tables.keySet() + ", data source "
                + hints.dataSource + ", key of " + hints.keys.size();
    }
}
