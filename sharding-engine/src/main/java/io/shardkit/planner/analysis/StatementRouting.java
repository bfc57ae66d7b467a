package io.shardkit.planner.analysis;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.hint.ShardingHint;
import io.shardkit.plan.SingleShard;
import io.shardkit.plan.gather.GatheredUnit;
import io.shardkit.route.Routing;
import io.shardkit.route.Traffic;
import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.TableUse;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds out, for one execution, whether a statement with sharded tables stays in one unit, and which units it touches
 * if not. Immutable.
 */
public final class StatementRouting {

    private final List<Routing> routings;

    /** The first of them, and the only one of most statements. */
    private final Routing first;

    private final int[] routingOfUse;

    /** For each table use its sharded table, or null; uses of several tables may share a routing. */
    private final List<@Nullable RoutedTable> tableOfUse;

    /** True if a unit number means the same for all of the tables. */
    private final boolean bound;

    private final boolean several;
    private final @Nullable Integer singleSource;
    private final boolean apart;
    private final UnitTexts verbatim;

    /**
     * @param tables the statement's tables, at least one of them sharded
     * @param routing makes the routing of a sharded use
     * @param verbatim the statement with its tables renamed
     */
    public StatementRouting(Tables tables, RoutingPlanner routing, UnitTexts verbatim) {
        this.verbatim = verbatim;
        tableOfUse = tables.shardedTables();
        Map<Routing, Integer> distinct = new LinkedHashMap<>();
        routingOfUse = new int[tables.uses().size()];
        for (TableUse use : tables.shardedUses()) {
            Routing made = routing.routing(use);
            Integer known = distinct.putIfAbsent(made, distinct.size());
            routingOfUse[use.id()] = known == null ? distinct.size() - 1 : known;
        }
        routings = List.copyOf(distinct.keySet());
        first = routings.get(0);
        int group = first.table().bindingGroup();
        several = routings.size() > 1;
        bound = routings.stream().allMatch(each -> group == each.table().bindingGroup());
        SortedSet<Integer> singles = tables.singleSources();
        apart = tables.areApart();
        singleSource = singles.isEmpty() ? null : singles.first();
    }

    /** The units of one execution: those of each routing are found at most once. Not thread-safe. */
    public final class Units {
        private final Parameters parameters;
        private final @Nullable BitSet[] found = new BitSet[routings.size()];

        private Units(Parameters parameters) {
            this.parameters = parameters;
        }

        private BitSet of(int routing) throws SQLException {
            BitSet units = found[routing];
            if (units == null) {
                units = routings.get(routing).units(parameters);
                found[routing] = units;
            }
            return units;
        }
    }

    /** To be asked about one execution. */
    public Units units(Parameters parameters) {
        return new Units(parameters);
    }

    /**
     * The whole statement on the one unit that its values name, or null if they do not say one by themselves;
     * {@link #oneUnit(Units)} then tells.
     */
    public @Nullable SingleShard pointed(Parameters parameters) throws SQLException {
        if (!bound) {
            return null;
        }
        int unit = first.unit(parameters);
        if (unit == Routing.NOT_ONE) {
            return null;
        }
        if (several && !areOn(unit, parameters)) {
            return null;
        }
        return singleSource == null || fitsSingle(first.table().dataSource(unit)) ? verbatim.call(unit) : null;
    }

    /** Returns true if bound tables that are not joined by the key are all on the unit. */
    private boolean areOn(int unit, Parameters parameters) throws SQLException {
        for (int i = 1; i < routings.size(); i++) {
            if (routings.get(i).unit(parameters) != unit) {
                return false;
            }
        }
        return true;
    }

    /** The whole statement on one unit, or null if it touches several. */
    public @Nullable SingleShard oneUnit(Units units) throws SQLException {
        if (routings.size() > 1) {
            return oneUnitOfSeveralTables(units);
        }
        BitSet found = units.of(0);
        if (found.cardinality() > 1) {
            return null;
        }
        RoutedTable table = routings.get(0).table();
        int unit = found.isEmpty() ? anyUnit(table) : found.nextSetBit(0);
        return fitsSingle(table.dataSource(unit)) ? verbatim.call(unit) : null;
    }

    private @Nullable SingleShard oneUnitOfSeveralTables(Units found) throws SQLException {
        int[] chosen = new int[routings.size()];
        int source = -1;
        for (int i = 0; i < chosen.length; i++) {
            BitSet units = found.of(i);
            if (units.cardinality() > 1) {
                return null;
            }
            chosen[i] = units.nextSetBit(0);
            if (chosen[i] >= 0) {
                int own = sourceOf(i, chosen[i]);
                if (source >= 0 && own != source) {
                    return null;
                }
                source = own;
            }
        }
        if (source < 0) {
            source = singleSource != null
                    ? singleSource
                    : sourceOf(0, anyUnit(routings.get(0).table()));
        }
        for (int i = 0; i < chosen.length; i++) {
            if (chosen[i] < 0) {
                chosen[i] = emptyUnit(i, chosen, source);
            }
        }
        if (!fitsSingle(source)) {
            return null;
        }
        return new SingleShard(verbatim.call(chosen[0], new Object[0], use -> chosen[routingOfUse[use]]));
    }

    /** Any unit of a table of which no row matters: where its bound tables are, or else on the same data source. */
    private int emptyUnit(int routing, int[] chosen, int source) throws SQLException {
        RoutedTable table = routings.get(routing).table();
        for (int i = 0; i < chosen.length; i++) {
            if (chosen[i] >= 0 && routings.get(i).table().bindingGroup() == table.bindingGroup()) {
                return chosen[i];
            }
        }
        for (int unit = 0; unit < table.unitCount(); unit++) {
            if (table.dataSource(unit) == source) {
                return unit;
            }
        }
        throw ShardingExceptions.of(
                ErrorCode.SEVERAL_UNITS, table.name() + " has no table on the data source of the others");
    }

    private int sourceOf(int routing, int unit) {
        return routings.get(routing).table().dataSource(unit);
    }

    private int anyUnit(RoutedTable table) {
        ShardingHint hint = ShardingHint.current();
        String name = hint == null ? null : hint.dataSourceName();
        for (int unit = 0; name != null && unit < table.unitCount(); unit++) {
            if (table.nodes().get(unit).dataSourceName().equals(name)) {
                return unit;
            }
        }
        for (int unit = 0; singleSource != null && unit < table.unitCount(); unit++) {
            if (table.dataSource(unit) == singleSource) {
                return unit;
            }
        }
        return 0;
    }

    private boolean fitsSingle(int source) {
        return singleSource == null || (singleSource == source && !apart);
    }

    /** Returns true if the statement's single tables, if it has some, are on the data source of all of the units. */
    public boolean fitsSingle(BitSet units, int use) {
        RoutedTable table = routings.get(routingOfUse[use]).table();
        return singleSource == null || units.stream().allMatch(unit -> fitsSingle(table.dataSource(unit)));
    }

    /** The units that a statement touches whose tables are linked: those that every required table may have rows in. */
    public BitSet linked(Units found, int[] requiredUses) throws SQLException {
        BitSet units = found.of(routingOfUse[requiredUses[0]]);
        for (int i = 1; i < requiredUses.length; i++) {
            BitSet own = found.of(routingOfUse[requiredUses[i]]);
            if (!own.equals(units)) {
                units = (BitSet) units.clone();
                units.and(own);
            }
        }
        if (units.isEmpty()) {
            units = new BitSet();
            units.set(anyUnit(routings.get(routingOfUse[requiredUses[0]]).table()));
        }
        return units;
    }

    /** The units that may hold rows of the first sharded table; none if no row can match. */
    public BitSet mayHaveRows(Units found) throws SQLException {
        return found.of(0);
    }

    /** The actual tables of linked uses in these units, in the order in which they are written. */
    public List<GatheredUnit> written(int[] uses, BitSet units) {
        return units.stream()
                .mapToObj(unit -> {
                    Map<Integer, String> tables = new HashMap<>();
                    for (int use : uses) {
                        tables.put(
                                use, Objects.requireNonNull(tableOfUse.get(use)).actualTable(unit));
                    }
                    return new GatheredUnit(sourceOf(routingOfUse[uses[0]], unit), unit, tables);
                })
                .sorted(Comparator.comparingInt(GatheredUnit::dataSource).thenComparingInt(GatheredUnit::unit))
                .toList();
    }

    /** The whole statement on one unit of linked tables. */
    public SingleShard on(int unit) {
        return verbatim.call(unit);
    }

    /**
     * Tells where an execution goes, as {@link Traffic#tell}.
     *
     * @throws SQLException if a value cannot be read
     */
    public void tell(BitSet called, Parameters parameters, Traffic.Receiver to) throws SQLException {
        for (Routing routing : routings) {
            boolean isOfCalls = routing.table().bindingGroup() == first.table().bindingGroup();
            Traffic.tell(routing, isOfCalls ? called : new BitSet(), parameters, to);
        }
    }

    /** Returns the reason that a statement goes to several units instead of one. */
    public String reason(int units) {
        RoutedTable table = routings.get(0).table();
        return units + " of the " + table.unitCount() + " actual tables of " + table + " may hold rows; "
                + (table.shardingColumns().isEmpty()
                        ? "a hint"
                        : "equality on " + String.join(", ", table.shardingColumns()))
                + " leaves one";
    }

    @Override
    public String toString() {
        return routings.toString();
    }
}
