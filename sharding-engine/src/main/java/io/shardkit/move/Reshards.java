package io.shardkit.move;

import io.shardkit.algorithm.ColumnKeys;
import io.shardkit.catalog.Column;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.membership.Membership;
import io.shardkit.move.alter.KeyProblems;
import io.shardkit.move.table.ForeignKeys;
import io.shardkit.move.table.MoveCheck;
import io.shardkit.move.table.TableMove;
import io.shardkit.rule.ChangedRule;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.RuleText;
import io.shardkit.rule.SameUnits;
import io.shardkit.rule.ShardMap;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds out which tables a reshard makes of which others, and checks it. Thread-safe. */
final class Reshards {
    private static final Logger LOG = LoggerFactory.getLogger(Reshards.class);

    private final Membership membership;
    private final UnitTables tables;

    Reshards(Membership membership, UnitTables tables) {
        this.membership = membership;
        this.tables = tables;
    }

    /**
     * Returns what is to be done.
     *
     * @throws SQLException if it cannot be done while the tables are used, or a database cannot be asked
     */
    MoveOperation operation(String id, ShardMap rule, ReshardRequest request) throws SQLException {
        ShardMap wanted = (ShardMap) request.wanted();
        NavigableSet<String> all = new TreeSet<>();
        for (String named : request.tables()) {
            String name = named.toLowerCase(Locale.ROOT);
            all.add(name);
            boundWith(rule, name).forEach(all::add);
            boundWith(wanted, name).forEach(all::add);
        }
        RuleText before = RuleText.of(rule).only(all);
        RuleText declared = RuleText.of(wanted).only(all);
        checkBroadcast(before, declared, all);
        if (before.asDeclared().equals(declared.asDeclared())) {
            throw refused("the rule has " + all + " as it is wanted already");
        }
        Map<String, String> lookups = RebuiltLookups.of(rule, wanted, all);
        all.addAll(lookups.keySet());
        // The configuration may not have these tables among the sharded ones yet.
        List<RuleText> stored = membership.allRules();
        RuleText from = RuleText.of(rule).only(all).withKeysOf(stored.get(stored.size() - 1));
        // A lookup table that is made anew needs all rows.
        return MoveOperation.of(id, all, lookups, from, after(rule, wanted, all, lookups.isEmpty()), request);
    }

    /** A table that is, or becomes, a broadcast table keeps its name, and so nothing would keep those away that have slept. */
    private static void checkBroadcast(RuleText before, RuleText declared, Set<String> all) throws SQLException {
        for (String table : all) {
            if (before.broadcastTables().contains(table)) {
                throw refused(
                        "table " + table + " is a broadcast table, and cannot become another one while it is used:"
                                + " its copy on one data source has the name that the table is to have there. Stop all"
                                + " instances, move its rows by hand, and start them with the wanted rule and"
                                + " sharding.rule-store.accept");
            }
            if (declared.broadcastTables().contains(table)) {
                throw refused("table " + table + " cannot become a broadcast table while it is used: it keeps its name,"
                        + " so that an instance which has not noticed would go on to write one copy alone. Stop all"
                        + " instances, copy its rows to each data source, and start them with the wanted rule, and with"
                        + " sharding.rule-store.accept if the start asks for it");
            }
        }
    }

    private RuleText after(ShardMap rule, ShardMap wanted, Set<String> all, boolean keeping) throws SQLException {
        try {
            return placed(rule, wanted, all, keeping);
        } catch (ShardingConfigurationException apart) {
            LOG.debug("All rows of {} move, as units that could stay do not lie together", all, apart);
            return placed(rule, wanted, all, false);
        }
    }

    /** Returns what the wanted rule says of some tables, with the places that their units get. */
    private RuleText placed(ShardMap rule, ShardMap wanted, Set<String> all, boolean keeping) throws SQLException {
        TargetNames names = new TargetNames(membership, tables, rule);
        Map<String, Map<Integer, String>> moved = new TreeMap<>();
        for (RoutedTable each : wanted.tables()) {
            if (all.contains(each.name())) {
                RoutedTable table = each.declared();
                // The table of a lookup that is taken away stays an ordinary one.
                boolean isKept = keeping || (rule.isLookupTable(each.name()) && !wanted.isLookupTable(each.name()));
                Map<Integer, DataNode> kept = isKept ? kept(rule.shardedTable(each.name()), table) : Map.of();
                moved.put(each.name(), places(table, kept, names));
            }
        }
        Set<String> dataSources = new LinkedHashSet<>(wanted.dataSources());
        dataSources.addAll(rule.dataSources());
        RuleText after = RuleText.of(ChangedRule.moved(wanted, List.copyOf(dataSources), moved))
                .only(all);
        for (RoutedTable each : wanted.tables()) {
            after = all.contains(each.name()) ? after.withKeysOf(each) : after;
        }
        return after;
    }

    /** Returns the places of units that are not where they are declared. */
    private static Map<Integer, String> places(RoutedTable table, Map<Integer, DataNode> kept, TargetNames names)
            throws SQLException {
        Map<Integer, String> places = new TreeMap<>();
        for (int unit = 0; unit < table.unitCount(); unit++) {
            DataNode declared = table.declaredNode(unit);
            // A unit of the wanted rule may have moved, too.
            DataNode wanted = table.nodes().get(unit);
            DataNode present = kept.get(unit);
            String dataSource = present == null ? wanted.dataSourceName() : present.dataSourceName();
            String name = present == null ? names.choose(table, unit, dataSource) : present.table();
            if (!name.equals(wanted.table()) || !dataSource.equals(wanted.dataSourceName())) {
                places.put(unit, name.equals(declared.table()) ? dataSource : dataSource + "." + name);
            }
        }
        return places;
    }

    /** Returns the actual tables that have the same rows by both rules, which stay where they are, by their wanted units. */
    private Map<Integer, DataNode> kept(@Nullable RoutedTable present, RoutedTable wanted) throws SQLException {
        if (present == null) {
            return Map.of();
        }
        RoutedTable before = present.declared();
        Map<Integer, Integer> same = SameUnits.of(before, wanted, column -> keys(before, column));
        if ((same.size() == before.unitCount()) != (same.size() == wanted.unitCount())) {
            // A table that gets rows is made like the one from which they come, and there would be none.
            return Map.of();
        }
        Map<Integer, DataNode> kept = new TreeMap<>();
        same.forEach((unit, former) -> kept.put(unit, before.nodes().get(former)));
        return kept;
    }

    private ColumnKeys keys(RoutedTable table, String column) throws SQLException {
        for (DataNode node : table.nodes()) {
            // The first actual tables of a table that grows may be gone, or the last ones not there yet.
            for (Column each : tables.columns(node, List.of(column))) {
                if (each.name().equals(column)) {
                    return each.keys();
                }
            }
        }
        throw refused("table " + table + " has no column " + column);
    }

    private static List<String> boundWith(ShardMap rule, String name) {
        RoutedTable table = rule.shardedTable(name);
        return table == null
                ? List.of()
                : rule.boundWith(table).stream().map(RoutedTable::name).toList();
    }

    /**
     * Tells what it would do, and what stands in its way. Nothing is changed.
     *
     * @throws SQLException if a database cannot be asked
     */
    MoveReport check(ShardMap rule, MoveOperation operation) throws SQLException {
        MoveFindings findings = new MoveFindings();
        ShardMap after = null;
        try {
            after = membership.next(operation.next(RuleText.of(rule), membership::next));
        } catch (ShardingConfigurationException failure) {
            findings.errors().add(String.valueOf(failure.getMessage()));
        }
        for (String each : operation.dataSources()) {
            tables.reach(each);
        }
        JoiningCopies.of(tables, rule, operation).check(findings.errors(), findings.warnings());
        List<TableMove> moves = tables.ahead(operation);
        ForeignKeys foreignKeys = tables.foreignKeys(operation);
        List<MoveReport.TablePlan> plans = new ArrayList<>();
        int next = 0;
        for (TableChange change : operation.changes()) {
            if (!change.isLookup()) {
                List<TableMove> ofTable =
                        moves.subList(next, next + change.from().size());
                next += ofTable.size();
                plans.add(rows(operation, change, ofTable, after, findings));
            }
        }
        for (TableChange change : operation.changes()) {
            if (change.isLookup() && after != null) {
                for (TableMove move : UnitTables.entriesOf(change, moves)) {
                    MoveCheck.Checked checked = findings.check(move, foreignKeys);
                    findings.units().add(reported(change, move.toString(), checked));
                }
            }
        }
        return findings.report(plans);
    }

    /** @param after the rule after the switch; null if there can't be one */
    private MoveReport.TablePlan rows(
            MoveOperation operation,
            TableChange change,
            List<TableMove> moves,
            @Nullable ShardMap after,
            MoveFindings findings)
            throws SQLException {
        ForeignKeys foreignKeys = tables.foreignKeys(operation);
        ReshardPlan plan = new ReshardPlan(change);
        for (int source = 0; source < moves.size(); source++) {
            MoveCheck.Checked checked = findings.check(moves.get(source), foreignKeys);
            if (after != null) {
                String misplaced = checked.errors().isEmpty() ? plan.add(source, moves.get(source), checked) : "";
                findings.errors().addAll(misplaced.isEmpty() ? List.of() : List.of(misplaced));
                findings.errors()
                        .addAll(KeyProblems.unchosen(after, change.table(), checked.columns(), checked.uniqueKeys()));
            }
            findings.units().add(reported(change, change.from().get(source).toString(), checked));
        }
        return plan.report(
                operation.rule(false).inWords(change.table()),
                operation.rule(true).inWords(change.table()));
    }

    private static MoveReport.Unit reported(TableChange change, String source, MoveCheck.Checked checked) {
        return new MoveReport.Unit(
                change.table(),
                source,
                targets(change, TableChange.Actual::dataSource),
                targets(change, TableChange.Actual::name),
                checked.rows(),
                checked.bytes());
    }

    private static String targets(TableChange change, Function<TableChange.Actual, String> part) {
        return change.to().stream().map(part).distinct().collect(Collectors.joining(", "));
    }

    private static SQLException refused(String why) {
        return ShardingExceptions.of(ErrorCode.MOVE_REFUSED, why);
    }
}
