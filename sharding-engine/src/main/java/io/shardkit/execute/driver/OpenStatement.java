package io.shardkit.execute.driver;

import io.shardkit.execute.AttachedStatement;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.watch.RowStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** A driver's statement that a logical statement keeps open on one connection. */
public final class OpenStatement extends AttachedStatement {
    /** The text of one that is not prepared. */
    static final String PLAIN = "";

    public final ShardConnection shard;
    public final Statement statement;
    public final @Nullable PreparedStatement prepared;

    /** What it was prepared for, or {@link #PLAIN}. */
    final String sql;

    /** How it was prepared. */
    final KeyRequest keys;

    private final CursorKind cursor;

    /** Version of the settings that were made on it. */
    int settings;

    /** The one of the same logical statement and data source that was used before this one. */
    @Nullable OpenStatement earlier;

    /** Whether it is plain, and the execution under way or the last one ran something on it. */
    boolean inUse;

    /** Whether nothing but numbers was set in it, which take no room worth to be given back. */
    boolean onlyNumbers;

    /** Whether its last run succeeded: until then only half of its settings and values may be set, or a thread waits in it. */
    boolean succeeded;

    private boolean closed;

    /** Whether the connection gave it and takes it back. */
    private boolean lasts;

    /** Where the connection has it; negative if it does not. */
    private short place = -1;

    private OpenStatement(
            ShardConnection shard,
            Statement statement,
            @Nullable PreparedStatement prepared,
            String sql,
            KeyRequest keys,
            CursorKind cursor) {
        this.shard = shard;
        this.statement = statement;
        this.prepared = prepared;
        this.sql = sql;
        this.keys = keys;
        this.cursor = cursor;
        shard.attach(this);
    }

    /** Must be told when it was set otherwise than by the settings of its logical statement. */
    public void forgetSettings() {
        settings = StatementSettings.UNKNOWN;
    }

    /** Prepares a text. */
    static OpenStatement prepared(ShardConnection shard, String sql, CursorKind cursor, KeyRequest keys)
            throws SQLException {
        Connection connection = shard.connection();
        PreparedStatement made = keys.wanted() ? keys.prepare(connection, sql) : cursor.prepare(connection, sql);
        return new OpenStatement(shard, made, made, sql, keys, cursor);
    }

    /** As {@link #prepared}, of a statement that the connection may keep for others when this one is done with it. */
    @SuppressWarnings("ReferenceEquality") // all plain ones are that object
    static OpenStatement lasting(ShardConnection shard, String sql, CursorKind cursor, KeyRequest keys)
            throws SQLException {
        if (keys.wanted() || cursor != CursorKind.PLAIN) {
            return prepared(shard, sql, cursor, keys);
        }
        int place = shard.poll(sql);
        PreparedStatement taken = shard.statement(place, sql);
        if (taken == null) {
            return prepared(shard, sql, cursor, keys);
        }
        OpenStatement open = new OpenStatement(shard, taken, taken, sql, keys, cursor);
        open.lasts = true;
        open.place = (short) place;
        return open;
    }

    static OpenStatement plain(ShardConnection shard, CursorKind cursor) throws SQLException {
        return new OpenStatement(shard, cursor.create(shard.connection()), null, PLAIN, KeyRequest.NONE, cursor);
    }

    /** It is used with others, or for batches, which leave more in it than single runs: the connection does not take it back. */
    void runsWithOthers() {
        lasts = false;
    }

    /** Whether it gives such rows and is asked for such keys. */
    boolean fits(CursorKind kind, KeyRequest request) {
        return cursor.equals(kind) && keys.equals(request);
    }

    @Override
    protected Statement statement() {
        return statement;
    }

    /** Whether it can be used on this connection. */
    public boolean usable(ShardConnection current) {
        return shard == current && !closed;
    }

    void close() throws SQLException {
        closed = true;
        if (!shard.released()) {
            shard.detach(this);
            if (lasts && succeeded && prepared != null && settings == 0) {
                shard.put(place, sql, prepared, onlyNumbers);
            } else {
                shard.evict(place);
                if (shard.isLost()) {
                    RowStream.closeAside(statement::close);
                } else {
                    statement.close();
                }
            }
        }
    }
}
