package io.shardkit.plan.move;

import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.ShardCall;
import java.util.List;

/**
 * An UPDATE that writes all columns of a row, its sharding column too, and names the row by the rest of a unique key: it is
 * right where the row belongs with its new values, and refused if it meets one elsewhere.
 *
 * @param updates the UPDATE as it was written, for each unit that may have rows, ordered by data source, then unit
 * @param move tells where the rows belong
 */
public record StayingUpdate(List<ShardCall> updates, RowMove move) implements BoundPlan.Staying {

    @Override
    public String goals() {
        return move.goals(updates);
    }
}
