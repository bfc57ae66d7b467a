package io.shardkit.execute;

import io.shardkit.dialect.facts.SqlModes;
import io.shardkit.execute.watch.DriverConnection;
import java.lang.ref.WeakReference;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Keeps all physical connections to the modes that those had which were seen at the start: somebody may change the
 * server's, and connections that are made then would read SQL in another way, or take texts for other instants. Each
 * connection is asked once, when it is first borrowed. Thread-safe.
 */
public final class SessionModes {
    /** How many connections of a data source are remembered; more than pools have. */
    public static final int MOST_KNOWN = 1_000;

    private final SqlModes sqlModes;
    private final @Nullable String query;
    private final List<String> modes;
    private final @Nullable String offset;

    /** By data source those that were asked. */
    private final AtomicReferenceArray<KnownConnections> known;

    /**
     * @param sqlModes those of the dialect
     * @param modes for each data source those of its connections at the start, as the dialect's query tells them
     * @param offset the offset from UTC that all of them had as their time zone; null if there was none
     */
    public SessionModes(SqlModes sqlModes, List<String> modes, @Nullable String offset) {
        this.offset = offset;
        this.sqlModes = sqlModes;
        this.query = sqlModes.query();
        this.modes = List.copyOf(modes);
        this.known = new AtomicReferenceArray<>(modes.size());
        for (int i = 0; i < modes.size(); i++) {
            known.set(i, KnownConnections.NONE);
        }
    }

    /**
     * Gives a connection that was just borrowed the modes of its data source, if it is not known to have them.
     *
     * @param place that of its holder, or null if it has none
     * @return the driver's own connection if it was looked for, else null
     */
    public @Nullable Connection check(int dataSource, Connection connection, @Nullable HolderPlace place)
            throws SQLException {
        if (query == null) {
            return null;
        }
        Class<?> type = connection.getClass();
        if (place == null || !place.leads(type)) {
            return check(dataSource, connection, DriverConnection.of(connection), query, place);
        }
        Connection physical = connection.unwrap(Connection.class);
        return place.knows(physical) ? physical : check(dataSource, connection, physical, query, place);
    }

    private Connection check(
            int dataSource, Connection connection, Connection physical, String asked, @Nullable HolderPlace place)
            throws SQLException {
        WeakReference<Connection> seen = known.get(dataSource).find(physical);
        if (seen == null) {
            pin(connection, modes.get(dataSource), asked);
            seen = known.updateAndGet(dataSource, all -> all.with(physical, MOST_KNOWN))
                    .find(physical);
        }
        if (place != null && seen != null && DriverConnection.leads(connection, physical)) {
            place.remember(connection.getClass(), seen);
        }
        return physical;
    }

    private void pin(Connection connection, String wanted, String asked) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            String own;
            try (ResultSet rows = statement.executeQuery(asked)) {
                own = rows.next() ? rows.getString(1) : "";
            }
            if (!own.equals(wanted)) {
                statement.execute(sqlModes.set(wanted));
            }
            if (offset != null && !offset.equals(sqlModes.offset(connection))) {
                statement.execute(sqlModes.setOffset(offset));
            }
        }
        if (!connection.getAutoCommit()) {
            // No rollback may undo what other sessions rely on.
            keep(connection);
        }
    }

    /** Lets what was set on a connection that was just borrowed, before it is used, survive the rollbacks to come. */
    static void keep(Connection connection) throws SQLException {
        connection.commit();
    }

    /** How many connections of a data source are remembered. */
    public int known(int dataSource) {
        return known.get(dataSource).size();
    }
}
