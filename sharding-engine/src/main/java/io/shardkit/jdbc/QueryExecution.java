package io.shardkit.jdbc;

import io.shardkit.error.ErrorCode;
import io.shardkit.execute.CallRunner;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.driver.DriverCalls;
import io.shardkit.execute.driver.KeptRows;
import io.shardkit.execute.driver.OpenStatement;
import io.shardkit.execute.driver.StatementSettings;
import io.shardkit.execute.gather.Gatherer;
import io.shardkit.jdbc.metadata.ShownTables;
import io.shardkit.jdbc.result.GatheredMetaData;
import io.shardkit.jdbc.result.ShardingResultSet;
import io.shardkit.merge.memory.KeptColumns;
import io.shardkit.merge.memory.MemoryMetaData;
import io.shardkit.merge.memory.MemoryResultSet;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Explanation;
import io.shardkit.plan.Plan;
import io.shardkit.plan.ShardCall;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Runs what a query was bound to, if that is not one call. */
final class QueryExecution {
    private final ExecutingStatement statement;
    private final Plan plan;

    QueryExecution(ExecutingStatement statement, Plan plan) {
        this.statement = statement;
        this.plan = plan;
    }

    ShardingResultSet run(BoundPlan bound) throws SQLException {
        if (bound instanceof BoundPlan.MergedQuery query) {
            return merge(query);
        }
        if (bound instanceof BoundPlan.Gather gather) {
            return gather(gather);
        }
        if (bound instanceof BoundPlan.Explained explained) {
            return inMemory(
                    new MemoryMetaData(Explanation.labels(), Explanation.types()),
                    explained.explanation().rows());
        }
        if (bound instanceof BoundPlan.Shown || bound instanceof BoundPlan.ShownTables) {
            KeptRows rows = new ShownTables(statement.connection, statement.tableNames()).of(bound);
            return inMemory(rows.columns(), rows.values());
        }
        if (bound instanceof BoundPlan.LastKey last) {
            return lastKey(last.label());
        }
        throw new IllegalStateException(
                "a query was bound to " + bound.getClass().getSimpleName());
    }

    private ShardingResultSet merge(BoundPlan.MergedQuery query) throws SQLException {
        try {
            return new ScatterQuery(statement, plan, query).run();
        } catch (SQLException notMerged) {
            return withoutMerge(notMerged);
        }
    }

    private ShardingResultSet withoutMerge(SQLException notMerged) throws SQLException {
        BoundPlan other = ScatterQuery.isOfTypes(notMerged)
                ? plan.bindWithoutMerge(statement.parameters(), statement.session.preferredDataSource())
                : null;
        if (other == null) {
            throw notMerged;
        }
        return statement.query(plan, other);
    }

    private ShardingResultSet gather(BoundPlan.Gather gather) throws SQLException {
        if (gather.columns() == null) {
            return gatherAll(gather);
        }
        try {
            return gatherAll(gather);
        } catch (SQLException notMerged) {
            return withoutMerge(notMerged);
        }
    }

    private ShardingResultSet gatherAll(BoundPlan.Gather gather) throws SQLException {
        GatheredQuery query = new GatheredQuery(gather.columns());
        Gatherer.Answer answer = statement
                .connection
                .gatherer()
                .run(statement.session, gather, statement.parameters(), query, statement.settings.queryTimeout());
        return statement.answer(ShardingResultSet.gathered(
                statement, answer.rows(), answer.shard(), query.columns, gather.columns() != null));
    }

    /** The query over gathered rows. Its own rows are all fetched at once, as the gathered ones are about to go. */
    private final class GatheredQuery implements CallRunner<ResultSet> {
        private final BoundPlan.@Nullable Columns described;
        private @Nullable ResultSetMetaData columns;

        GatheredQuery(BoundPlan.@Nullable Columns described) {
            this.described = described;
        }

        @Override
        public Statement open(ShardConnection shard, ShardCall call) throws SQLException {
            if (described != null) {
                columns = described(shard, described.call());
            }
            return opened(shard, call);
        }

        private KeptColumns described(ShardConnection shard, ShardCall call) throws SQLException {
            try (ResultSet none = DriverCalls.query(opened(shard, call), call.sql())) {
                return new KeptColumns(none.getMetaData());
            } finally {
                statement.running(null);
            }
        }

        private Statement opened(ShardConnection shard, ShardCall call) throws SQLException {
            OpenStatement open = statement.openOne(shard, call);
            open.settings = StatementSettings.UNKNOWN;
            open.statement.setFetchSize(0);
            statement.running(open);
            return open.statement;
        }

        @Override
        public ResultSet run(Statement driver, ShardCall call) throws SQLException {
            try {
                ResultSet rows = DriverCalls.query(driver, call.sql());
                if (described == null) {
                    columns = new GatheredMetaData(rows.getMetaData());
                } else if (!((KeptColumns) Objects.requireNonNull(columns)).sameTypesAs(rows.getMetaData())) {
                    described.unlike().set(true);
                    throw ErrorCode.SORT_TYPE_UNKNOWN.exception("an expression over aggregates");
                }
                return rows;
            } finally {
                statement.running(null);
            }
        }
    }

    private ShardingResultSet lastKey(String label) throws SQLException {
        Long key = statement.session.lastKey();
        if (key == null) {
            throw ErrorCode.SESSION_FUNCTION.exception(
                    label + ": the last INSERT of this connection had no generated key");
        }
        KeptRows rows = KeptRows.generated(label, List.of(key));
        return inMemory(rows.columns(), rows.values());
    }

    private ShardingResultSet inMemory(ResultSetMetaData columns, List<? extends @Nullable Object[]> rows)
            throws SQLException {
        long most = statement.settings.maxRows();
        List<@Nullable Object[]> shown =
                new ArrayList<>(most == 0 || most >= rows.size() ? rows : rows.subList(0, (int) most));
        return statement.answer(ShardingResultSet.inMemory(statement, MemoryResultSet.of(columns, shown)));
    }
}
