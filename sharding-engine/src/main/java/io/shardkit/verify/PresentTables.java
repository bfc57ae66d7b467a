package io.shardkit.verify;

import io.shardkit.catalog.ConnectionSource;
import io.shardkit.catalog.ReportedTables;
import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.MissingTable;
import io.shardkit.rule.MissingTables;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/** The tables of a rule that exist. Immutable. */
public final class PresentTables {
    private static final int MOST_NAMED = 10;

    private final Map<String, List<DataNode>> declared = new TreeMap<>();
    private final Map<String, List<DataNode>> present = new TreeMap<>();

    /** The tables whose actual tables may come later. */
    private final Set<String> growing = new HashSet<>();

    private PresentTables() {}

    /**
     * Asks each data source once for the names of its tables.
     *
     * @param sources the data sources of the rule, in its order
     * @throws SQLException if one of them cannot be asked
     */
    public static PresentTables read(ConnectionSource sources, ShardMap rule, Dialect dialect) throws SQLException {
        List<String> names = rule.dataSources();
        PresentTables tables = new PresentTables();
        for (RoutedTable table : rule.tables()) {
            tables.declared.put(table.name(), table.nodes());
            if (table.growth() != MissingTable.FIXED) {
                tables.growing.add(table.name());
            }
        }
        for (String table : rule.broadcastTables()) {
            List<DataNode> nodes = new ArrayList<>();
            for (int i = 0; i < names.size(); i++) {
                nodes.add(new DataNode(i, names.get(i), table));
            }
            tables.declared.put(table, nodes);
        }
        rule.singles()
                .forEach((table, dataSource) ->
                        tables.declared.put(table, List.of(new DataNode(dataSource, names.get(dataSource), table))));
        List<Set<String>> there = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            Set<String> schemas = rule.schemas(i);
            there.add(Objects.requireNonNull(
                    sources.ask(i, sources.limit(), connection -> names(connection, schemas, dialect))));
        }
        tables.declared.forEach((table, nodes) -> tables.present.put(
                table,
                nodes.stream()
                        .filter(node -> there.get(node.dataSource())
                                .contains(node.table().toLowerCase(Locale.ROOT)))
                        .toList()));
        return tables;
    }

    private static Set<String> names(Connection connection, Set<String> schemas, Dialect dialect) throws SQLException {
        Set<String> names =
                new HashSet<>(ReportedTables.names(connection, dialect).keySet());
        for (String schema : schemas) {
            String before = schema.toLowerCase(Locale.ROOT) + ".";
            ReportedTables.names(connection, dialect, schema).keySet().forEach(name -> names.add(before + name));
        }
        return names;
    }

    /**
     * Returns the rule with the actual tables that are there, of those that may come later. A table of which none is there
     * keeps all of them.
     */
    public ShardMap only(ShardMap rule) {
        Map<String, BitSet> units = new HashMap<>();
        for (String table : growing) {
            List<DataNode> nodes = declared.getOrDefault(table, List.of());
            BitSet there = new BitSet();
            of(table).forEach(node -> there.set(nodes.indexOf(node)));
            if (!there.isEmpty()) {
                units.put(table, there);
            }
        }
        return rule.only(units, new NothingMissing());
    }

    /** Nothing is looked for where no statement runs. */
    private static final class NothingMissing implements MissingTables {
        @Override
        public void look() {}

        @Override
        public SQLException missing(String table, int unit) {
            return ShardingExceptions.of(ErrorCode.TABLE_MISSING, table);
        }
    }

    /** The logical names. */
    Set<String> names() {
        return declared.keySet();
    }

    /** The actual tables of a logical table that are there. */
    public List<DataNode> of(String table) {
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
                findings.add(Finding.note(
                        table,
                        "none of its actual tables is there, such as " + missing.get(0),
                        "Create it by DDL on the logical DataSource, or correct the names of the actual tables"));
            } else if (growing.contains(table)) {
                checkGrowing(table, nodes, there, findings);
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

    /**
     * Checks a table whose missing actual tables may come later: each data source has to have one, and a gap is not one
     * that comes later.
     */
    private static void checkGrowing(String table, List<DataNode> nodes, Set<DataNode> there, List<Finding> findings) {
        Map<String, Integer> newest = new TreeMap<>();
        for (int unit = 0; unit < nodes.size(); unit++) {
            newest.merge(nodes.get(unit).dataSourceName(), there.contains(nodes.get(unit)) ? unit : -1, Math::max);
        }
        List<String> gaps = new ArrayList<>();
        for (int unit = 0; unit < nodes.size(); unit++) {
            DataNode node = nodes.get(unit);
            if (!there.contains(node) && unit < newest.getOrDefault(node.dataSourceName(), -1)) {
                gaps.add(node.toString());
            }
        }
        newest.forEach((dataSource, last) -> {
            if (last < 0) {
                findings.add(Finding.error(
                        dataSource,
                        table,
                        "none of its actual tables is there",
                        "Create one; the others can be created like it"));
            }
        });
        if (!gaps.isEmpty()) {
            findings.add(Finding.warning(
                    "",
                    table,
                    "later actual tables are there, and not " + shortened(gaps) + ": they are read as empty",
                    "Create them, or begin the rule later"));
        }
    }

    private static String shortened(List<String> names) {
        return names.size() <= MOST_NAMED
                ? String.join(", ", names)
                : String.join(", ", names.subList(0, MOST_NAMED)) + " and " + (names.size() - MOST_NAMED) + " more";
    }
}
