package io.shardkit.move;

import io.shardkit.membership.Membership;
import io.shardkit.move.table.TargetTables;
import io.shardkit.rule.ActualName;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import io.shardkit.rule.UsedNames;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the names of actual tables where they move to: the one that a table was declared with, or that one with the
 * number of a generation. On one data source a name stands for the same rows for ever. Not thread-safe.
 */
final class TargetNames {
    private static final String GENERATION = "_g";

    private final UnitTables tables;
    private final ShardMap rule;
    private final UsedNames used;
    private final Map<String, Set<String>> present = new HashMap<>();

    TargetNames(Membership membership, UnitTables tables, ShardMap rule) {
        this.tables = tables;
        this.rule = rule;
        this.used = new UsedNames(membership.allRules());
    }

    /**
     * Returns the name that a unit gets on a data source, which no further unit gets.
     *
     * @throws SQLException if a database cannot be asked
     */
    String choose(RoutedTable table, int unit, String to) throws SQLException {
        String declared = table.declaredNode(unit).table();
        String name = declared;
        for (int generation = 2; !isFree(table, unit, to, name, declared); generation++) {
            name = declared + GENERATION + generation;
        }
        used.take(table, unit, to, name);
        return name;
    }

    /**
     * Returns a name that no table has had on a data source, which no further unit gets.
     *
     * @throws SQLException if a database cannot be asked
     */
    String chooseNew(RoutedTable table, int unit, String on) throws SQLException {
        String declared = table.declaredNode(unit).table();
        int generation = 2;
        while (used.isKnown(on + "." + declared + GENERATION + generation)
                || !isFree(table, unit, on, declared + GENERATION + generation, declared)) {
            generation++;
        }
        String name = declared + GENERATION + generation;
        used.take(table, unit, on, name);
        return name;
    }

    private boolean isFree(RoutedTable table, int unit, String to, String name, String declared) throws SQLException {
        // Statements that name a table which is not declared mean one of the default data source.
        boolean isActual = name.equals(declared) || rule.hasActualTable(ActualName.withinSchema(name));
        return used.isFree(table, unit, to, name)
                && !isPresent(to, name)
                && (isActual || !isPresent(rule.defaultDataSource(), name));
    }

    private boolean isPresent(String dataSource, String name) throws SQLException {
        @Nullable String schema = ActualName.schema(name);
        String key = dataSource + "." + schema;
        Set<String> names = present.get(key);
        if (names == null) {
            names = TargetTables.namesInUse(tables.dialect(), tables.place(dataSource, schema));
            present.put(key, names);
        }
        return names.contains(ActualName.withinSchema(name).toLowerCase(Locale.ROOT));
    }
}
