package io.shardkit.verify;

import io.shardkit.dialect.Dialect;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.ShardedTable;
import io.shardkit.rule.ShardingRule;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.sql.DataSource;

/** Which of the tables that a rule names are there. Immutable. */
final class PresentTables {
    private static final int MOST_NAMED = 10;

    private final Map<String, List<DataNode>> declared = new TreeMap<>();
    private final Map<String, List<DataNode>> present = new TreeMap<>();

    private PresentTables() {}

    /** Asks each data source once for the names of its tables. */
    static PresentTables read(List<String> names, List<DataSource> dataSources, ShardingRule rule, Dialect dialect)
            throws SQLException {
        PresentTables tables = new PresentTables();
        for (ShardedTable table : rule.shardedTables()) {
            tables.declared.put(table.name(), table.nodes());
        }
        for (String table : rule.broadcastTables()) {
            List<DataNode> nodes = new ArrayList<>();
            for (int i = 0; i < names.size(); i++) {
                nodes.add(new DataNode(i, names.get(i), table));
            }
            tables.declared.put(table, nodes);
        }
        rule.singleTables()
                .forEach((table, dataSource) ->
                        tables.declared.put(table, List.of(new DataNode(dataSource, names.get(dataSource), table))));
        List<Set<String>> there = new ArrayList<>();
        for (DataSource dataSource : dataSources) {
            there.add(names(dataSource, dialect));
        }
        tables.declared.forEach((table, nodes) -> tables.present.put(
                table,
                nodes.stream()
                        .filter(node -> there.get(node.dataSource())
                                .contains(node.table().toLowerCase(Locale.ROOT)))
                        .toList()));
        return tables;
    }

    private static Set<String> names(DataSource dataSource, Dialect dialect) throws SQLException {
        Set<String> names = new HashSet<>();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(dialect.catalog().tablesQuery())) {
            while (rows.next()) {
                names.add(rows.getString(1).toLowerCase(Locale.ROOT));
            }
        }
        return names;
    }

    /** The logical names. */
    Set<String> names() {
        return declared.keySet();
    }

    /** The actual tables of a logical table that are there. */
    List<DataNode> of(String table) {
        return present.getOrDefault(table, List.of());
    }

    /** A table of which nothing is there may be one that the application is about to create. */
    void check(List<Finding> findings) {
        declared.forEach((table, nodes) -> {
            Set<DataNode> there = new HashSet<>(of(table));
            List<String> missing = nodes.stream()
                    .filter(node -> !there.contains(node))
                    .map(node -> node.dataSourceName() + "." + node.table())
                    .toList();
            if (missing.isEmpty()) {
                return;
            }
            if (there.isEmpty()) {
                findings.add(Finding.warning(
                        "",
                        table,
                        "none of its actual tables is there, such as " + missing.get(0),
                        "Create it by DDL on the logical DataSource, or correct the names of the actual tables"));
            } else {
                findings.add(Finding.error(
                        "",
                        table,
                        missing.size() + " of its " + nodes.size() + " actual tables are not there: "
                                + shortened(missing),
                        "Create them like the others, or take them out of the rule"));
            }
        });
    }

    private static String shortened(List<String> names) {
        return names.size() <= MOST_NAMED
                ? String.join(", ", names)
                : String.join(", ", names.subList(0, MOST_NAMED)) + " and " + (names.size() - MOST_NAMED) + " more";
    }
}
