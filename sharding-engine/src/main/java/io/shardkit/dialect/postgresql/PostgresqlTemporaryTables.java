package io.shardkit.dialect.postgresql;

import io.shardkit.dialect.facts.CopiedColumn;
import io.shardkit.dialect.facts.Storage;
import io.shardkit.dialect.facts.TemporaryTables;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes temporary tables in sessions of PostgreSQL, asks for their columns and drops them. */
final class PostgresqlTemporaryTables implements TemporaryTables {
    private static final String QUOTE = "\"";
    private static final int ENOUGH_ROWS = 500;

    /** The hundred values of a column that the default describes are not worth their sample of 30,000 rows. */
    private static final int STATISTICS = 10;

    /** The number of rows that is read for such statistics. */
    private static final int SAMPLE = 300 * STATISTICS;

    /** The types whose values are short, by the names of both the standard and the catalog. */
    private static final Set<String> ORDERED = Set.of(
            "smallint",
            "integer",
            "bigint",
            "int2",
            "int4",
            "int8",
            "date",
            "timestamp without time zone",
            "timestamp with time zone",
            "timestamp",
            "timestamptz",
            "uuid");

    private static final Set<String> HASHED =
            Set.of("text", "character varying", "character", "varchar", "bpchar", "numeric", "bytea");

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
    public String load(String table) {
        return "COPY " + table + " FROM STDIN WITH (FORMAT text, ENCODING 'UTF8')";
    }

    @Override
    public String addPrimaryKey(String name, String columns) {
        return "ALTER TABLE " + name + " ADD PRIMARY KEY (" + columns + ")";
    }

    /** Fewer rows are scanned as fast; the planner knows nothing of a temporary table without ANALYZE. */
    @Override
    public List<String> prepareLookups(String name, List<CopiedColumn> columns, long rows) {
        if (rows < ENOUGH_ROWS) {
            return List.of();
        }
        List<String> statements = new ArrayList<>();
        for (CopiedColumn column : columns) {
            String method = column.indexed() ? indexMethod(column) : "";
            if (!method.isEmpty()) {
                statements.add(
                        "CREATE INDEX ON " + name + " USING " + method + " (" + QUOTE + column.name() + QUOTE + ")");
            }
        }
        if (rows > SAMPLE && !columns.isEmpty()) {
            String less = " SET STATISTICS " + STATISTICS;
            statements.add("ALTER TABLE " + name + " "
                    + columns.stream()
                            .map(column -> "ALTER COLUMN " + QUOTE + column.name() + QUOTE + less)
                            .collect(Collectors.joining(", ")));
        }
        statements.add("ANALYZE " + name);
        return statements;
    }

    /** A B-tree refuses long values, so those without a limit are found by their hash; empty for types not known. */
    private static String indexMethod(CopiedColumn column) {
        String type = column.typeName().toLowerCase(Locale.ROOT);
        if (ORDERED.contains(type)) {
            return "btree";
        }
        return HASHED.contains(type) ? "hash" : "";
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
