package io.shardkit.execute;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import org.jspecify.annotations.Nullable;

/**
 * The state in which a pool's connections come; answers a logical connection's getters before any database is touched.
 *
 * @param readOnly as {@link Connection#isReadOnly()}
 * @param isolation as {@link Connection#getTransactionIsolation()}
 * @param catalog as {@link Connection#getCatalog()}
 * @param schema as {@link Connection#getSchema()}
 * @param networkTimeout as {@link Connection#getNetworkTimeout()}, 0 where the driver has none
 * @param holdability as {@link Connection#getHoldability()}
 */
public record ConnectionDefaults(
        boolean readOnly,
        int isolation,
        @Nullable String catalog,
        @Nullable String schema,
        int networkTimeout,
        int holdability) {

    /** Reads the state of a fresh connection. */
    public static ConnectionDefaults read(Connection connection) throws SQLException {
        return new ConnectionDefaults(
                connection.isReadOnly(),
                connection.getTransactionIsolation(),
                connection.getCatalog(),
                connection.getSchema(),
                networkTimeout(connection),
                connection.getHoldability());
    }

    private static int networkTimeout(Connection connection) throws SQLException {
        try {
            return connection.getNetworkTimeout();
        } catch (SQLFeatureNotSupportedException withoutTimeout) {
            return 0;
        }
    }
}
