package io.shardkit.jdbc;

import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.driver.DriverCalls;
import io.shardkit.execute.driver.OpenStatement;
import io.shardkit.execute.driver.StatementSettings;
import io.shardkit.plan.ShardCall;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Runs one of several writes that answer with rows; all of them are fetched before its transaction ends. */
final class ReturningRunner extends ShardCallRunner<ResultSet> {
    ReturningRunner(ExecutingStatement statement) {
        super(statement);
    }

    @Override
    public Statement open(ShardConnection shard, ShardCall call) throws SQLException {
        OpenStatement open = statement.openPart(shard, call, statement.parameters(), statement.cursor);
        statement.settings.applyPart(open, false, 0);
        open.settings = StatementSettings.UNKNOWN;
        open.statement.setFetchSize(0);
        return open.statement;
    }

    @Override
    ResultSet ask(Statement part, ShardCall call) throws SQLException {
        return DriverCalls.query(part, call.sql());
    }
}
