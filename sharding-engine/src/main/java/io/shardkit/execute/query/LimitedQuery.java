package io.shardkit.execute.query;

import io.shardkit.execute.CallRunner;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.driver.DriverCalls;
import io.shardkit.execute.driver.Execution;
import io.shardkit.execute.driver.OpenStatement;
import io.shardkit.execute.driver.Outcome;
import io.shardkit.execute.query.FirstRowLocks.Sight;
import io.shardkit.execute.scatter.ShardExecutor;
import io.shardkit.execute.session.Session;
import io.shardkit.merge.RowCursor;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.limit.LockingRead;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** One execution of a locking read with a LIMIT over several units. */
final class LimitedQuery {
    private final ShardExecutor executor;
    private final Execution execution;
    private final Session session;
    private final LockingRead read;

    LimitedQuery(ShardExecutor executor, Execution execution, LockingRead read) {
        this.executor = executor;
        this.execution = execution;
        this.session = execution.session();
        this.read = read;
    }

    /**
     * Returns the locked rows, or a refusal because their columns have types that cannot be compared; the rows stay
     * locked then.
     */
    Attempt<Outcome.Rows> run() throws SQLException {
        List<Integer> dataSources =
                read.calls().stream().map(ShardCall::dataSource).distinct().toList();
        boolean unused = session.reads().isUnused(dataSources);
        // All at once and in order: one that was missed would be waited for while others are held.
        List<ShardConnection> connections = session.connections(dataSources);
        FirstRowLocks locks = new FirstRowLocks(
                executor,
                session,
                read,
                execution.parameters(),
                new CallRunner<>(this::opened, (part, call) -> DriverCalls.query(part, call.sql()), execution.parts()),
                session.databases().deadline(execution.settings().queryTimeout()));
        Sight sight = session.autoCommit() ? Sight.ALWAYS : Sight.of(session, connections, unused);
        return Attempt.of(ScatterQuery.INCOMPARABLE, () -> {
            locks.lock(sight, connections);
            RowCursor rows = locks.merged(execution.settings().limited(read.limit()));
            return new Outcome.MergedRows(rows, connections, null);
        });
    }

    private Statement opened(ShardConnection shard, ShardCall call) throws SQLException {
        OpenStatement open =
                execution.openPart(shard, call, execution.parameters(), FirstRowLocks.SCROLLABLE, execution.keys());
        execution.settings().applyPart(open, false, 0);
        if (execution.settings().fetchSize() != 0) {
            open.statement.setFetchSize(0);
        }
        return open.statement;
    }
}
