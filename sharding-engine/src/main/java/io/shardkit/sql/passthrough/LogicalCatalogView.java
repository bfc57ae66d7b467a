package io.shardkit.sql.passthrough;

import io.shardkit.dialect.Dialect;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.text.Characters;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A view of the database's catalog as a subquery in which each sharded table is there once, as its first actual table
 * is, under its logical name; indexes and constraints are called what the user called them. Immutable.
 */
final class LogicalCatalogView {
    /** Columns with the name of the table that a row is about. */
    private static final Set<String> SUBJECTS = Set.of("table_name", "tablename", "relname", "event_object_table");

    private static final Set<String> OTHER_TABLES = Set.of("referenced_table_name");

    /** Columns with the name of an index or a constraint; that of an index is a {@code relname} as well. */
    private static final Set<String> NAMES =
            Set.of("index_name", "indexname", "constraint_name", "unique_constraint_name", "conname", "relname");

    /** Views whose table is one that a constraint uses, such as that which a foreign key refers to. */
    private static final Set<String> USED_TABLES = Set.of("constraint_column_usage", "constraint_table_usage");

    /** Numbers of relations, which are others in each database. */
    static final Set<String> NUMBERS = Set.of("relid", "indexrelid");

    private record Renamed(String actual, String logical) {}

    private final Dialect dialect;
    private final SchemaNames schemas;
    private final boolean home;

    /** The first actual tables of the data source that have other names than their logical ones. */
    private final List<Renamed> renamed;

    /** Actual tables of the data source that only repeat what the first one tells. */
    private final List<String> repeated;

    /** Views of a rule on a data source, whose schemas keep their names. */
    LogicalCatalogView(ShardMap rule, Dialect dialect, int dataSource) {
        this(dialect, SchemaNames.NONE, dataSource == rule.home(), new ArrayList<>(), new ArrayList<>());
        for (RoutedTable table : rule.tables()) {
            List<String> actual = table.nodes().stream()
                    .filter(node -> node.dataSource() == dataSource)
                    .map(DataNode::tableName)
                    .toList();
            if (!actual.isEmpty() && !actual.get(0).equalsIgnoreCase(table.name())) {
                renamed.add(new Renamed(actual.get(0), table.declaredName()));
            }
            repeated.addAll(actual.subList(Math.min(1, actual.size()), actual.size()));
        }
    }

    private LogicalCatalogView(
            Dialect dialect, SchemaNames schemas, boolean home, List<Renamed> renamed, List<String> repeated) {
        this.dialect = dialect;
        this.schemas = schemas;
        this.home = home;
        this.renamed = renamed;
        this.repeated = repeated;
    }

    /** The same with other names of schemas. */
    LogicalCatalogView named(SchemaNames others) {
        return new LogicalCatalogView(dialect, others, home, renamed, repeated);
    }

    /** Returns true if the catalog shows each table and schema under its logical name on its own. */
    boolean isPlain() {
        return renamed.isEmpty() && repeated.isEmpty() && schemas.areNone();
    }

    /** Returns true if a column, in lower case, names a table, or an index or a constraint of one. */
    static boolean isOfTable(String column) {
        return SUBJECTS.contains(column) || NAMES.contains(column);
    }

    /** Returns true if a view with these columns has to be shown otherwise, as it names what has a logical name. */
    boolean changes(List<String> columns) {
        boolean tables = !renamed.isEmpty() || !repeated.isEmpty();
        return columns.stream()
                .map(LogicalCatalogView::lower)
                .anyMatch(column -> (tables && (SUBJECTS.contains(column) || NAMES.contains(column)))
                        || (!schemas.areNone() && SchemaNames.isColumn(column)));
    }

    /**
     * The query of a view in logical names.
     *
     * @param demanded conditions of the rows to be shown, in actual names
     */
    String query(String view, List<String> columns, List<String> demanded) {
        String selected =
                columns.stream().map(column -> item(view, columns, column)).collect(Collectors.joining(", "));
        List<String> conditions = new ArrayList<>(demanded);
        conditions.addAll(repeated.isEmpty() ? List.of() : kept(columns));
        conditions.addAll(schemas.kept(columns, dialect));
        String kept = String.join(" AND ", conditions);
        return "SELECT " + selected + " FROM " + view + (kept.isEmpty() ? "" : " WHERE " + kept);
    }

    /**
     * The SQL around a logical table's name, with its schema or without, that turns the name into that of the first
     * actual table.
     */
    record Naming(String before, String after) {}

    Naming actualNames() {
        List<Renamed> plain = renamed.stream()
                .filter(each -> Characters.isPlainName(each.logical()) && Characters.isPlainName(each.actual()))
                .toList();
        String after = plain.stream()
                .map(each -> ", " + dialect.literal("(^|[.])\"?" + each.logical() + "\"?$") + ", "
                        + dialect.literal("\\1" + each.actual()) + ")")
                .collect(Collectors.joining());
        return new Naming("REGEXP_REPLACE(".repeat(plain.size()), after);
    }

    /** Conditions of the rows that are not of a repeated table; some are of none. */
    private List<String> kept(List<String> columns) {
        String names =
                repeated.stream().map(actual -> dialect.literal(lower(actual))).collect(Collectors.joining(", "));
        List<String> kept = new ArrayList<>();
        Set<String> all = new HashSet<>();
        for (String column : columns) {
            String quoted = dialect.quoted(column);
            all.add(lower(column));
            if (SUBJECTS.contains(lower(column))) {
                kept.add("(LOWER(" + quoted + ") NOT IN (" + names + ") OR " + quoted + " IS NULL)");
            }
        }
        String byNumber = dialect.catalog().apartFrom(all, names);
        if (byNumber != null) {
            kept.add(byNumber);
        }
        return kept;
    }

    private String item(String view, List<String> columns, String column) {
        String quoted = dialect.quoted(column);
        String name = lower(column);
        if (!schemas.areNone() && SchemaNames.isColumn(name)) {
            return schemas.item(quoted, dialect) + " AS " + quoted;
        }
        if (!home && NUMBERS.contains(name)) {
            return "NULL AS " + quoted;
        }
        boolean table = SUBJECTS.contains(name) || OTHER_TABLES.contains(name);
        if (renamed.isEmpty() || !(table || NAMES.contains(name))) {
            return quoted;
        }
        String own = NAMES.contains(name) ? ownName(view, columns, column) : quoted;
        String renaming = table ? tableName(quoted, own) : own;
        return dialect.catalog().asCatalogName(renaming) + " AS " + quoted;
    }

    private String tableName(String column, String otherwise) {
        return renamed.stream()
                .map(each -> " WHEN " + dialect.literal(lower(each.actual())) + " THEN " + inCaseOf(column, each))
                .collect(Collectors.joining("", "CASE LOWER(" + column + ")", " ELSE " + otherwise + " END"));
    }

    private String inCaseOf(String column, Renamed table) {
        String upper = dialect.literal(table.logical().toUpperCase(Locale.ROOT));
        return "CASE WHEN " + column + " = " + dialect.literal(table.actual().toUpperCase(Locale.ROOT)) + " AND "
                + column + " <> " + dialect.literal(lower(table.actual())) + " THEN " + upper + " ELSE "
                + dialect.literal(table.logical()) + " END";
    }

    /**
     * Returns SQL for the user's own name of what belongs to an actual table; a name that belongs to another table may
     * hold the same piece.
     */
    private String ownName(String view, List<String> columns, String column) {
        String quoted = dialect.quoted(column);
        StringBuilder cases = new StringBuilder();
        for (Renamed each : renamed) {
            String owned = Characters.isPlainName(each.actual()) ? ofTable(view, columns, column, each) : null;
            if (owned != null) {
                cases.append(" WHEN ").append(owned).append(" THEN ").append(withoutTable(quoted, each));
            }
        }
        return cases.isEmpty() ? quoted : "CASE" + cases + " ELSE " + quoted + " END";
    }

    /** Without the table's name, which is in front where the database, and at the end where the engine put it. */
    private String withoutTable(String column, Renamed table) {
        int length = table.actual().length() + 1;
        return "CASE WHEN LOWER(SUBSTR(" + column + ", 1, " + length + ")) = "
                + dialect.literal(lower(table.actual()) + "_") + " THEN CONCAT(" + dialect.literal(table.logical())
                + ", SUBSTR(" + column + ", " + length + ")) ELSE REGEXP_REPLACE(" + column + ", "
                + dialect.literal("(?i)_" + table.actual() + dialect.catalog().endOfOwnName())
                + ", '') END";
    }

    /**
     * Returns the SQL condition for the index or the constraint that a column names to be of an actual table, or null if
     * that cannot be told.
     */
    private @Nullable String ofTable(String view, List<String> columns, String column, Renamed table) {
        String actual = dialect.literal(lower(table.actual()));
        Set<String> names = new HashSet<>();
        columns.forEach(each -> names.add(lower(each)));
        String owner = lower(column).equals("unique_constraint_name") ? "referenced_table_name" : "table_name";
        if (names.contains(owner) && USED_TABLES.stream().noneMatch(lower(view)::contains)) {
            return "LOWER(" + owner + ") = " + actual;
        }
        return names.contains("tablename")
                ? "LOWER(tablename) = " + actual
                : dialect.catalog().ofTable(lower(column), names, actual);
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
