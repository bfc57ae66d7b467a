package io.shardkit.move.table;

import io.shardkit.dialect.Dialect;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Locks on tables of which each data source has a copy: while they are held nothing writes the tables, and all may read
 * them. They wait for transactions that have written the tables, prepared ones too, but for no longer than a second each.
 * Not thread-safe.
 */
public final class CopyLocks implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CopyLocks.class);

    /** The name of a table that there is not. */
    private static final String NO_TABLE = "shardkit_no_table";

    private final MoveSql sql;
    private final int seconds;
    private final List<MoveConnection> locking = new ArrayList<>();

    /** Holds none yet. */
    public CopyLocks(Dialect dialect) {
        this.sql = MoveSqls.of(dialect);
        this.seconds = MoveLimits.DEFAULTS.seconds();
    }

    /**
     * Locks tables of one place; those that are not there need no lock.
     *
     * @param tables their names in lower case, without a schema
     * @param holders gets those who hold them, in words, if they cannot be had
     * @return what the database said if they cannot be had, or an empty text
     * @throws SQLException if the database cannot be reached
     */
    public String take(TablePlace place, Collection<String> tables, List<String> holders) throws SQLException {
        MoveConnection connection = MoveConnection.open(place, sql, seconds);
        locking.add(connection);
        Map<String, String> names = place.names(sql.dialect(), connection);
        List<String> there = tables.stream()
                .map(table -> names.get(table.toLowerCase(Locale.ROOT)))
                .filter(name -> name != null)
                .toList();
        if (there.isEmpty()) {
            return "";
        }
        try {
            sql.lockForReaders(
                    connection,
                    there.stream()
                            .map(table -> place.quoted(sql.dialect(), table))
                            .toList());
            return "";
        } catch (SQLException failure) {
            // So that those are not named that this one has itself.
            close();
            holders.addAll(Sessions.holders(place, sql, seconds, there));
            return String.valueOf(failure.getMessage());
        }
    }

    /**
     * Returns what the account lacks to lock tables of a place, in words; an empty text if it lacks nothing.
     *
     * @throws SQLException if the database cannot be reached
     */
    public static String lacking(TablePlace place, Dialect dialect) throws SQLException {
        MoveSql sql = MoveSqls.of(dialect);
        String trial = sql.lockTrial(place.quoted(dialect, NO_TABLE));
        if (trial == null) {
            return "";
        }
        try (MoveConnection connection = MoveConnection.open(place, sql, MoveLimits.DEFAULTS.seconds())) {
            try {
                connection.execute(trial);
                sql.unlockForReaders(connection);
                return "";
            } catch (SQLException failure) {
                return sql.isNoTable(failure)
                        ? ""
                        : "the rights do not suffice for \"" + trial + "\": " + failure.getMessage()
                                + ": GRANT LOCK TABLES, SELECT ON the schema";
            }
        }
    }

    /** Releases all locks. */
    @Override
    public void close() {
        for (MoveConnection connection : locking) {
            try {
                sql.unlockForReaders(connection);
                connection.close();
            } catch (SQLException | RuntimeException failure) {
                LOG.debug("A connection with locks was ended", failure);
                connection.end();
            }
        }
        locking.clear();
    }
}
