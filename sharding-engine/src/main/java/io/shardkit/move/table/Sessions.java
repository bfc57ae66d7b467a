package io.shardkit.move.table;

import io.shardkit.dialect.Dialect;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds sessions of a database that are in the way of a move. */
public final class Sessions {
    private static final Logger LOG = LoggerFactory.getLogger(Sessions.class);

    /** InnoDB shows transactions as they were at most 0.1 s ago, if they have been asked for meanwhile. */
    private static final long STEP_NANOS = 120_000_000;

    private Sessions() {}

    /** Returns those that may hold a table, in words, as far as the rights to see them go. */
    public static List<String> holders(TablePlace place, Dialect dialect, String table) {
        return holders(place, MoveSqls.of(dialect), MoveLimits.DEFAULTS.seconds(), List.of(table));
    }

    /** The same of several tables. */
    static List<String> holders(TablePlace place, MoveSql sql, int seconds, List<String> tables) {
        List<String> holders = new ArrayList<>();
        try (MoveConnection connection = MoveConnection.open(place, sql, seconds)) {
            for (String table : tables) {
                for (String query : sql.holderQueries(table)) {
                    try {
                        connection
                                .rows(query, MoveStatements.Parameters.NONE, row -> String.valueOf(row.getString(1)))
                                .stream()
                                .filter(line -> !holders.contains(line))
                                .forEach(holders::add);
                    } catch (SQLException noRight) {
                        LOG.debug("Holders of {} could not be read", table, noRight);
                    }
                }
            }
        } catch (SQLException failure) {
            LOG.debug("Holders could not be read", failure);
        }
        return holders;
    }

    /**
     * Waits for the transactions that there are now and that read in a snapshot which was taken before the last changes of a
     * table were followed. A table that gets a name back which it had before would show them its rows as they were while it
     * was not in use.
     *
     * @param until the time of {@link System#nanoTime()} at which it gives up
     * @return those that have not ended, in words; none on H2, where they can't be told from others
     * @throws SQLException if they can't be seen, on MySQL and MariaDB without the right PROCESS
     */
    public static List<String> oldSnapshots(Dialect dialect, TablePlace place, long until) throws SQLException {
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
