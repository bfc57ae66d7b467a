package io.shardkit.plan.move;

import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.BoundWrite;
import io.shardkit.plan.Calls.Counts;
import io.shardkit.plan.Explanation;
import io.shardkit.plan.Fanout;
import io.shardkit.plan.LockRows;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.WriteStep;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;
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
        implements BoundWrite, WriteStep {

    @Override
    public List<WriteStep> steps() {
        SortedSet<Integer> needed = new TreeSet<>();
        for (ShardCall call : updates) {
            needed.add(call.dataSource());
            needed.add(rows.table().dataSource(move.goal(call.unit())));
        }
        WriteStep lock = new LockRows(rows, List.copyOf(needed), pace, false);
        return first == null ? List.of(lock, this) : List.of(new TryFirst(first, rows, pace), lock, this);
    }

    /**
     * Runs the UPDATE in one unit: if the row is there and in no other, that is all.
     *
     * @param pace decides whether the data sources are asked in parallel
     */
    public record TryFirst(ShardCall call, KeyedRows rows, ParallelismChoice pace) implements WriteStep {}

    /** Returns the goals of the rows in words. */
    public String goals() {
        return move.goals(updates);
    }

    @Override
    public MovingUpdate ofUpsert(UnaryOperator<ShardCall> edit) {
        // The copy's UPDATE has the parameters of the text that was planned.
        RowMove uncopied = move.withoutCopies("by an upsert of a row that a foreign key ties to others");
        return new MovingUpdate(
                updates.stream().map(edit).toList(), first == null ? null : edit.apply(first), rows, uncopied, pace);
    }

    @Override
    public String reason(Function<BoundPlan, String> plan) {
        return rows.mayLie(updates.size()) + ", and belong to " + goals();
    }

    @Override
    public void describe(Explanation to) {
        to.way("move");
        if (first != null) {
            to.run(first);
        }
        rows.looks().forEach(to::ask);
        to.runAll(updates);
        to.merge(merge());
    }

    @Override
    public Fanout fanout() {
        return Fanout.of(updates);
    }

    @Override
    public List<ShardCall> ownCalls() {
        return updates;
    }

    @Override
    public boolean movesRows() {
        return true;
    }

    /** Returns the merge of the answers in words. */
    public String merge() {
        return Counts.SUM.words() + "; rows belong to " + goals();
    }
}
