package io.shardkit.jdbc;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.driver.CursorKind;
import io.shardkit.jdbc.result.ShardingResultSet;
import io.shardkit.jdbc.result.UnionMetaData;
import io.shardkit.merge.Merger;
import io.shardkit.merge.RowCursor;
import io.shardkit.merge.RowLimit;
import io.shardkit.merge.memory.KeptColumns;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Plan;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.UnitUnions;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One execution of a query over several units, whose answers are merged. */
final class ScatterQuery {
    private final ExecutingStatement statement;
    private final Plan plan;
    private final BoundPlan.MergedQuery query;
    private final RowLimit limit;
    private final @Nullable UnitUnions unions;

    ScatterQuery(ExecutingStatement statement, Plan plan, BoundPlan.MergedQuery query) {
        this.statement = statement;
        this.plan = plan;
        this.query = query.narrowed(statement.parameters());
        this.limit = statement.limited(query.limit());
        // The driver must be able to move about in a union's rows.
        CursorKind cursor = statement.cursor;
        boolean readOnly = cursor.concurrency() == ResultSet.CONCUR_READ_ONLY && cursor.holdability() == 0;
        this.unions = readOnly ? query.unions() : null;
    }

    ShardingResultSet run() throws SQLException {
        ShardingResultSet together = unions == null ? null : together(unions);
        return together == null ? oneByOne() : together;
    }

    /** Whether a merge found columns of types that it cannot compare; a database can. */
    static boolean isOfTypes(SQLException failure) {
        return failure instanceof ShardingException refusal
                && (refusal.errorCode() == ErrorCode.TEXT_ORDER_UNKNOWN
                        || refusal.errorCode() == ErrorCode.SORT_TYPE_UNKNOWN);
    }

    private ShardingResultSet oneByOne() throws SQLException {
        QueryRunner runner = new QueryRunner(statement, query.calls(), rowsThatMatter(), false);
        List<ResultSet> results = ask(query.calls(), runner);
        RowCursor cursor = Merger.merge(
                query.merge(), limit, results, statement.session.databases().dialect());
        if (unions != null) {
            learn(unions, results);
        }
        return answer(cursor, runner);
    }

    private void learn(UnitUnions toLearn, List<ResultSet> results) {
        try {
            List<ResultSetMetaData> columns = new ArrayList<>(results.size());
            for (ResultSet result : results) {
                columns.add(result.getMetaData());
            }
            toLearn.learn(query.calls(), columns, false);
        } catch (SQLException notTold) {
            toLearn.differs();
        }
    }

    /** Has the units describe the columns without running anything. */
    private void learnBeforehand(UnitUnions toLearn) throws SQLException {
        List<ResultSetMetaData> columns = new ArrayList<>();
        for (ShardCall call : query.calls()) {
            ShardConnection shard = statement.session.connection(call.dataSource());
            try (PreparedStatement described = shard.connection().prepareStatement(call.sql())) {
                ResultSetMetaData told = described.getMetaData();
                if (told == null) {
                    return;
                }
                columns.add(new KeptColumns(told));
            } catch (SQLException failure) {
                statement.session.failed(failure);
                throw failure;
            }
        }
        toLearn.learn(query.calls(), columns, true);
    }

    /** Asks all units of a data source at once; null if they have to be asked one by one. */
    private @Nullable ShardingResultSet together(UnitUnions usable) throws SQLException {
        boolean oneStream = statement.settings.fetchSize() != 0
                && statement.session.databases().dialect().streamsOneResult();
        if (usable.wantsColumns(query, oneStream)) {
            learnBeforehand(usable);
        }
        UnitUnions.Joined joined = usable.join(query, oneStream, mayTry());
        if (joined == null) {
            return null;
        }
        boolean sorted = joined.members() != null;
        QueryRunner runner = new QueryRunner(statement, joined.calls(), sorted ? 0 : rowsThatMatter(), sorted);
        List<ResultSet> results;
        try {
            results = ask(joined.calls(), runner);
        } catch (SQLException failure) {
            if (joined.proven() || failure instanceof ShardingException || !isOfText(failure)) {
                throw failure;
            }
            usable.differs();
            return null;
        }
        RowCursor cursor = merge(usable, joined, results, oneStream);
        return cursor == null ? null : answer(cursor, runner);
    }

    /** A query that was cancelled, or whose time is up, is not asked again in another way. */
    private boolean isOfText(SQLException failure) {
        return !(failure instanceof SQLTimeoutException)
                && !Thread.currentThread().isInterrupted()
                && statement.session.databases().dialect().isOfText(failure);
    }

    /** What fails in a transaction may spoil it, so nothing is tried there. */
    private boolean mayTry() {
        return statement.session.autoCommit()
                || !statement.session.databases().dialect().transactions().errorAborts();
    }

    private @Nullable RowCursor merge(
            UnitUnions usable, UnitUnions.Joined joined, List<ResultSet> results, boolean streamed)
            throws SQLException {
        boolean same = true;
        for (ResultSet result : results) {
            same &= joined.columns().sameAs(result.getMetaData());
        }
        if (!same) {
            usable.differs();
            for (ResultSet result : results) {
                result.close();
            }
            return null;
        }
        usable.worked();
        ResultSetMetaData shown =
                new UnionMetaData(joined.columns(), results.get(0).getMetaData());
        try {
            return Merger.mergeUnions(
                    query.merge(),
                    limit,
                    results,
                    shown,
                    joined.members(),
                    streamed,
                    statement.session.databases().dialect());
        } catch (SQLException notMerged) {
            if (isOfTypes(notMerged)) {
                usable.differs();
                return null;
            }
            throw notMerged;
        }
    }

    private List<ResultSet> ask(List<ShardCall> calls, QueryRunner runner) throws SQLException {
        return statement
                .connection
                .executor()
                .query(statement.session, plan.kind(), calls, runner, statement.settings.queryTimeout(), query.pace());
    }

    private ShardingResultSet answer(RowCursor cursor, QueryRunner runner) throws SQLException {
        try {
            return statement.answer(ShardingResultSet.merged(statement, cursor, runner.connections()));
        } catch (SQLException | RuntimeException failure) {
            cursor.close();
            throw failure;
        }
    }

    /** How many of a unit's rows can be among the merged ones, 0 if any. */
    private long rowsThatMatter() {
        long last = limit.offset() + limit.count();
        return statement.settings.maxRows() == 0 || query.merge().aggregation() != null || last < 0 ? 0 : last;
    }
}
