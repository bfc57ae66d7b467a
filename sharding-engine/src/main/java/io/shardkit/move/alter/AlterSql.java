package io.shardkit.move.alter;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.sql.text.SqlText;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The words of an ALTER TABLE in which databases differ. */
public final class AlterSql {
    private static final Pattern LENGTH = Pattern.compile("\\((\\d+(?:,\\d+)?)\\)");
    private static final String COLLATE = " COLLATE ";
    private static final String INSTANT = ", ALGORITHM=INSTANT";
    private static final String ONLINE = ", ALGORITHM=INPLACE, LOCK=NONE";

    /** The first words of clauses that change columns, keys, indexes and settings of a table, and nothing else. */
    private static final Set<String> MYSQL = Set.of(
            "ADD",
            "DROP",
            "MODIFY",
            "CHANGE",
            "ALTER",
            "RENAME",
            "CONVERT",
            "DEFAULT",
            "CHARACTER",
            "CHARSET",
            "COLLATE",
            "COMMENT",
            "ROW_FORMAT",
            "FORCE");

    private static final Set<String> POSTGRESQL = Set.of("ADD", "DROP", "ALTER", "RENAME", "SET", "RESET");

    private AlterSql() {}

    /** Returns true if tables are altered in transactions, so that all of them can be put back. */
    public static boolean isInTransactions(Dialect dialect) {
        return dialect == Dialect.POSTGRESQL;
    }

    /** Returns the words that have a database refuse what it does not do in an instant; empty if it has none. */
    public static String instant(Dialect dialect) {
        return isInTransactions(dialect) ? "" : INSTANT;
    }

    /** Returns the words that have MySQL and MariaDB refuse what they do not do in place while a table is written. */
    public static String online() {
        return ONLINE;
    }

    /** Returns the name of a lock, as an expression, that MySQL and MariaDB tell from those of other schemas. */
    public static String lockName(Dialect dialect, String name) {
        return "SHA2(CONCAT(DATABASE(), " + dialect.literal(" " + name) + "), 224)";
    }

    /** Returns true if RENAME has the word COLUMN before the name of a column. */
    static boolean namesColumns(Dialect dialect) {
        return dialect != Dialect.POSTGRESQL;
    }

    /**
     * Returns the questions to a database that alters tables in transactions, by whose answers it tells what it has to do while
     * the table is locked: there are more answers after an ALTER that does it.
     *
     * @param table its name in quotes
     * @param columns the number of columns that it had before
     * @return what it does, in words, by the question
     */
    public static Map<String, String> work(String table, String columns) {
        String named = regclass(table);
        Map<String, String> work = new LinkedHashMap<>();
        work.put("SELECT pg_relation_filenode(" + named + ")", "it writes the table anew");
        work.put(
                "SELECT indexrelid::text || ' ' || pg_relation_filenode(indexrelid) FROM pg_index WHERE indrelid = "
                        + named,
                "it makes an index while the table is locked");
        work.put(
                "SELECT oid FROM pg_constraint WHERE convalidated AND contype IN ('c', 'f') AND conrelid = " + named,
                "it looks at all rows for a constraint while the table is locked");
        work.put(
                "SELECT attnum FROM pg_attribute WHERE attnotnull AND NOT attisdropped AND attnum BETWEEN 1 AND "
                        + columns + " AND attrelid = " + named,
                "it looks at all rows for NULL while the table is locked");
        return work;
    }

    /** Returns the question for the number of columns that a table has had. */
    public static String columns(String table) {
        return "SELECT MAX(attnum) FROM pg_attribute WHERE attrelid = " + regclass(table);
    }

    private static String regclass(String table) {
        return "'" + table.replace("'", "''") + "'::regclass";
    }

    /** Returns the words with which a known clause begins, in upper case. */
    static Set<String> firstWords(Dialect dialect) {
        return dialect == Dialect.POSTGRESQL ? POSTGRESQL : MYSQL;
    }

    /** Returns true if the name of the constraint whose kind is at a token can be had by one table of a schema only. */
    static boolean isOfSchema(Dialect dialect, SqlText text, int kind) {
        return dialect == Dialect.POSTGRESQL
                ? text.isOneOf(kind, "UNIQUE", "PRIMARY", "EXCLUDE")
                : dialect == Dialect.MYSQL && text.is(kind, "CHECK");
    }

    /** Returns the type of a column as CAST has it; empty if it has no such type. */
    static String castType(Dialect dialect, Column column) {
        return dialect == Dialect.POSTGRESQL ? withoutCollation(column) : named(column);
    }

    private static String withoutCollation(Column column) {
        String definition = column.definition();
        int collation = definition.indexOf(COLLATE);
        return collation < 0 ? definition : definition.substring(0, collation);
    }

    /** MySQL and MariaDB have names of their own in CAST. */
    private static String named(Column column) {
        String definition = column.definition().toLowerCase(Locale.ROOT);
        Matcher found = LENGTH.matcher(definition);
        String length = found.find() ? found.group() : "";
        return switch (column.typeName().toLowerCase(Locale.ROOT)) {
            case "tinyint", "smallint", "mediumint", "int", "bigint" ->
                definition.contains("unsigned") ? "UNSIGNED" : "SIGNED";
            case "year" -> "UNSIGNED";
            case "decimal" -> "DECIMAL" + length;
            case "float", "double" -> "DOUBLE";
            case "date" -> "DATE";
            case "datetime", "timestamp" -> "DATETIME" + length;
            case "time" -> "TIME" + length;
            case "binary" -> "BINARY" + length;
            case "varbinary", "tinyblob", "blob", "mediumblob", "longblob" -> "BINARY";
            case "json", "bit" -> "";
            default -> "CHAR";
        };
    }
}
