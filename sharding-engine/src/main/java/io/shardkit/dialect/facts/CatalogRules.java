package io.shardkit.dialect.facts;

import io.shardkit.dialect.facts.ColumnFacts.StoredKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The contents of a database's catalog, and the meaning of its types. Immutable. */
public interface CatalogRules {
    /** The name, as JDBC tells it, of what a name of a table without a schema is looked for in. */
    default @Nullable String currentSchema(Connection connection) throws SQLException {
        return connection.getSchema();
    }

    /** The type of an exact sum of any precision. */
    default String exactNumberType() {
        return "numeric";
    }

    /**
     * Returns true if strings in a column of this type, in lower case, are stored as they are if they do not end with a
     * blank.
     */
    boolean keepsTexts(String type);

    /** Returns the number of bytes, in UTF-8, that a name of any kind may always have. */
    int longestName();

    /** Returns true if the name of an index tells which table of the schema it belongs to. */
    default boolean indexNamesPerSchema() {
        return true;
    }

    /**
     * Returns true if two tables of one schema cannot both have the name. MySQL and MariaDB use the name of a unique
     * constraint as that of its index, and InnoDB has one name space for the foreign keys of a schema.
     */
    default boolean isNamePerSchema(NameKind kind) {
        return true;
    }

    /** The schemas, in upper case, of the views that tell of tables. */
    default Set<String> catalogSchemas() {
        return Set.of("INFORMATION_SCHEMA");
    }

    /** The views of tables, indexes and constraints, in upper case, that are found without their schema. */
    default Set<String> catalogViews() {
        return Set.of();
    }

    /** An expression over names of the catalog, with the type that these have there. */
    default String asCatalogName(String expression) {
        return expression;
    }

    /** Returns a literal of a text in the character set of the catalog. */
    default String catalogText(String literal) {
        return literal;
    }

    /**
     * Returns a condition that leaves the rows of some tables out of a catalog view which has these columns and tells
     * tables by number.
     *
     * @param columns in lower case
     * @param tables their names in lower case, as literals with commas between them
     * @return a condition, or null if the view tells tables by name
     */
    default @Nullable String apartFrom(Set<String> columns, String tables) {
        return null;
    }

    /**
     * Returns a condition for a view without a column for the table's name: a column of the view names an index or a
     * constraint of a table.
     *
     * @param column in lower case
     * @param columns all columns of the view, in lower case
     * @param table its name in lower case, as a literal
     * @return a condition, or null if the view does not tell
     */
    default @Nullable String ofTable(String column, Set<String> columns, String table) {
        return null;
    }

    /**
     * Returns the pattern of the end of an index or constraint name, after the table's name that the engine has appended,
     * with the suffix of the database.
     */
    default String endOfOwnName() {
        return "$";
    }

    /** Returns the beginnings, in lower case, of the names of functions that are given the name of a table as a string. */
    default Set<String> functionsOfTables() {
        return Set.of();
    }

    /**
     * The functions of the database itself, in lower case, whose result depends on nothing but their arguments: those
     * that other databases do not have, or that applications have made there.
     */
    default Set<String> functions() {
        return Set.of();
    }

    /**
     * Asks whether the results of all functions with the name that is its parameter, in lower case, depend on nothing
     * but their arguments and the settings of the session; one row with NULL if there are none. Null if the catalog does
     * not tell.
     */
    default @Nullable String functionQuery() {
        return null;
    }

    /** The type of a column that holds texts of any length, in any language. */
    default String longText() {
        return "TEXT";
    }

    /** The character that quotes identifiers. */
    default String quote() {
        return "\"";
    }

    /** Returns true if two equal values of the column may be different strings. */
    default boolean hasSpellings(String definition, TextOrder text) {
        return false;
    }

    /** Returns true if the spellings of values of a column of this type can be told apart by their bytes. */
    default boolean comparesBytes(String type) {
        return false;
    }

    /** Returns true if the column stores strings of one length, which are equal only to themselves. */
    default boolean storesOneLength(String type, String definition) {
        return false;
    }

    /** Returns true if values of the type compare by a collation of their own. */
    default boolean isCollated(String type) {
        String name = type.toLowerCase(Locale.ROOT);
        return name.contains("char") || name.contains("text") || name.equals("enum") || name.equals("set");
    }

    /**
     * Returns true if the least value of a column is by number where an index answers, and by string elsewhere, which may
     * be another one.
     *
     * @param definition of the column's type
     */
    default boolean hasTwoOrders(String definition) {
        return false;
    }

    /**
     * Asks for the name of each unique key of the table that is its parameter, each of its columns, and whether it is
     * the primary key; the column is NULL where the key compares something else than the whole value of a column for
     * equality. Last, whether it compares by the column's own collation and takes no NULL for equal to another.
     */
    String uniqueKeysQuery();

    /** Returns the expression for the schema of the connection in the queries for tables, columns, keys and names. */
    String schemaTerm();

    /** Asks for the names of the tables of the schema. */
    String tablesQuery();

    /**
     * Returns a condition that holds if the catalog tells this account of all tables of a schema, by the account's own
     * privileges; null if it tells everyone.
     *
     * @param schema its name as an expression
     */
    default @Nullable String seesAllTables(String schema) {
        return null;
    }

    /** Asks for settings in which databases should agree whose answers are put together: what it is in words, its value. */
    String settingsQuery();

    /** Asks for the table and the name of each index and constraint of the schema. */
    String definedNamesQuery();

    /**
     * Asks what would act on a row that is inserted into the table that is each of its parameters, or deleted from it,
     * and must not where a row only moves: triggers of INSERT and DELETE, and foreign keys that refer to the table. A
     * word for the kind, and the name.
     */
    String actsOnRowsQuery();

    /**
     * Asks what an UPDATE of a row of the table that is each of its parameters may need beside the row: of each foreign key
     * of the table {@code 'foreign key'}, its columns and the tables it refers to, and {@code 'trigger'} with the name of
     * each trigger of UPDATE.
     */
    String updateNeedsQuery();

    /** Returns the clause that follows the columns of an INSERT that gives values to columns which the database numbers. */
    default String givesNumbered() {
        return " OVERRIDING SYSTEM VALUE";
    }

    /** Asks for name, type, NULL-ability, collation, default, extras and definition of the columns of the table that is its parameter. */
    String columnsQuery();

    /**
     * Asks for the seconds since 1970-01-01 00:00 of the {@link java.sql.Timestamp} that is its parameter, as a column of
     * this kind gets it; null if there is no such column.
     *
     * @param kind {@link StoredKey.Kind#DATETIME} or {@link StoredKey.Kind#INSTANT}
     */
    @Nullable String timestampQuery(StoredKey.Kind kind);

    /**
     * An expression for the text of these ASCII bytes that compares as a column of this definition does; null if that is
     * certainly not as ASCII does without regard to case.
     *
     * @param bytes in hexadecimal digits
     */
    default @Nullable String likeColumn(String definition, String bytes) {
        return null;
    }

    /** Returns the meaning of a type, a collation and a definition, as {@link #columnsQuery()} reports them. */
    ColumnFacts column(String type, @Nullable String collation, String definition);

    /**
     * Returns how the database fills a column with this default and these extras, as {@link #columnsQuery()} reports
     * them.
     */
    default Filling filling(@Nullable String defaultValue, @Nullable String extras) {
        return Filling.of(defaultValue, extras, false);
    }

    /**
     * Returns the expression to select for a column, given its quoted name and its type, so that its {@link Carrier} gets
     * all of the value.
     */
    String carried(String column, String type);

    /** A text as a literal that means the same in every mode of a session. */
    default String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    /** Returns true if the values of a type, as strings, are literals without quotes. */
    default boolean writesBare(String type) {
        return false;
    }

    /**
     * Asks for what tells this server, and of H2 and PostgreSQL the database, from others, by whatever name it was
     * reached. Two that answer alike are one unless {@link #holdQuery()} says how to be sure.
     */
    String identityQuery();

    /**
     * Asks for what all servers answer alike that hold the same rows as this one, such as the nodes of a cluster, and,
     * as a boolean, whether this one may be a copy of another; no row, or a failure, where there are no others. Null if
     * the database has no such clusters.
     */
    default @Nullable String clusterQuery() {
        return null;
    }

    /** Takes what the parameter names, so that {@link #heldQuery()} sees it; null if the identity is proof enough. */
    default @Nullable String holdQuery() {
        return null;
    }

    /** Asks whether any session of this server has taken what the parameter names. */
    default @Nullable String heldQuery() {
        return null;
    }

    /** Gives back what the parameter names. */
    default @Nullable String releaseQuery() {
        return null;
    }

    /**
     * Returns true if a string that an application sends as {@link java.sql.Types#CHAR} is compared without its trailing
     * blanks, and without those of the column's value. H2 compares a CHAR so with any text; PostgreSQL's driver sends
     * {@code bpchar}, to which the database then converts a column of another text type.
     */
    default boolean padsCharParameters() {
        return true;
    }
}
