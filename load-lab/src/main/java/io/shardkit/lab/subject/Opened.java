package io.shardkit.lab.subject;

import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.Replication;
import io.shardkit.options.RuleStore;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.UniqueKeyChoice;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import javax.sql.DataSource;

/**
 * The logical data sources of a workload, closed with it. Shardkit has been lent the connections of its pools once before
 * anything is measured: it asks each new one for its modes, which is the cost of a connection and not of a statement. Not
 * thread-safe.
 */
public final class Opened implements AutoCloseable {
    public static final String SHARDKIT = "Shardkit";

    /** The number of connections that are opened and tried at the same time. */
    private static final int LENT_AT_ONCE = 16;

    private final int lent;
    private final List<AutoCloseable> closing = new ArrayList<>();
    private final ExecutorService executor = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "lab-scatter");
        thread.setDaemon(true);
        return thread;
    });

    /** @param workers how many use the pools at once */
    public Opened(Pools pools, int workers) {
        lent = Math.min(workers, pools.size());
    }

    /** Shardkit over pools, with its default options; several tables lie alike. */
    public Subject shardkit(
            String name,
            Map<String, DataSource> pools,
            List<Layout> tables,
            List<String> broadcast,
            Replication replication)
            throws SQLException {
        ShardingRuleBuilder rule =
                ShardingRuleBuilder.over(List.copyOf(pools.keySet())).uniqueKeys(UniqueKeyChoice.ACCEPT);
        tables.forEach(table -> rule.table(table.rule()));
        if (tables.size() > 1) {
            rule.bind(tables.stream().map(Layout::name).toList());
        }
        broadcast.forEach(rule::broadcast);
        ShardingDataSource dataSource = ShardingDataSource.builder()
                .dataSources(pools)
                .rule(rule.build())
                .options(ShardingOptions.builder()
                        .executor(executor)
                        // A lab opens several rules over one database.
                        .ruleStore(RuleStore.OFF)
                        .build())
                .replication(replication)
                .build();
        closing.add(dataSource);
        lend(dataSource, tables.get(0));
        return Subject.logical(name, dataSource);
    }

    /** Transactions that read from all servers, and that are open together, hold all the connections. */
    private void lend(DataSource dataSource, Layout table) throws SQLException {
        String everywhere = "SELECT MAX(" + table.column() + ") FROM " + table.name();
        ExecutorService threads = Executors.newFixedThreadPool(LENT_AT_ONCE);
        try {
            List<CompletableFuture<Connection>> borrowed = IntStream.range(0, lent)
                    .mapToObj(each -> CompletableFuture.supplyAsync(() -> read(dataSource, everywhere), threads))
                    .toList();
            CompletableFuture.allOf(borrowed.toArray(CompletableFuture[]::new)).join();
            for (CompletableFuture<Connection> each : borrowed) {
                try (Connection connection = each.join()) {
                    connection.rollback();
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static Connection read(DataSource dataSource, String query) {
        try {
            Connection connection = dataSource.getConnection();
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(query)) {
                rows.next();
            }
            return connection;
        } catch (SQLException e) {
            throw new IllegalStateException("a connection can't be lent: " + e.getMessage(), e);
        }
    }

    /** The peer over pools, if there is one. */
    public Optional<Subject> peer(
            String suffix, Map<String, DataSource> pools, List<Layout> tables, List<String> broadcast)
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
