package io.shardkit.verify;

import io.shardkit.catalog.Column;
import io.shardkit.catalog.ConnectionSource;
import io.shardkit.catalog.ReportedTables;
import io.shardkit.catalog.UniqueKey;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.Filling;
import io.shardkit.rule.DataNode;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Checks that all actual tables of a logical table are made alike. The engine takes the columns and keys of one of them
 * for those of all.
 */
final class StructureChecks {
    private final ConnectionSource sources;
    private final PresentTables present;
    private final Dialect dialect;
    private final boolean all;

    /** @param all whether every actual table is looked at; else one on each data source */
    StructureChecks(ConnectionSource sources, PresentTables present, Dialect dialect, boolean all) {
        this.sources = sources;
        this.present = present;
        this.dialect = dialect;
        this.all = all;
    }

    private record Structure(List<Column> columns, Set<String> uniqueKeys) {}

    /** @param tables the logical ones that are looked at */
    void check(List<String> tables, List<Finding> findings) throws SQLException {
        Map<Integer, Map<String, DataNode>> byDataSource = new HashMap<>();
        Map<String, DataNode> models = new HashMap<>();
        for (String table : tables) {
            List<DataNode> nodes = looked(present.of(table));
            if (nodes.size() < 2) {
                continue;
            }
            models.put(table, nodes.get(0));
            for (DataNode node : nodes) {
                byDataSource
                        .computeIfAbsent(node.dataSource(), dataSource -> new HashMap<>())
                        .put(table + " " + node.table(), node);
            }
        }
        Map<String, Structure> structures = new HashMap<>();
        for (DataNode model : models.values()) {
            sources.ask(
                    model.dataSource(),
                    sources.limit(),
                    connection -> structures.put(model.toString(), read(model, connection)));
        }
        for (Map.Entry<Integer, Map<String, DataNode>> each : byDataSource.entrySet()) {
            sources.read(each.getKey(), sources.limit(), (connection, progress) -> {
                for (Map.Entry<String, DataNode> node : each.getValue().entrySet()) {
                    DataNode model =
                            models.get(node.getKey().substring(0, node.getKey().indexOf(' ')));
                    Structure first = model == null ? null : structures.get(model.toString());
                    if (model != null && first != null && !node.getValue().equals(model)) {
                        compare(node.getValue(), read(node.getValue(), connection), model, first, findings);
                        progress.made();
                    }
                }
                return null;
            });
        }
    }

    private List<DataNode> looked(List<DataNode> nodes) {
        if (all) {
            return nodes;
        }
        Set<Integer> seen = new HashSet<>();
        return nodes.stream().filter(node -> seen.add(node.dataSource())).toList();
    }

    private Structure read(DataNode node, Connection connection) throws SQLException {
        List<Column> columns = ReportedTables.columns(node.table(), connection, dialect);
        Set<String> keys = ReportedTables.uniqueKeys(node.table(), connection, dialect).stream()
                .map(StructureChecks::shown)
                .collect(Collectors.toSet());
        return new Structure(columns, keys);
    }

    private static String shown(UniqueKey key) {
        return key.columns() + (key.exact() ? "" : " in part");
    }

    private static void compare(
            DataNode node, Structure structure, DataNode model, Structure first, List<Finding> findings) {
        String other = model.dataSourceName() + "." + model.table();
        List<String> names = structure.columns().stream().map(Column::name).toList();
        List<String> expected = first.columns().stream().map(Column::name).toList();
        if (!names.equals(expected)) {
            findings.add(Finding.error(
                    node.dataSourceName(),
                    node.table(),
                    "it has the columns " + names + ", and " + other + " has " + expected,
                    "Give all actual tables the same columns in the same order"));
            return;
        }
        for (int i = 0; i < names.size(); i++) {
            compare(node, structure.columns().get(i), other, first.columns().get(i), findings);
        }
        if (!structure.uniqueKeys().equals(first.uniqueKeys())) {
            findings.add(Finding.error(
                    node.dataSourceName(),
                    node.table(),
                    "its unique keys are " + sorted(structure.uniqueKeys()) + ", and those of " + other + " are "
                            + sorted(first.uniqueKeys()),
                    "Give all actual tables the same unique keys"));
        }
    }

    private static void compare(DataNode node, Column column, String other, Column expected, List<Finding> findings) {
        if (!column.definition().equalsIgnoreCase(expected.definition())) {
            findings.add(Finding.error(
                    node.dataSourceName(),
                    node.table(),
                    "its column " + column.name() + " is " + column.definition() + ", and that of " + other + " is "
                            + expected.definition(),
                    "Give the column one type and one collation in all actual tables"));
        } else if (column.nullable() != expected.nullable()
                || column.filling().kind() != expected.filling().kind()
                || column.filling().computed() != expected.filling().computed()) {
            findings.add(Finding.warning(
                    node.dataSourceName(),
                    node.table(),
                    "its column " + column.name() + " may be NULL, or is filled by the database, where that of " + other
                            + " is not, or the other way round",
                    "Declare the column alike in all actual tables"));
        } else if (!isFilledAlike(column.filling(), expected.filling())) {
            findings.add(Finding.warning(
                    node.dataSourceName(),
                    node.table(),
                    "its column " + column.name() + " has another default than that of " + other
                            + ", so rows that leave it out depend on where they lie",
                    "Declare the column alike in all actual tables"));
        }
    }

    /** Counters and functions are not compared: their names may have that of the table in them. */
    private static boolean isFilledAlike(Filling filling, Filling expected) {
        return filling.onUpdate() == expected.onUpdate()
                && filling.forNull() == expected.forNull()
                && (filling.kind() != Filling.Kind.CONSTANT
                        || filling.expression().equals(expected.expression()));
    }

    private static List<String> sorted(Set<String> keys) {
        List<String> sorted = new ArrayList<>(keys);
        sorted.sort(null);
        return sorted;
    }
}
