package io.shardkit.analytics;

import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The tables, the rows and the queries of a public benchmark, and how a user shards its tables. */
interface Suite {
    /** The number of actual tables of a sharded one, half of them on each data source. */
    int SHARDS = 4;

    /** The name that it is known by. */
    String title();

    /** The extension of DuckDB that makes its rows. */
    String extension();

    /**
     * Statements for DuckDB, which make the tables with their rows.
     *
     * @param scale the factor of scale, 1 for about a gigabyte
     */
    List<String> rows(double scale);

    /** The columns of the primary key of each table. */
    Map<String, String> primaryKeys();

    /** The sharding column of each sharded table; all others are broadcast. */
    Map<String, String> shardingColumns();

    /** Tables that are sharded alike. */
    List<String> bindings();

    /** Statements that make the other indexes. */
    List<String> indexes();

    /** Tells whether columns beside those of the primary key may be NULL. */
    boolean hasNulls();

    /** The queries by their names, in order, in the words of a database. */
    Map<String, String> queries(DuckDb duckDb, TestDatabase database) throws SQLException;

    default Set<String> broadcast() {
        Set<String> tables = new TreeSet<>(primaryKeys().keySet());
        tables.removeAll(shardingColumns().keySet());
        return tables;
    }

    /** The part of the configuration below {@code sharding}. */
    default String rule() {
        StringBuilder rule = new StringBuilder("  tables:\n");
        shardingColumns()
                .forEach((table, column) -> rule.append(
                        """
                            %s:
                              actual-data-nodes: ds0.%1$s_{0..1}, ds1.%1$s_{2..3}
                              table-strategy: { sharding-column: %s, algorithm: by-key }
                        """
                                .formatted(table, column)));
        if (!bindings().isEmpty()) {
            rule.append("  binding-tables:\n");
        }
        bindings().forEach(tables -> rule.append("    - ").append(tables).append('\n'));
        rule.append("  broadcast-tables: ")
                .append(String.join(", ", broadcast()))
                .append("\n  algorithms:\n    by-key: { type: mod }\n");
        return rule.toString();
    }

    /** The text of a query without comments and its last semicolon. */
    static String statement(String text) {
        return text.replaceAll("--[^\n]*", "").strip().replaceAll("\\s*;$", "");
    }
}
