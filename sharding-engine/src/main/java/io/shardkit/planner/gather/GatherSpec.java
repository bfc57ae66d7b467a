package io.shardkit.planner.gather;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.options.Limits;
import io.shardkit.plan.Learned;
import io.shardkit.plan.ParameterMapping;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.gather.Gather;
import io.shardkit.plan.gather.GatherLimit;
import io.shardkit.plan.gather.GatherTable;
import io.shardkit.plan.gather.GatherTable.Narrowing;
import io.shardkit.plan.limit.UnitLimit;
import io.shardkit.route.Routing;
import io.shardkit.route.Traffic;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.SqlTemplate;
import io.shardkit.sql.text.Spelling;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The gather that answers a SELECT: the columns and rows of each sharded table that are copied to one data source.
 * Immutable.
 *
 * @param text the user's SQL with slots for all sharded tables
 * @param sources the sharded tables
 * @param windows whether the SQL calls window functions
 * @param home the data source that single tables demand, or null for any
 * @param limits the limits of the gather
 */
public record GatherSpec(
        Dialect dialect,
        SqlTemplate text,
        boolean windows,
        List<Source> sources,
        @Nullable Integer home,
        Limits limits) {

    /** The alias of the rows that units group, so that names of their results are not taken for their columns. */
    private static final String ROWS = "sk_rows";

    private static final String RANK = "sk_rank";

    /**
     * One use of a sharded table.
     *
     * @param repeats numbers of the same use where a part of the text is written again
     * @param spelling how the statement names it
     * @param filter which rows are copied
     * @param partners which of them are copied for a query, as other rows of their unit are there that they are joined to
     * @param links its columns that have to be equal to those of other tables
     * @param top the rows that a LIMIT may show, or null if others matter
     */
    record Source(
            int use,
            List<Integer> repeats,
            Spelling spelling,
            Routing routing,
            Copy copy,
            Set<String> indexed,
            Filter filter,
            Filter partners,
            List<Link> links,
            @Nullable TopRows top) {
        Filter filter(boolean write) {
            return write ? filter : Filter.all(List.of(filter, partners));
        }

        /** Returns true if both read the same copy if they need the same units. */
        boolean mayShare(Source other) {
            return top == null
                    && other.top() == null
                    && routing.table() == other.routing().table()
                    && copy.equals(other.copy())
                    && spelling.equals(other.spelling());
        }
    }

    /** A column whose rows matter only if another table has its value in a column; both have whole numbers. */
    record Link(Column own, ColumnRef from) {}

    /** Tells where the values of columns are once they are copied. */
    @FunctionalInterface
    interface Keys {
        /** The copy of a column, or null if it has none. */
        @Nullable Key of(ColumnRef column);

        /**
         * The copy of a column.
         *
         * @param use the first use of the copied table
         * @param name as statements have it
         */
        record Key(int use, String name) {}
    }

    /**
     * Table uses that read the same copy of the same units.
     *
     * @param most the number of rows that a unit gives from its first one on, where these are known to suffice; or {@link
     *     TopRows#ALL}
     */
    private record Shared(
            Source first, BitSet units, List<Integer> uses, Set<String> indexed, Filter filter, long most) {

        static Shared of(Source source, BitSet units, boolean write, long most) {
            return new Shared(source, units, List.of(source.use()), source.indexed(), source.filter(write), most);
        }

        boolean fits(Source source, BitSet needed) {
            return source.mayShare(first) && needed.equals(units);
        }

        Shared with(Source source, boolean write) {
            List<Integer> all = new ArrayList<>(uses);
            all.add(source.use());
            Set<String> columns = new HashSet<>(indexed);
            columns.addAll(source.indexed());
            return new Shared(first, units, all, columns, filter.or(source.filter(write)), most);
        }

        Shared ofAllRows() {
            return new Shared(first, units, uses, indexed, filter, TopRows.ALL);
        }

        Shared narrowed(String condition) {
            Filter both = Filter.all(List.of(filter, new Filter(condition, List.of())));
            return new Shared(first, units, uses, indexed, both, most);
        }
    }

    /**
     * One execution of a query.
     *
     * @param sizes the sizes that its copies had before
     */
    public Gather bind(Parameters parameters, int preferredDataSource, Learned.CopySizes sizes) throws SQLException {
        return bind(parameters, preferredDataSource, sizes, column -> null);
    }

    /** The same with other copies, whose keys may be asked for. */
    Gather bind(Parameters parameters, int preferredDataSource, Learned.CopySizes sizes, Keys others)
            throws SQLException {
        List<BitSet> units = units(parameters);
        int chosen = choose(units, preferredDataSource, sizes);
        List<Shared> shared = new ArrayList<>();
        Map<Integer, String> direct = new HashMap<>();
        for (int i = 0; i < sources.size(); i++) {
            Source source = sources.get(i);
            BitSet needed = units.get(i);
            RoutedTable table = source.routing().table();
            int only = needed.cardinality() == 1 ? needed.nextSetBit(0) : -1;
            if (only >= 0 && table.dataSource(only) == chosen) {
                direct.put(source.use(), table.actualTable(only));
                source.repeats().forEach(use -> direct.put(use, table.actualTable(only)));
            } else {
                TopRows top = source.top();
                share(shared, source, needed, false, top == null ? TopRows.ALL : top.most(parameters));
            }
        }
        Keys keys = column -> {
            Keys.Key own = key(shared, column);
            return own == null ? others.of(column) : own;
        };
        List<GatherTable> tables =
                shared.stream().map(copy -> table(copy, chosen, keys)).toList();
        return new Gather(chosen, tables, text, windows, direct, limit(), sizes, null);
    }

    private Keys.@Nullable Key key(List<Shared> shared, ColumnRef column) {
        for (Shared copy : shared) {
            for (Column each : copy.first().copy().columns()) {
                if (copy.uses().contains(column.use()) && each.name().equals(column.name())) {
                    return new Keys.Key(copy.first().use(), dialect.quoted(each.reportedName()));
                }
            }
        }
        return null;
    }

    private GatherTable table(Shared copy, int chosen, Keys keys) {
        TopRows top = copy.first().top();
        boolean first = copy.most() != TopRows.ALL && top != null && top.links().isEmpty();
        return first
                ? table(copy, chosen, false, null)
                : table(copy.ofAllRows(), chosen, false, narrowing(copy, chosen, keys));
    }

    private @Nullable Narrowing narrowing(Shared copy, int chosen, Keys keys) {
        List<Narrowing.Link> links = new ArrayList<>(links(copy.first(), keys, ""));
        for (Source source : sources) {
            if (copy.uses().contains(source.use())) {
                // The rows that one of the uses needs are left out only if no other needs them either.
                links.retainAll(links(source, keys, ""));
            }
        }
        links.removeIf(link -> link.from() == copy.first().use());
        return narrowing(
                links,
                copy.first().top(),
                keys,
                use -> "",
                (condition, sufficient) ->
                        table((sufficient ? copy : copy.ofAllRows()).narrowed(condition), chosen, false, null));
    }

    /**
     * The narrowing of a copy, or null if no other has keys for it.
     *
     * @param before by use of a table, what stands before its columns in the queries of the units
     */
    @Nullable Narrowing narrowing(
            List<Narrowing.Link> links, @Nullable TopRows top, Keys keys, IntFunction<String> before, Narrowing.By by) {
        List<Narrowing.Link> sufficient = new ArrayList<>();
        for (TopRows.Link link : top == null ? List.<TopRows.Link>of() : top.links()) {
            sufficient.addAll(link(link.own(), link.from(), keys, before.apply(link.use())));
        }
        boolean all = top != null && sufficient.size() == top.links().size() && links.containsAll(sufficient);
        return links.isEmpty() ? null : new Narrowing(links, all ? sufficient : List.of(), by);
    }

    /**
     * The links of a table to others that are copied.
     *
     * @param before what stands before its columns in the queries of the units
     */
    List<Narrowing.Link> links(Source source, Keys keys, String before) {
        List<Narrowing.Link> links = new ArrayList<>();
        for (Link link : source.links()) {
            links.addAll(link(link.own(), link.from(), keys, before));
        }
        return links;
    }

    private List<Narrowing.Link> link(Column own, ColumnRef from, Keys keys, String before) {
        Keys.Key key = keys.of(from);
        return key == null
                ? List.of()
                : List.of(new Narrowing.Link(before + dialect.quoted(own.reportedName()), key.use(), key.name()));
    }

    /** One execution of a text whose rows are then written: as a write reads them, and all of them as copies. */
    public Gather bindForWrite(Parameters parameters, int preferredDataSource) throws SQLException {
        List<BitSet> units = units(parameters);
        return copies(units, choose(units, preferredDataSource, new Learned.CopySizes()));
    }

    /** The same for each of several data sources. */
    public List<Gather> bindForWrites(Parameters parameters, SortedSet<Integer> dataSources) throws SQLException {
        List<BitSet> units = units(parameters);
        return dataSources.stream().map(source -> copies(units, source)).toList();
    }

    private Gather copies(List<BitSet> units, int chosen) {
        List<Shared> shared = new ArrayList<>();
        for (int i = 0; i < sources.size(); i++) {
            share(shared, sources.get(i), units.get(i), true, TopRows.ALL);
        }
        List<GatherTable> tables =
                shared.stream().map(copy -> table(copy, chosen, true, null)).toList();
        return new Gather(chosen, tables, text, windows, Map.of(), limit(), new Learned.CopySizes(), null);
    }

    private void share(List<Shared> shared, Source source, BitSet units, boolean write, long most) {
        for (int i = 0; i < shared.size() && dialect.temporaryTables().canBeOpenedTwice(); i++) {
            if (shared.get(i).fits(source, units)) {
                shared.set(i, shared.get(i).with(source, write));
                return;
            }
        }
        shared.add(Shared.of(source, units, write, most));
    }

    void tell(Parameters parameters, Traffic.Receiver to) throws SQLException {
        for (Source source : sources) {
            Traffic.tell(source.routing(), new BitSet(), parameters, to);
        }
    }

    List<BitSet> units(Parameters parameters) throws SQLException {
        List<BitSet> units = new ArrayList<>();
        for (Source source : sources) {
            BitSet needed = source.routing().units(parameters);
            UnitLimit.check(limits, needed.cardinality());
            units.add(needed);
        }
        return units;
    }

    /**
     * The home that single tables demand, or one of the transaction, or where most of the rows are; where nothing is known
     * of the rows, most of the units.
     */
    int choose(List<BitSet> units, int preferredDataSource, Learned.CopySizes sizes) {
        if (home != null) {
            return home;
        }
        if (preferredDataSource >= 0) {
            return preferredDataSource;
        }
        Map<Integer, Long> weights = weights(units, sizes);
        int best = sources.isEmpty() ? 0 : sources.get(0).routing().table().dataSource(0);
        for (Map.Entry<Integer, Long> candidate : new TreeMap<>(weights).entrySet()) {
            if (candidate.getValue() > weights.getOrDefault(best, 0L)) {
                best = candidate.getKey();
            }
        }
        return best;
    }

    /** The weight of what lies on each data source. */
    private Map<Integer, Long> weights(List<BitSet> units, Learned.CopySizes sizes) {
        long all = 1;
        for (int i = 0; i < sources.size(); i++) {
            int use = sources.get(i).use();
            for (int unit : units.get(i).stream().toArray()) {
                Learned.CopySize known = sizes.of(use, unit);
                all += known == null ? 0 : known.rows();
            }
        }
        // A table that was read where it is may have more rows than all copies, so it stays unless its size is known.
        long unknown = sizes.isEmpty() ? 1 : all;
        Map<Integer, Long> weights = new HashMap<>();
        for (int i = 0; i < sources.size(); i++) {
            Source source = sources.get(i);
            RoutedTable table = source.routing().table();
            for (int unit : units.get(i).stream().toArray()) {
                Learned.CopySize known = sizes.of(source.use(), unit);
                weights.merge(table.dataSource(unit), known == null ? unknown : known.rows(), Long::sum);
            }
        }
        return weights;
    }

    private GatherTable table(Shared shared, int chosen, boolean write, @Nullable Narrowing narrowing) {
        Source source = shared.first();
        BitSet units = shared.units();
        RoutedTable table = source.routing().table();
        List<ShardCall> local = new ArrayList<>();
        List<ShardCall> remote = new ArrayList<>();
        for (int unit = units.nextSetBit(0); unit >= 0; unit = units.nextSetBit(unit + 1)) {
            boolean here =
                    table.dataSource(unit) == chosen && !dialect.transactions().locksWhatItCopies();
            boolean ofHome = table.dataSource(unit) == chosen;
            (here ? local : remote).add(call(shared, unit, here, ofHome, write));
        }
        return new GatherTable(
                shared.uses(),
                source.repeats(),
                table.name(),
                source.copy().columns(),
                source.copy().rowOrder(),
                source.copy().primaryKey(),
                shared.indexed(),
                source.copy().distinct() != Copy.Distinct.NO,
                null,
                narrowing,
                local,
                remote);
    }

    private ShardCall call(Shared shared, int unit, boolean here, boolean ofHome, boolean write) {
        Source source = shared.first();
        DataNode node = source.routing().table().nodes().get(unit);
        Filter filter = shared.filter();
        String table = source.spelling().of(node.table());
        TopRows top = shared.most() == TopRows.ALL ? null : source.top();
        String rows = top != null || source.copy().distinct() == Copy.Distinct.BY_BYTES ? table + " " + ROWS : table;
        String condition = filter.isNone() ? "" : " WHERE " + filter.sql(unit);
        Rank rank = top == null ? null : top.rank();
        String from = rank == null ? rows + condition : ranked(rank, source.copy(), rows + condition, shared.most());
        String sql = select(source.copy(), from, here)
                + (top == null || rank != null ? "" : OrderKey.orderBy(top.keys(), use -> ROWS + ".", dialect))
                + firstRows(ofHome, rank == null ? shared.most() : TopRows.ALL)
                + (write ? dialect.transactions().readOfWrite() : "");
        int[] parameters = filter.sources().stream().mapToInt(Integer::intValue).toArray();
        return new ShardCall(node.dataSource(), unit, sql, new ParameterMapping(parameters, new Object[0]));
    }

    private String ranked(Rank rank, Copy copy, String rows, long most) {
        String columns = copy.columns().stream()
                .map(column -> dialect.quoted(column.reportedName()))
                .collect(Collectors.joining(", "));
        return "(SELECT " + columns + ", " + rank.over(ROWS + ".", dialect) + " AS " + RANK + " FROM " + rows + ") "
                + ROWS + " WHERE " + RANK + " <= " + most;
    }

    /**
     * The calls for some units of a table, each of which reads no more rows than show that there are too many.
     *
     * @param local whether those whose rows stay within the database of the home, or the others
     * @param select the query of a unit
     * @param most the number of rows that a unit gives from its first one on, or {@link TopRows#ALL}
     * @param parameters the sources of its parameters
     */
    List<ShardCall> calls(
            RoutedTable table,
            BitSet units,
            int home,
            boolean local,
            IntFunction<String> select,
            long most,
            int[] parameters) {
        List<ShardCall> calls = new ArrayList<>();
        for (int unit = units.nextSetBit(0); unit >= 0; unit = units.nextSetBit(unit + 1)) {
            int dataSource = table.dataSource(unit);
            boolean ofHome = dataSource == home;
            if ((ofHome && !dialect.transactions().locksWhatItCopies()) == local) {
                String sql = select.apply(unit) + firstRows(ofHome, most);
                calls.add(new ShardCall(dataSource, unit, sql, new ParameterMapping(parameters, new Object[0])));
            }
        }
        return calls;
    }

    GatherLimit limit() {
        return new GatherLimit(limits.gatherMaxRows(), limits.gatherMaxBytes());
    }

    /**
     * The end of a query that reads no more rows than are needed, also to see that there are too many, where these count.
     *
     * @param most the number of rows that are needed
     */
    private String firstRows(boolean ofHome, long most) {
        long rows = ofHome ? most : Math.min(most, limits.gatherMaxRows() + 1);
        return rows == TopRows.ALL ? "" : " " + dialect.clauses().firstRows(Long.toString(rows));
    }

    private String select(Copy copy, String from, boolean here) {
        List<String> items = new ArrayList<>();
        List<String> groups = new ArrayList<>();
        for (Column column : copy.columns()) {
            String name = dialect.quoted(column.reportedName());
            String item = here ? name : dialect.carried(name, column.typeName());
            if (copy.distinct() == Copy.Distinct.BY_BYTES) {
                boolean same = dialect.isEqualOnlyToItself(column.typeName(), column.definition(), column.textOrder());
                item = same ? item : "MIN(" + item + ")";
                groups.add(same ? ROWS + "." + name : dialect.bytes(ROWS + "." + name));
            }
            items.add(item.equals(name) && here ? name : item + " AS " + name);
        }
        String select = copy.distinct() == Copy.Distinct.BY_VALUE ? "SELECT DISTINCT " : "SELECT ";
        String grouping = groups.isEmpty() ? "" : " GROUP BY " + String.join(", ", groups);
        return select + String.join(", ", items) + " FROM " + from + grouping;
    }
}
