package io.shardkit.dialect.postgresql;

import io.shardkit.dialect.facts.Carrier;
import io.shardkit.dialect.facts.CatalogRules;
import io.shardkit.dialect.facts.ColumnFacts;
import io.shardkit.dialect.facts.ColumnFacts.StoredKey;
import io.shardkit.dialect.facts.ColumnTypes;
import io.shardkit.dialect.facts.TextOrder;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The contents of PostgreSQL's catalog, and the meaning of its types. */
final class PostgresqlCatalog implements CatalogRules {
    /** The reported type of a column that an application defined as an enumeration. */
    private static final String ENUMERATION = "enumeration";

    static final String COLUMNS = String.format(
            Locale.ROOT,
            ColumnTypes.QUERY.replace(
                    " data_type,",
                    " CASE WHEN EXISTS (SELECT FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace"
                            + " WHERE t.typtype = 'e' AND t.typname = c.udt_name AND n.nspname = c.udt_schema"
                            + " AND c.domain_name IS NULL) THEN '" + ENUMERATION + "' ELSE data_type END,"),
            "COALESCE((SELECT CASE WHEN l.collisdeterministic THEN '' ELSE 'nondeterministic ' END || l.collname"
                    + " FROM pg_collation l JOIN pg_namespace n ON n.oid = l.collnamespace"
                    + " WHERE l.collname = c.collation_name AND n.nspname = c.collation_schema LIMIT 1),"
                    + " (SELECT COALESCE(to_jsonb(d) ->> 'datlocale', d.datcollate) FROM pg_database d"
                    + " WHERE d.datname = current_database()))",
            "CASE WHEN is_generated = 'ALWAYS' THEN 'generated' ELSE is_identity END",
            "(SELECT format_type(a.atttypid, a.atttypmod)"
                    + " || COALESCE(' COLLATE ' || quote_ident(n.nspname) || '.' || quote_ident(l.collname), '')"
                    + " FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid"
                    + " LEFT JOIN pg_collation l ON l.oid = a.attcollation"
                    + " AND a.attcollation <> t.typcollation"
                    + " LEFT JOIN pg_namespace n ON n.oid = l.collnamespace"
                    + " WHERE a.attname = c.column_name AND a.attrelid ="
                    + " (quote_ident(c.table_schema) || '.' || quote_ident(c.table_name))::regclass)",
            "information_schema.columns c",
            "current_schema()");

    private static final Set<String> CATALOG_VIEWS = Set.of(
            "PG_ATTRDEF",
            "PG_ATTRIBUTE",
            "PG_CLASS",
            "PG_CONSTRAINT",
            "PG_INDEX",
            "PG_INDEXES",
            "PG_STATS",
            "PG_TABLES",
            "PG_TRIGGER",
            "PG_STAT_ALL_TABLES",
            "PG_STAT_ALL_INDEXES",
            "PG_STAT_USER_TABLES",
            "PG_STAT_USER_INDEXES",
            "PG_STATIO_ALL_TABLES",
            "PG_STATIO_ALL_INDEXES",
            "PG_STATIO_USER_TABLES",
            "PG_STATIO_USER_INDEXES");

    private static final String NONDETERMINISTIC = "nondeterministic";

    private static final Set<String> TEXTS = Set.of("varchar", "char", "character varying", "text");

    /**
     * A stable function may read tables, the catalog or the clock. Those of the server itself do not if they are given
     * values only; a time with a zone is shown by today's rules of the zone.
     */
    private static final String FUNCTION =
            "SELECT EVERY(p.prokind = 'f' AND NOT p.proretset AND (p.provolatile = 'i' OR (p.provolatile = 's'"
                    + " AND n.nspname = 'pg_catalog' AND p.pronargs > 0 AND NOT EXISTS ("
                    + "SELECT FROM unnest(p.proargtypes::oid[]) AS a (id) WHERE a.id::regtype::text ~"
                    + " '^(reg|oid|xid|cid|tid|pg_|internal|cstring|refcursor|time with time zone)')))"
                    + " AND (n.nspname <> 'pg_catalog' OR p.proname !~ '^(pg_|to_reg|has_|row_security_|current_"
                    + "|database_to_|schema_to_|timetz$|regclass$)'))"
                    + " FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace"
                    + " WHERE p.proname = ?";

    private static final String DEFINED_NAMES =
            "SELECT tablename, indexname FROM pg_indexes WHERE schemaname = current_schema()"
                    + " UNION SELECT t.relname, c.conname FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid"
                    + " JOIN pg_namespace n ON n.oid = t.relnamespace WHERE n.nspname = current_schema()";

    /** Columns that an index only includes are not compared; an exclusion constraint may compare in any way. */
    private static final String UNIQUE_KEYS =
            "SELECT c.relname, CASE WHEN x.indisunique THEN a.attname END, x.indisprimary,"
                    + " x.indcollation[(k.place - 1)::int] = COALESCE(a.attcollation, 0)"
                    + " AND NOT COALESCE((to_jsonb(x) ->> 'indnullsnotdistinct')::boolean, FALSE)"
                    + " AND x.indpred IS NULL AND x.indisvalid FROM pg_index x"
                    + " JOIN pg_class t ON t.oid = x.indrelid JOIN pg_namespace n ON n.oid = t.relnamespace"
                    + " JOIN pg_class c ON c.oid = x.indexrelid"
                    + " CROSS JOIN LATERAL unnest(x.indkey::smallint[]) WITH ORDINALITY AS k (attnum, place)"
                    + " LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.attnum AND k.attnum > 0"
                    + " WHERE n.nspname = current_schema() AND LOWER(t.relname) = LOWER(?)"
                    + " AND (x.indisunique OR x.indisexclusion) AND k.place <= x.indnkeyatts"
                    + " ORDER BY c.relname, k.place";

    /**
     * Query for foreign keys and triggers, without the triggers that the server itself made for constraints; of the
     * trigger types 16 is UPDATE.
     */
    private static final String UPDATE_NEEDS =
            "SELECT a.kind, a.name, a.parent FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                    + " CROSS JOIN LATERAL (SELECT 'foreign key', attname::text, p.relname::text FROM pg_constraint k"
                    + " JOIN pg_class p ON p.oid = k.confrelid"
                    + " JOIN pg_attribute ON attrelid = c.oid AND attnum = ANY (k.conkey)"
                    + " WHERE k.conrelid = c.oid AND k.contype = 'f'"
                    + " UNION ALL SELECT 'trigger', tgname::text, '' FROM pg_trigger"
                    + " WHERE tgrelid = c.oid AND NOT tgisinternal AND (tgtype & 16) <> 0) AS a (kind, name, parent)"
                    + " WHERE n.nspname = current_schema() AND LOWER(c.relname) = LOWER(?)";

    /** Of the types of triggers 4 is INSERT, 8 DELETE. */
    private static final String ACTS_ON_ROWS =
            "SELECT a.kind, a.name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace CROSS JOIN LATERAL ("
                    + "SELECT 'the trigger', tgname::text FROM pg_trigger"
                    + " WHERE tgrelid = c.oid AND NOT tgisinternal AND (tgtype & 12) <> 0"
                    + " UNION ALL SELECT 'the rule', rulename::text FROM pg_rewrite WHERE ev_class = c.oid"
                    + " UNION ALL SELECT 'the foreign key', conname::text FROM pg_constraint"
                    + " WHERE confrelid = c.oid AND contype = 'f') AS a (kind, name)"
                    + " WHERE n.nspname = current_schema() AND LOWER(c.relname) = LOWER(?)";

    @Override
    public String functionQuery() {
        return FUNCTION;
    }

    @Override
    public Set<String> catalogSchemas() {
        return Set.of("INFORMATION_SCHEMA", "PG_CATALOG");
    }

    @Override
    public Set<String> catalogViews() {
        return CATALOG_VIEWS;
    }

    @Override
    public @Nullable String apartFrom(Set<String> columns, String tables) {
        String numbers = "(SELECT oid FROM pg_catalog.pg_class WHERE LOWER(relname) IN (" + tables + "))";
        if (columns.contains("conrelid")) {
            return "conrelid NOT IN " + numbers;
        }
        return columns.contains("relkind")
                ? "oid NOT IN (SELECT indexrelid FROM pg_catalog.pg_index WHERE indrelid IN " + numbers + ")"
                : null;
    }

    @Override
    public @Nullable String ofTable(String column, Set<String> columns, String table) {
        String numbers = "(SELECT oid FROM pg_catalog.pg_class WHERE LOWER(relname) = " + table + ")";
        if (column.equals("conname") && columns.contains("conrelid")) {
            return "conrelid IN " + numbers;
        }
        if (column.endsWith("constraint_name")) {
            return column + " IN (SELECT conname FROM pg_catalog.pg_constraint WHERE conrelid IN " + numbers + ")";
        }
        // Indexes, and the sequences of numbered columns
        return column.equals("relname") && columns.contains("relkind")
                ? "oid IN (SELECT indexrelid FROM pg_catalog.pg_index WHERE indrelid IN " + numbers
                        + " UNION ALL SELECT objid FROM pg_catalog.pg_depend WHERE classid = 'pg_class'::regclass"
                        + " AND refclassid = 'pg_class'::regclass AND deptype IN ('a', 'i') AND refobjid IN " + numbers
                        + ")"
                : null;
    }

    @Override
    public Set<String> functionsOfTables() {
        return Set.of("to_reg", "pg_", "has_", "table_to_", "query_to_");
    }

    @Override
    public String asCatalogName(String expression) {
        return "CAST(" + expression + " AS name)";
    }

    @Override
    public boolean keepsTexts(String type) {
        return switch (type) {
            case "varchar", "character varying", "text" -> true;
            default -> false;
        };
    }

    @Override
    public int longestName() {
        return 63;
    }

    @Override
    public String uniqueKeysQuery() {
        return UNIQUE_KEYS;
    }

    @Override
    public String schemaTerm() {
        return "current_schema()";
    }

    @Override
    public String tablesQuery() {
        return "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()";
    }

    @Override
    public String settingsQuery() {
        return "SELECT 'server version', current_setting('server_version')"
                + " UNION ALL SELECT 'time zone', current_setting('TimeZone')"
                + " UNION ALL SELECT 'character set', current_setting('server_encoding')"
                + " UNION ALL SELECT 'collation', datcollate FROM pg_database WHERE datname = current_database()";
    }

    @Override
    public String definedNamesQuery() {
        return DEFINED_NAMES;
    }

    @Override
    public String actsOnRowsQuery() {
        return ACTS_ON_ROWS;
    }

    @Override
    public String updateNeedsQuery() {
        return UPDATE_NEEDS;
    }

    @Override
    public String columnsQuery() {
        return COLUMNS;
    }

    @Override
    public ColumnFacts column(String type, @Nullable String collation, String definition) {
        String name = type.toLowerCase(Locale.ROOT);
        // The number may be that of a large object, and another database has another one under it, or none.
        boolean number = name.equals("oid");
        // As a text it loses the blanks at its end, which no length brings back.
        boolean blanks = name.equals("character") && definition.indexOf('(') < 0;
        Carrier carrier = number || blanks ? Carrier.NONE : Carrier.UNTYPED_TEXT;
        return ColumnTypes.facts(type, storedKey(name, collation, definition), order(name, collation), false, carrier);
    }

    private static StoredKey storedKey(String type, @Nullable String collation, String definition) {
        return switch (type) {
            case "timestamp without time zone" -> ColumnTypes.time(StoredKey.Kind.DATETIME, definition, 6);
            case "timestamp with time zone" -> ColumnTypes.time(StoredKey.Kind.INSTANT, definition, 6);
            case "character" ->
                collation == null || collation.startsWith(NONDETERMINISTIC)
                        ? StoredKey.OTHER
                        : StoredKey.of(StoredKey.Kind.PADDED_TEXT);
            case ENUMERATION -> StoredKey.of(StoredKey.Kind.LABEL);
            case "bytea" -> new StoredKey(StoredKey.Kind.BYTES, Integer.MAX_VALUE);
            default -> ColumnTypes.storedKey(type, definition);
        };
    }

    @Override
    public String timestampQuery(StoredKey.Kind kind) {
        String type = kind == StoredKey.Kind.INSTANT ? "timestamptz" : "timestamp";
        return "SELECT CAST(EXTRACT(EPOCH FROM CAST(? AS " + type + ")) AS bigint)";
    }

    @Override
    public String carried(String column, String type) {
        return "CAST(" + column + " AS text)";
    }

    /** The collation of a database is a deterministic one; of those that a column declares only these are known. */
    @Override
    public boolean storesOneLength(String type, String definition) {
        return type.equals("character")
                && (!definition.contains(" COLLATE ")
                        || definition.endsWith(" COLLATE \"C\"")
                        || definition.endsWith(" COLLATE \"POSIX\""));
    }

    private static TextOrder order(String type, @Nullable String collation) {
        if (collation == null || !TEXTS.contains(type) || type.equals("char")) {
            return TextOrder.UNKNOWN;
        }
        if (collation.startsWith(NONDETERMINISTIC)) {
            return TextOrder.UNKNOWN;
        }
        return switch (collation) {
            case "C", "POSIX", "C.UTF-8", "C.utf8", "ucs_basic", "pg_c_utf8" -> TextOrder.BINARY;
            default -> TextOrder.EXACT_EQUALITY;
        };
    }

    /** To the microsecond; a copy of a server's files has the same system identifier, and another start. */
    @Override
    public String identityQuery() {
        return "SELECT CAST(EXTRACT(EPOCH FROM pg_postmaster_start_time()) AS text) || '/' || current_database()";
    }

    /** A standby has the system identifier of its primary, as a copy has that was promoted. */
    @Override
    public String clusterQuery() {
        return "SELECT CAST(system_identifier AS text) || '/' || current_database(), pg_is_in_recovery()"
                + " FROM pg_control_system()";
    }
}
