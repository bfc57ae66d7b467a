package io.shardkit.plan.move;

import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.BoundWrite;
import io.shardkit.plan.Calls.Counts;
import io.shardkit.plan.Explanation;
import io.shardkit.plan.Fanout;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.WriteStep;
import java.util.List;
import java.util.function.Function;

/**
 * An UPDATE that writes all columns of a row, its sharding column too, and names the row by the rest of a unique key: it is
 * right where the row belongs with its new values, and refused if it meets one elsewhere.
 *
 * @param updates the UPDATE as it was written, for each unit that may have rows, ordered by data source, then unit
 * @param move tells where the rows belong
 */
public record SameShardUpdate(List<ShardCall> updates, RowMove move) implements BoundWrite, WriteStep {

    @Override
    public void describe(Explanation to) {
        to.way("merge");
        to.runAll(updates);
        to.merge(Counts.SUM.words() + "; refused if rows are elsewhere than in " + move.goals(updates));
    }

    @Override
    public String reason(Function<BoundPlan, String> plan) {
        return KeyedRows.mayLie(updates.size(), move.columns().table())
                + ", as WHERE does not name all columns of a unique key";
    }

    @Override
    public Fanout fanout() {
        return Fanout.of(updates);
    }

    @Override
    public List<WriteStep> steps() {
        return List.of(this);
    }

    @Override
    public List<ShardCall> ownCalls() {
        return updates;
    }
}
