package io.shardkit.plan.command;

import io.shardkit.plan.BoundQuery;
import io.shardkit.plan.Explanation;
import io.shardkit.plan.Fanout;
import io.shardkit.plan.ShardCall;
import java.util.List;

/**
 * ANALYZE TABLE and the like, of which each logical table gets one answer.
 *
 * @param calls one for each data source with one of the tables
 */
public record MaintainedTables(List<ShardCall> calls) implements BoundQuery {
    @Override
    public Fanout fanout() {
        return Fanout.of(calls);
    }

    @Override
    public void describe(Explanation to) {
        to.way("merge");
        to.runAll(calls);
    }
}
