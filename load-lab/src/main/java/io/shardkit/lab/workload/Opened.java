package io.shardkit.lab.workload;

import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.Replication;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRuleBuilder;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;

/** The logical data sources of a workload, closed with it. Not thread-safe. */
final class Opened implements AutoCloseable {
    static final String SHARDKIT = "Shardkit";

    private final List<AutoCloseable> closing = new ArrayList<>();
    private final ExecutorService executor = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "lab-scatter");
        thread.setDaemon(true);
        return thread;
    });

    /** Shardkit over pools, with its default options; several tables lie alike. */
    Subject shardkit(
            String name,
            Map<String, DataSource> pools,
            List<Layout> tables,
            List<String> broadcast,
            Replication replication)
            throws SQLException {
        ShardingRuleBuilder rule = ShardingRuleBuilder.over(List.copyOf(pools.keySet()));
        tables.forEach(table -> rule.table(table.rule()));
        if (tables.size() > 1) {
            rule.bind(tables.stream().map(Layout::name).toList());
        }
        broadcast.forEach(rule::broadcast);
        ShardingDataSource dataSource =
                ShardingDataSource.create(pools, rule.build(), ShardingOptions.defaults(executor), replication);
        closing.add(dataSource);
        return Subject.logical(name, dataSource);
    }

    /** The peer over pools, if there is one. */
    Optional<Subject> peer(String suffix, Map<String, DataSource> pools, List<Layout> tables, List<String> broadcast)
            throws SQLException {
        Optional<Peer> peer = Peer.find();
        if (peer.isEmpty()) {
            return Optional.empty();
        }
        DataSource dataSource = peer.get().open(pools, tables, broadcast);
        if (dataSource instanceof AutoCloseable closeable) {
            closing.add(closeable);
        }
        return Optional.of(Subject.logical(peer.get().name() + suffix, dataSource));
    }

    @Override
    public void close() {
        for (AutoCloseable each : closing) {
            try {
                each.close();
            } catch (Exception e) {
                throw new IllegalStateException("a data source does not close", e);
            }
        }
        executor.shutdownNow();
    }
}
