package io.shardkit.jdbc;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.execute.CallRunner;
import io.shardkit.execute.FrozenTime;
import io.shardkit.execute.GatheredWriter;
import io.shardkit.execute.Gatherer;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.ShardExecutor;
import io.shardkit.merge.MemoryResultSet;
import io.shardkit.merge.MergeSpec;
import io.shardkit.merge.Merger;
import io.shardkit.merge.RowCursor;
import io.shardkit.merge.RowLimit;
import io.shardkit.observe.StatementListener;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.BoundPlan.Counts;
import io.shardkit.plan.Explanation;
import io.shardkit.plan.ParameterMapping;
import io.shardkit.plan.Plan;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import io.shardkit.sql.Parameters;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Runs bound plans. The one-call methods come first: the driver's statement, on the caller's thread, and nothing
 * else.
 */
abstract class ExecutingStatement extends AbstractStatement {
    private final StatementListener listener;

    /** Whose driver's keys are the answer's, where one call wrote. */
    private @Nullable OpenStatement keyStatement;

    private @Nullable KeySource keySource;
    private boolean makesKeys;
    private @Nullable ShardingResultSet keyRows;

    ExecutingStatement(ShardingConnection connection, CursorKind cursor, boolean poolable) {
        super(connection, cursor, poolable);
        this.listener = session.databases().options().listener();
    }

    /** The driver's statement for the only call of an execution, ready to run. */
    abstract OpenStatement openOne(ShardConnection shard, ShardCall call) throws SQLException;

    /** The driver's statement for one of several calls, with its parameters; used from several threads. */
    abstract OpenStatement openPart(ShardConnection shard, ShardCall call, Parameters parameters) throws SQLException;

    /** The user's parameters of this execution. */
    abstract Parameters parameters();

    /** How generated keys are asked for in this execution. */
    abstract KeyRequest keys();

    @Override
    final void begin() throws SQLException {
        super.begin();
        closeKeys();
        keyStatement = null;
        keySource = null;
        makesKeys = false;
    }

    private void closeKeys() throws SQLException {
        ShardingResultSet last = keyRows;
        if (last != null) {
            keyRows = null;
            last.close();
        }
    }

    @Override
    public final void close() throws SQLException {
        try {
            closeKeys();
        } finally {
            super.close();
        }
    }

    final ShardingResultSet queryOne(Plan plan, ShardCall call) throws SQLException {
        ShardConnection shard = session.connection(call.dataSource());
        long start = System.nanoTime();
        boolean failed = true;
        try {
            OpenStatement open = openOne(shard, call);
            running(open.statement);
            ResultSet rows = DriverCalls.query(open.statement, call.sql());
            failed = false;
            return answer(ShardingResultSet.of(this, rows, shard));
        } catch (SQLException | RuntimeException failure) {
            ShardExecutor.describe(session, failure, shard, plan.kind(), 1, 0, start);
            throw failure;
        } finally {
            ended(shard, call, start, failed);
        }
    }

    final long updateOne(Plan plan, ShardCall call, boolean large) throws SQLException {
        session.beforeWrite(call.dataSource());
        ShardConnection shard = session.connection(call.dataSource());
        long start = System.nanoTime();
        boolean failed = true;
        try {
            OpenStatement open = openOne(shard, call);
            running(open.statement);
            long count = DriverCalls.update(open.statement, call.sql(), driverKeys(), large);
            keyStatement = open;
            failed = false;
            return answer(count);
        } catch (SQLException | RuntimeException failure) {
            ShardExecutor.describe(session, failure, shard, plan.kind(), 1, 0, start);
            throw failure;
        } finally {
            ended(shard, call, start, failed);
        }
    }

    /** Lets the driver say whether there are rows: some writes return them. */
    final boolean executeOne(Plan plan, ShardCall call) throws SQLException {
        if (plan.kind() == StatementKind.INSERT) {
            session.inserted(null);
        }
        if (plan.kind().writes()) {
            session.beforeWrite(call.dataSource());
        }
        ShardConnection shard = session.connection(call.dataSource());
        long start = System.nanoTime();
        boolean failed = true;
        try {
            OpenStatement open = openOne(shard, call);
            running(open.statement);
            boolean rows = DriverCalls.execute(open.statement, call.sql(), driverKeys());
            if (rows) {
                answer(ShardingResultSet.of(this, open.statement.getResultSet(), shard));
            } else {
                answer(open.statement.getLargeUpdateCount());
                keyStatement = open;
            }
            failed = false;
            return rows;
        } catch (SQLException | RuntimeException failure) {
            ShardExecutor.describe(session, failure, shard, plan.kind(), 1, 0, start);
            throw failure;
        } finally {
            ended(shard, call, start, failed);
        }
    }

    private void ended(ShardConnection shard, ShardCall call, long start, boolean failed) {
        running(null);
        if (listener != StatementListener.NONE) {
            listener.shardCalled(shard.name(), call.sql(), System.nanoTime() - start, failed);
        }
    }

    /** Sets all parameters of a call. */
    static void apply(Plan plan, ShardCall call, Parameters parameters, PreparedStatement target) throws SQLException {
        ParameterMapping mapping = call.mapping();
        if (mapping != null) {
            mapping.apply(parameters, target);
            return;
        }
        int count = plan.parameterCount();
        for (int i = 0; i < count; i++) {
            parameters.apply(i, target, i + 1);
        }
    }

    /** Decides where one execution runs. */
    final BoundPlan bind(Plan plan, Parameters parameters) throws SQLException {
        BoundPlan bound = plan.bind(parameters, session.preferredDataSource());
        if (connection.hasUncommittedDdl() && plan.readsColumns(bound)) {
            throw ErrorCode.DDL_IN_TRANSACTION.exception(
                    "the statement goes by the columns of its tables, which this transaction may have changed");
        }
        return bound;
    }

    /** Runs a query, also one over several units. */
    final ShardingResultSet query(Plan plan, BoundPlan bound) throws SQLException {
        if (plan.returning()) {
            return returned(plan, bound);
        }
        if (!plan.kind().returnsRows()) {
            throw ErrorCode.NOT_A_QUERY.exception(plan.kind().name());
        }
        if (bound instanceof BoundPlan.OneCall one) {
            return queryOne(plan, one.call());
        }
        if (bound instanceof BoundPlan.MergedQuery merged) {
            return queryMany(plan, merged);
        }
        if (bound instanceof BoundPlan.Gather gather) {
            return gather(gather);
        }
        if (bound instanceof BoundPlan.Explained explained) {
            return answer(ShardingResultSet.inMemory(this, rows(explained.explanation())));
        }
        if (bound instanceof BoundPlan.LastKey last) {
            return lastKey(last.label());
        }
        throw new IllegalStateException(
                "a query was bound to " + bound.getClass().getSimpleName());
    }

    private ResultSet rows(Explanation explanation) {
        List<@Nullable Object[]> rows = explanation.rows();
        long most = settings.maxRows();
        return MemoryResultSet.of(
                Explanation.labels(),
                Explanation.types(),
                most == 0 || most >= rows.size() ? rows : rows.subList(0, (int) most));
    }

    private ShardingResultSet queryMany(Plan plan, BoundPlan.MergedQuery query) throws SQLException {
        RowLimit limit = limited(query.limit());
        QueryRunner runner = new QueryRunner(this, query.calls(), rowsThatMatter(query.merge(), limit));
        List<ResultSet> results =
                connection.executor().query(session, plan.kind(), query.calls(), runner, settings.queryTimeout());
        RowCursor cursor;
        try {
            cursor = Merger.merge(
                    query.merge(), limit, results, session.databases().dialect());
        } catch (SQLException notMerged) {
            BoundPlan other =
                    isOfTypes(notMerged) ? plan.bindWithoutMerge(parameters(), session.preferredDataSource()) : null;
            if (other == null) {
                throw notMerged;
            }
            return query(plan, other);
        }
        try {
            return answer(ShardingResultSet.merged(this, cursor, runner.connections()));
        } catch (SQLException | RuntimeException failure) {
            cursor.close();
            throw failure;
        }
    }

    /** Whether a merge found columns of types that it cannot compare; a database can. */
    private static boolean isOfTypes(SQLException failure) {
        return failure instanceof ShardingException refusal
                && (refusal.errorCode() == ErrorCode.TEXT_ORDER_UNKNOWN
                        || refusal.errorCode() == ErrorCode.SORT_TYPE_UNKNOWN);
    }

    private ShardingResultSet gather(BoundPlan.Gather gather) throws SQLException {
        GatheredQuery query = new GatheredQuery();
        Gatherer.Answer answer =
                connection.gatherer().run(session, gather, parameters(), query, settings.queryTimeout());
        return answer(ShardingResultSet.gathered(this, answer.rows(), answer.shard(), query.columns));
    }

    /** The query over gathered rows. Its own rows are all fetched at once, as the gathered ones are about to go. */
    private final class GatheredQuery implements CallRunner<ResultSet> {
        private @Nullable GatheredMetaData columns;

        @Override
        public Statement open(ShardConnection shard, ShardCall call) throws SQLException {
            OpenStatement open = openOne(shard, call);
            open.settings = StatementSettings.UNKNOWN;
            open.statement.setFetchSize(0);
            running(open.statement);
            return open.statement;
        }

        @Override
        public ResultSet run(Statement statement, ShardCall call) throws SQLException {
            try {
                ResultSet rows = DriverCalls.query(statement, call.sql());
                columns = new GatheredMetaData(rows.getMetaData());
                return rows;
            } finally {
                running(null);
            }
        }
    }

    private ShardingResultSet lastKey(String label) throws SQLException {
        Long key = session.lastKey();
        if (key == null) {
            throw ErrorCode.SESSION_FUNCTION.exception(
                    label + ": the last INSERT of this connection had no generated key");
        }
        return answer(ShardingResultSet.inMemory(
                this, KeyRows.generated(label, List.of(key)).rows()));
    }

    private RowLimit limited(RowLimit limit) {
        long most = settings.maxRows();
        return most == 0 || most >= limit.count() ? limit : new RowLimit(limit.offset(), most);
    }

    /** How many of a unit's rows can be among the merged ones, 0 if any. */
    private long rowsThatMatter(MergeSpec merge, RowLimit limit) {
        long last = limit.offset() + limit.count();
        return settings.maxRows() == 0 || merge.aggregation() != null || last < 0 ? 0 : last;
    }

    /** Runs a write, also one over several units. */
    final long update(Plan plan, BoundPlan bound, boolean large) throws SQLException {
        if (!plan.kind().writes() || (plan.returning() && !(bound instanceof BoundPlan.OneCall))) {
            throw ErrorCode.IS_A_QUERY.exception(plan.kind().name());
        }
        checkDdl(plan);
        if (plan.kind() != StatementKind.DDL) {
            return write(plan, bound, large);
        }
        try {
            return write(plan, bound, large);
        } finally {
            connection.tablesChanged();
        }
    }

    private long write(Plan plan, BoundPlan bound, boolean large) throws SQLException {
        if (plan.kind() == StatementKind.INSERT) {
            session.inserted(null);
        }
        if (bound instanceof BoundPlan.OneCall one) {
            return updateOne(plan, one.call(), large);
        }
        if (bound instanceof BoundPlan.RowInsert insert) {
            return insert(plan, insert, large);
        }
        if (bound instanceof BoundPlan.TimedWrites timed) {
            return FrozenTime.during(
                    session, timed.dataSources(), () -> write(plan, FrozenTime.resolve(session, timed), large));
        }
        if (bound instanceof BoundPlan.ManyWrites writes) {
            return answer(calls(plan, writes.calls(), parameters(), large, writes.counts()));
        }
        List<Object> generated = new ArrayList<>();
        keySource = KeyRows.NONE;
        long count = gathered(plan, bound, parameters(), large, generated);
        if (!generated.isEmpty()) {
            session.inserted(generated.get(0));
        }
        String column = plan.generatedKeyColumn();
        if (column != null && keys().wanted()) {
            keySource = KeyRows.generated(column, generated);
        }
        return answer(count);
    }

    /**
     * Runs a write, whatever it was bound to, with all its parts told apart from this statement's own answer.
     *
     * @param generated takes the keys that the framework makes
     */
    final long part(Plan plan, BoundPlan bound, Parameters parameters, boolean large, List<Object> generated)
            throws SQLException {
        if (bound instanceof BoundPlan.OneCall one) {
            return calls(plan, List.of(one.call()), parameters, large, Counts.SUM);
        }
        if (bound instanceof BoundPlan.ManyWrites writes) {
            return calls(plan, writes.calls(), parameters, large, writes.counts());
        }
        if (bound instanceof BoundPlan.TimedWrites timed) {
            return FrozenTime.during(
                    session,
                    timed.dataSources(),
                    () -> part(plan, FrozenTime.resolve(session, timed), parameters, large, generated));
        }
        if (bound instanceof BoundPlan.RowInsert insert) {
            makesKeys |= insert.generated();
            generated.addAll(insert.keys());
            return calls(plan, insert.calls(), parameters, large, Counts.SUM);
        }
        return gathered(plan, bound, parameters, large, generated);
    }

    private long calls(Plan plan, List<ShardCall> calls, Parameters parameters, boolean large, Counts counts)
            throws SQLException {
        return connection
                .executor()
                .<WriteRunner.Written, Long>write(
                        session,
                        plan.kind(),
                        calls,
                        new WriteRunner(this, parameters, large),
                        settings.queryTimeout(),
                        written -> UpdateCounts.combine(WriteRunner.counts(written), counts));
    }

    private long gathered(Plan plan, BoundPlan bound, Parameters parameters, boolean large, List<Object> generated)
            throws SQLException {
        if (bound instanceof BoundPlan.GatheredWrite write) {
            return connection
                    .gatheredWriter()
                    .<WriteRunner.Written, Long>run(
                            session,
                            plan.kind(),
                            write,
                            parameters,
                            new WriteRunner(this, parameters, large),
                            settings.queryTimeout(),
                            written -> {
                                if (written.size() == 1 && written.get(0).keys() != null) {
                                    keySource = written.get(0).keys();
                                }
                                return UpdateCounts.combine(WriteRunner.counts(written), write.counts());
                            });
        }
        if (bound instanceof BoundPlan.GatheredInsert insert) {
            GatheredWriter.Inserted inserted =
                    connection.gatheredWriter().run(session, insert, parameters, settings.queryTimeout());
            generated.addAll(inserted.generatedKeys());
            Counts counts = insert.placement().table() == null ? Counts.SAME : Counts.SUM;
            return inserted.counts().isEmpty() ? 0 : UpdateCounts.combine(inserted.counts(), counts);
        }
        throw new IllegalStateException(
                "a write was bound to " + bound.getClass().getSimpleName());
    }

    private long insert(Plan plan, BoundPlan.RowInsert insert, boolean large) throws SQLException {
        long count;
        KeySource keys = null;
        makesKeys = insert.generated();
        if (insert.calls().size() == 1) {
            count = updateOne(plan, insert.calls().get(0), large);
        } else {
            WriteRunner runner = new WriteRunner(this, parameters(), large);
            List<WriteRunner.Written> written = connection
                    .executor()
                    .write(session, plan.kind(), insert.calls(), runner, settings.queryTimeout(), all -> all);
            count = answer(UpdateCounts.combine(WriteRunner.counts(written), Counts.SUM));
            KeyCollector collector = new KeyCollector();
            for (int i = 0; i < written.size(); i++) {
                collector.add(written.get(i).keys(), 0, insert.rows().get(i));
            }
            keys = collector;
        }
        if (insert.generated()) {
            keys = generated(plan, insert);
        }
        if (keys != null) {
            keySource = keys;
        }
        return count;
    }

    /** Runs a write that answers with rows. */
    private ShardingResultSet returned(Plan plan, BoundPlan bound) throws SQLException {
        if (plan.kind() == StatementKind.INSERT) {
            session.inserted(null);
        }
        if (bound instanceof BoundPlan.OneCall one) {
            session.beforeWrite(one.call().dataSource());
            return queryOne(plan, one.call());
        }
        if (bound instanceof BoundPlan.TimedWrites timed) {
            return FrozenTime.during(
                    session, timed.dataSources(), () -> returned(plan, FrozenTime.resolve(session, timed)));
        }
        if (bound instanceof BoundPlan.RowInsert insert) {
            makesKeys = insert.generated();
            ShardingResultSet rows = returned(plan, insert.calls(), ReturnedRows.order(insert.rows()), Counts.SUM);
            if (insert.generated()) {
                keySource = generated(plan, insert);
            }
            return rows;
        }
        if (bound instanceof BoundPlan.ManyWrites writes) {
            return returned(plan, writes.calls(), ReturnedRows.NO_ORDER, writes.counts());
        }
        throw new IllegalStateException(
                "a write was bound to " + bound.getClass().getSimpleName());
    }

    private ShardingResultSet returned(Plan plan, List<ShardCall> calls, int[] order, Counts counts)
            throws SQLException {
        ReturningRunner runner = new ReturningRunner(this);
        RowCursor rows = connection
                .executor()
                .<ResultSet, RowCursor>write(
                        session,
                        plan.kind(),
                        calls,
                        runner,
                        settings.queryTimeout(),
                        results -> ReturnedRows.of(results, order, counts, limited(RowLimit.NONE)));
        List<ShardConnection> connections = new ArrayList<>();
        for (ShardCall call : calls) {
            connections.add(session.connection(call.dataSource()));
        }
        return answer(ShardingResultSet.merged(this, rows, connections));
    }

    private KeySource generated(Plan plan, BoundPlan.RowInsert insert) {
        session.inserted(insert.firstGenerated());
        String column = Objects.requireNonNull(plan.generatedKeyColumn());
        return keys().wanted() ? KeyRows.generated(column, insert.keys()) : KeyRows.NONE;
    }

    /** Runs whatever it is, and says whether there are rows. */
    final boolean execute(Plan plan, BoundPlan bound) throws SQLException {
        if (bound instanceof BoundPlan.OneCall one && plan.kind() != StatementKind.DDL) {
            return executeOne(plan, one.call());
        }
        if (plan.kind().returnsRows() || plan.returning()) {
            query(plan, bound);
            return true;
        }
        update(plan, bound, true);
        return false;
    }

    final void checkDdl(Plan plan) throws SQLException {
        if (plan.kind() == StatementKind.DDL
                && !session.autoCommit()
                && session.databases().dialect().ddlCommits()) {
            throw ErrorCode.DDL_IN_TRANSACTION.exception("");
        }
    }

    /** This execution gets keys that the framework makes. */
    final void makesKeys() {
        makesKeys = true;
    }

    /** Keys that the framework makes are not asked of the driver. */
    final KeyRequest driverKeys() {
        return makesKeys ? KeyRequest.NONE : keys();
    }

    final void keysFrom(KeySource keys) {
        keySource = keys;
    }

    @Override
    public final ResultSet getGeneratedKeys() throws SQLException {
        checkOpen();
        closeKeys();
        ShardingResultSet keys;
        if (keySource != null) {
            keys = ShardingResultSet.inMemory(this, keySource.rows());
        } else if (keyStatement != null) {
            keys = ShardingResultSet.of(this, keyStatement.statement.getGeneratedKeys(), keyStatement.shard);
        } else {
            keys = ShardingResultSet.inMemory(this, KeyRows.NONE.rows());
        }
        keyRows = keys;
        return keys;
    }
}
