package io.shardkit.plan.move;

import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.ShardCall;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An UPDATE that assigns a sharding column of rows which a unique key names, wherever they are: those that do not lie
 * where their new values belong move there. All or nothing.
 *
 * @param updates the UPDATE as it was written, for each unit that may have the rows, ordered by data source, then unit
 * @param first the one of the unit where the rows usually are, or null if none is more likely than the others
 * @param rows finds the rows
 * @param move carries them to where they belong
 * @param pace decides whether the data sources are asked in parallel
 */
public record MovingUpdate(
        List<ShardCall> updates, @Nullable ShardCall first, KeyedRows rows, RowMove move, ParallelismChoice pace)
        implements BoundPlan.Moving {

    @Override
    public boolean computed() {
        return false;
    }

    @Override
    public List<ShardCall> looks() {
        return rows.looks();
    }

    @Override
    public String goals() {
        return move.goals(updates);
    }
}
