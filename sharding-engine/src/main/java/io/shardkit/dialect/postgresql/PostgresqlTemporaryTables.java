package io.shardkit.dialect.postgresql;

import io.shardkit.dialect.facts.CopiedColumn;
import io.shardkit.dialect.facts.Storage;
import io.shardkit.dialect.facts.TemporaryTables;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes temporary tables in sessions of PostgreSQL, asks for their columns and drops them. */
final class PostgresqlTemporaryTables implements TemporaryTables {
    private static final String QUOTE = "\"";

    @Override
    public String create(String name, List<CopiedColumn> columns, String primaryKey, Storage storage, boolean keyed) {
        List<String> parts = new ArrayList<>();
        for (CopiedColumn column : columns) {
            parts.add(
                    QUOTE + column.name() + QUOTE + " " + column.definition() + (column.nullable() ? "" : " NOT NULL"));
        }
        if (!primaryKey.isEmpty()) {
            parts.add("PRIMARY KEY (" + primaryKey + ")");
        }
        return "CREATE TEMPORARY TABLE " + name + " (" + String.join(", ", parts) + ") ON COMMIT DROP";
    }

    @Override
    public String createAs(String name, String query, Storage storage, boolean keyed) {
        return "CREATE TEMPORARY TABLE " + name + " ON COMMIT DROP AS " + query;
    }

    @Override
    public String createLike(String name, String table) {
        return "CREATE TEMPORARY TABLE " + name + " (LIKE " + table + " INCLUDING ALL) ON COMMIT DROP";
    }

    @Override
    public @Nullable String drop(String names) {
        return "DROP TABLE IF EXISTS " + names;
    }

    @Override
    public String columnsQuery(String name) {
        return PostgresqlCatalog.COLUMNS.replace(
                "current_schema()", "(SELECT nspname FROM pg_namespace WHERE oid = pg_my_temp_schema())");
    }
}
