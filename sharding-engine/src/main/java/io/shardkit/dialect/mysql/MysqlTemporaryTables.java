package io.shardkit.dialect.mysql;

import io.shardkit.dialect.facts.CopiedColumn;
import io.shardkit.dialect.facts.Storage;
import io.shardkit.dialect.facts.TemporaryTables;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Makes temporary tables in sessions of MySQL, asks for their columns and drops them. */
class MysqlTemporaryTables implements TemporaryTables {
    /** A table in memory has rows of one length, and by default room for 16 MB of them. */
    private static final int MOST_BYTES_PER_ROW = 1600;

    private static final int MOST_CHARACTERS_IN_INDEX = 255;
    private static final int BYTES_PER_CHARACTER = 4;
    private static final Pattern LENGTH = Pattern.compile("\\w+\\s*\\((\\d+)");

    private static final Map<String, Integer> FIXED_BYTES = Map.ofEntries(
            Map.entry("tinyint", 1),
            Map.entry("smallint", 2),
            Map.entry("mediumint", 3),
            Map.entry("int", 4),
            Map.entry("bigint", 8),
            Map.entry("decimal", 30),
            Map.entry("float", 4),
            Map.entry("double", 8),
            Map.entry("date", 3),
            Map.entry("time", 6),
            Map.entry("datetime", 8),
            Map.entry("timestamp", 7),
            Map.entry("year", 1),
            Map.entry("enum", 2),
            Map.entry("set", 8),
            Map.entry("bit", 8));
    private static final Set<String> TEXTS = Set.of("char", "varchar");
    private static final Set<String> BYTES = Set.of("binary", "varbinary");
    private static final Set<String> INDEXED = Set.of(
            "tinyint", "smallint", "mediumint", "int", "bigint", "decimal", "date", "datetime", "char", "varchar");

    /**
     * MySQL's errors: the table is full, it cannot have such columns or keys, its row is too long, the server was
     * started without it, or its binary log does not take such writes in a transaction.
     */
    private static final Set<Integer> MEMORY_FAILURES = Set.of(1114, 1163, 1071, 1118, 1286, 3161, 1665, 1785);

    /** MySQL's error by sql_require_primary_key, and MariaDB's by innodb_force_primary_key. */
    private static final Set<Integer> KEY_DEMANDED = Set.of(3750, 1173);

    private static final int OPENED_TWICE = 1137;

    /** As the server itself calls it where sql_generate_invisible_primary_key is on. */
    private static final String MADE_COLUMN = "my_row_id";

    private static final String UNSEEN_KEY =
            MADE_COLUMN + " BIGINT UNSIGNED NOT NULL AUTO_INCREMENT INVISIBLE PRIMARY KEY";

    /**
     * The modes that refuse values which columns may have. A date that is none, or has a zero in it, is not among these: by
     * its modes a server changes it where it groups or sorts.
     */
    private static final Set<String> CHECKS = Set.of(
            "STRICT_TRANS_TABLES", "STRICT_ALL_TABLES", "NO_ZERO_DATE", "ERROR_FOR_DIVISION_BY_ZERO", "TRADITIONAL");

    private static final Set<Integer> CHANGES = Set.of(1264, 1265, 1366, 1406);

    private static final Set<Integer> STRICT_FAILURES = Set.of(1292, 1301, 1365, 1411, 1441, 1916, 1918);

    @Override
    public String create(String name, List<CopiedColumn> columns, String primaryKey, Storage storage, boolean keyed) {
        List<String> parts = new ArrayList<>();
        if (primaryKey.isEmpty() && keyed) {
            parts.add(UNSEEN_KEY);
        }
        for (CopiedColumn column : columns) {
            parts.add("`" + column.name() + "` " + column.definition() + constraint(column));
        }
        for (CopiedColumn column : columns) {
            if (column.indexed() && isIndexable(column)) {
                parts.add("KEY (`" + column.name() + "`) USING BTREE");
            }
        }
        if (!primaryKey.isEmpty()) {
            parts.add("PRIMARY KEY (" + primaryKey + ")");
        }
        return "CREATE TEMPORARY TABLE " + name + " (" + String.join(", ", parts) + ")" + engine(storage);
    }

    @Override
    public String createAs(String name, String query, Storage storage, boolean keyed) {
        String key = keyed ? " (" + UNSEEN_KEY + ")" : "";
        return "CREATE TEMPORARY TABLE " + name + key + engine(storage) + " AS " + query;
    }

    @Override
    public boolean demandsKey(SQLException failure) {
        return KEY_DEMANDED.contains(failure.getErrorCode());
    }

    @Override
    public String createLike(String name, String table) {
        return "CREATE TEMPORARY TABLE " + name + " LIKE " + table;
    }

    @Override
    public String drop(String names) {
        return "DROP TEMPORARY TABLE IF EXISTS " + names;
    }

    @Override
    public String columnsQuery(String name) {
        return "SHOW FULL COLUMNS FROM " + name;
    }

    @Override
    public boolean showColumns() {
        return true;
    }

    @Override
    public boolean canBeOpenedTwice() {
        return false;
    }

    @Override
    public boolean isOpenedTwice(SQLException failure) {
        return failure.getErrorCode() == OPENED_TWICE;
    }

    @Override
    public boolean canBeLight(List<CopiedColumn> columns) {
        return fitMemory(columns);
    }

    @Override
    public boolean isLightFailure(SQLException failure) {
        return MEMORY_FAILURES.contains(failure.getErrorCode());
    }

    @Override
    public boolean isStrictFailure(SQLException failure) {
        return STRICT_FAILURES.contains(failure.getErrorCode());
    }

    @Override
    public String modesQuery() {
        return "SELECT @@SESSION.sql_mode";
    }

    @Override
    public String modesOfCopies(String modes) {
        return Arrays.stream(modes.split(","))
                .filter(mode -> !CHECKS.contains(mode))
                .collect(Collectors.joining(","));
    }

    @Override
    public String setModes(String modes) {
        return "SET SESSION sql_mode = '" + modes + "'";
    }

    @Override
    public boolean tellsOfChange(SQLWarning warning) {
        return CHANGES.contains(warning.getErrorCode());
    }

    /** MyISAM appends, and unlike MEMORY it is sorted with the columns that are read, as InnoDB is. */
    private static String engine(Storage storage) {
        return switch (storage) {
            case ORDINARY -> "";
            case LIGHT -> " ENGINE=MEMORY";
            case IN_ORDER -> " ENGINE=MyISAM";
        };
    }

    /**
     * MySQL gives a TIMESTAMP that may not be NULL a default of its own, which strict modes refuse; MariaDB demands one of
     * an invisible column. No row of a copy takes it.
     */
    private static String constraint(CopiedColumn column) {
        String invisible = column.invisible() ? " INVISIBLE" : "";
        if (column.nullable()) {
            return " NULL" + invisible;
        }
        boolean hasDefault = column.typeName().equalsIgnoreCase("timestamp");
        String given = hasDefault ? " DEFAULT '1971-01-02 00:00:00'" : column.invisible() ? " DEFAULT (UUID())" : "";
        return " NOT NULL" + given + invisible;
    }

    private static boolean isIndexable(CopiedColumn column) {
        String type = column.typeName().toLowerCase(Locale.ROOT);
        return INDEXED.contains(type) && (!TEXTS.contains(type) || length(column) <= MOST_CHARACTERS_IN_INDEX);
    }

    private static boolean fitMemory(List<CopiedColumn> columns) {
        int bytes = 0;
        for (CopiedColumn column : columns) {
            if (column.invisible() && !column.nullable()) {
                // MySQL's tables in memory have no computed defaults.
                return false;
            }
            String type = column.typeName().toLowerCase(Locale.ROOT);
            Integer fixed = FIXED_BYTES.get(type);
            if (fixed != null) {
                bytes += fixed;
            } else if (TEXTS.contains(type)) {
                bytes += Math.min(MOST_BYTES_PER_ROW + 1, length(column) * BYTES_PER_CHARACTER);
            } else if (BYTES.contains(type)) {
                bytes += Math.min(MOST_BYTES_PER_ROW + 1, length(column));
            } else {
                return false;
            }
            if (bytes > MOST_BYTES_PER_ROW) {
                return false;
            }
        }
        return true;
    }

    private static int length(CopiedColumn column) {
        Matcher length = LENGTH.matcher(column.definition());
        return length.lookingAt() && length.group(1).length() < 7
                ? Integer.parseInt(length.group(1))
                : MOST_BYTES_PER_ROW;
    }
}
