package io.shardkit.catalog;

import io.shardkit.dialect.ServerSettings;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Facts about the tables of the logical names. Thread-safe. */
@FunctionalInterface
public interface Catalog {

    /**
     * The table of a logical name, or null if its database has none.
     *
     * @throws SQLException if the database cannot be asked
     */
    @Nullable Table table(String logicalName) throws SQLException;

    /**
     * Everything of a table that may not be there twice, or null if that is not known.
     *
     * @throws SQLException if the database cannot be asked
     */
    default @Nullable List<UniqueKey> uniqueKeys(String logicalName) throws SQLException {
        return null;
    }

    /**
     * The names of all indexes and constraints on a data source, by the names of their tables, all in lower case; empty
     * if that is not known. Asked of the database each time.
     *
     * @throws SQLException if the database cannot be asked
     */
    default Map<String, Set<String>> definedNames(int dataSource) throws SQLException {
        return Map.of();
    }

    /**
     * Returns the schema, or on MySQL and MariaDB the database, which the first data source is connected to and the
     * logical connection reports until another one is set; null if the schema is not known.
     *
     * @throws SQLException if the database cannot be asked
     */
    default @Nullable String schema() throws SQLException {
        return null;
    }

    /**
     * Returns the schema that a data source is connected to, as {@link #schema()}; null if it is not known.
     *
     * @throws SQLException if the database cannot be asked
     */
    default @Nullable String schema(int dataSource) throws SQLException {
        return dataSource == 0 ? schema() : null;
    }

    /** Returns the name that the clients of a front end know the database by; null if it is that of the schema. */
    default @Nullable String databaseName() {
        return null;
    }

    /** Returns the effects of the databases' settings; null if the settings are not known. */
    default @Nullable ServerSettings settings() {
        return null;
    }

    /**
     * The columns of a view of the database's own catalog, or none if that is not known.
     *
     * @param view the name of the view as a statement has it
     * @throws SQLException if the database cannot be asked
     */
    default List<String> viewColumns(String view) throws SQLException {
        return List.of();
    }

    /**
     * The rows of a query of the catalog of a data source, each as the literals of a select list; the names of catalogs
     * are those of the database where the list stands. Asked of the database each time.
     *
     * @param columns how many columns the query has
     * @throws SQLException if the database cannot be asked
     */
    default List<String> catalogRows(int dataSource, String query, int columns) throws SQLException {
        return List.of();
    }

    /**
     * Returns true if the results of all functions of a name, which is given in lower case, are known to depend only on
     * their arguments and the settings of the session.
     *
     * @throws SQLException if the database cannot be asked
     */
    default boolean isOfArguments(String function) throws SQLException {
        return false;
    }

    /** The same catalog, which reads on open connections where there are some. */
    default Catalog on(OpenConnections open) {
        return this;
    }

    /** A catalog that knows nothing yet, for what a transaction changed that others do not see. */
    default Catalog fresh(OpenConnections open) {
        return on(open);
    }

    /** Forgets what was read, as after DDL. */
    default void forget() {}
}
