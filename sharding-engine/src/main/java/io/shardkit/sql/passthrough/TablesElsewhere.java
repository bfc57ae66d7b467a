package io.shardkit.sql.passthrough;

import io.shardkit.catalog.Catalog;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.NameKind;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.text.Token;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a rule of which the default data source has no part: its catalog does not list them, so their rows are
 * read from the catalog of a data source that has a part. Thread-safe.
 */
public final class TablesElsewhere {
    /** The columns with the table that a row is about. */
    private static final List<String> SUBJECTS = List.of("table_name", "event_object_table", "tablename", "relname");

    private static final List<String> SCHEMAS = List.of(
            "table_schema", "event_object_schema", "constraint_schema", "index_schema", "schema_name", "schemaname");

    /** Views whose table is another one than that of their rows. */
    private static final Set<String> USED_TABLES = Set.of("constraint_column_usage", "constraint_table_usage");

    /** Columns of views whose rows refer to those of other views by numbers of one database. */
    private static final Set<String> OF_RELATIONS =
            Set.of("relkind", "attrelid", "indrelid", "conrelid", "adrelid", "tgrelid");

    private final ShardMap rule;
    private final Dialect dialect;

    /** The actual names of the tables, in lower case, by the data source that has them. */
    private final Map<Integer, List<String>> tables = new TreeMap<>();

    private final List<String> names = new ArrayList<>();

    private final Map<Integer, LogicalCatalogView> views = new HashMap<>();

    TablesElsewhere(ShardMap rule, Dialect dialect) {
        this.rule = rule;
        this.dialect = dialect;
        for (RoutedTable table : rule.tables()) {
            DataNode first = table.nodes().get(0);
            if (table.nodes().stream().noneMatch(node -> node.dataSource() == rule.home())) {
                add(table.name(), first.dataSource(), first.tableName());
            }
        }
        rule.singles().forEach((name, dataSource) -> {
            if (dataSource != rule.home()) {
                add(name, dataSource, name);
            }
        });
        tables.keySet().forEach(dataSource -> views.put(dataSource, new LogicalCatalogView(rule, dialect, dataSource)));
    }

    private void add(String name, int dataSource, String actual) {
        names.add(name);
        tables.computeIfAbsent(dataSource, none -> new ArrayList<>()).add(actual.toLowerCase(Locale.ROOT));
    }

    boolean areNone() {
        return tables.isEmpty();
    }

    List<String> names() {
        return names;
    }

    SQLException refusal(String view) {
        return ShardingExceptions.of(ErrorCode.CATALOG_APART, view + ", without " + String.join(", ", names));
    }

    /**
     * Returns true if the rows of a view about these tables cannot be read for a query, as it may compare their numbers or
     * their columns have types without literals.
     */
    boolean areApart(List<String> columns, StatementWords words) {
        Set<String> all =
                columns.stream().map(column -> column.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
        boolean numbered = all.stream().anyMatch(LogicalCatalogView.NUMBERS::contains)
                && LogicalCatalogView.NUMBERS.stream().anyMatch(words::names);
        boolean sampled = all.contains("tablename") && all.contains("attname");
        return !areNone() && (numbered || sampled || all.stream().anyMatch(OF_RELATIONS::contains));
    }

    /** Returns the table of a list that a string names, with its schema or without; or null. */
    public static @Nullable String named(String text, List<String> tables) {
        String name = Token.stripQuotes(text.substring(text.lastIndexOf('.') + 1));
        return tables.stream().filter(name::equalsIgnoreCase).findFirst().orElse(null);
    }

    /**
     * The rows of a view about these tables, each as a SELECT of literals.
     *
     * @throws SQLException if a data source cannot be asked, or the rows of the view do not tell what table they are about
     */
    List<String> rows(String view, List<String> columns, Catalog catalog) throws SQLException {
        List<String> rows = new ArrayList<>();
        if (areNone()) {
            return rows;
        }
        String subject = column(columns, SUBJECTS);
        if (!tellOfTables(columns)) {
            return rows;
        }
        if (subject != null ? isOfUsedTables(view) : !isOfConstraints(columns)) {
            throw refusal(view);
        }
        String shown = catalog.databaseName() == null ? catalog.schema(rule.home()) : catalog.databaseName();
        for (Map.Entry<Integer, List<String>> each : tables.entrySet()) {
            int dataSource = each.getKey();
            String schema = catalog.schema(dataSource);
            List<String> demanded = new ArrayList<>();
            String actual = each.getValue().stream().map(dialect::literal).collect(Collectors.joining(", "));
            demanded.add(
                    subject == null
                            ? "(CONSTRAINT_SCHEMA, CONSTRAINT_NAME) IN (SELECT CONSTRAINT_SCHEMA, CONSTRAINT_NAME"
                                    + " FROM INFORMATION_SCHEMA.TABLE_CONSTRAINTS WHERE LOWER(TABLE_NAME) IN (" + actual
                                    + "))"
                            : "LOWER(" + dialect.quoted(subject) + ") IN (" + actual + ")");
            String ofSchema = column(columns, SCHEMAS);
            if (schema != null && ofSchema != null) {
                demanded.add(dialect.quoted(ofSchema) + " = " + dialect.literal(schema));
            }
            LogicalCatalogView there = views(dataSource, schema, shown);
            catalog.catalogRows(dataSource, there.query(view, columns, demanded), columns.size())
                    .forEach(row -> rows.add("SELECT " + row));
        }
        return rows;
    }

    private LogicalCatalogView views(int dataSource, @Nullable String schema, @Nullable String shown) {
        LogicalCatalogView there = views.get(dataSource);
        if (there == null) {
            throw new IllegalStateException("no view of " + dataSource);
        }
        return schema == null || shown == null || schema.equals(shown)
                ? there
                : there.named(new SchemaNames(schema, shown, List.of()));
    }

    private static boolean tellOfTables(List<String> columns) {
        return columns.stream().map(column -> column.toLowerCase(Locale.ROOT)).anyMatch(LogicalCatalogView::isOfTable);
    }

    /** Returns true if each row is of one constraint, whose name tells the table of it. */
    private boolean isOfConstraints(List<String> columns) {
        return dialect.isNamePerSchema(NameKind.CHECK)
                && column(columns, List.of("constraint_name")) != null
                && column(columns, List.of("constraint_schema")) != null;
    }

    private static boolean isOfUsedTables(String view) {
        return USED_TABLES.stream().anyMatch(view.toLowerCase(Locale.ROOT)::contains);
    }

    private static @Nullable String column(List<String> columns, List<String> wanted) {
        for (String name : wanted) {
            for (String column : columns) {
                if (column.equalsIgnoreCase(name)) {
                    return column;
                }
            }
        }
        return null;
    }
}
