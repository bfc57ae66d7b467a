package io.shardkit.plan;

import io.shardkit.merge.Aggregate;
import io.shardkit.merge.GroupKey;
import io.shardkit.merge.MergeSpec;
import io.shardkit.merge.RowLimit;
import io.shardkit.merge.SortKey;
import java.util.ArrayList;
import java.util.List;

/** Says how a merge goes; columns count from 1 at the left, from -1 at the right end of the units' rows. */
public final class MergeText {

    private MergeText() {}

    public static String of(MergeSpec spec, RowLimit limit) {
        List<String> steps = new ArrayList<>();
        if (spec.aggregation() != null) {
            List<GroupKey> keys = spec.aggregation().keys();
            steps.add(
                    keys.isEmpty()
                            ? "into one row"
                            : "by " + keys.stream().map(MergeText::key).toList());
            spec.aggregation().aggregates().forEach(aggregate -> steps.add(aggregate(aggregate)));
        }
        for (SortKey key : spec.order()) {
            steps.add("order " + key.column() + (key.descending() ? " desc" : " asc")
                    + (key.nullsFirst() ? " nulls first" : " nulls last") + " " + key.text());
        }
        if (limit.offset() > 0) {
            steps.add("skip " + limit.offset());
        }
        if (limit.count() != RowLimit.ALL) {
            steps.add("take " + limit.count());
        }
        if (spec.hiddenColumns() > 0) {
            steps.add("hide " + spec.hiddenColumns());
        }
        return steps.isEmpty() ? "concatenate" : String.join(", ", steps);
    }

    private static String key(GroupKey key) {
        return key.column() + " " + key.text();
    }

    private static String aggregate(Aggregate aggregate) {
        String name = aggregate.getClass().getSimpleName() + " " + aggregate.column();
        if (aggregate instanceof Aggregate.Min min) {
            return name + " " + min.text();
        }
        if (aggregate instanceof Aggregate.Max max) {
            return name + " " + max.text();
        }
        if (aggregate instanceof Aggregate.CountDistinct count) {
            return name + " of " + count.valueColumn() + " " + count.text();
        }
        return aggregate instanceof Aggregate.Avg avg
                ? name + " = " + avg.sumColumn() + " / " + avg.countColumn()
                : name;
    }
}
