package io.shardkit.dialect;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How the sessions of a {@link Dialect} make temporary tables, ask for their columns and drop them. */
public final class TemporaryTables {
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

    private static final Set<Integer> CHANGES = Set.of(1264, 1265, 1366, 1406);

    private static final Set<Integer> STRICT_FAILURES = Set.of(1292, 1301, 1365, 1411, 1441, 1916, 1918);

    private final Dialect dialect;

    TemporaryTables(Dialect dialect) {
        this.dialect = dialect;
    }

    /**
     * Makes an empty table without ending the open transaction.
     *
     * @param name a name that the session has not used yet
     * @param columns its columns
     * @param storage how it keeps its rows; all but the ordinary way may fail with a {@link #isLightFailure}
     */
    public String create(String name, List<CopiedColumn> columns, Storage storage) {
        List<String> parts = new ArrayList<>();
        for (CopiedColumn column : columns) {
            parts.add(dialect.quoted(column.name()) + " " + column.definition() + constraint(column));
        }
        if (isMysql()) {
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

    /** Makes a table of the rows of a query without ending the open transaction. */
    public String createAs(String name, String query, Storage storage) {
        return switch (dialect) {
            case MYSQL, MARIADB -> "CREATE TEMPORARY TABLE " + name + engine(storage) + " AS " + query;
            case POSTGRESQL -> "CREATE TEMPORARY TABLE " + name + " ON COMMIT DROP AS " + query;
            case H2 -> "CREATE LOCAL TEMPORARY TABLE " + name + " ON COMMIT DROP TRANSACTIONAL AS " + query;
        };
    }

    /**
     * Drops tables without ending the open transaction, or null if that is only possible by ending it.
     *
     * @param names their names, separated by commas
     */
    public @Nullable String drop(String names) {
        return switch (dialect) {
            case MYSQL, MARIADB -> "DROP TEMPORARY TABLE IF EXISTS " + names;
            case POSTGRESQL -> "DROP TABLE IF EXISTS " + names;
            case H2 -> null;
        };
    }

    /**
     * Asks for the columns of a table of the session: in the form of {@link Dialect#columnsQuery()}, with the table as
     * its parameter, or as {@link #showColumns} says.
     */
    public String columnsQuery(String name) {
        return Columns.ofTemporary(dialect, name);
    }

    /** Whether {@link #columnsQuery} tells name, type with length, collation and NULL-ability. */
    public boolean showColumns() {
        return isMysql();
    }

    /** Whether a column that {@link #columnsQuery} tells may be of JSON, which MariaDB keeps as text. */
    public boolean mayBeJson(String definition) {
        return dialect == Dialect.MARIADB && definition.equals("longtext COLLATE utf8mb4_bin");
    }

    /** Whether a statement may read one table under several names. */
    public boolean canBeOpenedTwice() {
        return dialect != Dialect.MYSQL;
    }

    /** Whether a light table can be made with these columns at all. */
    public boolean canBeLight(List<CopiedColumn> columns) {
        return isMysql() && fitMemory(columns);
    }

    /** Whether the failure means that a light table could not hold the rows, or could not be written to. */
    public boolean isLightFailure(SQLException failure) {
        return isMysql() && MEMORY_FAILURES.contains(failure.getErrorCode());
    }

    /**
     * Whether the failure is one of a strict mode over an expression, of which a SELECT that writes nothing only warns:
     * a division by zero, or a text that is no number or date.
     */
    public boolean isStrictFailure(SQLException failure) {
        return isMysql() && STRICT_FAILURES.contains(failure.getErrorCode());
    }

    /**
     * Whether a warning says that a value was not stored as it is, which a database that is not strict allows: out of
     * range, cut off, not a date or not of the character set.
     */
    public boolean tellsOfChange(SQLWarning warning) {
        return isMysql() && CHANGES.contains(warning.getErrorCode());
    }

    private boolean isMysql() {
        return dialect.grammar() == Dialect.Grammar.MYSQL;
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
    private String constraint(CopiedColumn column) {
        if (column.nullable()) {
            return isMysql() ? " NULL" : "";
        }
        boolean hasDefault = isMysql() && column.typeName().equalsIgnoreCase("timestamp");
        return " NOT NULL" + (hasDefault ? " DEFAULT '1971-01-02 00:00:00'" : "");
    }

    private static boolean isIndexable(CopiedColumn column) {
        String type = column.typeName().toLowerCase(Locale.ROOT);
        return INDEXED.contains(type) && (!TEXTS.contains(type) || length(column) <= MOST_CHARACTERS_IN_INDEX);
    }

    private static boolean fitMemory(List<CopiedColumn> columns) {
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

    /** Whether a backslash escapes depends on the session's mode, so that a text with one is written as its bytes. */
    static String mysqlLiteral(String text) {
        if (text.indexOf('\\') >= 0) {
            return "CONVERT(X'" + HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8)) + "' USING utf8mb4)";
        }
        return text.indexOf('\'') < 0 ? "'" + text + "'" : "'" + text.replace("'", "''") + "'";
    }
}
