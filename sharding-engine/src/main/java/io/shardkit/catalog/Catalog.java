package io.shardkit.catalog;

import java.sql.SQLException;
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
}
