package io.shardkit.planner.gather;

import io.shardkit.catalog.Column;
import io.shardkit.plan.Learned;
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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The gather that copies the rows, or the groups, of a join that each unit makes of tables whose rows lie together, instead
 * of the rows of each table. Immutable.
 *
 * @param rows the gather that copies each table by itself
 * @param root the sharded table that the others are joined to
 * @param joined the numbers of all joined tables
 * @param copy what is copied
 * @param text the user's SQL over the copy
 * @param columns the user's SQL without rows, for the metadata of its columns
 */
public record JoinedSpec(
        GatherSpec rows,
        GatherSpec.Source root,
        Set<Integer> joined,
        JoinedCopy copy,
        SqlTemplate text,
        SqlTemplate columns)
        implements SmallerGather {

    /**
     * The copy of a join.
     *
     * @param columns its columns
     * @param local the select list within a database
     * @param carried the select list for another database
     * @param join FROM and WHERE of the units
     * @param by the units' GROUP BY, or an empty string
     * @param groups the merge of the units' groups, or null if the rows are copied
     */
    record JoinedCopy(
            List<Column> columns, String local, String carried, Filter join, String by, @Nullable Groups groups) {
        JoinedCopy {
            columns = List.copyOf(columns);
        }
    }

    /**
     * The merge of the units' groups.
     *
     * @param typed the select list that gives the groups' columns their types
     * @param from the joined tables, without their rows
     * @param merged the select list over the units' groups
     * @param by GROUP BY over these
     */
    record Groups(String typed, Filter from, String merged, String by) {
        GroupMerge merge(String unitBy, int unit) {
            String none = "SELECT " + typed + from.sql(unit) + " WHERE 1 = 0" + unitBy + " HAVING 1 = 0";
            return new GroupMerge(none, none, merged, by, List.of());
        }
    }

    public JoinedSpec {
        joined = Set.copyOf(joined);
    }

    @Override
    public @Nullable Gather bind(Parameters parameters, int preferredDataSource, Learned learned) throws SQLException {
        if (learned.mergedTypesDiffer()) {
            return null;
        }
        List<BitSet> all = rows.units(parameters);
        int chosen = rows.choose(all, preferredDataSource, learned.copies());
        BitSet units = units(all);
        Map<Integer, String> examples = examples(chosen);
        RoutedTable table = root.routing().table();
        int example = table.firstUnitOn(chosen);
        if (examples == null || units.cardinality() < 2 || example < 0) {
            return null;
        }
        List<GatherSpec.Source> others = rows.sources().stream()
                .filter(source -> !joined.contains(source.use()))
                .toList();
        Gather gathered = new GatherSpec(rows.dialect(), text, rows.windows(), others, chosen, rows.limits())
                .bind(parameters, preferredDataSource, learned.copies());
        Groups groups = copy.groups();
        List<GatherTable> tables = new ArrayList<>(gathered.tables());
        tables.add(new GatherTable(
                List.of(root.use()),
                List.of(),
                table.name(),
                copy.columns(),
                List.of(),
                List.of(),
                groups == null ? names() : Set.of(),
                false,
                groups == null ? null : groups.merge(copy.by(), example),
                calls(table, units, chosen, true),
                calls(table, units, chosen, false)));
        ShardCall described = new ShardCall(chosen, example, columns.render(examples::get), GroupSpec.mapping(columns));
        return new Gather(
                chosen,
                tables,
                text,
                gathered.windows(),
                gathered.direct(),
                gathered.limit(),
                gathered.sizes(),
                new AnswerColumns(described, learned, true));
    }

    /** The units that may have rows of all joined tables. */
    private BitSet units(List<BitSet> all) {
        BitSet units = new BitSet();
        units.set(0, root.routing().table().nodes().size());
        for (int i = 0; i < all.size(); i++) {
            if (joined.contains(rows.sources().get(i).use())) {
                units.and(all.get(i));
            }
        }
        return units;
    }

    /** For each sharded table the name of an actual table on a data source; null if one has none there. */
    private @Nullable Map<Integer, String> examples(int dataSource) {
        Map<Integer, String> examples = new HashMap<>();
        for (GatherSpec.Source source : rows.sources()) {
            int unit = source.routing().table().firstUnitOn(dataSource);
            if (unit < 0) {
                return null;
            }
            examples.put(source.use(), source.routing().table().actualTable(unit));
        }
        return examples;
    }

    private Set<String> names() {
        Set<String> names = new HashSet<>();
        copy.columns().forEach(column -> names.add(column.name()));
        return names;
    }

    private List<ShardCall> calls(RoutedTable table, BitSet units, int chosen, boolean local) {
        String select = "SELECT " + (local ? copy.local() : copy.carried());
        int[] parameters =
                copy.join().sources().stream().mapToInt(Integer::intValue).toArray();
        return rows.calls(
                table, units, chosen, local, unit -> select + copy.join().sql(unit) + copy.by(), parameters);
    }
}
