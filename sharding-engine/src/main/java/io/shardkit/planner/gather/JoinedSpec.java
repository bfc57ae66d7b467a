package io.shardkit.planner.gather;

import io.shardkit.catalog.Column;
import io.shardkit.plan.Learned;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.gather.AnswerColumns;
import io.shardkit.plan.gather.Gather;
import io.shardkit.plan.gather.GatherTable;
import io.shardkit.plan.gather.GatherTable.Narrowing;
import io.shardkit.plan.gather.GroupMerge;
import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.ColumnRef;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The gather that copies the rows, or the groups, of joins that each unit makes of tables whose rows lie together, instead of
 * the rows of each table. Immutable.
 *
 * @param rows the gather that copies each table by itself
 * @param copies the copies of joins
 * @param text the user's SQL over the copies
 * @param columns the user's SQL without rows, for the metadata of its columns
 */
public record JoinedSpec(GatherSpec rows, List<JoinedCopy> copies, SqlTemplate text, SqlTemplate columns)
        implements SmallerGather {

    /**
     * The copy of a join.
     *
     * @param root the sharded table that the others are joined to
     * @param shown the number of the table in whose place the copy stands
     * @param joined the numbers of all joined tables
     * @param readWithin the numbers of tables of subqueries that the units ask; rows of all units count
     * @param columns its columns
     * @param local the select list within a database
     * @param carried the select list for another database
     * @param keys by column of a joined table, its name in the copy as statements have it
     * @param from FROM of the units
     * @param where condition of the units, which may be none
     * @param by the units' GROUP BY or HAVING, or an empty string
     * @param groups the merge of the units' groups, or null if the rows are copied
     * @param top the rows that a LIMIT may show, or null if others matter
     */
    record JoinedCopy(
            GatherSpec.Source root,
            int shown,
            Set<Integer> joined,
            Set<Integer> readWithin,
            List<Column> columns,
            String local,
            String carried,
            Map<ColumnRef, String> keys,
            Filter from,
            Filter where,
            String by,
            @Nullable Groups groups,
            @Nullable TopRows top) {
        JoinedCopy {
            joined = Set.copyOf(joined);
            readWithin = Set.copyOf(readWithin);
            columns = List.copyOf(columns);
            keys = Map.copyOf(keys);
        }

        /** The same of fewer rows. */
        JoinedCopy narrowed(String condition) {
            Filter both = Filter.all(List.of(where, new Filter(condition, List.of())));
            return new JoinedCopy(
                    root, shown, joined, readWithin, columns, local, carried, keys, from, both, by, groups, top);
        }

        /** FROM and WHERE of a unit. */
        String join(int unit) {
            return from.sql(unit) + (where.isNone() ? "" : " WHERE " + where.sql(unit));
        }

        /** The sources of the parameters in FROM and WHERE. */
        int[] parameters() {
            return Stream.concat(from.sources().stream(), where.sources().stream())
                    .mapToInt(Integer::intValue)
                    .toArray();
        }

        boolean reads(int use) {
            return joined.contains(use) || readWithin.contains(use);
        }

        Set<String> names() {
            Set<String> names = new HashSet<>();
            columns.forEach(column -> names.add(column.name()));
            return names;
        }
    }

    /**
     * The merge of the units' groups.
     *
     * @param typed the select list that gives the groups' columns their types
     * @param from the joined tables, without their rows
     * @param unitBy GROUP BY over the units' join, or an empty string
     * @param merged the select list over the units' groups
     * @param by GROUP BY over these
     */
    record Groups(String typed, Filter from, String unitBy, String merged, String by) {
        GroupMerge merge(int unit) {
            String none = "SELECT " + typed + from.sql(unit) + " WHERE 1 = 0" + unitBy + " HAVING 1 = 0";
            return new GroupMerge(none, none, merged, by, List.of());
        }
    }

    public JoinedSpec {
        copies = List.copyOf(copies);
    }

    @Override
    public @Nullable Gather bind(Parameters parameters, int preferredDataSource, Learned learned) throws SQLException {
        if (learned.mergedTypesDiffer()) {
            return null;
        }
        List<BitSet> all = rows.units(parameters);
        int chosen = rows.choose(all, preferredDataSource, learned.copies());
        Map<Integer, String> examples = examples(chosen);
        List<BitSet> units = copies.stream().map(copy -> units(copy, all)).toList();
        if (examples == null || units.stream().anyMatch(some -> some.cardinality() < 2)) {
            return null;
        }
        List<GatherSpec.Source> others = rows.sources().stream()
                .filter(source -> copies.stream().noneMatch(copy -> copy.reads(source.use())))
                .toList();
        GatherSpec rest = new GatherSpec(rows.dialect(), text, rows.windows(), others, chosen, rows.limits());
        Gather gathered = rest.bind(parameters, preferredDataSource, learned.copies(), this::key);
        List<GatherTable> tables = new ArrayList<>(gathered.tables());
        for (int i = 0; i < copies.size(); i++) {
            TopRows top = copies.get(i).top();
            Copied copied =
                    new Copied(copies.get(i), units.get(i), chosen, top == null ? TopRows.ALL : top.most(parameters));
            tables.add(table(copied, gathered));
        }
        int example = copies.get(0).root().routing().table().firstUnitOn(chosen);
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
    private BitSet units(JoinedCopy copy, List<BitSet> all) {
        BitSet units = new BitSet();
        units.set(0, copy.root().routing().table().nodes().size());
        for (int i = 0; i < all.size(); i++) {
            if (copy.joined().contains(rows.sources().get(i).use())) {
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

    private GatherSpec.Keys.@Nullable Key key(ColumnRef column) {
        for (JoinedCopy copy : copies) {
            String name = copy.keys().get(column);
            if (name != null) {
                return new GatherSpec.Keys.Key(copy.shown(), name);
            }
        }
        return null;
    }

    /** The copy of a column of a table that is not joined. */
    private GatherSpec.Keys.@Nullable Key key(Gather gathered, ColumnRef column) {
        GatherTable table = gathered.copied(column.use());
        return table == null
                ? null
                : table.columns().stream()
                        .filter(each -> each.name().equals(column.name()))
                        .map(each -> new GatherSpec.Keys.Key(
                                table.use(), rows.dialect().quoted(each.reportedName())))
                        .findFirst()
                        .orElse(null);
    }

    /**
     * A copy in one execution.
     *
     * @param most the number of rows that a unit gives from its first one on, where these are known to suffice
     */
    private record Copied(JoinedCopy copy, BitSet units, int chosen, long most) {
        Copied narrowed(String condition, boolean sufficient) {
            return new Copied(copy.narrowed(condition), units, chosen, sufficient ? most : TopRows.ALL);
        }
    }

    private GatherTable table(Copied copied, Gather gathered) {
        TopRows top = copied.copy().top();
        return top != null && top.links().isEmpty()
                ? table(copied, copied.most(), null)
                : table(copied, TopRows.ALL, narrowing(copied, gathered));
    }

    private @Nullable Narrowing narrowing(Copied copied, Gather gathered) {
        JoinedCopy copy = copied.copy();
        GatherSpec.Keys others = column -> {
            GatherSpec.Keys.Key key = copy.joined().contains(column.use()) ? null : key(column);
            return key == null ? key(gathered, column) : key;
        };
        List<Narrowing.Link> links = new ArrayList<>();
        for (GatherSpec.Source source : rows.sources()) {
            if (copy.joined().contains(source.use())) {
                links.addAll(rows.links(source, others, label(source.use())));
            }
        }
        return rows.narrowing(links, copy.top(), others, JoinedSpec::label, (condition, sufficient) -> {
            Copied narrowed = copied.narrowed(condition, sufficient);
            return table(narrowed, narrowed.most(), null);
        });
    }

    /** The beginning of the names of a table's columns in the queries of the units. */
    private static String label(int use) {
        return UnitJoin.label(use) + ".";
    }

    private GatherTable table(Copied copied, long most, @Nullable Narrowing narrowing) {
        JoinedCopy copy = copied.copy();
        RoutedTable table = copy.root().routing().table();
        Groups groups = copy.groups();
        return new GatherTable(
                List.of(copy.shown()),
                CommonTableCopies.copiesOf(copy.shown(), text),
                table.name(),
                copy.columns(),
                List.of(),
                List.of(),
                groups == null ? copy.names() : Set.of(),
                false,
                groups == null ? null : groups.merge(table.firstUnitOn(copied.chosen())),
                narrowing,
                calls(copied, most, true),
                calls(copied, most, false));
    }

    private List<ShardCall> calls(Copied copied, long most, boolean local) {
        JoinedCopy copy = copied.copy();
        TopRows top = most == TopRows.ALL ? null : copy.top();
        String select = "SELECT " + (local ? copy.local() : copy.carried());
        String order = top == null ? "" : OrderKey.orderBy(top.keys(), JoinedSpec::label, rows.dialect());
        return rows.calls(
                copy.root().routing().table(),
                copied.units(),
                copied.chosen(),
                local,
                unit -> select + copy.join(unit) + copy.by() + order,
                most,
                copy.parameters());
    }
}
