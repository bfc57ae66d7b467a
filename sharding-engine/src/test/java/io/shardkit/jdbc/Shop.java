package io.shardkit.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.dialect.facts.TextOrder;
import io.shardkit.merge.MergeSpec;
import io.shardkit.merge.RowLimit;
import io.shardkit.merge.SortKey;
import io.shardkit.observe.StatementListener;
import io.shardkit.options.CrossSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Calls.Counts;
import io.shardkit.plan.MergedQuery;
import io.shardkit.plan.MultiShardWrite;
import io.shardkit.plan.Plan;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.SingleShard;
import io.shardkit.plan.StatementKind;
import io.shardkit.planner.PlanCache;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;

/**
 * Three databases with two tables t_order_0, t_order_1 each, the table t_country on each and t_audit on the second, in
 * one logical data source whose plans are made by hand: a row's unit is its id modulo 6, and unit u is table u % 2 of
 * database u / 2.
 */
final class Shop implements AutoCloseable {
    static final int DATABASES = 3;
    static final int UNITS = 6;

    /** Of {@code t_order} everywhere. */
    static final SortKey BY_FIRST_COLUMN = new SortKey(1, false, true, TextOrder.UNKNOWN);

    final Recording recording = new Recording();
    final List<HikariDataSource> pools = new ArrayList<>();
    final Map<String, Plan> plans = new HashMap<>();
    final ExecutorService executor = Executors.newCachedThreadPool();
    final ShardingDataSource dataSource;

    Shop() throws SQLException {
        this(CrossSource.BEST_EFFORT);
    }

    Shop(CrossSource crossSource) throws SQLException {
        this(crossSource, StatementListener.NONE, TestDatabase.H2);
    }

    Shop(CrossSource crossSource, StatementListener listener, TestDatabase kind) throws SQLException {
        Map<String, DataSource> dataSources = new LinkedHashMap<>();
        for (int i = 0; i < DATABASES; i++) {
            HikariDataSource pool = kind.create("shop" + i, i);
            pools.add(pool);
            dataSources.put("ds" + i, recording.wrap("ds" + i, pool));
            run(i, "CREATE TABLE t_order_0 (id BIGINT PRIMARY KEY, user_id BIGINT, name VARCHAR(40))");
            run(i, "CREATE TABLE t_order_1 (id BIGINT PRIMARY KEY, user_id BIGINT, name VARCHAR(40))");
            run(i, "CREATE TABLE t_country (code VARCHAR(2) PRIMARY KEY, title VARCHAR(40))");
        }
        run(1, "CREATE TABLE t_audit (id INT PRIMARY KEY, note VARCHAR(40))");
        ShardingOptions options = ShardingOptions.builder()
                .crossSource(crossSource)
                .executor(executor)
                .planCacheSize(100)
                .listener(listener)
                .build();
        PlanCache.Source planner = sql -> {
            Plan plan = plans.get(sql);
            if (plan == null) {
                throw new IllegalStateException("no plan for " + sql);
            }
            return plan;
        };
        dataSource = ShardingDataSource.create(dataSources, rule(), options, (rule, facts) -> planner);
        recording.take();
        recording.borrowed.set(0);
        recording.returned.set(0);
        recording.statementsOpened.set(0);
        recording.statementsClosed.set(0);
    }

    static ShardingRule rule() {
        return TestRules.over(List.of("ds0", "ds1", "ds2"))
                .table(new TableRule(
                        "t_order",
                        "ds{0..2}.t_order_{0..1}",
                        new ShardingStrategy("user_id", new ModAlgorithm(3)),
                        new ShardingStrategy("id", new ModAlgorithm(2)),
                        null))
                .broadcast("t_country")
                .single("ds1", "t_audit")
                .build();
    }

    /** Runs a statement on a database itself. */
    void run(int database, String sql) throws SQLException {
        try (Connection connection = pools.get(database).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Returns the first column of a query on a database itself, as strings. */
    List<String> read(int database, String sql) throws SQLException {
        try (Connection connection = pools.get(database).getConnection();
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            List<String> values = new ArrayList<>();
            while (rows.next()) {
                values.add(rows.getString(1));
            }
            return values;
        }
    }

    /** Puts a row where it belongs, past the engine. */
    void put(long id, String name) throws SQLException {
        int unit = (int) Math.floorMod(id, (long) UNITS);
        run(unit / 2, "INSERT INTO t_order_" + unit % 2 + " VALUES (" + id + ", " + id + ", '" + name + "')");
    }

    /** Returns the number of rows in each unit. */
    List<Integer> rowsPerUnit() throws SQLException {
        List<Integer> counts = new ArrayList<>();
        for (int unit = 0; unit < UNITS; unit++) {
            counts.add(Integer.valueOf(
                    read(unit / 2, "SELECT COUNT(*) FROM t_order_" + unit % 2).get(0)));
        }
        return counts;
    }

    Connection connection() throws SQLException {
        return dataSource.getConnection();
    }

    static ShardCall call(int unit, String sql) {
        return new ShardCall(unit / 2, unit, sql.replace("t_order", "t_order_" + unit % 2), null);
    }

    /** A plan for the unit of the parameter at a position. */
    String routed(StatementKind kind, String sql, int keyPosition) {
        int parameters = (int) sql.chars().filter(c -> c == '?').count();
        List<BoundPlan> calls = new ArrayList<>();
        for (int unit = 0; unit < UNITS; unit++) {
            calls.add(new SingleShard(call(unit, sql)));
        }
        plans.put(
                sql,
                FakePlan.of(
                        kind,
                        parameters,
                        (values, preferred) -> calls.get(
                                (int) Math.floorMod(((Number) values.value(keyPosition)).longValue(), (long) UNITS))));
        return sql;
    }

    /** A plan for one unit, whatever the parameters are. */
    String on(int unit, StatementKind kind, String sql) {
        BoundPlan call = new SingleShard(call(unit, sql));
        int parameters = (int) sql.chars().filter(c -> c == '?').count();
        plans.put(sql, FakePlan.of(kind, parameters, (values, preferred) -> call));
        return sql;
    }

    /** A query of all units, in the order of the first column. */
    String everywhere(String sql, int hiddenColumns, RowLimit limit) {
        return everywhere(StatementKind.QUERY, sql, hiddenColumns, limit);
    }

    String everywhere(StatementKind kind, String sql, int hiddenColumns, RowLimit limit) {
        MergeSpec merge = new MergeSpec(hiddenColumns, null, List.of(BY_FIRST_COLUMN));
        List<ShardCall> calls = callsEverywhere(sql);
        int parameters = (int) sql.chars().filter(c -> c == '?').count();
        plans.put(sql, FakePlan.of(kind, parameters, (values, preferred) -> new MergedQuery(calls, merge, limit)));
        return sql;
    }

    /** A write to all units. */
    String writeEverywhere(StatementKind kind, String sql) {
        List<ShardCall> calls = callsEverywhere(sql);
        int parameters = (int) sql.chars().filter(c -> c == '?').count();
        plans.put(sql, FakePlan.of(kind, parameters, (values, preferred) -> new MultiShardWrite(calls, Counts.SUM)));
        return sql;
    }

    /** A write of the copies of a broadcast table. */
    String writeCopies(StatementKind kind, String sql) {
        List<ShardCall> calls = new ArrayList<>();
        for (int i = 0; i < DATABASES; i++) {
            calls.add(new ShardCall(i, 0, sql, null));
        }
        int parameters = (int) sql.chars().filter(c -> c == '?').count();
        plans.put(sql, FakePlan.of(kind, parameters, (values, preferred) -> new MultiShardWrite(calls, Counts.SAME)));
        return sql;
    }

    private static List<ShardCall> callsEverywhere(String sql) {
        List<ShardCall> calls = new ArrayList<>();
        for (int unit = 0; unit < UNITS; unit++) {
            calls.add(call(unit, sql));
        }
        return calls;
    }

    @Override
    public void close() {
        executor.shutdownNow();
        pools.forEach(HikariDataSource::close);
    }
}
