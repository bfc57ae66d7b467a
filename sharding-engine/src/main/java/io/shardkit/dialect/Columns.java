package io.shardkit.dialect;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the databases' names of types and collations. */
final class Columns {
    private static final Set<String> WHOLE_NUMBERS = Set.of(
            "tinyint",
            "smallint",
            "mediumint",
            "int",
            "integer",
            "bigint",
            "int2",
            "int4",
            "int8",
            "smallserial",
            "serial",
            "bigserial");
    private static final Set<String> TEXTS = Set.of("varchar", "char", "character varying", "text");

    /** MySQL's TIMESTAMP is not among them: in the hour that summer time repeats, its text is not its order. */
    private static final Set<String> COMPARABLE = Set.of(
            "decimal",
            "numeric",
            "double",
            "double precision",
            "real",
            "date",
            "datetime",
            "boolean",
            "timestamp without time zone",
            "timestamp with time zone");

    private static final Set<String> MYSQL_TIMES = Set.of("date", "datetime", "timestamp", "time");

    /** The collations of MariaDB with weights of one level, whose order is that of the weights. */
    private static final Map<String, TextOrder> WEIGHTS = Map.ofEntries(
            Map.entry("utf8mb4_general_ci", TextOrder.WEIGHTS_PADDED_2),
            Map.entry("utf8mb3_general_ci", TextOrder.WEIGHTS_PADDED_2),
            Map.entry("utf8mb4_general_nopad_ci", TextOrder.WEIGHTS),
            Map.entry("utf8mb4_unicode_ci", TextOrder.WEIGHTS_PADDED_UCA),
            Map.entry("utf8mb3_unicode_ci", TextOrder.WEIGHTS_PADDED_UCA),
            Map.entry("utf8mb4_uca1400_ai_ci", TextOrder.WEIGHTS_PADDED_UCA),
            Map.entry("latin1_swedish_ci", TextOrder.WEIGHTS_PADDED_1));

    /** What is equal of these is the same in every respect; floating numbers, with two zeros, are not. */
    private static final Set<String> WITHOUT_VARIANTS = Set.of(
            "date",
            "datetime",
            "timestamp",
            "time",
            "year",
            "boolean",
            "uuid",
            "timestamp without time zone",
            "timestamp with time zone",
            "time without time zone");

    /** ENUM, SET, BIT and YEAR become other types in a union; numbers with ZEROFILL lose their zeros. */
    private static final Set<String> KEPT_IN_UNIONS = Set.of(
            "tinyint",
            "smallint",
            "mediumint",
            "int",
            "integer",
            "bigint",
            "decimal",
            "numeric",
            "double",
            "double precision",
            "real",
            "boolean",
            "date",
            "datetime",
            "timestamp",
            "time",
            "timestamp without time zone",
            "timestamp with time zone",
            "time without time zone",
            "char",
            "varchar",
            "tinytext",
            "text",
            "mediumtext",
            "longtext",
            "character",
            "character varying",
            "binary",
            "varbinary",
            "tinyblob",
            "blob",
            "mediumblob",
            "longblob",
            "bytea",
            "uuid",
            "jsonb");

    /** Geometries are carried in the form in which the server keeps them, which has their reference system. */
    private static final Set<String> MYSQL_BYTES = Set.of(
            "binary",
            "varbinary",
            "tinyblob",
            "blob",
            "mediumblob",
            "longblob",
            "bit",
            "geometry",
            "point",
            "linestring",
            "polygon",
            "multipoint",
            "multilinestring",
            "multipolygon",
            "geometrycollection",
            "geomcollection");

    private static final Set<String> H2_OBJECTS = Set.of(
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

    private static final Set<String> H2_TEXTS = Set.of("character large object", "enum");
    private static final Set<String> H2_BYTES = Set.of("binary large object", "json", "geometry");

    /** Its driver gives dates and times in an array as those of the JVM's zone, which lacks hours. */
    private static final Pattern H2_ARRAYS =
            Pattern.compile("(BOOLEAN|(TINY|SMALL|BIG)INT|INTEGER|REAL|DOUBLE PRECISION|UUID"
                    + "|(NUMERIC|DECFLOAT|CHARACTER VARYING)(\\([\\d, ]+\\))?) ARRAY(\\[\\d+])?");

    /** The default of MySQL's max_sort_length, in bytes. */
    private static final int MAX_SORT_LENGTH = 1024;

    private static final Pattern LENGTH = Pattern.compile("\\((\\d+)\\)");

    private static final String QUERY =
            "SELECT column_name, data_type, is_nullable, %s, column_default, %s, %s FROM %s WHERE table_schema = %s"
                    + " AND LOWER(table_name) = LOWER(?) ORDER BY ordinal_position";

    private static final String MYSQL_DEFINITION = "CONCAT(column_type, CASE WHEN collation_name IS NULL THEN ''"
            + " ELSE CONCAT(' CHARACTER SET ', character_set_name, ' COLLATE ', collation_name) END)";

    /** MariaDB keeps JSON as text with this check, and its functions nest a value of such a column. */
    private static final String MARIADB_JSON = "column_type = 'longtext' AND collation_name = 'utf8mb4_bin'"
            + " AND EXISTS (SELECT 1 FROM information_schema.check_constraints c WHERE c.constraint_schema = DATABASE()"
            + " AND c.table_name = columns.table_name"
            + " AND c.check_clause = CONCAT('json_valid(`', column_name, '`)'))";

    private Columns() {}

    static String query(Dialect dialect) {
        return switch (dialect) {
            case MYSQL, MARIADB ->
                String.format(
                        Locale.ROOT,
                        QUERY,
                        "collation_name",
                        "extra",
                        dialect == Dialect.MARIADB
                                ? "CASE WHEN " + MARIADB_JSON + " THEN 'json COLLATE utf8mb4_bin' ELSE "
                                        + MYSQL_DEFINITION + " END"
                                : MYSQL_DEFINITION,
                        "information_schema.columns",
                        "DATABASE()");
            case H2 ->
                String.format(
                        Locale.ROOT,
                        QUERY,
                        "collation_name",
                        "CASE WHEN is_identity = 'YES' THEN 'YES' WHEN is_generated = 'ALWAYS' THEN 'generated'"
                                + " WHEN column_on_update IS NOT NULL"
                                + " THEN 'on update ' || column_on_update ELSE 'NO' END",
                        "DATA_TYPE_SQL(table_schema, table_name, 'TABLE', dtd_identifier)",
                        "information_schema.columns",
                        "CURRENT_SCHEMA");
            case POSTGRESQL ->
                String.format(
                        Locale.ROOT,
                        QUERY,
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
        };
    }

    static String ofTemporary(Dialect dialect, String table) {
        return switch (dialect) {
            case MYSQL, MARIADB -> "SHOW FULL COLUMNS FROM " + table;
            case H2 -> query(dialect);
            case POSTGRESQL ->
                query(dialect)
                        .replace(
                                "current_schema()",
                                "(SELECT nspname FROM pg_namespace WHERE oid = pg_my_temp_schema())");
        };
    }

    static ColumnFacts facts(Dialect dialect, String type, @Nullable String collation, String definition) {
        String name = type.toLowerCase(Locale.ROOT);
        if (WHOLE_NUMBERS.contains(name)) {
            return new ColumnFacts(true, false, TextOrder.UNKNOWN, true, carrier(dialect, name, definition));
        }
        TextOrder order =
                switch (dialect) {
                    case MYSQL, MARIADB -> sorted(mysql(dialect, name, collation), definition);
                    case POSTGRESQL -> postgresql(name, collation);
                    case H2 -> h2(name, collation);
                };
        return new ColumnFacts(
                false,
                name.equals("date"),
                order,
                COMPARABLE.contains(name) || (dialect == Dialect.H2 && name.equals("timestamp")),
                carrier(dialect, name, definition));
    }

    private static TextOrder h2(String type, @Nullable String collation) {
        boolean exact = type.equals("character varying") || type.equals("varchar");
        boolean plain = collation == null || collation.equalsIgnoreCase("OFF");
        return exact && plain ? TextOrder.UTF16 : TextOrder.UNKNOWN;
    }

    /** MySQL sorts by the first bytes only: of longer texts it is not known which come first. */
    private static TextOrder sorted(TextOrder order, String definition) {
        Matcher length = LENGTH.matcher(definition);
        int bytesOfCharacter =
                switch (order) {
                    case WEIGHTS_PADDED_1 -> 1;
                    case WEIGHTS_PADDED_2 -> 2;
                    case BINARY, BINARY_PADDED -> 3;
                    default -> 4;
                };
        boolean whole = length.find() && Long.parseLong(length.group(1)) * bytesOfCharacter <= MAX_SORT_LENGTH;
        if (whole) {
            return order;
        }
        return order == TextOrder.BINARY ? TextOrder.EXACT_EQUALITY : TextOrder.UNKNOWN;
    }

    /** Texts without a greatest length are left out. */
    private static TextOrder mysql(Dialect dialect, String type, @Nullable String collation) {
        if (collation == null || !(type.equals("varchar") || type.equals("char"))) {
            return TextOrder.UNKNOWN;
        }
        String name = collation.toLowerCase(Locale.ROOT);
        boolean codePoints = name.startsWith("utf8") || name.startsWith("ascii");
        if (!codePoints || !name.endsWith("_bin")) {
            return dialect == Dialect.MARIADB ? WEIGHTS.getOrDefault(name, TextOrder.UNKNOWN) : TextOrder.UNKNOWN;
        }
        boolean unpadded = name.endsWith("nopad_bin") || name.endsWith("0900_bin");
        if (unpadded) {
            // A CHAR column drops the trailing blanks that such a collation tells apart.
            return type.equals("char") ? TextOrder.UNKNOWN : TextOrder.BINARY;
        }
        return TextOrder.BINARY_PADDED;
    }

    private static TextOrder postgresql(String type, @Nullable String collation) {
        if (collation == null || !TEXTS.contains(type) || type.equals("char")) {
            return TextOrder.UNKNOWN;
        }
        if (collation.startsWith("nondeterministic")) {
            return TextOrder.UNKNOWN;
        }
        return switch (collation) {
            case "C", "POSIX", "C.UTF-8", "C.utf8", "ucs_basic", "pg_c_utf8" -> TextOrder.BINARY;
            default -> TextOrder.EXACT_EQUALITY;
        };
    }

    static boolean isEqualOnlyToItself(String type, String definition, TextOrder text) {
        String name = type.toLowerCase(Locale.ROOT);
        boolean scaled = (name.equals("decimal") || name.equals("numeric")) && definition.contains("(");
        return WHOLE_NUMBERS.contains(name) || WITHOUT_VARIANTS.contains(name) || scaled || !text.hasSpellings();
    }

    static boolean addsExactly(String type) {
        String name = type.toLowerCase(Locale.ROOT);
        return WHOLE_NUMBERS.contains(name) || name.equals("decimal") || name.equals("numeric");
    }

    static boolean keepsInUnion(String type, String definition) {
        return KEPT_IN_UNIONS.contains(type.toLowerCase(Locale.ROOT))
                && !definition.toLowerCase(Locale.ROOT).contains("zerofill");
    }

    private static Carrier carrier(Dialect dialect, String type, String definition) {
        return switch (dialect) {
            case MYSQL, MARIADB ->
                MYSQL_BYTES.contains(type) ? Carrier.BYTES : type.equals("vector") ? Carrier.NONE : Carrier.TEXT;
            case POSTGRESQL -> Carrier.UNTYPED_TEXT;
            case H2 -> h2Carrier(type, definition);
        };
    }

    private static Carrier h2Carrier(String type, String definition) {
        if (H2_TEXTS.contains(type)) {
            return Carrier.TEXT;
        }
        if (H2_BYTES.contains(type)) {
            return Carrier.BYTES;
        }
        boolean object =
                H2_OBJECTS.contains(type) || H2_ARRAYS.matcher(definition).matches();
        return object ? Carrier.OBJECT : Carrier.NONE;
    }

    /** What to select so that the carrier gets the whole value. */
    static String carried(Dialect dialect, String column, String type) {
        String name = type.toLowerCase(Locale.ROOT);
        return switch (dialect) {
            // A FLOAT is printed with six digits only; a driver reads a time as one of the JVM's zone, which lacks
            // hours.
            case MYSQL, MARIADB ->
                name.equals("float")
                        ? "CAST(" + column + " AS DOUBLE)"
                        : MYSQL_TIMES.contains(name) ? "CAST(" + column + " AS CHAR)" : column;
            case POSTGRESQL -> "CAST(" + column + " AS text)";
            case H2 -> column;
        };
    }
}
