package io.shardkit.plan.command;

import io.shardkit.plan.BoundQuery;
import io.shardkit.plan.Explanation;
import io.shardkit.plan.Fanout;

/**
 * The answer to EXPLAIN SHARDING; no database is asked.
 *
 * @param explanation the explanation of another statement
 */
public record Explained(Explanation explanation) implements BoundQuery {
    @Override
    public Fanout fanout() {
        return Fanout.NONE;
    }

    @Override
    public void describe(Explanation to) {
        throw new IllegalStateException("an explanation is not explained");
    }
}
