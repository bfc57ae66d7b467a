package io.shardkit.plan;

import io.shardkit.error.ErrorCode;
import io.shardkit.route.Routing;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.ShardedTable;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.sql.Parameters;
import io.shardkit.sql.TableUse;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds out, for one execution, whether a statement with sharded tables stays in one unit, and which units it touches
 * if not. Immutable.
 */
final class Placement {

    private final List<Routing> routings;
    private final int[] routingOfUse;
    private final @Nullable Integer singleSource;
    private final UnitTexts verbatim;

    /**
     * @param tables the statement's tables, at least one of them sharded
     * @param routing makes the routing of a sharded use
     * @param verbatim the statement with its tables renamed
     */
    Placement(Tables tables, RoutingPlanner routing, UnitTexts verbatim) throws SQLException {
        this.verbatim = verbatim;
        List<Routing> distinct = new ArrayList<>();
        routingOfUse = new int[tables.uses().size()];
        for (TableUse use : tables.shardedUses()) {
            Routing made = routing.routing(use);
            int known = distinct.indexOf(made);
            routingOfUse[use.id()] = known >= 0 ? known : distinct.size();
            if (known < 0) {
                distinct.add(made);
            }
        }
        routings = List.copyOf(distinct);
        SortedSet<Integer> singles = tables.singleSources();
        if (singles.size() > 1) {
            throw ErrorCode.TABLES_APART.exception("single tables on several data sources");
        }
        singleSource = singles.isEmpty() ? null : singles.first();
    }

    /** The whole statement on one unit, or null if it touches several. */
    BoundPlan.@Nullable OneCall oneUnit(Parameters parameters) throws SQLException {
        if (routings.size() == 1) {
            Routing routing = routings.get(0);
            int unit = routing.unit(parameters);
            if (unit == Routing.NOT_ONE) {
                BitSet units = routing.units(parameters);
                if (units.cardinality() > 1) {
                    return null;
                }
                unit = units.isEmpty() ? anyUnit(routing.table()) : units.nextSetBit(0);
            }
            return fitsSingle(routing.table().nodes().get(unit).dataSource()) ? verbatim.call(unit) : null;
        }
        return oneUnitOfSeveralTables(parameters);
    }

    private BoundPlan.@Nullable OneCall oneUnitOfSeveralTables(Parameters parameters) throws SQLException {
        int[] chosen = new int[routings.size()];
        int source = -1;
        for (int i = 0; i < chosen.length; i++) {
            BitSet units = routings.get(i).units(parameters);
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
        return new BoundPlan.OneCall(verbatim.call(chosen[0], new Object[0], use -> chosen[routingOfUse[use]]));
    }

    /** Any unit of a table of which no row matters: where its bound tables are, or else on the same data source. */
    private int emptyUnit(int routing, int[] chosen, int source) throws SQLException {
        ShardedTable table = routings.get(routing).table();
        for (int i = 0; i < chosen.length; i++) {
            if (chosen[i] >= 0 && routings.get(i).table().bindingGroup() == table.bindingGroup()) {
                return chosen[i];
            }
        }
        for (int unit = 0; unit < table.unitCount(); unit++) {
            if (table.nodes().get(unit).dataSource() == source) {
                return unit;
            }
        }
        throw ErrorCode.SEVERAL_UNITS.exception(table.name() + " has no table on the data source of the others");
    }

    private int sourceOf(int routing, int unit) {
        return routings.get(routing).table().nodes().get(unit).dataSource();
    }

    private int anyUnit(ShardedTable table) {
        for (int unit = 0; singleSource != null && unit < table.unitCount(); unit++) {
            if (table.nodes().get(unit).dataSource() == singleSource) {
                return unit;
            }
        }
        return 0;
    }

    private boolean fitsSingle(int source) {
        return singleSource == null || singleSource == source;
    }

    /** Whether the statement's single tables, if it has some, are where all of the units are. */
    boolean fitsSingle(BitSet units, int use) {
        ShardedTable table = routings.get(routingOfUse[use]).table();
        return units.stream()
                .allMatch(unit -> fitsSingle(table.nodes().get(unit).dataSource()));
    }

    /** The units that a statement touches whose tables are linked: those that every required table may have rows in. */
    BitSet units(Parameters parameters, int[] requiredUses) throws SQLException {
        BitSet units = new BitSet();
        boolean first = true;
        for (int use : requiredUses) {
            BitSet own = routings.get(routingOfUse[use]).units(parameters);
            if (first) {
                units.or(own);
                first = false;
            } else {
                units.and(own);
            }
        }
        ShardedTable table = routings.get(routingOfUse[requiredUses[0]]).table();
        if (units.isEmpty()) {
            units.set(anyUnit(table));
        }
        return units;
    }

    /** The actual tables of these units, in the order in which they are written. */
    List<BoundPlan.GatheredUnit> written(int use, BitSet units) {
        ShardedTable table = routings.get(routingOfUse[use]).table();
        return units.stream()
                .mapToObj(unit -> {
                    DataNode node = table.nodes().get(unit);
                    return new BoundPlan.GatheredUnit(node.dataSource(), unit, use, node.table());
                })
                .sorted(Comparator.comparingInt(BoundPlan.GatheredUnit::dataSource)
                        .thenComparingInt(BoundPlan.GatheredUnit::unit))
                .toList();
    }

    /** The whole statement on one unit of linked tables. */
    BoundPlan.OneCall on(int unit) {
        return verbatim.call(unit);
    }

    /** Why a statement on several units is not on one. */
    String reason(int units) {
        ShardedTable table = routings.get(0).table();
        List<String> columns = new ArrayList<>();
        for (ShardingStrategy strategy : table.strategies()) {
            columns.add(strategy.column());
        }
        return units + " of the " + table.unitCount() + " actual tables of " + table + " may hold rows; equality on "
                + String.join(", ", columns) + " leaves one";
    }

    @Override
    public String toString() {
        return routings.toString();
    }
}
