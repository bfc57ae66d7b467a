package io.shardkit.dialect;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How the databases make temporary tables, and which of them a table in memory can hold. */
final class TemporaryTables {
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

    /** Approximate numbers are not among them: their text is made for reading it back. */
    private static final Set<String> NUMBERS = Set.of("tinyint", "smallint", "mediumint", "int", "bigint", "decimal");

    /**
     * MySQL's errors: the table is full, it cannot have such columns or keys, its row is too long, the server was
     * started without it, or its binary log does not take such writes in a transaction.
     */
    private static final Set<Integer> MEMORY_FAILURES = Set.of(1114, 1163, 1071, 1118, 1286, 3161, 1665, 1785);

    private TemporaryTables() {}

    static String create(Dialect dialect, String name, List<CopiedColumn> columns, Storage storage) {
        List<String> parts = new ArrayList<>();
        for (CopiedColumn column : columns) {
            parts.add(dialect.quoted(column.name()) + " " + column.definition() + constraint(dialect, column));
        }
        if (dialect.grammar() == Dialect.Grammar.MYSQL) {
            for (CopiedColumn column : columns) {
                if (column.indexed() && isIndexable(column)) {
                    parts.add("KEY (" + dialect.quoted(column.name()) + ") USING BTREE");
                }
            }
        }
        String body = name + " (" + String.join(", ", parts) + ")";
        return switch (dialect) {
            case MYSQL, MARIADB -> "CREATE TEMPORARY TABLE " + body + engine(storage);
            case POSTGRESQL -> "CREATE TEMPORARY TABLE " + body + " ON COMMIT DROP";
            case H2 -> "CREATE LOCAL TEMPORARY TABLE " + body + " ON COMMIT DROP TRANSACTIONAL";
        };
    }

    static String createAs(Dialect dialect, String name, String query, Storage storage) {
        return switch (dialect) {
            case MYSQL, MARIADB -> "CREATE TEMPORARY TABLE " + name + engine(storage) + " AS " + query;
            case POSTGRESQL -> "CREATE TEMPORARY TABLE " + name + " ON COMMIT DROP AS " + query;
            case H2 -> "CREATE LOCAL TEMPORARY TABLE " + name + " ON COMMIT DROP TRANSACTIONAL AS " + query;
        };
    }

    /** MyISAM appends, and unlike MEMORY it is sorted with the columns that are read, as InnoDB is. */
    private static String engine(Storage storage) {
        return switch (storage) {
            case ORDINARY -> "";
            case LIGHT -> " ENGINE=MEMORY";
            case IN_ORDER -> " ENGINE=MyISAM";
        };
    }

    /** MySQL gives a TIMESTAMP that may not be NULL a default of its own, which strict modes refuse. */
    private static String constraint(Dialect dialect, CopiedColumn column) {
        if (column.nullable()) {
            return dialect.grammar() == Dialect.Grammar.MYSQL ? " NULL" : "";
        }
        boolean hasDefault =
                dialect.grammar() == Dialect.Grammar.MYSQL && column.typeName().equalsIgnoreCase("timestamp");
        return " NOT NULL" + (hasDefault ? " DEFAULT '1971-01-02 00:00:00'" : "");
    }

    private static boolean isIndexable(CopiedColumn column) {
        String type = column.typeName().toLowerCase(Locale.ROOT);
        return INDEXED.contains(type) && (!TEXTS.contains(type) || length(column) <= MOST_CHARACTERS_IN_INDEX);
    }

    static boolean fitMemory(List<CopiedColumn> columns) {
        int bytes = 0;
        for (CopiedColumn column : columns) {
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

    static boolean isNumber(String type) {
        return NUMBERS.contains(type.toLowerCase(Locale.ROOT));
    }

    static boolean isMemoryFailure(int errorCode) {
        return MEMORY_FAILURES.contains(errorCode);
    }

    /** Whether a backslash escapes depends on the session's mode, so that a text with one is written as its bytes. */
    static String mysqlLiteral(String text) {
        if (text.indexOf('\\') >= 0) {
            return "CONVERT(X'" + HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8)) + "' USING utf8mb4)";
        }
        return text.indexOf('\'') < 0 ? "'" + text + "'" : "'" + text.replace("'", "''") + "'";
    }
}
