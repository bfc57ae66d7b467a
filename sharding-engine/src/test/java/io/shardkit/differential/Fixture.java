package io.shardkit.differential;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.differential.Topology.ActualTable;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.rule.CrossSource;
import io.shardkit.rule.Limits;
import io.shardkit.rule.ShardingOptions;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The same rows twice: in one unsharded database, the oracle, and spread over a topology behind the engine. Made once
 * per topology and JVM; whoever commits a change calls {@link #restore()}. Not thread-safe.
 */
final class Fixture {
    private static final Map<Topology, Fixture> OPEN = new EnumMap<>(Topology.class);
    private static final Executor EXECUTOR = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "scatter");
        thread.setDaemon(true);
        return thread;
    });

    private final Topology topology;
    private final Map<LogicalTable, List<List<@Nullable Object>>> data = new EnumMap<>(LogicalTable.class);
    private final HikariDataSource oracle;
    private final List<HikariDataSource> shards = new ArrayList<>();
    private final ShardCalls calls = new ShardCalls();
    private final Watch watch;
    private final DataSource sharded;
    private final Operators operators;

    private Fixture(Topology topology) throws SQLException {
        this.topology = topology;
        watch = new Watch(topology.database());
        TestDatabase database = topology.database();
        oracle = database.create("whole", 0);
        Loader.loadWhole(database, oracle, Dataset.rows());
        for (int source = 0; source < topology.sources(); source++) {
            shards.add(database.create("shard" + source, source));
        }
        Loader.loadSharded(topology, shards, Dataset.rows());
        // What the database gives back, not what was put in: it may round or convert.
        try (Connection connection = oracle.getConnection()) {
            for (LogicalTable table : LogicalTable.values()) {
                data.put(table, Loader.read(connection, table, table.tableName()));
            }
        }
        sharded = newEngine();
        operators = new Operators(topology, shards);
    }

    /** The fixture of a topology, made at the first call. */
    static Fixture of(Topology topology) {
        synchronized (OPEN) {
            return OPEN.computeIfAbsent(topology, key -> {
                try {
                    return new Fixture(key);
                } catch (SQLException e) {
                    throw new IllegalStateException("No fixture for " + key.label(), e);
                }
            });
        }
    }

    /** A fixture that nobody else knows; the caller closes it. */
    static Fixture fresh(Topology topology) throws SQLException {
        return new Fixture(topology);
    }

    void close() {
        oracle.close();
        shards.forEach(HikariDataSource::close);
    }

    /** Gives up all fixtures of this JVM; the next call makes new ones. */
    static void closeAll() {
        synchronized (OPEN) {
            OPEN.values().forEach(Fixture::close);
            OPEN.clear();
        }
    }

    /** Another engine over the same databases, with an empty plan cache. */
    DataSource newEngine() throws SQLException {
        return newEngine(watch);
    }

    /** Another engine, with a watch of its own between it and the shards. */
    DataSource newEngine(Watch own) throws SQLException {
        Map<String, DataSource> sources = new LinkedHashMap<>();
        for (int i = 0; i < shards.size(); i++) {
            String name = topology.sourceNames().get(i);
            sources.put(name, own.over(name, shards.get(i)));
        }
        return ShardingDataSource.create(
                sources,
                topology.rule(),
                new ShardingOptions(
                        CrossSource.BEST_EFFORT,
                        EXECUTOR,
                        Limits.DEFAULTS,
                        ShardingOptions.DEFAULT_PLAN_CACHE_SIZE,
                        calls));
    }

    Topology topology() {
        return topology;
    }

    DataSource oracle() {
        return oracle;
    }

    DataSource sharded() {
        return sharded;
    }

    ShardCalls calls() {
        return calls;
    }

    /**
     * What the engines of this fixture have left behind since the last call of this: connections, statements, temporary
     * tables. Asked after a logical connection was closed it must be nothing.
     */
    List<String> takeLeaks() {
        return watch.takeLeaks();
    }

    /** What stands between the engines and the shards. */
    Watch watch() {
        return watch;
    }

    /** How the engine answers a statement. */
    Operators operators() {
        return operators;
    }

    /** How many connections were looked at for temporary tables. */
    int checkedConnections() {
        return watch.checkedConnections();
    }

    /** How many physical connections are borrowed; after a logical connection was closed it must be none. */
    int borrowedConnections() {
        return shards.stream()
                .mapToInt(shard -> shard.getHikariPoolMXBean().getActiveConnections())
                .sum();
    }

    /**
     * Compares what is committed in the actual tables with the oracle: each row exactly where it belongs.
     *
     * @return the differences, empty if there is none
     */
    List<String> misplaced() throws SQLException {
        List<String> differences = new ArrayList<>();
        Map<ActualTable, List<List<@Nullable Object>>> found = actual();
        wanted().forEach((actual, rows) -> {
            List<List<@Nullable Object>> there = found.getOrDefault(actual, List.of());
            if (!there.equals(rows)) {
                Set<Object> missing = new HashSet<>(rows);
                there.forEach(missing::remove);
                Set<Object> extra = new HashSet<>(there);
                rows.forEach(extra::remove);
                differences.add("ds" + actual.source() + "." + actual.actualName() + " lacks " + missing
                        + " and has also " + extra);
            }
        });
        return differences;
    }

    /** The rows that each actual table has at first. */
    Map<ActualTable, List<List<@Nullable Object>>> first() {
        return Loader.place(topology, data);
    }

    /** The rows that each actual table must have if all hold what the oracle holds now. */
    Map<ActualTable, List<List<@Nullable Object>>> wanted() throws SQLException {
        Map<LogicalTable, List<List<@Nullable Object>>> wanted = new EnumMap<>(LogicalTable.class);
        try (Connection connection = oracle.getConnection()) {
            for (LogicalTable table : LogicalTable.values()) {
                wanted.put(table, Loader.read(connection, table, table.tableName()));
            }
        }
        return Loader.place(topology, wanted);
    }

    /** Puts the first rows back wherever they were changed. */
    void restore() throws SQLException {
        try (Connection connection = oracle.getConnection()) {
            for (LogicalTable table : LogicalTable.values()) {
                List<List<@Nullable Object>> first = data.getOrDefault(table, List.of());
                if (!Loader.read(connection, table, table.tableName()).equals(first)) {
                    Loader.refill(oracle, table, table.tableName(), first);
                }
            }
        }
        Map<ActualTable, List<List<@Nullable Object>>> found = actual();
        for (Map.Entry<ActualTable, List<List<@Nullable Object>>> entry : first().entrySet()) {
            ActualTable actual = entry.getKey();
            if (!entry.getValue().equals(found.get(actual))) {
                Loader.refill(shards.get(actual.source()), actual.table(), actual.actualName(), entry.getValue());
            }
        }
    }

    /** The rows that each actual table has. */
    Map<ActualTable, List<List<@Nullable Object>>> actual() throws SQLException {
        Map<ActualTable, List<List<@Nullable Object>>> found = new HashMap<>();
        for (int source = 0; source < shards.size(); source++) {
            try (Connection connection = shards.get(source).getConnection()) {
                for (ActualTable actual : topology.actualTables()) {
                    if (actual.source() == source) {
                        found.put(actual, Loader.read(connection, actual.table(), actual.actualName()));
                    }
                }
            }
        }
        return found;
    }
}
