package io.shardkit.replica;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.Limits;
import io.shardkit.options.LoadBalance;
import io.shardkit.options.Replica;
import io.shardkit.options.ReplicaGroup;
import io.shardkit.options.ReplicaSettings;
import io.shardkit.options.Replication;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;

/**
 * Two data sources of which the first has two replicas, or as many as asked for. Nothing is replicated: the rows of each
 * server say whose they are, so that an answer shows where a statement went.
 */
final class Servers implements AutoCloseable {
    private final Map<String, HikariDataSource> pools = new LinkedHashMap<>();
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final int dataSources;

    Servers(int dataSources, int replicas) throws SQLException {
        this.dataSources = dataSources;
        for (int i = 0; i < dataSources; i++) {
            add("ds" + i);
        }
        for (int i = 0; i < replicas; i++) {
            add("replica" + i);
        }
    }

    private void add(String name) throws SQLException {
        HikariDataSource pool = TestDatabase.H2.create("replicas_" + name, pools.size());
        pools.put(name, pool);
        run(name, "CREATE TABLE who (id BIGINT PRIMARY KEY, name VARCHAR(20))");
        run(name, "CREATE TABLE t_0 (id BIGINT PRIMARY KEY, k BIGINT, name VARCHAR(20))");
        run(name, "CREATE TABLE t_1 (id BIGINT PRIMARY KEY, k BIGINT, name VARCHAR(20))");
        run(name, "CREATE SEQUENCE numbers");
        run(name, "INSERT INTO who VALUES (1, '" + name + "')");
        run(name, "INSERT INTO t_0 VALUES (1, 0, '" + name + "')");
        run(name, "INSERT INTO t_1 VALUES (2, 1, '" + name + "')");
    }

    /** Runs on one server. */
    void run(String server, String sql) throws SQLException {
        try (Connection connection = pools.get(server).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Stops one server, which answers no caller from then on. */
    void shutdown(String server) {
        try {
            run(server, "SHUTDOWN");
        } catch (SQLException closed) {
            // The connection went with it.
            return;
        }
    }

    HikariDataSource pool(String server) {
        return pools.get(server);
    }

    ShardingDataSource open(ReplicaSettings settings) throws SQLException {
        return open(settings, LoadBalance.ROUND_ROBIN, 1, 1, 1);
    }

    /** The pools of the data sources with replicas of the first, which have these weights. */
    ShardingDataSource open(ReplicaSettings settings, LoadBalance balance, int... weights) throws SQLException {
        Map<String, DataSource> primaries = new LinkedHashMap<>();
        List<String> names = new ArrayList<>();
        List<Replica> replicas = new ArrayList<>();
        pools.forEach((name, pool) -> {
            if (name.startsWith("ds")) {
                primaries.put(name, pool);
                names.add(name);
            } else {
                replicas.add(new Replica(name, pool, weights[replicas.size()]));
            }
        });
        ShardingRuleBuilder rule = TestRules.over(names).single("ds0", "who");
        ShardingStrategy byKey = new ShardingStrategy("k", new ModAlgorithm(2));
        if (dataSources > 1) {
            rule.table(new TableRule("t", "ds0.t_0,ds1.t_1", byKey, null, null));
        } else {
            rule.table(new TableRule("t", "ds0.t_{0..1}", null, byKey, null));
        }
        return ShardingDataSource.builder()
                .dataSources(primaries)
                .rule(rule.build())
                .options(ShardingOptions.builder()
                        .executor(executor)
                        .limits(LIMITS)
                        .planCacheSize(500)
                        .build())
                .replication(
                        new Replication(Map.of("ds0", new ReplicaGroup("ds0-primary", replicas, balance)), settings))
                .build();
    }

    private static final Limits LIMITS = Limits.builder()
            .gatherMaxRows(1000)
            .maxUnits(100)
            .maxMergedRows(1000)
            .maxOffset(1000)
            .writesWithoutCondition(true)
            .hintComments(true)
            .build();

    /** The first value of the first row. */
    static String ask(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getString(1) : "";
        }
    }

    /** The same on a connection of its own. */
    static String ask(DataSource dataSource, String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return ask(connection, sql);
        }
    }

    static void update(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    @Override
    public void close() {
        pools.values().forEach(HikariDataSource::close);
        executor.shutdownNow();
    }
}
