package io.shardkit.dialect.mysql;

import io.shardkit.dialect.facts.Carrier;
import io.shardkit.dialect.facts.CatalogRules;
import io.shardkit.dialect.facts.ColumnFacts;
import io.shardkit.dialect.facts.ColumnFacts.StoredKey;
import io.shardkit.dialect.facts.ColumnTypes;
import io.shardkit.dialect.facts.Filling;
import io.shardkit.dialect.facts.NameKind;
import io.shardkit.dialect.facts.TextOrder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The contents of MySQL's catalog, and the meaning of its types. */
class MysqlCatalog implements CatalogRules {
    /** Geometries are carried in the form in which the server keeps them, which has their reference system. */
    private static final Set<String> BYTES = Set.of(
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

    /** The default of MySQL's max_sort_length, in bytes. */
    private static final int MAX_SORT_LENGTH = 1024;

    /**
     * The collations of MySQL with an order that is that of the weights. Those of Unicode 9 do not pad, and have weights
     * of one level or of several, one after the other.
     */
    private static final Map<String, TextOrder> WEIGHTS = Map.of(
            "utf8mb4_0900_ai_ci", TextOrder.WEIGHTS,
            "utf8mb4_0900_as_ci", TextOrder.WEIGHTS,
            "utf8mb4_0900_as_cs", TextOrder.WEIGHTS,
            "utf8mb4_general_ci", TextOrder.WEIGHTS_PADDED_2,
            "utf8mb3_general_ci", TextOrder.WEIGHTS_PADDED_2,
            "utf8mb4_unicode_ci", TextOrder.WEIGHTS_PADDED_UCA,
            "utf8mb3_unicode_ci", TextOrder.WEIGHTS_PADDED_UCA,
            "latin1_swedish_ci", TextOrder.WEIGHTS_PADDED_1);

    /** A CHAR in the order of its code points. */
    private static final Pattern PADDED_CHAR = Pattern.compile("char\\(.* COLLATE (utf8|ascii)\\w*_bin\\b.*");

    private static final Pattern UNPADDED = Pattern.compile("(nopad|0900)_bin\\b");

    private static final Pattern LENGTH = Pattern.compile("\\((\\d+)\\)");

    /** Collations with weights of one level, whose equality of ASCII may be that without regard to case. */
    private static final Pattern FOLDED =
            Pattern.compile("(?:var)?char\\(\\d+\\) CHARACTER SET (utf8mb4|utf8mb3|utf8|latin1|ascii) COLLATE"
                    + " (\\w+_(?:general(?:_nopad)?|unicode(?:_520)?(?:_nopad)?|0900_ai|uca1400(?:_nopad)?_ai"
                    + "|swedish(?:_nopad)?)_ci)");

    /** Approximate numbers are not among them: their text is made for reading it back. */
    private static final Set<String> NUMBERS = Set.of("tinyint", "smallint", "mediumint", "int", "bigint", "decimal");

    static final String DEFINITION = "CONCAT(column_type, CASE WHEN collation_name IS NULL THEN ''"
            + " ELSE CONCAT(' CHARACTER SET ', character_set_name, ' COLLATE ', collation_name) END)";

    /**
     * The column that the server adds to tables without a primary key where sql_generate_invisible_primary_key is on: each
     * table counts on its own, and what the statements mean does not depend on it.
     */
    private static final String MADE_KEY = "(column_name = 'my_row_id' AND extra = 'auto_increment INVISIBLE')";

    private static final String COLUMNS = columns(DEFINITION);

    private static final String DEFINED_NAMES =
            "SELECT table_name, index_name FROM information_schema.statistics WHERE table_schema = DATABASE()"
                    + " UNION SELECT table_name, constraint_name FROM information_schema.table_constraints"
                    + " WHERE table_schema = DATABASE()";

    private static final String UNIQUE_KEYS =
            "SELECT index_name, CASE WHEN sub_part IS NULL THEN column_name END, index_name = 'PRIMARY', TRUE"
                    + " FROM information_schema.statistics"
                    + " WHERE table_schema = DATABASE() AND LOWER(table_name) = LOWER(?) AND non_unique = 0"
                    + " AND NOT (column_name = 'my_row_id' AND EXISTS (SELECT 1 FROM information_schema.columns c"
                    + " WHERE c.table_schema = DATABASE() AND c.table_name = statistics.table_name AND " + MADE_KEY
                    + "))"
                    + " ORDER BY index_name, seq_in_index";

    private static final String UPDATE_NEEDS = "SELECT 'foreign key', column_name, referenced_table_name"
            + " FROM information_schema.key_column_usage WHERE table_schema = DATABASE() AND table_name = ?"
            + " AND referenced_table_name IS NOT NULL UNION ALL"
            + " SELECT 'trigger', trigger_name, '' FROM information_schema.triggers"
            + " WHERE event_object_schema = DATABASE() AND event_object_table = ? AND event_manipulation = 'UPDATE'";

    private static final String ACTS_ON_ROWS = "SELECT 'the trigger', trigger_name FROM information_schema.triggers"
            + " WHERE event_object_schema = DATABASE() AND LOWER(event_object_table) = LOWER(?)"
            + " AND event_manipulation IN ('INSERT', 'DELETE') UNION ALL"
            + " SELECT 'the foreign key', constraint_name FROM information_schema.referential_constraints"
            + " WHERE unique_constraint_schema = DATABASE() AND LOWER(referenced_table_name) = LOWER(?)";

    @Override
    public String catalogText(String literal) {
        return "_utf8mb3" + literal;
    }

    @Override
    public String seesAllTables(String schema) {
        return SeenTables.all(schema, true);
    }

    @Override
    public Set<String> functions() {
        return MysqlFunctions.OF_MYSQL;
    }

    @Override
    public @Nullable String currentSchema(Connection connection) throws SQLException {
        return connection.getCatalog();
    }

    @Override
    public String exactNumberType() {
        return "decimal";
    }

    @Override
    public boolean keepsTexts(String type) {
        return switch (type) {
            case "varchar", "character varying", "char" -> true;
            default -> false;
        };
    }

    @Override
    public int longestName() {
        return 64;
    }

    @Override
    public boolean indexNamesPerSchema() {
        return false;
    }

    @Override
    public boolean isNamePerSchema(NameKind kind) {
        return kind == NameKind.FOREIGN_KEY || kind == NameKind.CHECK || kind == NameKind.CONSTRAINT;
    }

    @Override
    public String longText() {
        return "LONGTEXT CHARACTER SET utf8mb4";
    }

    @Override
    public String quote() {
        return "`";
    }

    @Override
    public boolean hasSpellings(String definition, TextOrder text) {
        return text.hasSpellings() && definition.contains(" COLLATE ") && !storesOneLength("char", definition);
    }

    /** CHAR drops the trailing blanks that a padded collation ignores. */
    @Override
    public boolean storesOneLength(String type, String definition) {
        Matcher collation = PADDED_CHAR.matcher(definition);
        return type.equalsIgnoreCase("char")
                && collation.matches()
                && !UNPADDED.matcher(definition).find();
    }

    @Override
    public boolean comparesBytes(String type) {
        return type.equalsIgnoreCase("varchar") || type.equalsIgnoreCase("char");
    }

    /** MySQL compares the text of an ENUM or SET for MIN and MAX, but takes the first number from an index. */
    @Override
    public boolean hasTwoOrders(String definition) {
        return definition.startsWith("set(")
                || (definition.startsWith("enum(") && !areInOrder(ColumnTypes.members(definition)));
    }

    /** Returns true if members are in the order of their strings by any collation. */
    private static boolean areInOrder(List<String> members) {
        for (int i = 1; i < members.size(); i++) {
            String before = members.get(i - 1).toLowerCase(Locale.ROOT);
            String next = members.get(i).toLowerCase(Locale.ROOT);
            boolean plain = before.chars().allMatch(Character::isLetterOrDigit)
                    && next.chars().allMatch(Character::isLetterOrDigit);
            if (!plain || before.compareTo(next) >= 0 || members.get(i - 1).compareTo(members.get(i)) >= 0) {
                return false;
            }
        }
        return !members.isEmpty();
    }

    @Override
    public String uniqueKeysQuery() {
        return UNIQUE_KEYS;
    }

    @Override
    public String schemaTerm() {
        return "DATABASE()";
    }

    @Override
    public String tablesQuery() {
        return "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE()";
    }

    @Override
    public String settingsQuery() {
        return "SELECT 'server version', VERSION() UNION ALL SELECT 'time zone',"
                + " CASE @@session.time_zone WHEN 'SYSTEM' THEN @@system_time_zone ELSE @@session.time_zone END"
                + " UNION ALL SELECT 'character set', @@character_set_database"
                + " UNION ALL SELECT 'collation', @@collation_database";
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
    public String givesNumbered() {
        return "";
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
                sorted(order(type.toLowerCase(Locale.ROOT), collation), definition),
                false,
                carrier(type.toLowerCase(Locale.ROOT)));
    }

    private static StoredKey storedKey(String type, @Nullable String collation, String definition) {
        return switch (type) {
            case "datetime" -> ColumnTypes.time(StoredKey.Kind.DATETIME, definition, 0);
            case "timestamp" -> ColumnTypes.time(StoredKey.Kind.SESSION_TIME, definition, 0);
            case "enum" -> enumeration(collation);
            default -> ColumnTypes.storedKey(type, definition);
        };
    }

    private static StoredKey enumeration(@Nullable String collation) {
        String name = collation == null ? "" : collation.toLowerCase(Locale.ROOT);
        if (name.endsWith("_ci")) {
            return StoredKey.of(StoredKey.Kind.ENUM_IGNORING_CASE);
        }
        boolean exact = name.endsWith("_bin") || name.endsWith("_cs");
        return exact ? StoredKey.of(StoredKey.Kind.ENUM) : StoredKey.OTHER;
    }

    @Override
    public String timestampQuery(StoredKey.Kind kind) {
        return "SELECT TIMESTAMPDIFF(SECOND, '1970-01-01 00:00:00', ?)";
    }

    @Override
    public @Nullable String likeColumn(String definition, String bytes) {
        Matcher text = FOLDED.matcher(definition);
        return text.matches() ? "CONVERT(X'" + bytes + "' USING " + text.group(1) + ") COLLATE " + text.group(2) : null;
    }

    @Override
    public Filling filling(@Nullable String defaultValue, @Nullable String extras) {
        return Filling.of(defaultValue, extras, true);
    }

    @Override
    public String carried(String column, String type) {
        return switch (type.toLowerCase(Locale.ROOT)) {
            // printed with six digits only
            case "float" -> "CAST(" + column + " AS DOUBLE)";
            // read as a date of that year, of which there is none for 0000, and '0' would be 2000
            case "year" -> "LPAD(" + column + ", 4, '0')";
            // read as one of the JVM's zone, which lacks hours
            case "date", "datetime", "timestamp", "time" -> "CAST(" + column + " AS CHAR)";
            default -> column;
        };
    }

    @Override
    public String literal(String text) {
        if (text.indexOf('\\') >= 0) {
            // A backslash escapes or does not, by the session's mode.
            return "CONVERT(X'" + HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8)) + "' USING utf8mb4)";
        }
        return text.indexOf('\'') < 0 ? "'" + text + "'" : "'" + text.replace("'", "''") + "'";
    }

    @Override
    public boolean writesBare(String type) {
        return NUMBERS.contains(type.toLowerCase(Locale.ROOT));
    }

    /** The query for columns, with what tells their definition. */
    static String columns(String definition) {
        return String.format(
                Locale.ROOT,
                ColumnTypes.QUERY,
                "collation_name",
                "extra",
                definition,
                "information_schema.columns",
                "DATABASE() AND NOT " + MADE_KEY);
    }

    /**
     * Returns the order as far as it is known: a server sorts by the first bytes only, so the order of longer strings is
     * unknown.
     */
    private TextOrder sorted(TextOrder order, String definition) {
        if (sortsWhole(order)) {
            return order;
        }
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
    private TextOrder order(String type, @Nullable String collation) {
        if (collation == null || !(type.equals("varchar") || type.equals("char"))) {
            return TextOrder.UNKNOWN;
        }
        String name = collation.toLowerCase(Locale.ROOT);
        boolean codePoints = name.startsWith("utf8") || name.startsWith("ascii");
        if (!codePoints || !name.endsWith("_bin")) {
            return byWeights(name);
        }
        boolean unpadded = name.endsWith("nopad_bin") || name.endsWith("0900_bin");
        if (unpadded) {
            // A CHAR column drops the trailing blanks that such a collation tells apart.
            return type.equals("char") ? TextOrder.UNKNOWN : TextOrder.BINARY;
        }
        return TextOrder.BINARY_PADDED;
    }

    /** The order of a collation, in lower case, if it is that of its weights. */
    TextOrder byWeights(String collation) {
        return WEIGHTS.getOrDefault(collation, TextOrder.UNKNOWN);
    }

    /**
     * Returns true if the server sorts by the whole string: MySQL does where strings are not padded, by all of their
     * weights.
     */
    boolean sortsWhole(TextOrder order) {
        return order == TextOrder.WEIGHTS || order == TextOrder.BINARY;
    }

    private static Carrier carrier(String type) {
        return BYTES.contains(type) ? Carrier.BYTES : type.equals("vector") ? Carrier.NONE : Carrier.TEXT;
    }

    @Override
    public String identityQuery() {
        return "SELECT CONCAT_WS('/', @@hostname, @@port, @@server_id, @@datadir)";
    }

    /** The members of a group, or the nodes of a Galera cluster. */
    @Override
    public String clusterQuery() {
        return clusterQuery("performance_schema");
    }

    /** @param schema where the global variables and states are */
    static String clusterQuery(String schema) {
        return "SELECT CONCAT(variable_value, '/', DATABASE()), TRUE FROM (SELECT variable_value FROM " + schema
                + ".global_variables WHERE variable_name = 'group_replication_group_name' UNION ALL SELECT variable_value"
                + " FROM " + schema + ".global_status WHERE variable_name = 'wsrep_cluster_state_uuid') c"
                + " WHERE variable_value LIKE '%-%' AND variable_value <> '00000000-0000-0000-0000-000000000000'";
    }

    /** Servers in containers may be alike in all of the identity. */
    @Override
    public String holdQuery() {
        return "SELECT GET_LOCK(?, 0)";
    }

    @Override
    public String heldQuery() {
        return "SELECT IS_USED_LOCK(?) IS NOT NULL";
    }

    @Override
    public String releaseQuery() {
        return "SELECT RELEASE_LOCK(?)";
    }

    @Override
    public boolean padsCharParameters() {
        return false;
    }
}
