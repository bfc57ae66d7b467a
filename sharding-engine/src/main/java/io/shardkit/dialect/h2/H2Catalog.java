package io.shardkit.dialect.h2;

import io.shardkit.dialect.facts.Carrier;
import io.shardkit.dialect.facts.CatalogRules;
import io.shardkit.dialect.facts.ColumnFacts;
import io.shardkit.dialect.facts.ColumnFacts.StoredKey;
import io.shardkit.dialect.facts.ColumnTypes;
import io.shardkit.dialect.facts.TextOrder;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The contents of H2's catalog, and the meaning of its types. */
final class H2Catalog implements CatalogRules {
    /** In capitals, in which H2 has the names of its own schema unless it folds names to small letters. */
    static final String COLUMNS = "SELECT COLUMN_NAME, DATA_TYPE, IS_NULLABLE, COLLATION_NAME, COLUMN_DEFAULT,"
            + " CASE WHEN IS_IDENTITY = 'YES' THEN 'YES' WHEN IS_GENERATED = 'ALWAYS' THEN 'generated'"
            + " WHEN COLUMN_ON_UPDATE IS NOT NULL"
            + " THEN 'on update ' || COLUMN_ON_UPDATE ELSE 'NO' END"
            + " || CASE WHEN DEFAULT_ON_NULL THEN 'default on null' ELSE '' END"
            + " || CASE WHEN IS_VISIBLE THEN '' ELSE ' invisible' END,"
            + " DATA_TYPE_SQL(TABLE_SCHEMA, TABLE_NAME, 'TABLE', DTD_IDENTIFIER)"
            + " FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_SCHEMA = CURRENT_SCHEMA"
            + " AND LOWER(TABLE_NAME) = LOWER(?) ORDER BY ORDINAL_POSITION";

    private static final Set<String> OBJECTS = Set.of(
            "boolean",
            "tinyint",
            "smallint",
            "integer",
            "bigint",
            "numeric",
            "decimal",
            "real",
            "double precision",
            "float",
            "decfloat",
            "date",
            "time",
            "timestamp",
            "timestamp with time zone",
            "time with time zone",
            "character",
            "character varying",
            "varchar_ignorecase",
            "binary",
            "binary varying",
            "uuid",
            "interval");

    private static final Set<String> TEXTS = Set.of("character large object", "enum");

    private static final Set<String> BYTES = Set.of("binary large object", "json", "geometry");

    /** Its driver gives dates and times in an array as those of the JVM's zone, which lacks hours. */
    private static final Pattern ARRAYS =
            Pattern.compile("(BOOLEAN|(TINY|SMALL|BIG)INT|INTEGER|REAL|DOUBLE PRECISION|UUID"
                    + "|(NUMERIC|DECFLOAT|CHARACTER VARYING)(\\([\\d, ]+\\))?) ARRAY(\\[\\d+])?");

    private static final String DEFINED_NAMES =
            "SELECT TABLE_NAME, INDEX_NAME FROM INFORMATION_SCHEMA.INDEXES WHERE TABLE_SCHEMA = CURRENT_SCHEMA"
                    + " UNION SELECT TABLE_NAME, CONSTRAINT_NAME FROM INFORMATION_SCHEMA.TABLE_CONSTRAINTS"
                    + " WHERE TABLE_SCHEMA = CURRENT_SCHEMA";

    private static final String UNIQUE_KEYS =
            "SELECT C.CONSTRAINT_NAME, K.COLUMN_NAME, C.CONSTRAINT_TYPE = 'PRIMARY KEY',"
                    + " COALESCE(C.NULLS_DISTINCT, 'YES') = 'YES'"
                    + " FROM INFORMATION_SCHEMA.TABLE_CONSTRAINTS C"
                    + " JOIN INFORMATION_SCHEMA.KEY_COLUMN_USAGE K ON K.CONSTRAINT_SCHEMA = C.CONSTRAINT_SCHEMA"
                    + " AND K.CONSTRAINT_NAME = C.CONSTRAINT_NAME"
                    + " WHERE C.CONSTRAINT_TYPE IN ('PRIMARY KEY', 'UNIQUE') AND C.TABLE_SCHEMA = CURRENT_SCHEMA"
                    + " AND LOWER(C.TABLE_NAME) = LOWER(?1) UNION ALL"
                    + " SELECT I.INDEX_NAME, I.COLUMN_NAME, FALSE, COALESCE(X.NULLS_DISTINCT, 'YES') = 'YES'"
                    + " FROM INFORMATION_SCHEMA.INDEX_COLUMNS I JOIN INFORMATION_SCHEMA.INDEXES X"
                    + " ON X.INDEX_SCHEMA = I.INDEX_SCHEMA AND X.INDEX_NAME = I.INDEX_NAME AND X.TABLE_NAME = I.TABLE_NAME"
                    + " WHERE I.IS_UNIQUE AND I.TABLE_SCHEMA = CURRENT_SCHEMA AND LOWER(I.TABLE_NAME) = LOWER(?1)";

    private static final String UPDATE_NEEDS = "SELECT 'foreign key', C.COLUMN_NAME, P.TABLE_NAME"
            + " FROM INFORMATION_SCHEMA.REFERENTIAL_CONSTRAINTS R"
            + " JOIN INFORMATION_SCHEMA.KEY_COLUMN_USAGE C ON C.CONSTRAINT_SCHEMA = R.CONSTRAINT_SCHEMA"
            + " AND C.CONSTRAINT_NAME = R.CONSTRAINT_NAME"
            + " JOIN INFORMATION_SCHEMA.TABLE_CONSTRAINTS P ON P.CONSTRAINT_SCHEMA = R.UNIQUE_CONSTRAINT_SCHEMA"
            + " AND P.CONSTRAINT_NAME = R.UNIQUE_CONSTRAINT_NAME"
            + " WHERE C.TABLE_SCHEMA = CURRENT_SCHEMA AND LOWER(C.TABLE_NAME) = LOWER(?) UNION ALL"
            + " SELECT 'trigger', TRIGGER_NAME, '' FROM INFORMATION_SCHEMA.TRIGGERS"
            + " WHERE EVENT_OBJECT_SCHEMA = CURRENT_SCHEMA AND LOWER(EVENT_OBJECT_TABLE) = LOWER(?)"
            + " AND EVENT_MANIPULATION LIKE '%UPDATE%'";

    private static final String ACTS_ON_ROWS = "SELECT 'the trigger', TRIGGER_NAME FROM INFORMATION_SCHEMA.TRIGGERS"
            + " WHERE EVENT_OBJECT_SCHEMA = CURRENT_SCHEMA AND LOWER(EVENT_OBJECT_TABLE) = LOWER(?)"
            + " AND (EVENT_MANIPULATION LIKE '%INSERT%' OR EVENT_MANIPULATION LIKE '%DELETE%') UNION ALL"
            + " SELECT 'the foreign key', R.CONSTRAINT_NAME FROM INFORMATION_SCHEMA.REFERENTIAL_CONSTRAINTS R"
            + " JOIN INFORMATION_SCHEMA.TABLE_CONSTRAINTS T ON T.CONSTRAINT_SCHEMA = R.UNIQUE_CONSTRAINT_SCHEMA"
            + " AND T.CONSTRAINT_NAME = R.UNIQUE_CONSTRAINT_NAME"
            + " WHERE T.TABLE_SCHEMA = CURRENT_SCHEMA AND LOWER(T.TABLE_NAME) = LOWER(?)";

    @Override
    public Set<String> functions() {
        return H2Functions.OF_ARGUMENTS;
    }

    @Override
    public Set<String> functionsOfTables() {
        return Set.of("db_object_");
    }

    @Override
    public boolean keepsTexts(String type) {
        return switch (type) {
            case "varchar", "character varying" -> true;
            default -> false;
        };
    }

    @Override
    public int longestName() {
        return 256;
    }

    @Override
    public @Nullable String ofTable(String column, Set<String> columns, String table) {
        return column.endsWith("constraint_name")
                ? column
                        + " IN (SELECT CONSTRAINT_NAME FROM INFORMATION_SCHEMA.TABLE_CONSTRAINTS WHERE LOWER(TABLE_NAME) = "
                        + table + ")"
                : null;
    }

    @Override
    public String endOfOwnName() {
        return "(?=(_INDEX_[0-9A-F]+)?$)";
    }

    @Override
    public boolean isCollated(String type) {
        return false;
    }

    @Override
    public String uniqueKeysQuery() {
        return UNIQUE_KEYS;
    }

    @Override
    public String schemaTerm() {
        return "CURRENT_SCHEMA";
    }

    @Override
    public String tablesQuery() {
        return "SELECT TABLE_NAME FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = CURRENT_SCHEMA";
    }

    @Override
    public String settingsQuery() {
        return "SELECT CASE SETTING_NAME WHEN 'info.VERSION' THEN 'version' WHEN 'MODE' THEN 'mode' ELSE 'time zone' END,"
                + " SETTING_VALUE FROM INFORMATION_SCHEMA.SETTINGS"
                + " WHERE SETTING_NAME IN ('info.VERSION', 'MODE', 'TIME ZONE')";
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
        return ColumnTypes.facts(
                type,
                storedKey(type.toLowerCase(Locale.ROOT), collation, definition),
                order(type.toLowerCase(Locale.ROOT), collation),
                type.equalsIgnoreCase("timestamp"),
                carrier(type.toLowerCase(Locale.ROOT), definition));
    }

    private static StoredKey storedKey(String type, @Nullable String collation, String definition) {
        return switch (type) {
            case "timestamp" -> ColumnTypes.time(StoredKey.Kind.DATETIME, definition, 6);
            case "timestamp with time zone" -> ColumnTypes.time(StoredKey.Kind.INSTANT, definition, 6);
            case "enum" -> StoredKey.of(StoredKey.Kind.ENUM_IGNORING_CASE);
            case "character", "char" -> isPlain(collation) ? StoredKey.of(StoredKey.Kind.PADDED_TEXT) : StoredKey.OTHER;
            case "varchar_ignorecase" ->
                isPlain(collation) ? StoredKey.of(StoredKey.Kind.FOLDED_TEXT) : StoredKey.OTHER;
            default -> ColumnTypes.storedKey(type, definition);
        };
    }

    private static boolean isPlain(@Nullable String collation) {
        return collation == null || collation.equalsIgnoreCase("OFF");
    }

    @Override
    public String timestampQuery(StoredKey.Kind kind) {
        String type = kind == StoredKey.Kind.INSTANT ? "TIMESTAMP WITH TIME ZONE" : "TIMESTAMP";
        return "SELECT CAST(EXTRACT(EPOCH FROM CAST(? AS " + type + ")) AS BIGINT)";
    }

    @Override
    public String carried(String column, String type) {
        return column;
    }

    private static TextOrder order(String type, @Nullable String collation) {
        boolean exact = type.equals("character varying") || type.equals("varchar");
        return exact && isPlain(collation) ? TextOrder.UTF16 : TextOrder.UNKNOWN;
    }

    private static Carrier carrier(String type, String definition) {
        if (TEXTS.contains(type)) {
            return Carrier.TEXT;
        }
        if (BYTES.contains(type)) {
            return Carrier.BYTES;
        }
        boolean object = OBJECTS.contains(type) || ARRAYS.matcher(definition).matches();
        return object ? Carrier.OBJECT : Carrier.NONE;
    }

    @Override
    public String identityQuery() {
        return "SELECT COALESCE(SERVER, '') || '/' || COALESCE(DATABASE_PATH(), DATABASE())"
                + " FROM INFORMATION_SCHEMA.SESSIONS WHERE SESSION_ID = SESSION_ID()";
    }
}
