package io.shardkit.catalog;

import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.rule.MissingTable;
import io.shardkit.rule.MissingTables;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.StreamSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Of the tables whose actual tables may come later, knows which are there, and creates those that are wanted. Thread-safe.
 * It asks the databases on connections of its own, whatever transaction the statement is in.
 */
public final class GrowingTables implements MissingTables {
    private static final Logger LOG = LoggerFactory.getLogger(GrowingTables.class);

    /** Maximum age of the known tables when statements look for rows in tables that are not there. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** The same while all tables are there: some may be dropped. */
    private static final long WHOLE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** The names of a data source that cannot be asked. */
    private static final Map<String, String> UNKNOWN = Collections.unmodifiableMap(new HashMap<>());

    /**
     * Time that a statement waits while others create tables, in seconds; they may wait for the connection that it holds.
     */
    private static final int WAIT_SECONDS = 5;

    /** The threads that bind, at the moment, a statement which is not going to run. */
    private static final Set<Thread> LOOKING_ONLY = ConcurrentHashMap.newKeySet();

    private final ShardMap declared;
    private final ConnectionSource sources;
    private final Dialect dialect;
    private final Consumer<ShardMap> onChange;
    private final ReentrantLock looking = new ReentrantLock();
    private final NewTables newTables;

    /** Number of expiries: how often the known tables were declared old. */
    private final AtomicInteger expiries = new AtomicInteger();

    /** Number of expiries when the last look began. */
    private volatile int lookedFor;

    private volatile long looked;
    private volatile long interval = LOOK_NANOS;
    private Map<String, BitSet> present = Map.of();

    /**
     * @param declared the rule with all tables
     * @param sources its data sources
     * @param onChange gets the rule with the tables that are there, whenever they are others
     */
    public GrowingTables(ShardMap declared, ConnectionSource sources, Dialect dialect, Consumer<ShardMap> onChange) {
        this.declared = declared;
        this.sources = sources;
        this.dialect = dialect;
        this.onChange = onChange;
        this.newTables = new NewTables(declared, sources, dialect);
    }

    /**
     * The rule with the tables that are there now.
     *
     * @throws SQLException if a database cannot be asked
     */
    public ShardMap start() throws SQLException {
        looking.lock();
        try {
            refresh();
            return declared.only(present, this);
        } finally {
            looking.unlock();
        }
    }

    /**
     * Something that binds statements.
     *
     * @param <R> what it gives
     */
    @FunctionalInterface
    public interface Binding<R> {
        /** Binds it. */
        R run() throws SQLException;
    }

    /** Binds a statement that is not going to run, as to explain it: no table is created for its rows. */
    public static <R> R withoutCreating(Binding<R> binding) throws SQLException {
        LOOKING_ONLY.add(Thread.currentThread());
        try {
            return binding.run();
        } finally {
            LOOKING_ONLY.remove(Thread.currentThread());
        }
    }

    /** Has the next statement look that could miss a table. */
    public void expire() {
        expiries.incrementAndGet();
    }

    @Override
    public void look() throws SQLException {
        // While another one looks, what it knew when it began is new enough.
        if (isRecent() || !looking.tryLock()) {
            return;
        }
        boolean changed;
        try {
            changed = !isRecent() && refresh();
        } finally {
            looking.unlock();
        }
        if (changed) {
            throw ShardingExceptions.of(ErrorCode.TABLES_GREW, "");
        }
    }

    private boolean isRecent() {
        return lookedFor == expiries.get() && System.nanoTime() - looked < interval;
    }

    @Override
    public SQLException missing(String name, int unit) {
        RoutedTable table = Objects.requireNonNull(declared.shardedTable(name));
        String node = table.nodes().get(unit).toString();
        try {
            if (!looking.tryLock(WAIT_SECONDS, TimeUnit.SECONDS)) {
                return ShardingExceptions.of(ErrorCode.TABLE_MISSING, node + ", others are creating it");
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return ShardingExceptions.of(ErrorCode.INTERRUPTED, "waiting for " + node);
        }
        try {
            return isThere(table, unit) || created(table, unit)
                    ? ShardingExceptions.of(ErrorCode.TABLES_GREW, node)
                    : ShardingExceptions.of(ErrorCode.TABLE_MISSING, "there is no " + node);
        } catch (SQLException failure) {
            SQLException refused = ShardingExceptions.of(ErrorCode.TABLE_MISSING, node + " could not be created");
            refused.initCause(failure);
            return refused;
        } finally {
            looking.unlock();
        }
    }

    private boolean isThere(RoutedTable table, int unit) throws SQLException {
        refresh();
        return has(table, unit);
    }

    private boolean has(RoutedTable table, int unit) {
        BitSet units = present.get(table.name());
        return units == null || units.get(unit);
    }

    private boolean created(RoutedTable table, int unit) throws SQLException {
        if (table.growth() != MissingTable.CREATED || LOOKING_ONLY.contains(Thread.currentThread())) {
            return false;
        }
        newTables.create(table, unit);
        refresh();
        return has(table, unit);
    }

    /**
     * Asks each data source for its tables; says whether others are there than before. Of a data source that cannot be
     * asked, what was known holds on: its own statements find out that it does not answer.
     */
    private boolean refresh() throws SQLException {
        int expired = expiries.get();
        long began = System.nanoTime();
        Map<String, BitSet> now = new HashMap<>();
        Map<Integer, Map<String, String>> names = new HashMap<>();
        boolean whole = true;
        for (RoutedTable table : growing()) {
            BitSet there = there(table, names);
            whole &= there.cardinality() == table.unitCount();
            now.put(table.name(), there);
            complete(table, there, names);
        }
        interval = whole ? WHOLE_NANOS : LOOK_NANOS;
        boolean first = present.isEmpty();
        boolean changed = !now.equals(present);
        present = Map.copyOf(now);
        if (changed && !first) {
            onChange.accept(declared.only(present, this));
        }
        looked = began;
        lookedFor = expired;
        return changed && !first;
    }

    /** Creates the missing tables of a bound group, where a process ended after it had created only some of them. */
    @SuppressWarnings("ReferenceEquality") // the one map that stands for no answer
    private void complete(RoutedTable table, BitSet there, Map<Integer, Map<String, String>> names) {
        for (int unit = there.nextSetBit(0); unit >= 0; unit = there.nextSetBit(unit + 1)) {
            Map<String, String> known = names.getOrDefault(table.dataSource(unit), Map.of());
            if (known == UNKNOWN) {
                continue;
            }
            boolean other =
                    table.growth() == MissingTable.CREATED && !ReportedTables.has(known, table.actualTable(unit));
            try {
                if (other && isAny(declared.boundWith(table), unit, known)) {
                    newTables.create(table, unit);
                }
            } catch (SQLException failure) {
                LOG.warn(
                        "{} is not there, as tables that are bound with it are, and could not be created",
                        table.nodes().get(unit),
                        failure);
            }
        }
    }

    private static boolean isAny(List<RoutedTable> bound, int unit, Map<String, String> names) {
        return bound.stream().anyMatch(each -> ReportedTables.has(names, each.actualTable(unit)));
    }

    private List<RoutedTable> growing() {
        return StreamSupport.stream(declared.tables().spliterator(), false)
                .filter(table -> table.growth() != MissingTable.FIXED)
                .toList();
    }

    /** A unit is there if it is for one of the bound tables; a data source without any has the first. */
    @SuppressWarnings("ReferenceEquality") // the one map that stands for no answer
    private BitSet there(RoutedTable table, Map<Integer, Map<String, String>> names) throws SQLException {
        BitSet there = new BitSet(table.unitCount());
        Set<Integer> empty = new TreeSet<>();
        for (int unit = 0; unit < table.unitCount(); unit++) {
            int source = table.dataSource(unit);
            empty.add(source);
            Map<String, String> known = names(source, names);
            there.set(unit, known == UNKNOWN ? has(table, unit) : isAny(declared.boundWith(table), unit, known));
        }
        there.stream().forEach(unit -> empty.remove(table.dataSource(unit)));
        for (int unit = 0; unit < table.unitCount() && !empty.isEmpty(); unit++) {
            if (empty.remove(table.dataSource(unit))) {
                there.set(unit);
            }
        }
        return there;
    }

    private Map<String, String> names(int source, Map<Integer, Map<String, String>> known) throws SQLException {
        Map<String, String> names = known.get(source);
        if (names == null) {
            try {
                names = Objects.requireNonNull(
                        sources.ask(source, sources.limit(), connection -> names(source, connection)));
            } catch (SQLException failure) {
                if (present.isEmpty()) {
                    throw failure;
                }
                LOG.warn(
                        "{} does not tell which tables it has",
                        declared.dataSources().get(source),
                        failure);
                names = UNKNOWN;
            }
            known.put(source, names);
        }
        return names;
    }

    private Map<String, String> names(int source, Connection connection) throws SQLException {
        Map<String, String> names = ReportedTables.names(connection, dialect);
        for (String schema : declared.schemas(source)) {
            for (String name : ReportedTables.names(connection, dialect, schema).values()) {
                String whole = schema + "." + name;
                names.put(whole.toLowerCase(Locale.ROOT), whole);
            }
        }
        return names;
    }
}
