package io.shardkit.planner.gather;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.plan.Learned;
import io.shardkit.plan.ParameterMapping;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.gather.AnswerColumns;
import io.shardkit.plan.gather.Gather;
import io.shardkit.plan.gather.GatherTable;
import io.shardkit.plan.gather.GroupMerge;
import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.SqlTemplate;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The gather that answers a SELECT of a table's groups by copying groups instead of rows. Immutable.
 *
 * @param rows the gather of rows that answers the SELECT otherwise
 * @param items the items selected from the rows of a unit
 * @param from the SQL from FROM on, up to the groups
 * @param by GROUP BY, or empty if all rows are one group
 * @param texts makes the SQL of the merge for an actual table
 * @param text the user's query of the merged groups
 * @param columns the user's SQL without rows, for the metadata of its columns
 * @param top the groups that a LIMIT may show, or null if others matter
 */
public record GroupSpec(
        GatherSpec rows,
        List<Item> items,
        SqlTemplate from,
        String by,
        Texts texts,
        SqlTemplate text,
        SqlTemplate columns,
        @Nullable TopRows top)
        implements SmallerGather {

    /**
     * A column of the units' groups.
     *
     * @param column as it is carried
     * @param expression its value
     */
    record Item(Column column, String expression) {}

    /** Makes the SQL of the merge. */
    @FunctionalInterface
    interface Texts {
        GroupMerge of(String actualTable);
    }

    public GroupSpec {
        items = List.copyOf(items);
    }

    @Override
    public @Nullable Gather bind(Parameters parameters, int preferredDataSource, Learned learned) throws SQLException {
        if (learned.mergedTypesDiffer()) {
            return null;
        }
        GatherSpec.Source source = rows.sources().get(0);
        RoutedTable table = source.routing().table();
        List<BitSet> all = rows.units(parameters);
        BitSet units = all.get(0);
        int chosen = rows.choose(all, preferredDataSource, learned.copies());
        int example = table.firstUnitOn(chosen);
        if (example < 0 || units.cardinality() < 2) {
            return null;
        }
        String actual = table.actualTable(example);
        long most = top == null ? TopRows.ALL : top.most(parameters);
        GatherTable groups = new GatherTable(
                List.of(source.use()),
                List.of(),
                table.name(),
                items.stream().map(Item::column).toList(),
                List.of(),
                List.of(),
                Set.of(),
                false,
                texts.of(source.spelling().of(actual)),
                null,
                calls(table, units, chosen, true, most),
                calls(table, units, chosen, false, most));
        ShardCall described = new ShardCall(chosen, example, columns.render(use -> actual), mapping(columns));
        return new Gather(
                chosen,
                List.of(groups),
                text,
                rows.windows(),
                Map.of(),
                rows.limit(),
                learned.copies(),
                new AnswerColumns(described, learned));
    }

    private List<ShardCall> calls(RoutedTable table, BitSet units, int chosen, boolean local, long most) {
        String order =
                top == null || most == TopRows.ALL ? "" : OrderKey.orderBy(top.keys(), use -> "", rows.dialect());
        String select = "SELECT " + selected(local, !order.isEmpty()) + " ";
        return rows.calls(
                table,
                units,
                chosen,
                local,
                unit -> select + from.render(use -> table.nodes().get(unit).table()) + by + order,
                most,
                from.sources());
    }

    /** @param labelled whether the items have labels of their own, as ORDER BY may mean a label instead of a column */
    private String selected(boolean local, boolean labelled) {
        Dialect dialect = rows.dialect();
        List<String> selected = new ArrayList<>();
        for (Item item : items) {
            String value = local
                    ? item.expression()
                    : dialect.carried(item.expression(), item.column().typeName());
            selected.add(labelled ? value + " AS sk_i" + selected.size() : value);
        }
        return String.join(", ", selected);
    }

    static @Nullable ParameterMapping mapping(SqlTemplate template) {
        int[] sources = template.parameterSources();
        return sources == null ? null : new ParameterMapping(sources, new Object[0]);
    }
}
