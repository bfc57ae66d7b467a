package io.shardkit.execute.driver;

import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.session.Session;
import io.shardkit.plan.ParameterMapping;
import io.shardkit.plan.ShardCall;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.Objects;

/** Executions of any SQL without parameters. */
public final class TextExecution extends Execution {
    private KeyRequest keys = KeyRequest.NONE;

    public TextExecution(Session session, CursorKind cursor) {
        super(session, cursor, StatementSettings.fresh(false));
    }

    @Override
    public Parameters parameters() {
        return Parameters.NONE;
    }

    @Override
    public KeyRequest keys() {
        return keys;
    }

    /** Asks for keys from now on. */
    public void want(KeyRequest wanted) {
        keys = wanted;
    }

    @Override
    public OpenStatement openOne(ShardConnection shard, ShardCall call, KeyRequest asked) throws SQLException {
        OpenStatement open = openPart(shard, call, Parameters.NONE, cursor, asked);
        settings.apply(open, driverKeepsTime());
        last = open;
        return open;
    }

    @Override
    public OpenStatement openPart(
            ShardConnection shard, ShardCall call, Parameters values, CursorKind kind, KeyRequest asked)
            throws SQLException {
        ParameterMapping mapping = call.mapping();
        if (mapping == null) {
            return physical().plain(shard, kind);
        }
        // Binding made values of its own.
        OpenStatement open = physical().prepared(shard, call.sql(), kind, asked);
        mapping.apply(Parameters.NONE, Objects.requireNonNull(open.prepared));
        return open;
    }
}
