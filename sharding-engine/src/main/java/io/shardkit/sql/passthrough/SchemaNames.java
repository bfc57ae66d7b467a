package io.shardkit.sql.passthrough;

import io.shardkit.catalog.Catalog;
import io.shardkit.dialect.Dialect;
import io.shardkit.rule.ShardMap;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The names that the schemas of the data sources have in the catalog of the default one. Immutable.
 *
 * @param actual the schema that is shown by its logical name, or null if none has another one
 * @param logical its logical name
 * @param hidden schemas with actual tables that other data sources have, and that which has the logical name by chance
 */
record SchemaNames(@Nullable String actual, String logical, List<String> hidden) {
    /** Each schema has its own name. */
    static final SchemaNames NONE = new SchemaNames(null, "", List.of());

    /**
     * The names where clients know the database by one.
     *
     * @throws SQLException if a data source cannot be asked for its schema
     */
    static SchemaNames of(String name, ShardMap rule, Catalog catalog) throws SQLException {
        String home = catalog.schema(rule.home());
        if (home == null) {
            return NONE;
        }
        Set<String> hidden = new LinkedHashSet<>();
        for (int i = 0; i < rule.dataSources().size(); i++) {
            String schema = catalog.schema(i);
            if (schema != null) {
                hidden.add(schema);
            }
        }
        hidden.add(name);
        hidden.remove(home);
        return new SchemaNames(home.equals(name) ? null : home, name, List.copyOf(hidden));
    }

    /** Returns true if a column of a view, in lower case, has the name of a schema. */
    static boolean isColumn(String column) {
        return column.endsWith("_schema") || column.equals("schema_name");
    }

    /** Returns true if there is nothing to rename or to hide. */
    boolean areNone() {
        return actual == null && hidden.isEmpty();
    }

    /** Returns the SQL of the logical name of the schema in a column. */
    String item(String column, Dialect dialect) {
        return actual == null
                ? column
                : dialect.catalog()
                        .asCatalogName("CASE " + column + " WHEN " + dialect.literal(actual) + " THEN "
                                + dialect.literal(logical) + " ELSE " + column + " END");
    }

    /** Returns conditions for the rows of a view whose schemas are not hidden. */
    List<String> kept(List<String> columns, Dialect dialect) {
        List<String> kept = new ArrayList<>();
        if (hidden.isEmpty()) {
            return kept;
        }
        String names = hidden.stream().map(dialect::literal).collect(Collectors.joining(", "));
        for (String column : columns) {
            if (isColumn(column.toLowerCase(Locale.ROOT))) {
                String quoted = dialect.quoted(column);
                kept.add("(" + quoted + " NOT IN (" + names + ") OR " + quoted + " IS NULL)");
            }
        }
        return kept;
    }
}
