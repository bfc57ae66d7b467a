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

    /** SQL for which the statement was prepared, or {@link #PLAIN}. */
    final String sql;

    /** Key request for which the statement was prepared. */
    final KeyRequest keys;

    private final CursorKind cursor;

    /** Version of the settings that were made on it. */
    int settings;

    /** Statement of the same logical statement and data source that was used before this one. */
    @Nullable OpenStatement earlier;

    /** True if the statement is plain, and the execution under way or the last one ran something on it. */
    boolean inUse;

    /** True if only numbers were set in the statement, which take no room worth giving back. */
    boolean onlyNumbers;

    /**
     * True if the last run of the statement succeeded: until then only half of its settings and values may be set, or a
     * thread waits in it.
     */
    boolean succeeded;

    private boolean closed;

    /** True if the connection gave the statement and takes it back. */
    private boolean lasts;

    /** Place of the statement on its connection; negative if the connection does not keep it. */
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

    /** Returns true if the statement gives rows of this kind and is asked for these keys. */
    boolean fits(CursorKind kind, KeyRequest request) {
        return cursor.equals(kind) && keys.equals(request);
    }

    @Override
    protected Statement statement() {
        return statement;
    }

    /** Returns true if the statement can be used on this connection. */
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
