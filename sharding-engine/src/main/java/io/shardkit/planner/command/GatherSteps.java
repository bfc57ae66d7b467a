package io.shardkit.planner.command;

import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Explanation;
import io.shardkit.plan.GatherTable;
import io.shardkit.plan.ParameterMapping;
import io.shardkit.plan.ShardCall;
import io.shardkit.rule.DataNode;
import io.shardkit.sql.statement.SqlTemplate;
import io.shardkit.sql.statement.TableUse;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Explains what gathers rows. The temporary tables have names by which the steps can be followed; their real names are
 * made at each execution.
 */
public final class GatherSteps {
    private final Explanation explanation;

    GatherSteps(Explanation explanation) {
        this.explanation = explanation;
    }

    void explain(BoundPlan.Gather gather) {
        explanation.way("gather");
        copies(gather);
        for (GatherTable table : gather.tables()) {
            if (table.groups() != null) {
                String name = temporaryName(table.use());
                String merge = table.groups().merge(unmerged(name));
                explanation.group(new ShardCall(gather.dataSource(), 0, merge, null), name);
            }
        }
        explanation.run(call(gather.dataSource(), 0, gather.text(), use -> shownName(gather, use)));
    }

    void explain(BoundPlan.GatheredWrite write) {
        explanation.way("gather");
        write.shared().forEach(this::rows);
        write.copies().forEach(this::copies);
        SqlTemplate text = write.copies().get(0).text();
        for (BoundPlan.GatheredUnit unit : write.writes()) {
            explanation.run(call(unit.dataSource(), unit.unit(), text, use -> {
                String own = unit.tables().get(use);
                return own != null ? own : shownName(write, use);
            }));
        }
        if (write.writes().size() > 1) {
            explanation.merge(MergeText.of(write.counts()));
        }
    }

    void explain(BoundPlan.GatheredInsert insert) {
        explain(insert.rows());
        ParameterMapping mapping = mapping(insert.tail());
        for (DataNode node : insert.placement().nodes()) {
            String start = insert.head().render(use -> node.table()).strip();
            String sql = start + " VALUES ... " + insert.tail().render(use -> node.table());
            explanation.run(new ShardCall(node.dataSource(), 0, sql.strip(), mapping));
        }
        explanation.merge(
                MergeText.of(insert.placement().table() == null ? BoundPlan.Counts.SAME : BoundPlan.Counts.SUM));
    }

    private void copies(BoundPlan.Gather gather) {
        for (GatherTable table : gather.tables()) {
            String name = temporaryName(table.use());
            String first = table.groups() == null ? name : unmerged(name);
            table.calls().forEach(copy -> explanation.copy(copy, first));
            repeats(gather, table, use -> shownName(table, use));
        }
    }

    /** The tables that are made of a table once it is filled. */
    private void repeats(BoundPlan.Gather gather, GatherTable table, IntFunction<String> names) {
        for (int use : table.repeats()) {
            String rows = "SELECT * FROM " + names.apply(table.use());
            ParameterMapping none = new ParameterMapping(new int[0], new Object[0]);
            explanation.copy(new ShardCall(gather.dataSource(), 0, rows, none), names.apply(use));
        }
    }

    private static String shownName(String ofSubquery, GatherTable table, int use) {
        return ofSubquery + suffix(table.repeats().contains(use) ? use : table.use());
    }

    private void rows(BoundPlan.SharedRows shared) {
        String name = temporaryName(shared.use());
        BoundPlan.Gather rows = shared.rows();
        for (GatherTable table : rows.tables()) {
            String copied = shownName(name, table, table.use());
            table.calls().forEach(copy -> explanation.copy(inStatement(copy, shared.firstParameter()), copied));
            repeats(rows, table, use -> shownName(name, table, use));
        }
        ShardCall made = call(rows.dataSource(), 0, rows.text(), use -> {
            GatherTable table = copied(rows, use);
            return table == null ? null : shownName(name, table, use);
        });
        explanation.copy(inStatement(made, shared.firstParameter()), name);
    }

    /** The call with the numbers that its parameters have in the statement. */
    private static ShardCall inStatement(ShardCall call, int firstParameter) {
        ParameterMapping mapping = Objects.requireNonNull(call.mapping());
        int[] sources = IntStream.of(mapping.sources())
                .map(source -> source < 0 ? source : source + firstParameter)
                .toArray();
        ParameterMapping shifted = new ParameterMapping(sources, mapping.computed());
        return new ShardCall(call.dataSource(), call.unit(), call.sql(), shifted);
    }

    private static ShardCall call(int dataSource, int unit, SqlTemplate text, IntFunction<@Nullable String> names) {
        return new ShardCall(dataSource, unit, text.render(names), mapping(text));
    }

    private static ParameterMapping mapping(SqlTemplate text) {
        return new ParameterMapping(text.sources(), new Object[0]);
    }

    /** What stands in the text for a table use. */
    public static String shownName(BoundPlan.Gather gather, int use) {
        GatherTable table = copied(gather, use);
        return gather.direct().getOrDefault(use, table == null ? temporaryName(use) : shownName(table, use));
    }

    /** What stands in the text for a table use, or null if it is neither copied nor made. */
    private static @Nullable String shownName(BoundPlan.GatheredWrite write, int use) {
        if (write.shared().stream().anyMatch(rows -> rows.use() == use)) {
            return temporaryName(use);
        }
        GatherTable table = copied(write.copies().get(0), use);
        return table == null ? null : shownName(table, use);
    }

    private static String shownName(GatherTable table, int use) {
        return temporaryName(table.repeats().contains(use) ? use : table.use());
    }

    /** The table with the copy that a table use reads, or null if it is not copied. */
    private static @Nullable GatherTable copied(BoundPlan.Gather gather, int use) {
        for (GatherTable table : gather.tables()) {
            if (table.uses().contains(use) || table.repeats().contains(use)) {
                return table;
            }
        }
        return null;
    }

    public static String temporaryName(int use) {
        return "gathered" + suffix(use);
    }

    private static String suffix(int use) {
        int copy = TableUse.copy(use);
        return "_" + TableUse.original(use) + (copy == 0 ? "" : "_" + (copy + 1));
    }

    private static String unmerged(String name) {
        return "units_of_" + name;
    }
}
