package io.shardkit.planner.gather;

import io.shardkit.catalog.UniqueKey;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.Block;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Condition;
import io.shardkit.sql.statement.From;
import io.shardkit.sql.statement.TableUse;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Tables that a SELECT joins within each unit: a sharded table, and tables of which it has at most one row for each of its
 * rows in the same unit, so that the join has no more rows than the first table. Immutable.
 *
 * @param members the tables; the first is the sharded one that the others are joined to
 * @param equal the equalities that join them
 * @param subqueries the conditions with subqueries that their rows have to fulfil
 */
record UnitJoin(List<TableUse> members, List<Condition.Equal> equal, List<UnitSubquery> subqueries) {

    UnitJoin {
        members = List.copyOf(members);
        subqueries = List.copyOf(subqueries);
        equal = List.copyOf(equal);
    }

    TableUse root() {
        return members.get(0);
    }

    boolean has(TableUse use) {
        return members.contains(use);
    }

    /** The same with conditions that have subqueries. */
    UnitJoin with(List<UnitSubquery> others) {
        return new UnitJoin(members, equal, others);
    }

    /** The first table without the others. */
    UnitJoin alone() {
        return new UnitJoin(List.of(root()), List.of(), List.of());
    }

    /** Returns true if the units read the table, so that it is not copied. */
    boolean reads(int use) {
        return members.stream().anyMatch(member -> member.id() == use)
                || subqueries.stream().anyMatch(subquery -> subquery.table().id() == use);
    }

    /** The alias of a table in the unit's SQL. */
    static String label(int use) {
        return "sk_" + use;
    }

    /** The table in whose place the copy stands: the first in FROM, so that all that follows sees its columns. */
    TableUse shown(From from) {
        return from.uses().stream().filter(members::contains).findFirst().orElseThrow();
    }

    /** Returns the number of its tables that would be copied each by itself. */
    long sharded(Tables tables) {
        return members.stream()
                .filter(member -> tables.sharded(member.id()) != null)
                .count();
    }

    /**
     * The largest join of a table with others that no outer join of the SELECT may fill with NULLs.
     *
     * @throws SQLException if a database cannot be asked
     */
    static UnitJoin of(TableUse root, Block block, Tables tables, Partners partners) throws SQLException {
        From from = Objects.requireNonNull(block.from());
        List<Condition> demands =
                Partners.demands(block, from).stream().flatMap(List::stream).toList();
        List<TableUse> members = new ArrayList<>(List.of(root));
        List<Condition.Equal> equal = new ArrayList<>();
        for (int before = 0; before != members.size(); ) {
            before = members.size();
            for (TableUse next : from.uses()) {
                boolean whole = partners.isShared(next) && !from.isNullable(next);
                if (whole && !members.contains(next)) {
                    add(next, members, equal, demands, tables, partners);
                }
            }
        }
        return new UnitJoin(members, equal, List.of());
    }

    private static void add(
            TableUse next,
            List<TableUse> members,
            List<Condition.Equal> equal,
            List<Condition> demands,
            Tables tables,
            Partners partners)
            throws SQLException {
        List<Condition.Equal> joined = new ArrayList<>();
        boolean together = false;
        for (TableUse member : members) {
            List<Condition.Equal> pairs = partners.equal(demands, member, next);
            together |= !pairs.isEmpty() && partners.liesTogether(member, next, pairs);
            joined.addAll(pairs);
        }
        if (together && isOneRow(next, joined, tables)) {
            members.add(next);
            equal.addAll(joined);
        }
    }

    /** Returns true if the equalities leave at most one row of the table. */
    private static boolean isOneRow(TableUse use, List<Condition.Equal> equal, Tables tables) throws SQLException {
        List<String> columns =
                equal.stream().map(Condition.Equal::right).map(ColumnRef::name).toList();
        List<UniqueKey> keys = tables.uniqueKeys(use);
        return keys != null && keys.stream().anyMatch(key -> key.exact() && columns.containsAll(key.columns()));
    }
}
