package io.shardkit.plan.command;

import io.shardkit.plan.BoundQuery;
import io.shardkit.plan.Explanation;
import io.shardkit.plan.Fanout;
import io.shardkit.plan.ShardCall;

/**
 * A SHOW or DESCRIBE of one table, whose answer may name it.
 *
 * @param table the actual table
 */
public record Shown(ShardCall call, String table) implements BoundQuery {
    @Override
    public Fanout fanout() {
        return Fanout.ONE;
    }

    @Override
    public void describe(Explanation to) {
        to.way("verbatim");
        to.run(call);
    }
}
