package io.shardkit.plan.command;

import io.shardkit.plan.BoundQuery;
import io.shardkit.plan.Explanation;
import io.shardkit.plan.Fanout;
import io.shardkit.plan.ShardCall;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A SHOW TABLES.
 *
 * @param calls one for each data source
 * @param question as the user wrote it, for the columns of the answer
 * @param like the pattern of the names, or null for all
 */
public record ShownTables(List<ShardCall> calls, ShardCall question, @Nullable String like) implements BoundQuery {
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
