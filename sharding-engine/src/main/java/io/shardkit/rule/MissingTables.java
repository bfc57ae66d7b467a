package io.shardkit.rule;

import java.sql.SQLException;
import org.apiguardian.api.API;

/** Knows which of the declared actual tables are not there yet. Thread-safe. */
@API(status = API.Status.INTERNAL)
public interface MissingTables {

    /**
     * Looks for tables that came to be, if the last look is some time ago.
     *
     * @throws SQLException with {@link io.shardkit.error.ErrorCode#TABLES_GREW} if there are some: the rule has them by
     *     then, and the statement has to be bound anew
     */
    void look() throws SQLException;

    /**
     * A row is for a table that was not there at the last look.
     *
     * @param table the name of the logical table
     * @param unit its number in the table as it was declared
     * @return why the row cannot be taken, or {@link io.shardkit.error.ErrorCode#TABLES_GREW} if the table is there by now
     */
    SQLException missing(String table, int unit);
}
