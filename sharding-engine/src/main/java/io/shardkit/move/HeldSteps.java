package io.shardkit.move;

import io.shardkit.move.table.Sessions;
import io.shardkit.move.table.TableCopy;
import io.shardkit.move.table.TablePlace;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The steps of a switch while transactions are held, each of which keeps writes from being lost or old rows from being
 * read. Thread-safe.
 */
class HeldSteps {
    private final UnitTables tables;

    HeldSteps(UnitTables tables) {
        this.tables = tables;
    }

    /**
     * Keeps everyone away from the sources; returns why that was not possible, or an empty text.
     *
     * @param holders gets those who hold them, in words
     */
    String fence(MoveOperation operation, List<String> holders) throws SQLException {
        return tables.close(operation, holders);
    }

    /** Alters the sources in place, if that is what the move does. */
    void alter(MoveOperation operation) throws SQLException {
        tables.alter(operation);
    }

    /**
     * Keeps all from writing broadcast tables if a data source comes into the rule, and makes its copies equal; returns why
     * it may not come, or an empty text.
     *
     * @param locks holds what it takes
     * @param holders gets those who hold the tables, in words
     */
    String copies(JoiningRows copies, TableCopy.Locks locks, List<String> holders) throws SQLException {
        return copies.finish(locks, holders);
    }

    /**
     * Follows the last changes of units that nothing writes any more.
     *
     * @param until the time of {@link System#nanoTime} by which they have to be followed
     */
    void followLast(PlaceRows rows, long until) throws SQLException {
        rows.followLast(until);
    }

    /** Lets counters of the targets go on, after the last changes of all units. */
    void raiseCounters(PlaceRows rows) throws SQLException {
        rows.raiseCounters();
    }

    /** Waits for transactions at the targets that see rows as they were; returns those that have not ended, in words. */
    List<String> oldSnapshots(MoveOperation operation, long until) throws SQLException {
        List<String> left = new ArrayList<>();
        for (TablePlace each : tables.targets(operation)) {
            left.addAll(Sessions.oldSnapshots(tables.dialect(), each, until));
        }
        return left;
    }
}
