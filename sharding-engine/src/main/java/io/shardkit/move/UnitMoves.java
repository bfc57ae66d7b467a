package io.shardkit.move;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.membership.Membership;
import io.shardkit.move.table.ForeignKeys;
import io.shardkit.move.table.MoveCheck;
import io.shardkit.move.table.TableMove;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.RuleText;
import io.shardkit.rule.ShardMap;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Finds the units of a move to another data source, and checks it. Thread-safe. */
final class UnitMoves {
    private final Membership membership;
    private final UnitTables tables;

    UnitMoves(Membership membership, UnitTables tables) {
        this.membership = membership;
        this.tables = tables;
    }

    /**
     * Tells what a move would do, and what stands in its way. Nothing is changed.
     *
     * @throws SQLException if a database cannot be asked
     */
    MoveReport check(ShardMap rule, MoveOperation operation, List<MovedUnit> units) throws SQLException {
        MoveFindings findings = new MoveFindings();
        try {
            operation.next(RuleText.of(rule), membership::next);
        } catch (ShardingConfigurationException failure) {
            findings.errors().add(String.valueOf(failure.getMessage()));
        }
        JoiningCopies.of(tables, rule, operation).check(findings.errors(), findings.warnings());
        List<TableMove> moves = tables.ahead(operation);
        ForeignKeys foreignKeys = tables.foreignKeys(operation);
        for (MovedUnit unit : units) {
            TableMove move = moves.get(findings.units().size());
            MoveCheck.Checked checked = findings.check(move, foreignKeys);
            findings.units()
                    .add(new MoveReport.Unit(
                            unit.table(), unit.toString(), unit.to(), unit.renamed(), checked.rows(), checked.bytes()));
            if (!unit.renamed().equals(unit.actual())) {
                findings.warnings()
                        .add("table " + unit.actual() + " of " + unit.from() + " is " + unit.place(false)
                                + " after the move");
            }
        }
        return findings.report(List.of());
    }

    /** Returns the units that were named, and those that are bound with them. */
    List<MovedUnit> units(ShardMap rule, MoveRequest request) throws SQLException {
        Map<String, Map<Integer, RoutedTable>> units = new LinkedHashMap<>();
        for (String named : request.units()) {
            boolean isKnown = false;
            for (RoutedTable table : rule.tables()) {
                int unit = unit(table.declared(), named);
                if (unit >= 0) {
                    isKnown = true;
                    add(units, table.declared(), unit);
                    for (RoutedTable bound : inOrder(rule.boundWith(table))) {
                        add(units, bound.declared(), unit);
                    }
                }
            }
            if (!isKnown) {
                throw refused("'" + named + "' is not an actual table of a sharded table; they are named with the data"
                        + " source on which they are, as in ds0.t_order_3" + moved(rule, named));
            }
        }
        tables.reach(request.to());
        TargetNames names = new TargetNames(membership, tables, rule);
        List<MovedUnit> moved = new ArrayList<>();
        for (Map<Integer, RoutedTable> ofTable : units.values()) {
            for (Map.Entry<Integer, RoutedTable> each : ofTable.entrySet()) {
                moved.add(unit(each.getValue(), each.getKey(), request.to(), names));
            }
        }
        return moved;
    }

    /** Returns where a unit is that was declared by this name, in words; an empty text if there is none. */
    private static String moved(ShardMap rule, String named) {
        for (RoutedTable table : rule.tables()) {
            RoutedTable declared = table.declared();
            for (int unit = 0; unit < declared.nodes().size(); unit++) {
                if (declared.declaredNode(unit).toString().equalsIgnoreCase(named)) {
                    return "; it has moved and is " + declared.nodes().get(unit) + " now";
                }
            }
        }
        return "";
    }

    private static List<RoutedTable> inOrder(List<RoutedTable> tables) {
        return tables.stream().sorted(Comparator.comparing(RoutedTable::name)).toList();
    }

    private static void add(Map<String, Map<Integer, RoutedTable>> units, RoutedTable table, int unit) {
        units.computeIfAbsent(table.name(), any -> new LinkedHashMap<>()).put(unit, table);
    }

    private static MovedUnit unit(RoutedTable table, int unit, String to, TargetNames names) throws SQLException {
        DataNode node = table.nodes().get(unit);
        if (node.dataSourceName().equals(to)) {
            throw refused(node + " is on " + to + " already");
        }
        return new MovedUnit(
                table.name(), unit, node.table(), node.dataSourceName(), to, names.choose(table, unit, to));
    }

    private static int unit(RoutedTable table, String named) {
        List<DataNode> nodes = table.nodes();
        for (int unit = 0; unit < nodes.size(); unit++) {
            if (nodes.get(unit).toString().toLowerCase(Locale.ROOT).equals(named.toLowerCase(Locale.ROOT))) {
                return unit;
            }
        }
        return -1;
    }

    private static SQLException refused(String why) {
        return ShardingExceptions.of(ErrorCode.MOVE_REFUSED, why);
    }
}
