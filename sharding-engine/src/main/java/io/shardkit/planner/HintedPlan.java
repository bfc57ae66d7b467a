package io.shardkit.planner;

import io.shardkit.hint.ShardingHint;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.ForwardingPlan;
import io.shardkit.plan.HintedBinding;
import io.shardkit.plan.Learned;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.StatementPlan;
import io.shardkit.route.Traffic;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement before which a comment says where it runs. Immutable.
 *
 * @param plan how it runs
 * @param comment what the comment says
 * @param dataSources the names of all data sources
 */
record HintedPlan(StatementPlan plan, HintComment comment, List<String> dataSources) implements ForwardingPlan {
    @Override
    public Footprint footprint() {
        return plan.footprint();
    }

    @Override
    public @Nullable Refusal refusal() {
        return plan.refusal();
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) throws SQLException {
        Deque<ShardingHint> scopes = comment.open();
        try {
            return HintedBinding.bind(plan, parameters, preferredDataSource, learned, dataSources);
        } finally {
            scopes.forEach(ShardingHint::close);
        }
    }

    @Override
    public Traffic traffic() {
        Traffic inside = plan.traffic();
        if (inside == Traffic.NONE) {
            return inside;
        }
        return (called, parameters, to) -> {
            Deque<ShardingHint> scopes = comment.open();
            try {
                inside.tell(called, parameters, to);
            } finally {
                scopes.forEach(ShardingHint::close);
            }
        };
    }

    @Override
    public @Nullable BoundPlan bindWithoutMerge(Parameters parameters, int preferredDataSource) throws SQLException {
        Deque<ShardingHint> scopes = comment.open();
        try {
            return plan.bindWithoutMerge(parameters, preferredDataSource);
        } finally {
            scopes.forEach(ShardingHint::close);
        }
    }
}
