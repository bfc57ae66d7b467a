package io.shardkit.jdbc;

import io.shardkit.execute.AttachedStatement;
import io.shardkit.execute.ShardConnection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** A driver's statement that a logical statement keeps open on one connection. */
final class OpenStatement extends AttachedStatement {
    final ShardConnection shard;
    final Statement statement;
    final @Nullable PreparedStatement prepared;

    /** What it was prepared for; empty if it was not. */
    final String sql;

    /** How it was prepared. */
    final KeyRequest keys;

    /** Version of the settings that were made on it. */
    int settings;

    /** The one of the same logical statement and data source that was used before this one. */
    @Nullable OpenStatement earlier;

    private boolean closed;

    private OpenStatement(
            ShardConnection shard,
            Statement statement,
            @Nullable PreparedStatement prepared,
            String sql,
            KeyRequest keys) {
        this.shard = shard;
        this.statement = statement;
        this.prepared = prepared;
        this.sql = sql;
        this.keys = keys;
        shard.attach(this);
    }

    static OpenStatement prepared(ShardConnection shard, PreparedStatement statement, String sql, KeyRequest keys) {
        return new OpenStatement(shard, statement, statement, sql, keys);
    }

    static OpenStatement plain(ShardConnection shard, Statement statement) {
        return new OpenStatement(shard, statement, null, "", KeyRequest.NONE);
    }

    @Override
    protected Statement statement() {
        return statement;
    }

    /** Whether it can be used on this connection. */
    boolean usable(ShardConnection current) {
        return shard == current && !closed;
    }

    void close() throws SQLException {
        closed = true;
        if (!shard.released()) {
            shard.detach(this);
            statement.close();
        }
    }
}
