package io.shardkit.jdbc;

import io.shardkit.execute.ShardConnection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** A driver's statement that a logical statement keeps open on one connection. */
final class OpenStatement {
    final ShardConnection shard;
    final Statement statement;
    final @Nullable PreparedStatement prepared;

    /** How it was prepared. */
    final KeyRequest keys;

    /** Version of the settings that were made on it. */
    int settings;

    private boolean closed;

    OpenStatement(ShardConnection shard, Statement statement, KeyRequest keys) {
        this.shard = shard;
        this.statement = statement;
        this.prepared = statement instanceof PreparedStatement own ? own : null;
        this.keys = keys;
        shard.opened(statement);
    }

    /** Whether it can be used on this connection. */
    boolean usable(ShardConnection current) {
        return shard == current && !closed;
    }

    void close() throws SQLException {
        closed = true;
        if (!shard.released()) {
            shard.forget(statement);
            statement.close();
        }
    }
}
