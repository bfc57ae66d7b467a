package io.shardkit.differential;

import io.shardkit.catalog.DatabaseCatalog;
import io.shardkit.catalog.OpenConnections;
import io.shardkit.dialect.Dialect;
import io.shardkit.error.ShardingException;
import io.shardkit.merge.MergeSpec;
import io.shardkit.merge.RowLimit;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.PlanCache;
import io.shardkit.plan.Planner;
import io.shardkit.rule.Limits;
import io.shardkit.sql.Parameters;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.sql.DataSource;

/** Tells how the engine answers a statement, from a plan of its own. Not thread-safe. */
final class Operators {
    private static final int PLANS = 64;

    private final PlanCache plans;

    Operators(Topology topology, List<? extends DataSource> shards) throws SQLException {
        Dialect dialect;
        try (Connection connection = shards.get(0).getConnection()) {
            dialect = Dialect.of(connection.getMetaData().getDatabaseProductName());
        }
        plans = new PlanCache(
                PLANS,
                new Planner(
                        topology.rule(),
                        new DatabaseCatalog(topology.rule(), List.copyOf(shards), dialect),
                        dialect,
                        Limits.DEFAULTS));
    }

    /** The operators of one execution: what kind of calls, and how their answers are merged. */
    Set<String> of(Sql sql) {
        try {
            return names(plans.get(sql.text(), OpenConnections.NONE).bind(parameters(sql), -1));
        } catch (SQLException e) {
            return Set.of(e instanceof ShardingException refusal ? "refused " + refusal.errorCode() : "failed");
        }
    }

    private static Set<String> names(BoundPlan bound) {
        Set<String> names = new TreeSet<>();
        names.add(bound.getClass().getSimpleName());
        if (bound instanceof BoundPlan.MergedQuery query) {
            MergeSpec merge = query.merge();
            names.add(merge.aggregation() != null ? "grouped" : merge.order().isEmpty() ? "concatenated" : "ordered");
            if (merge.aggregation() != null) {
                merge.aggregation()
                        .aggregates()
                        .forEach(each -> names.add(each.getClass().getSimpleName()));
                names.add(merge.order().isEmpty() ? "groups in any order" : "ordered groups");
            }
            if (merge.hiddenColumns() > 0) {
                names.add("hidden columns");
            }
            if (!query.limit().equals(RowLimit.NONE)) {
                names.add("limit");
            }
        }
        return names;
    }

    private static Parameters parameters(Sql sql) {
        Parameters parameters = new Parameters(sql.parameters().size());
        for (int i = 0; i < sql.parameters().size(); i++) {
            Object value = sql.parameters().get(i);
            if (value instanceof Integer || value instanceof Long) {
                parameters.setLong(i, ((Number) value).longValue());
            } else if (value instanceof String text) {
                parameters.setString(i, text);
            } else {
                parameters.setObject(i, value);
            }
        }
        return parameters;
    }
}
