package io.shardkit.dialect.h2;

import io.shardkit.dialect.facts.CopiedColumn;
import io.shardkit.dialect.facts.Storage;
import io.shardkit.dialect.facts.TemporaryTables;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes temporary tables in sessions of H2, asks for their columns and drops them. */
final class H2TemporaryTables implements TemporaryTables {
    private static final String QUOTE = "\"";

    /** Definition of a column, with a type of its own or its domain, and with all that fills it. */
    private static final String COLUMN = "QUOTE_IDENT(COLUMN_NAME) || ' ' || CASE WHEN DOMAIN_NAME IS NULL"
            + " THEN DATA_TYPE_SQL(TABLE_SCHEMA, TABLE_NAME, 'TABLE', DTD_IDENTIFIER)"
            + " ELSE QUOTE_IDENT(DOMAIN_SCHEMA) || '.' || QUOTE_IDENT(DOMAIN_NAME) END"
            + " || CASE WHEN IS_GENERATED = 'ALWAYS' THEN ' GENERATED ALWAYS AS (' || GENERATION_EXPRESSION || ')'"
            + " ELSE COALESCE(' DEFAULT ' || COLUMN_DEFAULT, '') || COALESCE(' ON UPDATE ' || COLUMN_ON_UPDATE, '') END"
            + " || CASE WHEN DEFAULT_ON_NULL THEN ' DEFAULT ON NULL' ELSE '' END";

    @Override
    public String create(String name, List<CopiedColumn> columns, String primaryKey, Storage storage, boolean keyed) {
        List<String> parts = new ArrayList<>();
        for (CopiedColumn column : columns) {
            parts.add(QUOTE + column.name() + QUOTE + " " + column.definition()
                    + (column.invisible() ? " INVISIBLE" : "")
                    + (column.nullable() ? "" : " NOT NULL"));
        }
        if (!primaryKey.isEmpty()) {
            parts.add("PRIMARY KEY (" + primaryKey + ")");
        }
        return "CREATE LOCAL TEMPORARY TABLE " + name + " (" + String.join(", ", parts)
                + ") ON COMMIT DROP TRANSACTIONAL";
    }

    @Override
    public String createAs(String name, String query, Storage storage, boolean keyed) {
        return "CREATE LOCAL TEMPORARY TABLE " + name + " ON COMMIT DROP TRANSACTIONAL AS " + query;
    }

    /** In the modes of Oracle, DB2 and SQL Server. */
    @Override
    public boolean demandsNames() {
        return true;
    }

    /** It has no table LIKE another; what its catalog tells of the columns makes one. */
    @Override
    public String createLike(String name, String table) {
        int dot = table.lastIndexOf('.');
        String schema = dot < 0 ? "CURRENT_SCHEMA" : literal(table.substring(0, dot));
        return "EXECUTE IMMEDIATE (SELECT 'CREATE LOCAL TEMPORARY TABLE " + name + " (' || LISTAGG(" + COLUMN
                + ", ', ') WITHIN GROUP (ORDER BY ORDINAL_POSITION) || ') ON COMMIT DROP TRANSACTIONAL'"
                + " FROM INFORMATION_SCHEMA.COLUMNS WHERE LOWER(TABLE_SCHEMA) = LOWER(" + schema
                + ") AND LOWER(TABLE_NAME) = LOWER(" + literal(table.substring(dot + 1)) + "))";
    }

    private static String literal(String name) {
        return "'" + name.replaceAll("[\"`]", "").replace("'", "''") + "'";
    }

    @Override
    public @Nullable String drop(String names) {
        return null;
    }

    @Override
    public String columnsQuery(String name) {
        return H2Catalog.COLUMNS;
    }
}
