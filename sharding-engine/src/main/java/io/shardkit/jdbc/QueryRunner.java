package io.shardkit.jdbc;

import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.driver.CursorKind;
import io.shardkit.execute.driver.DriverCalls;
import io.shardkit.execute.driver.OpenStatement;
import io.shardkit.plan.ShardCall;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Runs one query of several. */
final class QueryRunner extends ShardCallRunner<ResultSet> {
    private static final CursorKind SCROLLABLE =
            new CursorKind(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY, 0);

    private final List<ShardCall> calls;
    private final long rowsThatMatter;
    private final boolean movesAbout;

    /**
     * @param calls all of the execution, ordered by data source
     * @param rowsThatMatter how many rows of one call can be among the merged ones, 0 if any
     * @param movesAbout whether the merge moves about in the rows, which are few then
     */
    QueryRunner(ExecutingStatement statement, List<ShardCall> calls, long rowsThatMatter, boolean movesAbout) {
        super(statement);
        this.calls = calls;
        this.rowsThatMatter = rowsThatMatter;
        this.movesAbout = movesAbout;
    }

    @Override
    public Statement open(ShardConnection shard, ShardCall call) throws SQLException {
        CursorKind cursor = movesAbout ? SCROLLABLE : statement.cursor;
        OpenStatement open = statement.openPart(shard, call, statement.parameters(), cursor);
        statement.settings.applyPart(open, !movesAbout && isAlone(call), rowsThatMatter);
        if (movesAbout && statement.settings.fetchSize() != 0) {
            open.statement.setFetchSize(0);
        }
        return open.statement;
    }

    /** Whether no other call is made on its connection. */
    private boolean isAlone(ShardCall call) {
        int count = 0;
        for (ShardCall each : calls) {
            if (each.dataSource() == call.dataSource()) {
                count++;
            }
        }
        return count == 1;
    }

    @Override
    ResultSet ask(Statement part, ShardCall call) throws SQLException {
        return DriverCalls.query(part, call.sql());
    }

    List<ShardConnection> connections() throws SQLException {
        List<ShardConnection> connections = new ArrayList<>(calls.size());
        for (ShardCall call : calls) {
            connections.add(statement.session.connection(call.dataSource()));
        }
        return connections;
    }
}
