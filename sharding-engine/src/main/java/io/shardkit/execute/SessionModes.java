package io.shardkit.execute;

import io.shardkit.dialect.driver.JdbcDrivers;
import io.shardkit.dialect.facts.SqlModes;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps all physical connections in the modes of the connections that were seen at the start: if the server's modes are
 * changed, new connections would read SQL in another way, or read strings as other instants. Each connection is asked
 * once, when it is first borrowed. Thread-safe.
 */
public final class SessionModes {
    private final SqlModes sqlModes;
    private final @Nullable String query;
    private final List<String> modes;
    private final @Nullable String offset;

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
    }

    /**
     * Gives a connection that was just borrowed the modes of its data source, if it is not known to have them.
     *
     * @param bulkhead of its data source, which knows the connections
     * @return what is known of the driver's own connection; null if the pool hides it and there are no modes to give
     */
    @Nullable PhysicalConnection check(int dataSource, Connection connection, Bulkhead bulkhead) throws SQLException {
        Connection physical = bulkhead.physical(connection);
        PhysicalConnection known = bulkhead.find(physical);
        if (known != null) {
            return known;
        }
        if (query != null) {
            pin(connection, modes.get(dataSource), query);
        } else if (!JdbcDrivers.areKnown(physical.getClass())) {
            return null;
        }
        return bulkhead.add(connection, physical);
    }

    private void pin(Connection connection, String wanted, String asked) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            String own = "";
            String zone = null;
            try (ResultSet rows = statement.executeQuery(asked)) {
                if (rows.next()) {
                    own = rows.getString(1);
                    zone = sqlModes.offset(rows);
                }
            }
            if (!own.equals(wanted)) {
                statement.execute(sqlModes.set(wanted));
            }
            if (offset != null && !offset.equals(zone)) {
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
}
