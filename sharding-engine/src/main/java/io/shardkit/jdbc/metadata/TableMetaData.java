package io.shardkit.jdbc.metadata;

import io.shardkit.execute.ConnectionDefaults;
import io.shardkit.execute.NamePattern;
import io.shardkit.execute.driver.GeneratedKeyRows;
import io.shardkit.execute.session.DriverQuestions;
import io.shardkit.merge.memory.MemoryResultSet;
import io.shardkit.rule.ActualName;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.RoutedTable;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A question about tables, answered in logical names: a sharded table once, as its first actual table is; a broadcast
 * table once; a single table from its own data source. The answer is held in memory.
 */
final class TableMetaData {
    /** The methods whose third argument is a table or a pattern of tables, after catalog and schema. */
    private static final Set<String> ABOUT_TABLES = Set.of(
            "getTables",
            "getColumns",
            "getPrimaryKeys",
            "getIndexInfo",
            "getImportedKeys",
            "getExportedKeys",
            "getCrossReference",
            "getBestRowIdentifier",
            "getVersionColumns",
            "getColumnPrivileges",
            "getTablePrivileges",
            "getPseudoColumns",
            "getSuperTables");

    private static final Set<String> WITH_PATTERN =
            Set.of("getTables", "getColumns", "getTablePrivileges", "getPseudoColumns", "getSuperTables");

    /** For each column with the name of an index or a constraint, the one with the name of its table. */
    private static final Map<String, List<String>> NAMED_AFTER = Map.of(
            "INDEX_NAME", List.of("TABLE_NAME"),
            "PK_NAME", List.of("PKTABLE_NAME", "TABLE_NAME"),
            "FK_NAME", List.of("FKTABLE_NAME"));

    private static final int TABLE = 2;
    private static final int FOREIGN_TABLE = 5;

    private final DriverQuestions connections;
    private final LogicalSchema logical;
    private final MetaDataQuestion question;
    private final List<@Nullable Object[]> rows = new ArrayList<>();
    private final Set<List<Object>> seen = new HashSet<>();
    private @Nullable GeneratedKeyRows columns;

    TableMetaData(DriverQuestions connections, LogicalSchema logical, MetaDataQuestion question) {
        this.connections = connections;
        this.logical = logical;
        this.question = question;
    }

    ResultSet answer() throws SQLException {
        int home = logical.rule().home();
        if (!ABOUT_TABLES.contains(question.method().getName())) {
            collect(home, question.arguments(), null, null);
        } else {
            askAboutTables(home);
        }
        GeneratedKeyRows shape = Objects.requireNonNull(columns);
        if (WITH_PATTERN.contains(question.method().getName())) {
            sortByTable(shape.labels());
        }
        return MemoryResultSet.of(shape.columns(), rows);
    }

    /** The order that JDBC promises of answers about several tables; within a table it is the driver's. */
    private void sortByTable(List<String> labels) {
        List<Integer> order = Stream.of("TABLE_TYPE", "TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME")
                .map(name -> labels.stream()
                        .map(label -> label.toUpperCase(Locale.ROOT))
                        .toList()
                        .indexOf(name))
                .filter(column -> column >= 0)
                .toList();
        rows.sort((a, b) -> {
            int result = 0;
            for (int i = 0; i < order.size() && result == 0; i++) {
                result = Objects.toString(a[order.get(i)], "").compareTo(Objects.toString(b[order.get(i)], ""));
            }
            return result;
        });
    }

    private void askAboutTables(int home) throws SQLException {
        if (!isAboutOneSharded()) {
            // The default data source first: it gives the shape of the answer even if there is no row.
            collect(home, question.arguments(), null, null);
        }
        for (Map.Entry<Integer, Set<String>> single : singlesElsewhere(home).entrySet()) {
            collect(
                    single.getKey(),
                    question.arguments(),
                    name -> single.getValue().contains(name.toLowerCase(Locale.ROOT)),
                    null);
        }
        for (RoutedTable table : logical.rule().tables()) {
            if (asksFor(table.name())) {
                DataNode first = table.nodes().get(0);
                for (String actual : asked(question.arguments()[TABLE], table.declaredName(), first.tableName())) {
                    @Nullable Object[] arguments = question.arguments().clone();
                    arguments[TABLE] = actual;
                    if (isCrossReference()) {
                        arguments[FOREIGN_TABLE] = actualForeign(first.dataSource(), arguments[FOREIGN_TABLE]);
                    }
                    collect(first.dataSource(), arguments, named(actual), ActualName.schema(first.table()));
                }
            }
        }
    }

    private boolean isAboutOneSharded() {
        Object asked = question.arguments()[TABLE];
        return asked != null
                && !WITH_PATTERN.contains(question.method().getName())
                && logical.rule().shardedTable(asked.toString()) != null;
    }

    private boolean isCrossReference() {
        return question.method().getName().equals("getCrossReference");
    }

    private @Nullable Object actualForeign(int dataSource, @Nullable Object asked) throws SQLException {
        if (!(asked instanceof String name)) {
            return asked;
        }
        RoutedTable table = logical.rule().shardedTable(name);
        if (table == null) {
            return asked;
        }
        for (DataNode node : table.nodes()) {
            if (node.dataSource() == dataSource) {
                return asked(name, table.declaredName(), node.tableName())
                        .iterator()
                        .next();
            }
        }
        return asked;
    }

    private Map<Integer, Set<String>> singlesElsewhere(int home) {
        Map<Integer, Set<String>> singles = new LinkedHashMap<>();
        logical.rule().singles().forEach((name, dataSource) -> {
            if (dataSource != home && asksFor(name)) {
                singles.computeIfAbsent(dataSource, source -> new TreeSet<>()).add(name);
            }
        });
        return singles;
    }

    private boolean asksFor(String table) {
        Object asked = question.arguments()[TABLE];
        if (asked == null) {
            return true;
        }
        String name = asked.toString();
        return WITH_PATTERN.contains(question.method().getName())
                ? NamePattern.matches(name, table)
                : name.equalsIgnoreCase(table);
    }

    /**
     * The actual table in the letters in which the logical one is asked for, of which the database knows whether they
     * matter; where none are told, in those in which it may be kept.
     */
    private Set<String> asked(@Nullable Object asked, String declared, String actual) throws SQLException {
        String pattern = asked == null ? "" : asked.toString();
        boolean upper = pattern.equals(pattern.toUpperCase(Locale.ROOT));
        boolean lower = pattern.equals(pattern.toLowerCase(Locale.ROOT));
        if (upper && lower) {
            return new LinkedHashSet<>(List.of(actual, stored(actual)));
        }
        if (upper || lower) {
            return Set.of(upper ? actual.toUpperCase(Locale.ROOT) : actual.toLowerCase(Locale.ROOT));
        }
        boolean named = pattern.equalsIgnoreCase(declared) && actual.startsWith(declared);
        return Set.of(named ? pattern + actual.substring(declared.length()) : actual);
    }

    /** A database may show a table whose name has a wildcard in it also in another case than it is asked for. */
    private Predicate<String> named(String actual) throws SQLException {
        boolean exact =
                WITH_PATTERN.contains(question.method().getName()) && isTrue("supportsMixedCaseQuotedIdentifiers");
        return exact ? actual::equals : actual::equalsIgnoreCase;
    }

    /** The name in the letters in which the database stores one without quotes. */
    private String stored(String name) throws SQLException {
        if (isTrue("storesUpperCaseIdentifiers")) {
            return name.toUpperCase(Locale.ROOT);
        }
        return isTrue("storesLowerCaseIdentifiers") ? name.toLowerCase(Locale.ROOT) : name;
    }

    private boolean isTrue(String fact) throws SQLException {
        try {
            return (boolean) Objects.requireNonNull(logical.product().answer(DatabaseMetaData.class.getMethod(fact)));
        } catch (NoSuchMethodException missing) {
            throw new IllegalStateException(missing);
        }
    }

    /**
     * Adds the rows of one data source.
     *
     * @param tables only the rows of these, or null for those that no other data source gives
     * @param schema that of the tables, or null if it is the one of the connection
     */
    private void collect(
            int dataSource, @Nullable Object[] arguments, @Nullable Predicate<String> tables, @Nullable String schema)
            throws SQLException {
        connections.withConnection(dataSource, physical -> {
            @Nullable Object[] own = arguments.clone();
            if (ABOUT_TABLES.contains(question.method().getName())) {
                own[0] = ownCatalog(physical, own[0]);
                own[1] = ownSchema(physical, own[1]);
                if (isCrossReference()) {
                    own[FOREIGN_TABLE - 2] = ownCatalog(physical, own[FOREIGN_TABLE - 2]);
                    own[FOREIGN_TABLE - 1] = ownSchema(physical, own[FOREIGN_TABLE - 1]);
                }
                if (schema != null) {
                    own[physical.getSchema() == null ? 0 : 1] = stored(schema);
                }
            }
            try (ResultSet found = (ResultSet) Objects.requireNonNull(question.ask(physical, own))) {
                keep(GeneratedKeyRows.read(found), physical, tables, schema);
            }
            return null;
        });
    }

    private @Nullable Object ownCatalog(Connection physical, @Nullable Object asked) throws SQLException {
        ConnectionDefaults defaults = logical.defaults();
        return asked == null || asked.equals(defaults.catalog()) ? physical.getCatalog() : asked;
    }

    private @Nullable Object ownSchema(Connection physical, @Nullable Object asked) throws SQLException {
        return asked != null && asked.equals(logical.defaults().schema()) ? physical.getSchema() : asked;
    }

    private void keep(
            GeneratedKeyRows found, Connection physical, @Nullable Predicate<String> tables, @Nullable String other)
            throws SQLException {
        columns = columns == null ? found : columns;
        String catalog = physical.getCatalog();
        String schema = physical.getSchema();
        ConnectionDefaults defaults = logical.defaults();
        List<String> labels = found.labels();
        int tableColumn = tableColumn(labels);
        boolean unnamed =
                tableColumn < 0 && ABOUT_TABLES.contains(question.method().getName()) && asksForActual();
        for (@Nullable Object[] row : found.values()) {
            if (unnamed || (tableColumn >= 0 && !wanted(String.valueOf(row[tableColumn]), tables))) {
                continue;
            }
            nameLogically(row, labels);
            for (int i = 0; i < row.length; i++) {
                String label = labels.get(i).toUpperCase(Locale.ROOT);
                Object value = row[i];
                if (value == null) {
                    continue;
                }
                if (label.endsWith("TABLE_NAME")) {
                    row[i] = logical.tableNames().logical(value.toString());
                } else if ((label.endsWith("TABLE_CAT") || label.equals("INDEX_QUALIFIER"))
                        && (value.equals(catalog) || value.toString().equalsIgnoreCase(other))) {
                    row[i] = defaults.catalog();
                } else if (label.endsWith("TABLE_SCHEM")
                        && (value.equals(schema) || value.toString().equalsIgnoreCase(other))) {
                    row[i] = defaults.schema();
                }
            }
            List<Object> whole = new ArrayList<>();
            for (Object value : row) {
                whole.add(value == null ? "" : value);
            }
            if (seen.add(whole)) {
                rows.add(row);
            }
        }
    }

    /** Returns true if the question names an actual table, which the user cannot see. */
    private boolean asksForActual() {
        Object asked = question.arguments()[TABLE];
        return asked != null && logical.tableNames().isActual(asked.toString());
    }

    /** Names indexes and constraints as the user did. */
    private void nameLogically(@Nullable Object[] row, List<String> labels) {
        List<String> names =
                labels.stream().map(label -> label.toUpperCase(Locale.ROOT)).toList();
        NAMED_AFTER.forEach((name, tables) -> {
            int at = names.indexOf(name);
            Object own = at < 0 ? null : row[at];
            for (String table : tables) {
                if (own != null && names.contains(table)) {
                    String actual = String.valueOf(row[names.indexOf(table)]);
                    row[at] = logical.tableNames().ownName(own.toString(), actual);
                    return;
                }
            }
        });
    }

    private boolean wanted(String actual, @Nullable Predicate<String> tables) {
        if (tables != null) {
            return tables.test(actual);
        }
        String name = actual.toLowerCase(Locale.ROOT);
        int home = logical.rule().home();
        return !logical.tableNames().isActual(name)
                && (logical.rule().isBroadcast(name) || logical.rule().dataSourceOfSingle(name) == home);
    }

    /** The column with the name of the table that the question was about. */
    private int tableColumn(List<String> labels) {
        String wanted =
                switch (question.method().getName()) {
                    case "getImportedKeys" -> "FKTABLE_NAME";
                    case "getExportedKeys", "getCrossReference" -> "PKTABLE_NAME";
                    default -> "TABLE_NAME";
                };
        for (int i = 0; i < labels.size(); i++) {
            if (labels.get(i).equalsIgnoreCase(wanted)) {
                return i;
            }
        }
        return -1;
    }
}
