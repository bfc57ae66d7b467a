package io.shardkit.dialect.facts;

import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes temporary tables in the sessions of a database, asks for their columns and drops them. Immutable. */
public interface TemporaryTables {
    /**
     * Makes an empty table without ending the open transaction.
     *
     * @param name a name that the session has not used yet
     * @param columns its columns
     * @param primaryKey the columns of its primary key, quoted and separated by commas; empty if it has none
     * @param storage how it keeps its rows; all but the ordinary way may fail with a {@link #isLightFailure}
     * @param keyed whether with a primary key that no statement sees if it has no other, for servers that
     *     {@linkplain #demandsKey demand one}
     */
    String create(String name, List<CopiedColumn> columns, String primaryKey, Storage storage, boolean keyed);

    /**
     * Makes a table of the rows of a query without ending the open transaction.
     *
     * @param name with a list of names for the columns where the query does not name them
     * @param keyed as of {@link #create}
     */
    String createAs(String name, String query, Storage storage, boolean keyed);

    /** Returns true if the failure says that a table has to have a primary key. */
    default boolean demandsKey(SQLException failure) {
        return false;
    }

    /** Returns true if there are sessions in which a query does not name a computed column of such a table. */
    default boolean demandsNames() {
        return false;
    }

    /**
     * Makes an empty table with the columns of another, with their defaults and with what fills and computes them, but
     * without its foreign keys and triggers, and without ending the open transaction. What else it demands of rows, such as
     * checks, it may leave to where they go.
     *
     * @param name a name that the session has not used yet
     * @param table the other, as a statement names it
     */
    String createLike(String name, String table);

    /**
     * Returns the statement by which a table takes many rows at once from the client as text: a line for each, its values
     * between tabs, with the escapes of {@code COPY}; null if the database has no such statement.
     *
     * @param table its name, with a list of its columns if not all of them are sent
     */
    default @Nullable String load(String table) {
        return null;
    }

    /**
     * Returns the statement that gives a table with rows a primary key without ending the transaction, or null if the
     * database has none, as ALTER TABLE ends it on MySQL.
     *
     * @param columns its columns, quoted and separated by commas
     */
    default @Nullable String addPrimaryKey(String name, String columns) {
        return null;
    }

    /**
     * Returns the statements that make lookups in a table fast once it is filled, and do not end the transaction.
     *
     * @param rows about how many rows it has
     */
    default List<String> prepareLookups(String name, List<CopiedColumn> columns, long rows) {
        return List.of();
    }

    /**
     * Drops tables without ending the open transaction, or null if that is only possible by ending it.
     *
     * @param names their names, separated by commas
     */
    @Nullable String drop(String names);

    /**
     * Asks for the columns of a table of the session: in the form of {@link CatalogRules#columnsQuery()}, with the table as
     * its parameter, or as {@link #showColumns} says.
     */
    String columnsQuery(String name);

    /** Returns true if {@link #columnsQuery} tells name, type with length, collation and NULL-ability. */
    default boolean showColumns() {
        return false;
    }

    /** Returns true if a column that {@link #columnsQuery} tells may be of JSON, which MariaDB keeps as text. */
    default boolean mayBeJson(String definition) {
        return false;
    }

    /** Returns true if a statement may read one table under several names. */
    default boolean canBeOpenedTwice() {
        return true;
    }

    /** Returns true if the failure says that a statement reads one table more than once. */
    default boolean isOpenedTwice(SQLException failure) {
        return false;
    }

    /** Returns true if a light table can be made with these columns at all. */
    default boolean canBeLight(List<CopiedColumn> columns) {
        return false;
    }

    /** Returns true if the failure means that a light table could not hold the rows, or could not be written to. */
    default boolean isLightFailure(SQLException failure) {
        return false;
    }

    /**
     * Returns true if the failure is one of a strict mode over an expression, of which a SELECT that writes nothing only
     * warns: a division by zero, or a string that is no number or date.
     */
    default boolean isStrictFailure(SQLException failure) {
        return false;
    }

    /** Asks for the modes by which the session stores values, or null if there are none that refuse some. */
    default @Nullable String modesQuery() {
        return null;
    }

    /** The same modes without those that refuse values which are stored elsewhere; what is changed then is warned of. */
    default String modesOfCopies(String modes) {
        return modes;
    }

    /** Gives the session these modes. */
    default String setModes(String modes) {
        throw new UnsupportedOperationException("sessions have no modes");
    }

    /**
     * Returns true if a warning says that a value was not stored as it is, which a database that is not strict allows:
     * out of range, cut off, not a date or not of the character set.
     */
    default boolean tellsOfChange(SQLWarning warning) {
        return false;
    }
}
