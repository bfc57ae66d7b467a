package io.shardkit.move.table;

import io.shardkit.dialect.Dialect;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Transactions of a database that read in a snapshot which was taken before the last changes of a table were followed. A
 * table that gets a name back which it had before would show them its rows as they were while it was not in use.
 */
public final class OldSnapshots {
    /** InnoDB shows transactions as they were at most 0.1 s ago, if they have been asked for meanwhile. */
    private static final long STEP_NANOS = 120_000_000;

    private OldSnapshots() {}

    /**
     * Waits for those that there are now.
     *
     * @param until the time of {@link System#nanoTime()} at which it gives up
     * @return those that have not ended, in words; none on H2, where they can't be told from others
     * @throws SQLException if they can't be seen, on MySQL and MariaDB without the right PROCESS
     */
    public static List<String> left(Dialect dialect, TablePlace place, long until) throws SQLException {
        MoveSql sql = MoveSqls.of(dialect);
        String query = sql.snapshotsQuery();
        if (query == null) {
            return List.of();
        }
        try (MoveConnection connection = MoveConnection.open(place, sql, MoveLimits.DEFAULTS.seconds())) {
            LockSupport.parkNanos(STEP_NANOS);
            List<String> left = open(connection, query);
            while (!left.isEmpty() && System.nanoTime() < until) {
                LockSupport.parkNanos(STEP_NANOS);
                List<String> now = open(connection, query);
                left = left.stream().filter(now::contains).toList();
            }
            return left;
        }
    }

    private static List<String> open(MoveConnection connection, String query) throws SQLException {
        return connection.rows(query, MoveStatements.Parameters.NONE, row -> String.valueOf(row.getString(1)));
    }
}
