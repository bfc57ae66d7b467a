package io.shardkit.dialect;

/** Asks the databases for the unique keys of a table. */
final class UniqueKeys {
    private static final String MYSQL =
            "SELECT index_name, CASE WHEN sub_part IS NULL THEN column_name END, index_name = 'PRIMARY', TRUE"
                    + " FROM information_schema.statistics"
                    + " WHERE table_schema = DATABASE() AND LOWER(table_name) = LOWER(?) AND non_unique = 0"
                    + " ORDER BY index_name, seq_in_index";

    /** Columns that an index only includes are not compared; an exclusion constraint may compare in any way. */
    private static final String POSTGRESQL =
            "SELECT c.relname, CASE WHEN x.indisunique THEN a.attname END, x.indisprimary,"
                    + " x.indcollation[(k.place - 1)::int] = COALESCE(a.attcollation, 0)"
                    + " AND NOT COALESCE((to_jsonb(x) ->> 'indnullsnotdistinct')::boolean, FALSE) FROM pg_index x"
                    + " JOIN pg_class t ON t.oid = x.indrelid JOIN pg_namespace n ON n.oid = t.relnamespace"
                    + " JOIN pg_class c ON c.oid = x.indexrelid"
                    + " CROSS JOIN LATERAL unnest(x.indkey::smallint[]) WITH ORDINALITY AS k (attnum, place)"
                    + " LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.attnum AND k.attnum > 0"
                    + " WHERE n.nspname = current_schema() AND LOWER(t.relname) = LOWER(?)"
                    + " AND (x.indisunique OR x.indisexclusion) AND k.place <= x.indnkeyatts"
                    + " ORDER BY c.relname, k.place";

    private static final String H2 = "SELECT c.constraint_name, k.column_name, c.constraint_type = 'PRIMARY KEY',"
            + " COALESCE(c.nulls_distinct, 'YES') = 'YES'"
            + " FROM information_schema.table_constraints c"
            + " JOIN information_schema.key_column_usage k ON k.constraint_schema = c.constraint_schema"
            + " AND k.constraint_name = c.constraint_name"
            + " WHERE c.constraint_type IN ('PRIMARY KEY', 'UNIQUE') AND c.table_schema = CURRENT_SCHEMA"
            + " AND LOWER(c.table_name) = LOWER(?1) UNION ALL"
            + " SELECT i.index_name, i.column_name, FALSE, COALESCE(x.nulls_distinct, 'YES') = 'YES'"
            + " FROM information_schema.index_columns i JOIN information_schema.indexes x"
            + " ON x.index_schema = i.index_schema AND x.index_name = i.index_name AND x.table_name = i.table_name"
            + " WHERE i.is_unique AND i.table_schema = CURRENT_SCHEMA AND LOWER(i.table_name) = LOWER(?1)";

    private UniqueKeys() {}

    static String query(Dialect dialect) {
        return switch (dialect) {
            case MYSQL, MARIADB -> MYSQL;
            case POSTGRESQL -> POSTGRESQL;
            case H2 -> H2;
        };
    }
}
