package io.shardkit.catalog;

import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is known of the tables behind the logical names. Thread-safe. */
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

    /** Forgets what was read, as after DDL. */
    default void forget() {}
}
