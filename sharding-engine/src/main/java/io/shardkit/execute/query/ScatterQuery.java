package io.shardkit.execute.query;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.execute.CallRunner;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.driver.CursorKind;
import io.shardkit.execute.driver.DriverCalls;
import io.shardkit.execute.driver.Execution;
import io.shardkit.execute.driver.OpenStatement;
import io.shardkit.execute.driver.Outcome;
import io.shardkit.execute.scatter.RowSearch;
import io.shardkit.execute.scatter.RowsInMotion;
import io.shardkit.execute.scatter.ShardExecutor;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.watch.Deadline;
import io.shardkit.merge.RowCursor;
import io.shardkit.merge.RowLimit;
import io.shardkit.merge.memory.KeptColumns;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Attempt.Refused;
import io.shardkit.plan.MergedQuery;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.Plan;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.UniqueKeyLookup;
import io.shardkit.plan.UnitUnions;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One execution of a query over several units, whose answers are merged. */
final class ScatterQuery {
    /** A merge found columns of types that it cannot compare; a database can. */
    static final Set<ErrorCode> INCOMPARABLE = Set.of(ErrorCode.TEXT_ORDER_UNKNOWN, ErrorCode.SORT_TYPE_UNKNOWN);

    private static final CursorKind SCROLLABLE =
            new CursorKind(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY, 0);

    private final ShardExecutor executor;
    private final Execution execution;
    private final Session session;
    private final Plan plan;
    private final MergedQuery query;
    private final RowLimit limit;
    private final @Nullable UnitUnions unions;

    ScatterQuery(ShardExecutor executor, Execution execution, Plan plan, MergedQuery query) {
        this.executor = executor;
        this.execution = execution;
        this.session = execution.session();
        this.plan = plan;
        this.query = query.narrowed(execution.parameters());
        this.limit = execution.settings().limited(query.limit());
        // The driver must be able to move about in a union's rows.
        CursorKind cursor = execution.cursor();
        boolean readOnly = cursor.concurrency() == ResultSet.CONCUR_READ_ONLY && cursor.holdability() == 0;
        this.unions = readOnly ? query.unions() : null;
    }

    /**
     * Asks the units of a data source together where they may be, or else one by one.
     *
     * @return what they answered, or that their columns have types that a merge cannot compare
     */
    Attempt<Outcome.Rows> run() throws SQLException {
        Outcome.Rows together = unions == null ? null : together(unions);
        if (together != null) {
            return Attempt.done(together);
        }
        List<ShardCall> calls = query.calls();
        List<ResultSet> results = executor.query(
                session,
                plan.kind(),
                calls,
                runner(calls, rowsThatMatter()),
                execution.settings().queryTimeout(),
                query.parallelism());
        Attempt<RowCursor> merged =
                Attempt.of(INCOMPARABLE, () -> session.databases().merger().merge(query.merge(), limit, results));
        if (merged instanceof Refused<RowCursor> refused) {
            return new Refused<>(refused.refusal(), refused.thrown());
        }
        if (unions != null) {
            learn(unions, results);
        }
        return Attempt.done(answer(merged.value(), calls));
    }

    /** The same of a query that locks rows which others may move meanwhile: in a transaction it misses none. */
    Attempt<Outcome.Rows> runLocking() throws SQLException {
        UniqueKeyLookup rows = session.autoCommit() ? null : query.rows();
        if (rows == null) {
            return run();
        }
        RowsInMotion.Since since = executor.moves().since(rows.table());
        boolean settled = executor.moves().knows(rows.table());
        if (settled) {
            // A row that is locked where it is stays there until it has been asked for.
            lock(rows);
        }
        Attempt<Outcome.Rows> answer = run();
        if (!settled && since.hasMoves()) {
            throw RowsInMotion.missed(rows.table());
        }
        return answer;
    }

    private void lock(UniqueKeyLookup rows) throws SQLException {
        session.transactions().beforeLock();
        Deadline deadline = session.databases().deadline(execution.settings().queryTimeout());
        new RowSearch(session, executor, rows, ParallelismChoice.IN_TURN, deadline).lock();
    }

    private CallRunner<ResultSet> runner(List<ShardCall> calls, long rows) {
        return new CallRunner<>(
                (shard, call) -> opened(shard, call, calls, rows),
                (part, call) -> DriverCalls.query(part, call.sql()),
                execution.parts());
    }

    private Statement opened(ShardConnection shard, ShardCall call, List<ShardCall> calls, long rows)
            throws SQLException {
        OpenStatement open =
                execution.openPart(shard, call, execution.parameters(), execution.cursor(), execution.keys());
        execution.settings().applyPart(open, isAlone(call, calls), rows);
        return open.statement;
    }

    /** Returns true if no other call is made on the connection of the call. */
    private static boolean isAlone(ShardCall call, List<ShardCall> calls) {
        int count = 0;
        for (ShardCall each : calls) {
            if (each.dataSource() == call.dataSource()) {
                count++;
            }
        }
        return count == 1;
    }

    /** The same of unions that are sorted, in whose few rows the merge moves about. */
    private CallRunner<ResultSet> sortingRunner() {
        return new CallRunner<>(
                this::openedToSort, (part, call) -> DriverCalls.query(part, call.sql()), execution.parts());
    }

    private Statement openedToSort(ShardConnection shard, ShardCall call) throws SQLException {
        OpenStatement open = execution.openPart(shard, call, execution.parameters(), SCROLLABLE, execution.keys());
        execution.settings().applyPart(open, false, 0);
        if (execution.settings().fetchSize() != 0) {
            open.statement.setFetchSize(0);
        }
        return open.statement;
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
            ShardConnection shard = session.connection(call.dataSource());
            try (PreparedStatement described = shard.connection().prepareStatement(call.sql())) {
                ResultSetMetaData told = described.getMetaData();
                if (told == null) {
                    return;
                }
                columns.add(new KeptColumns(told));
            } catch (SQLException failure) {
                session.failed(failure);
                throw failure;
            }
        }
        toLearn.learn(query.calls(), columns, true);
    }

    /** Asks all units of a data source at once; null if they have to be asked one by one. */
    private Outcome.@Nullable Rows together(UnitUnions usable) throws SQLException {
        boolean oneStream = execution.settings().fetchSize() != 0
                && session.databases().dialect().streamsOneResult();
        if (usable.wantsColumns(query, oneStream)) {
            learnBeforehand(usable);
        }
        UnitUnions.Joined joined = usable.join(query, oneStream, mayTry());
        if (joined == null) {
            return null;
        }
        boolean sorted = joined.members() != null;
        CallRunner<ResultSet> runner = sorted ? sortingRunner() : runner(joined.calls(), rowsThatMatter());
        List<ResultSet> results;
        try {
            results = executor.query(
                    session,
                    plan.kind(),
                    joined.calls(),
                    runner,
                    execution.settings().queryTimeout(),
                    query.parallelism());
        } catch (SQLException failure) {
            if (joined.proven() || failure instanceof ShardingException || !isOfText(failure)) {
                throw failure;
            }
            usable.differs();
            return null;
        }
        RowCursor cursor = merge(usable, joined, results, oneStream);
        return cursor == null ? null : answer(cursor, joined.calls());
    }

    /** A query that was cancelled, or whose time is up, is not asked again in another way. */
    private boolean isOfText(SQLException failure) {
        return !(failure instanceof SQLTimeoutException)
                && !Thread.currentThread().isInterrupted()
                && session.databases().dialect().isOfText(failure);
    }

    /** Returns true if a union may be tried: not where its failure may spoil the transaction. */
    private boolean mayTry() {
        return session.autoCommit()
                || !session.databases().dialect().transactions().errorAborts();
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
        Attempt<RowCursor> merged = Attempt.of(INCOMPARABLE, () -> session.databases()
                .merger()
                .mergeUnions(query.merge(), limit, results, shown, joined.members(), streamed));
        if (merged instanceof Refused) {
            usable.differs();
            return null;
        }
        return merged.value();
    }

    private Outcome.Rows answer(RowCursor cursor, List<ShardCall> calls) throws SQLException {
        try {
            List<ShardConnection> connections = new ArrayList<>(calls.size());
            for (ShardCall call : calls) {
                connections.add(session.connection(call.dataSource()));
            }
            return new Outcome.MergedRows(cursor, connections, null);
        } catch (SQLException | RuntimeException failure) {
            cursor.close();
            throw failure;
        }
    }

    /** Returns the number of a unit's rows that can be among the merged ones, 0 if any can. */
    private long rowsThatMatter() {
        long last = limit.offset() + limit.count();
        return execution.settings().maxRows() == 0 || query.merge().aggregation() != null || last < 0 ? 0 : last;
    }
}
