package io.shardkit.plan.move;

import io.shardkit.plan.ShardCall;
import io.shardkit.plan.UniqueKeyLookup;
import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.SqlTemplate;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The rows that one execution names by all columns of a unique key, wherever they are. Immutable.
 *
 * @param table their table
 * @param name the table as the statement writes it; its slot takes an actual table
 * @param units where they may be
 * @param key the values of the key that the rows have
 * @param unique whether no two units can have a row with the same key
 */
public record KeyedRows(RoutedTable table, SqlTemplate name, BitSet units, KeyValues key, boolean unique)
        implements UniqueKeyLookup {

    @Override
    public long most() {
        return key.combinations();
    }

    @Override
    public List<ShardCall> looks() {
        return looks(units);
    }

    @Override
    public List<ShardCall> looks(BitSet some) {
        Map<Integer, List<Integer>> bySource = new TreeMap<>();
        some.stream().forEach(unit -> bySource.computeIfAbsent(table.dataSource(unit), none -> new ArrayList<>())
                .add(unit));
        List<ShardCall> calls = new ArrayList<>();
        bySource.forEach((dataSource, own) -> {
            SqlCall look = new SqlCall();
            for (int unit : own) {
                look.text(unit == own.get(0) ? "SELECT " : " UNION ALL SELECT ")
                        .text(unit + " FROM " + actual(unit) + " WHERE ")
                        .condition(key);
            }
            calls.add(look.on(dataSource, own.get(0)));
        });
        return calls;
    }

    @Override
    public ShardCall lock(int unit, boolean waits) {
        return new SqlCall()
                .text("SELECT " + unit + " FROM " + actual(unit) + " WHERE ")
                .condition(key)
                .text(waits ? " FOR UPDATE" : " FOR UPDATE NOWAIT")
                .on(table.dataSource(unit), unit);
    }

    private String actual(int unit) {
        return name.render(use -> table.actualTable(unit));
    }

    /** Returns the number of units that may have the rows, in words. */
    String mayLie(int units) {
        return mayLie(units, table);
    }

    static String mayLie(int units, RoutedTable table) {
        return "the rows may lie in " + units + " of the " + table.unitCount() + " actual tables of " + table;
    }
}
