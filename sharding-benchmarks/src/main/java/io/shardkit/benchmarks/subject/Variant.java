package io.shardkit.benchmarks.subject;

import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.benchmarks.database.Database;
import io.shardkit.benchmarks.database.Layout;
import io.shardkit.benchmarks.database.Pools;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.UniqueKeyChoice;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;

/** The variants of a workload that are compared: who runs its statements. */
public enum Variant {
    /** By code that knows where the rows lie: the limit. Over both data sources, at the same time. */
    HAND,
    /** By hand, one data source after the other. */
    HAND_IN_TURN,
    /** By hand, with one UNION ALL for each data source where {@link #HAND} sends one query for each table. */
    HAND_UNION,
    /** Through Shardkit. */
    SHARDKIT,
    /** Through the peer. */
    PEER;

    /** Returns true if the caller knows where the rows lie. */
    public boolean isByHand() {
        return this != SHARDKIT && this != PEER;
    }

    /** The variants of every workload: the peer only if the build added one. */
    public static List<Variant> common() {
        return Peer.find().isPresent() ? List.of(HAND, SHARDKIT, PEER) : List.of(HAND, SHARDKIT);
    }

    /** Sets the subject up over pools whose databases have the tables. */
    public Subject open(Pools pools, List<Layout> layouts) throws SQLException {
        return switch (this) {
            case HAND, HAND_IN_TURN, HAND_UNION -> new ByHand(pools);
            case SHARDKIT -> shardkit(pools, layouts);
            case PEER -> peer(pools, layouts);
        };
    }

    private static Subject shardkit(Pools pools, List<Layout> layouts) throws SQLException {
        ShardingRuleBuilder rule =
                ShardingRuleBuilder.over(List.copyOf(pools.byName().keySet())).uniqueKeys(UniqueKeyChoice.ACCEPT);
        layouts.forEach(layout -> rule.table(table(layout)));
        if (layouts.size() > 1) {
            rule.bind(layouts.stream().map(Layout::name).toList());
        }
        ExecutorService executor = Executors.newCachedThreadPool(Variant::daemon);
        return new Logical(
                ShardingDataSource.create(
                        pools.byName(),
                        rule.build(),
                        ShardingOptions.builder().executor(executor).build()),
                executor::shutdownNow);
    }

    private static TableRule table(Layout layout) {
        String nodes = IntStream.range(0, Database.SOURCES)
                .boxed()
                .flatMap(source -> layout.suffixes(source).stream()
                        .map(suffix -> Pools.name(source) + "." + layout.actual(suffix)))
                .collect(Collectors.joining(", "));
        ShardingStrategy sources = new ShardingStrategy(layout.sourceColumn(), new ModAlgorithm(Database.SOURCES));
        ShardingStrategy tables = layout.oncePerSource()
                ? null
                : new ShardingStrategy(layout.tableColumn(), new ModAlgorithm(layout.tables()));
        return new TableRule(layout.name(), nodes, sources, tables, null);
    }

    private static Subject peer(Pools pools, List<Layout> layouts) throws SQLException {
        DataSource dataSource = Peer.find()
                .orElseThrow(() -> new IllegalStateException("no peer: build with -Ppeer"))
                .open(pools, layouts);
        return new Logical(dataSource, dataSource instanceof AutoCloseable closing ? closing : () -> {});
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "bench-executor");
        thread.setDaemon(true);
        return thread;
    }
}
