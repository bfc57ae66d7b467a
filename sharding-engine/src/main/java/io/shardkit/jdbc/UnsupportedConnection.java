package io.shardkit.jdbc;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.ShardingKey;

/** The methods of a connection that are refused. */
abstract class UnsupportedConnection implements Connection {

    private static SQLException unsupported(String method) {
        return ShardingExceptions.of(ErrorCode.UNSUPPORTED_JDBC, method);
    }

    @Override
    public final boolean setShardingKeyIfValid(ShardingKey key, ShardingKey superKey, int timeout) throws SQLException {
        throw unsupported("setShardingKeyIfValid");
    }

    @Override
    public final boolean setShardingKeyIfValid(ShardingKey key, int timeout) throws SQLException {
        throw unsupported("setShardingKeyIfValid");
    }

    @Override
    public final void setShardingKey(ShardingKey key, ShardingKey superKey) throws SQLException {
        throw unsupported("setShardingKey");
    }

    @Override
    public final void setShardingKey(ShardingKey key) throws SQLException {
        throw unsupported("setShardingKey");
    }
}
