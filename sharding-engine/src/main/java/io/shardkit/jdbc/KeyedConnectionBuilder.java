package io.shardkit.jdbc;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.sql.Connection;
import java.sql.ConnectionBuilder;
import java.sql.SQLException;
import java.sql.ShardingKey;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Opens a connection with sharding keys. Not thread-safe. */
final class KeyedConnectionBuilder implements ConnectionBuilder {
    private final DataSource dataSource;
    private @Nullable String username;
    private @Nullable String password;
    private @Nullable ShardingKey key;
    private @Nullable ShardingKey superKey;

    KeyedConnectionBuilder(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    @Override
    public ConnectionBuilder user(@Nullable String name) {
        username = name;
        return this;
    }

    @Override
    public ConnectionBuilder password(@Nullable String word) {
        password = word;
        return this;
    }

    @Override
    public ConnectionBuilder shardingKey(@Nullable ShardingKey shardingKey) {
        key = shardingKey;
        return this;
    }

    @Override
    public ConnectionBuilder superShardingKey(@Nullable ShardingKey superShardingKey) {
        superKey = superShardingKey;
        return this;
    }

    @Override
    public Connection build() throws SQLException {
        if (username != null || password != null) {
            throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_JDBC, "createConnectionBuilder with credentials");
        }
        ConnectionKey keys = ConnectionKey.of(key, superKey);
        Connection connection = dataSource.getConnection();
        if (keys != null) {
            connection.setShardingKey(keys);
        }
        return connection;
    }
}
