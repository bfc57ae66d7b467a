package io.shardkit.export;

import io.shardkit.catalog.ConnectionSource;
import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.export.ExportedTable.ExportedColumn;
import io.shardkit.export.ExportedTable.ExportedPart;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.membership.Membership;
import io.shardkit.observe.RuleState;
import io.shardkit.rule.ActualName;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.MissingTable;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import io.shardkit.rule.ShardingRule;
import io.shardkit.verify.PresentTables;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The logical tables as they are by the rule of one moment, to be written down for another engine. What is written tells,
 * when it is used, if another rule is in force by then. Immutable and thread-safe.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class TableExport {
    private final List<ExportedSource> sources;
    private final List<ExportedTable> tables;
    private final List<String> left;
    private final @Nullable Guard guard;

    /** @param left the sharded tables that are left out, as they have no actual table to begin with */
    TableExport(List<ExportedSource> sources, List<ExportedTable> tables, List<String> left, @Nullable Guard guard) {
        this.sources = List.copyOf(sources);
        this.tables = List.copyOf(tables);
        this.left = List.copyOf(left);
        this.guard = guard;
    }

    /**
     * The stored rule that was in force, by which an engine tells if it still is.
     *
     * @param rules the table with the rules
     * @param epoch the number of the rule
     * @param hash the hash of its text
     */
    record Guard(ExportedPart rules, long epoch, String hash) {}

    /**
     * Reads the tables of the rule in force, from the databases' catalogues.
     *
     * @param logical the logical data source
     * @param pools the pool of each data source of its rule, by name
     * @throws ShardingConfigurationException if a database is of a product that the engines cannot read
     * @throws SQLException if a database cannot be asked
     */
    public static TableExport of(ShardingDataSource logical, Map<String, DataSource> pools) throws SQLException {
        RuleState state = logical.ruleState();
        ShardMap rule = ShardMap.of(logical.rule());
        Map<String, ExportedSource> sources = new LinkedHashMap<>();
        for (String name : rule.dataSources()) {
            sources.put(name, ExportedSource.of(name, Objects.requireNonNull(pools.get(name), name)));
        }
        Guard guard = guard(state, logical, sources);
        Dialect dialect = sources.values().iterator().next().dialect();
        PresentTables existing = PresentTables.read(
                ConnectionSource.of(rule.dataSources().stream()
                        .map(name -> Objects.requireNonNull(pools.get(name), name))
                        .toList()),
                rule,
                dialect);
        ShardMap present = existing.only(rule);
        List<ExportedTable> tables = new ArrayList<>();
        Set<String> left = new TreeSet<>();
        rule.tables().forEach(table -> left.add(table.name()));
        try (Connection connection = logical.getConnection()) {
            DatabaseMetaData catalogue = connection.getMetaData();
            BoundFinder bounds = guard == null ? null : new BoundFinder(present, pools, dialect, catalogue);
            for (String name : names(catalogue, logical)) {
                RoutedTable sharded = present.shardedTable(name);
                if (sharded == null) {
                    tables.add(whole(name, rule, sources, catalogue));
                } else if (!isAwaited(sharded, existing)) {
                    tables.add(sharded(name, sharded, sources, catalogue, bounds));
                    left.remove(sharded.name());
                }
            }
        }
        if (logical.ruleState().epoch() != state.epoch()) {
            throw new ShardingConfigurationException(
                    ErrorCode.EXPORT_REFUSED, "sharding", "the rule was changed meanwhile; run it again");
        }
        return new TableExport(List.copyOf(sources.values()), tables, List.copyOf(left), guard);
    }

    private static @Nullable Guard guard(
            RuleState state, ShardingDataSource logical, Map<String, ExportedSource> sources) throws SQLException {
        if (state.epoch() == 0) {
            return null;
        }
        ExportedSource home = Objects.requireNonNull(sources.get(state.dataSource()), state.dataSource());
        String rules = logical.unwrap(Membership.class).settings().ruleTable();
        return new Guard(part(home, rules, List.of()), state.epoch(), state.hash());
    }

    private static Set<String> names(DatabaseMetaData catalogue, ShardingDataSource logical) throws SQLException {
        Set<String> names = new TreeSet<>();
        Predicate<String> own = logical.ruleState().epoch() == 0 ? OwnTables::isOne : new OwnTables(logical)::contains;
        try (ResultSet rows = catalogue.getTables(null, null, "%", new String[] {"TABLE", "PARTITIONED TABLE"})) {
            while (rows.next()) {
                String name = rows.getString("TABLE_NAME");
                if (isDeclared(name, logical.rule()) || !own.test(name)) {
                    names.add(name);
                }
            }
        }
        return names;
    }

    private static boolean isDeclared(String name, ShardingRule rule) {
        String folded = name.toLowerCase(Locale.ROOT);
        return rule.shardedTable(name) != null
                || rule.broadcastTables().contains(folded)
                || rule.singleTables().containsKey(folded);
    }

    private static ExportedTable whole(
            String name, ShardingRule rule, Map<String, ExportedSource> sources, DatabaseMetaData catalogue)
            throws SQLException {
        String folded = name.toLowerCase(Locale.ROOT);
        String home = rule.broadcastTables().contains(folded)
                ? rule.dataSources().get(0)
                : rule.singleTables().getOrDefault(folded, rule.defaultDataSource());
        ExportedPart part = part(Objects.requireNonNull(sources.get(home), home), name, List.of());
        return new ExportedTable(
                name, false, columns(name, catalogue), key(name, catalogue), true, List.of(part), List.of());
    }

    /** Returns true if a table has no actual table yet, and they come with time. */
    private static boolean isAwaited(RoutedTable table, PresentTables existing) {
        return table.growth() != MissingTable.FIXED && existing.of(table.name()).isEmpty();
    }

    /** @param bounds null where an engine could not tell that they hold no more */
    private static ExportedTable sharded(
            String name,
            RoutedTable sharded,
            Map<String, ExportedSource> sources,
            DatabaseMetaData catalogue,
            @Nullable BoundFinder bounds)
            throws SQLException {
        List<ExportedColumn> columns = columns(name, catalogue);
        List<List<ExportedBound>> boundsOfUnits = bounds == null ? null : bounds.bounds(sharded, name, columns);
        List<ExportedPart> parts = new ArrayList<>();
        for (DataNode node : sharded.nodes()) {
            ExportedSource source = Objects.requireNonNull(sources.get(node.dataSourceName()));
            parts.add(part(source, node.table(), boundsOfUnits == null ? List.of() : boundsOfUnits.get(parts.size())));
        }
        Set<DataNode> present = Set.copyOf(sharded.nodes());
        List<ExportedPart> missing = sharded.declared().nodes().stream()
                .filter(node -> !present.contains(node))
                .map(node -> part(Objects.requireNonNull(sources.get(node.dataSourceName())), node.table(), List.of()))
                .toList();
        List<String> key = key(name, catalogue);
        Set<String> folded =
                key.stream().map(each -> each.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
        boolean isKeyOfTable = sharded.isOneUnit() || folded.containsAll(sharded.shardingColumns());
        return new ExportedTable(name, true, columns, key, isKeyOfTable, parts, missing);
    }

    private static ExportedPart part(ExportedSource source, String table, List<ExportedBound> bounds) {
        String schema = ActualName.schema(table);
        return new ExportedPart(
                source, schema == null ? source.schema() : schema, ActualName.withinSchema(table), bounds);
    }

    private static List<ExportedColumn> columns(String table, DatabaseMetaData catalogue) throws SQLException {
        List<ExportedColumn> columns = new ArrayList<>();
        try (ResultSet rows = catalogue.getColumns(null, null, escaped(table, catalogue), "%")) {
            while (rows.next()) {
                columns.add(new ExportedColumn(
                        rows.getString("COLUMN_NAME"),
                        rows.getInt("DATA_TYPE"),
                        rows.getString("TYPE_NAME"),
                        rows.getInt("COLUMN_SIZE"),
                        rows.getInt("DECIMAL_DIGITS"),
                        rows.getInt("NULLABLE") != DatabaseMetaData.columnNoNulls));
            }
        }
        return columns;
    }

    private static String escaped(String table, DatabaseMetaData catalogue) throws SQLException {
        String escape = catalogue.getSearchStringEscape();
        return table.replace("_", escape + "_").replace("%", escape + "%");
    }

    private static List<String> key(String table, DatabaseMetaData catalogue) throws SQLException {
        Map<Integer, String> key = new TreeMap<>();
        try (ResultSet rows = catalogue.getPrimaryKeys(null, null, table)) {
            while (rows.next()) {
                key.put(rows.getInt("KEY_SEQ"), rows.getString("COLUMN_NAME"));
            }
        }
        return List.copyOf(key.values());
    }

    /**
     * Returns the same with some of the sharded tables, and all others.
     *
     * @param names logical names, without regard to case
     * @throws ShardingConfigurationException if there is no table of a name
     */
    public TableExport only(Collection<String> names) {
        Set<String> wanted = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        wanted.addAll(names);
        List<ExportedTable> some = tables.stream()
                .filter(table -> !table.isSharded() || wanted.contains(table.name()))
                .toList();
        tables.forEach(table -> wanted.remove(table.name()));
        if (!wanted.isEmpty()) {
            throw new ShardingConfigurationException(
                    ErrorCode.EXPORT_REFUSED, "sharding.tables", "there is no table " + String.join(", ", wanted));
        }
        return new TableExport(sources, some, List.of(), guard);
    }

    /** Returns the epoch of the rule, or 0 if the rule is not stored, so that no engine can tell if it was replaced. */
    public long epoch() {
        return guard == null ? 0 : guard.epoch();
    }

    /** Returns a line on the tables and the rule. */
    public String summary() {
        return tables.size() + " tables, "
                + (guard == null
                        ? "as configured: no rule is stored, and an old export does not tell that it is old"
                        : "by the rule of epoch " + guard.epoch())
                + (left.isEmpty() ? "" : "; left out: " + leftOut());
    }

    private String leftOut() {
        return String.join(", ", left) + ", as the first data source has no actual table yet";
    }

    /** Returns the data sources that the tables are on or come to be on, and that of the stored rule. */
    List<ExportedSource> sources() {
        return sources.stream()
                .filter(source -> (guard != null && guard.rules().source().equals(source))
                        || tables.stream()
                                .flatMap(table -> Stream.concat(table.parts().stream(), table.missing().stream()))
                                .anyMatch(part -> part.source().equals(source)))
                .toList();
    }

    List<ExportedTable> tables() {
        return tables;
    }

    @Nullable Guard guard() {
        return guard;
    }

    /** Returns what an engine says when another rule is in force. */
    String outdated(String engine) {
        return "The tables of this export are where the rule of epoch " + epoch()
                + " had them, and another rule is in force: make it anew with: java -jar sharding-admin.jar export"
                + " --engine " + engine;
    }

    /** Returns what an engine says when other actual tables of a table exist. */
    String grown(String table, String engine) {
        return "The actual tables of " + table
                + " that exist are not those of this export: make it anew with: java -jar sharding-admin.jar export"
                + " --engine " + engine;
    }

    /** Returns the first lines of a file, as comments. */
    String head(String engine, String comment) {
        String made = guard == null
                ? "the tables as configured. No rule is stored, so that an old export does not tell that it is old."
                : "the tables by the rule of epoch " + guard.epoch() + ", "
                        + guard.hash().substring(0, 12) + ".";
        return comment + " Written by Shardkit: " + made + "\n" + comment
                + " To make it anew: java -jar sharding-admin.jar export --engine " + engine + "\n"
                + (left.isEmpty() ? "" : comment + " Left out: " + leftOut() + "\n");
    }
}
