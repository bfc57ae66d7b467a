package io.shardkit.jdbc;

import io.shardkit.execute.ShardConnection;
import io.shardkit.plan.ShardCall;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Runs one query of several. */
final class QueryRunner extends PartRunner<ResultSet> {
    private final List<ShardCall> calls;
    private final long rowsThatMatter;

    /**
     * @param calls all of the execution
     * @param rowsThatMatter how many rows of one call can be among the merged ones, 0 if any
     */
    QueryRunner(ExecutingStatement statement, List<ShardCall> calls, long rowsThatMatter) {
        super(statement);
        this.calls = calls;
        this.rowsThatMatter = rowsThatMatter;
    }

    @Override
    public Statement open(ShardConnection shard, ShardCall call) throws SQLException {
        OpenStatement open = statement.openPart(shard, call, statement.parameters());
        boolean alone = calls.stream()
                        .filter(each -> each.dataSource() == call.dataSource())
                        .count()
                == 1;
        statement.settings.applyPart(open, alone, rowsThatMatter);
        return open.statement;
    }

    @Override
    ResultSet ask(Statement part, ShardCall call) throws SQLException {
        return DriverCalls.query(part, call.sql());
    }

    List<ShardConnection> connections() throws SQLException {
        List<ShardConnection> connections = new ArrayList<>();
        for (ShardCall call : calls) {
            connections.add(statement.session.connection(call.dataSource()));
        }
        return connections;
    }
}
