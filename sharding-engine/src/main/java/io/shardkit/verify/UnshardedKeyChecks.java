package io.shardkit.verify;

import io.shardkit.catalog.Catalog;
import io.shardkit.catalog.Table;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.ShardMap;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** Checks that broadcast and single tables have the columns that are to be filled with generated keys. */
final class UnshardedKeyChecks {
    private final Catalog catalog;
    private final ShardMap rule;

    UnshardedKeyChecks(Catalog catalog, ShardMap rule) {
        this.catalog = catalog;
        this.rule = rule;
    }

    /**
     * Adds a finding for each thing that does not fit.
     *
     * @param present the declared tables that exist
     * @param most the maximum number of tables that are checked, by name
     */
    void check(PresentTables present, long most, List<Finding> findings) throws SQLException {
        List<Map.Entry<String, KeyGeneration>> generations = rule.keyGenerationsOfUnsharded().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .limit(most)
                .toList();
        for (Map.Entry<String, KeyGeneration> each : generations) {
            String table = each.getKey();
            Table columns = catalog.table(table);
            if (columns != null) {
                checkColumn(columns, table, each.getValue().column(), findings);
            } else if (!present.names().contains(table)) {
                findings.add(Finding.warning(
                        "",
                        table,
                        "it is neither declared nor on " + rule.dataSources().get(rule.home())
                                + ", the home of other tables",
                        "Correct " + property(table) + ", or create the table by DDL on the logical DataSource"));
            }
        }
    }

    private static void checkColumn(Table columns, String table, String column, List<Finding> findings) {
        if (columns.column(column) == null) {
            findings.add(Finding.error(
                            "",
                            table,
                            "it lacks the column " + column + ", which is to be filled with keys",
                            "Name one of its columns, or add the column to the table")
                    .under(property(table) + ".column"));
        }
    }

    private static String property(String table) {
        return "sharding.key-generate-strategies." + table;
    }
}
