package io.shardkit.execute;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.List;
import java.util.Objects;
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
 * @param schemaOfAll whether the connections of all data sources come with the same schema
 */
public record ConnectionDefaults(
        boolean readOnly,
        int isolation,
        @Nullable String catalog,
        @Nullable String schema,
        int networkTimeout,
        int holdability,
        boolean schemaOfAll) {

    /** Reads the state of a fresh connection. */
    public static ConnectionDefaults read(Connection connection) throws SQLException {
        return new ConnectionDefaults(
                connection.isReadOnly(),
                connection.getTransactionIsolation(),
                connection.getCatalog(),
                connection.getSchema(),
                networkTimeout(connection),
                connection.getHoldability(),
                true);
    }

    /** The first of them, which knows whether the others have its schema. */
    public static ConnectionDefaults first(List<ConnectionDefaults> all) {
        ConnectionDefaults first = all.get(0);
        boolean same = all.stream().allMatch(each -> Objects.equals(each.schema, first.schema));
        return new ConnectionDefaults(
                first.readOnly,
                first.isolation,
                first.catalog,
                first.schema,
                first.networkTimeout,
                first.holdability,
                same);
    }

    private static int networkTimeout(Connection connection) throws SQLException {
        try {
            return connection.getNetworkTimeout();
        } catch (SQLFeatureNotSupportedException withoutTimeout) {
            return 0;
        }
    }
}
