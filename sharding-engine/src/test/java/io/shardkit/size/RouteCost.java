package io.shardkit.size;

import com.sun.management.ThreadMXBean;
import io.shardkit.catalog.Catalog;
import io.shardkit.dialect.Dialect;
import io.shardkit.options.Limits;
import io.shardkit.plan.Plan;
import io.shardkit.planner.Planner;
import io.shardkit.rule.ShardingRule;
import io.shardkit.sql.statement.Parameters;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.util.Arrays;

/** Measures the planning and binding of a statement: bytes and, to be printed only, time. */
final class RouteCost {
    private static final ThreadMXBean THREAD = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Planner planner;

    /** Something to be measured. */
    interface Work {
        Object run() throws SQLException;
    }

    /** The least of many runs. */
    record Cost(long bytes, long nanos) {}

    RouteCost(ShardingRule rule, Catalog catalog) {
        planner = new Planner(rule, catalog, Dialect.MARIADB, Limits.DEFAULTS);
    }

    Cost ofPlanning(String sql, int runs) throws SQLException {
        return least(runs, () -> planner.plan(sql));
    }

    Cost ofBinding(String sql, Parameters parameters, int runs) throws SQLException {
        Plan plan = planner.plan(sql);
        return least(runs, () -> plan.bind(parameters, -1));
    }

    static Parameters longs(long... values) {
        Parameters parameters = new Parameters(values.length);
        for (int i = 0; i < values.length; i++) {
            parameters.setLong(i, values[i]);
        }
        return parameters;
    }

    static Cost least(int runs, Work work) throws SQLException {
        long bytes = Long.MAX_VALUE;
        long[] nanos = new long[runs];
        Object kept = work;
        for (int i = 0; i < runs; i++) {
            long before = THREAD.getCurrentThreadAllocatedBytes();
            long start = System.nanoTime();
            kept = work.run();
            nanos[i] = System.nanoTime() - start;
            bytes = Math.min(bytes, THREAD.getCurrentThreadAllocatedBytes() - before);
        }
        Arrays.sort(nanos);
        return new Cost(bytes, kept == null ? 0 : nanos[runs / 2]);
    }
}
