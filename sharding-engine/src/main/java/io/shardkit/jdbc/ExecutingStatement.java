package io.shardkit.jdbc;

import io.shardkit.error.ErrorCode;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.driver.CursorKind;
import io.shardkit.execute.driver.DriverCalls;
import io.shardkit.execute.driver.KeptRows;
import io.shardkit.execute.driver.KeyRequest;
import io.shardkit.execute.driver.KeySource;
import io.shardkit.execute.driver.OpenStatement;
import io.shardkit.execute.scatter.ShardExecutor;
import io.shardkit.execute.scatter.UniquenessProbes;
import io.shardkit.execute.watch.Step;
import io.shardkit.execute.watch.Watch;
import io.shardkit.jdbc.result.ShardingResultSet;
import io.shardkit.merge.RowLimit;
import io.shardkit.observe.StatementListener;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.ParameterMapping;
import io.shardkit.plan.Plan;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import io.shardkit.sql.statement.Parameters;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs bound plans. The one-call methods come first: the driver's statement, on the caller's thread, and nothing
 * else.
 */
abstract class ExecutingStatement extends AbstractStatement {
    /** Where no answer leaves nothing unknown. */
    static final Supplier<@Nullable String> NOTHING = () -> null;

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
    abstract OpenStatement openPart(ShardConnection shard, ShardCall call, Parameters parameters, CursorKind kind)
            throws SQLException;

    /** The user's parameters of this execution. */
    abstract Parameters parameters();

    /** How generated keys are asked for in this execution. */
    abstract KeyRequest keys();

    @Override
    final void begin(@Nullable String sql) throws SQLException {
        session.limit(settings.queryTimeout());
        super.begin(sql);
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
        if (plan.kind() == StatementKind.LOCKING_QUERY) {
            session.beforeLock();
        }
        Watch over = watchOne();
        try {
            ShardConnection shard = session.connection(call.dataSource());
            long start = System.nanoTime();
            boolean failed = true;
            try {
                shard.enter(null);
                OpenStatement open = openOne(shard, call);
                running(open);
                shard.enter(open.statement);
                ResultSet rows = DriverCalls.query(open.statement, call.sql());
                failed = false;
                return answer(ShardingResultSet.of(this, rows, shard));
            } catch (SQLException | RuntimeException failure) {
                ShardExecutor.recordFailure(session, failure, shard, plan.kind(), 1, 0, start);
                throw failure;
            } finally {
                ended(shard, call, start, failed);
            }
        } catch (SQLException failure) {
            throw explained(over, failure, plan, call);
        } finally {
            end(over);
        }
    }

    final long updateOne(Plan plan, ShardCall call, boolean large) throws SQLException {
        session.beforeWrite(call.dataSource());
        Watch over = watchOne();
        try {
            ShardConnection shard = session.connection(call.dataSource());
            long start = System.nanoTime();
            boolean failed = true;
            try {
                shard.enter(null);
                OpenStatement open = openOne(shard, call);
                running(open);
                shard.enter(open.statement);
                long count = DriverCalls.update(open.statement, call.sql(), driverKeys(), large);
                keyStatement = open;
                failed = false;
                return answer(count);
            } catch (SQLException | RuntimeException failure) {
                ShardExecutor.recordFailure(session, failure, shard, plan.kind(), 1, 0, start);
                throw failure;
            } finally {
                ended(shard, call, start, failed);
            }
        } catch (SQLException failure) {
            throw explained(over, failure, plan, call);
        } finally {
            end(over);
        }
    }

    /** Lets the driver say whether there are rows: some writes return them. */
    final boolean executeOne(Plan plan, ShardCall call) throws SQLException {
        if (plan.kind() == StatementKind.INSERT) {
            session.inserted(null);
        }
        if (plan.kind().writes()) {
            session.beforeWrite(call.dataSource());
        } else if (plan.kind() == StatementKind.LOCKING_QUERY) {
            session.beforeLock();
        }
        Watch over = watchOne();
        try {
            ShardConnection shard = session.connection(call.dataSource());
            long start = System.nanoTime();
            boolean failed = true;
            try {
                shard.enter(null);
                OpenStatement open = openOne(shard, call);
                running(open);
                shard.enter(open.statement);
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
                ShardExecutor.recordFailure(session, failure, shard, plan.kind(), 1, 0, start);
                throw failure;
            } finally {
                ended(shard, call, start, failed);
            }
        } catch (SQLException failure) {
            throw explained(over, failure, plan, call);
        } finally {
            end(over);
        }
    }

    /** What watches over a single call; null if it has no time limit. */
    private @Nullable Watch watchOne() {
        if (!session.isLimited()) {
            return null;
        }
        Watch over = session.watch(!driverKeepsTime());
        if (over != null) {
            watch = over;
        }
        return over;
    }

    private SQLException explained(@Nullable Watch over, SQLException failure, Plan plan, ShardCall call) {
        return over == null ? failure : over.explained(failure, unknown(plan, call));
    }

    private void end(@Nullable Watch over) {
        if (over != null) {
            watch = null;
            over.end();
        }
    }

    private void ended(ShardConnection shard, ShardCall call, long start, boolean failed) {
        running(null);
        shard.leave();
        if (listener != StatementListener.NONE) {
            listener.shardCalled(shard.name(), call.sql(), System.nanoTime() - start, failed);
        }
    }

    /** Where a write that commits by itself may have been committed if no answer comes, or null. */
    private @Nullable String unknown(Plan plan, ShardCall call) {
        return plan.kind().writes() && session.autoCommit()
                ? session.databases().names().get(call.dataSource())
                : null;
    }

    /** The same of what commits by itself: a single call in autocommit, and DDL of most databases. */
    private @Nullable String unknown(Plan plan, BoundPlan bound) {
        if (!(bound instanceof BoundPlan.Calls calls) || !plan.kind().writes()) {
            return null;
        }
        boolean ddl = plan.kind() == StatementKind.DDL
                && session.databases().dialect().transactions().ddlCommits();
        return ddl || (session.autoCommit() && calls.calls().size() == 1)
                ? calls.calls().stream()
                        .map(call -> session.databases().names().get(call.dataSource()))
                        .distinct()
                        .collect(Collectors.joining(", "))
                : null;
    }

    /**
     * Runs what makes calls, so that they end at the deadline and with the first of them that fails.
     *
     * @param unknown tells where something may have been committed if no answer comes; null if nowhere
     * @param cancels whether calls are cancelled at the deadline, unless their driver does so
     */
    final <T> T watched(Supplier<@Nullable String> unknown, boolean cancels, Step<T> step) throws SQLException {
        Watch over = session.watch(cancels);
        if (over == null) {
            return step.run();
        }
        watch = over;
        try {
            return step.run();
        } catch (SQLException failure) {
            throw over.explained(failure, unknown.get());
        } finally {
            watch = null;
            over.end();
        }
    }

    /** Runs what is no statement of a database but makes calls, within the time of this one. */
    private long whole(Step<Long> step) throws SQLException {
        return session.isLimited() ? watched(NOTHING, true, step) : step.run();
    }

    /** Whether the driver keeps the timeout of a single call. */
    final boolean driverKeepsTime() {
        return settings.queryTimeout() > 0
                && session.databases().dialect().transactions().driverKeepsTimeouts();
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
        return checked(plan, plan.bind(parameters, session.preferredDataSource()));
    }

    /** What was bound, if it can run now. */
    final BoundPlan checked(Plan plan, BoundPlan bound) throws SQLException {
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
            throw ErrorCode.NOT_A_QUERY.exception(plan.kind().words());
        }
        if (bound instanceof BoundPlan.SingleShard one) {
            return queryOne(plan, one.call());
        }
        return watched(NOTHING, true, () -> new QueryExecution(this, plan).run(bound));
    }

    /** What is left of a limit under the maximum of rows. */
    final RowLimit limited(RowLimit limit) {
        long most = settings.maxRows();
        return most == 0 || most >= limit.count() ? limit : new RowLimit(limit.offset(), most);
    }

    /** Runs a write, also one over several units. */
    final long update(Plan plan, BoundPlan bound, boolean large) throws SQLException {
        if (!plan.kind().writes() || (plan.returning() && !(bound instanceof BoundPlan.SingleShard))) {
            throw ErrorCode.IS_A_QUERY.exception(plan.kind().words());
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
        if (bound instanceof BoundPlan.SingleShard one) {
            return updateOne(plan, one.call(), large);
        }
        if (bound instanceof BoundPlan.SplitInsert insert && insert.calls().size() == 1) {
            return insertOne(plan, insert, large);
        }
        if (bound instanceof BoundPlan.UniquenessCheckedInsert asked) {
            return write(plan, watched(NOTHING, true, () -> ask(asked)), large);
        }
        if (bound instanceof BoundPlan.SessionSet set) {
            return whole(() -> {
                session.settings().set(set.dataSource(), set.settings());
                return answer(0);
            });
        }
        if (bound instanceof BoundPlan.Control control) {
            return whole(() -> {
                connection.control(control.step());
                return answer(0);
            });
        }
        CountedWrites.Written written = watched(
                () -> unknown(plan, bound), true, () -> new CountedWrites(this, plan, parameters(), large, plan.pace())
                        .run(bound));
        if (written.reported() == null) {
            madeKeys(plan, written.keys(), written.firstMade());
        } else {
            keySource = written.reported();
        }
        return answer(written.count());
    }

    /** Asks what has to be asked first, and gives what is to run then. */
    final BoundPlan.Calls ask(BoundPlan.UniquenessCheckedInsert asked) throws SQLException {
        session.connections(asked.dataSources());
        UniquenessProbes.ask(session, connection.executor(), asked.questions(), settings.queryTimeout());
        return asked.write();
    }

    private long insertOne(Plan plan, BoundPlan.SplitInsert insert, boolean large) throws SQLException {
        makesKeys = insert.generated();
        long count = updateOne(plan, insert.calls().get(0), large);
        if (insert.generated()) {
            madeKeys(plan, insert.keys(), insert.firstGenerated());
        }
        return count;
    }

    /** Runs a write that answers with rows. */
    private ShardingResultSet returned(Plan plan, BoundPlan bound) throws SQLException {
        if (plan.kind() == StatementKind.INSERT) {
            session.inserted(null);
        }
        if (bound instanceof BoundPlan.SingleShard one) {
            session.beforeWrite(one.call().dataSource());
            return queryOne(plan, one.call());
        }
        BoundPlan write = bound instanceof BoundPlan.UniquenessCheckedInsert asked
                ? watched(NOTHING, true, () -> ask(asked))
                : bound;
        return watched(() -> unknown(plan, write), true, () -> new ReturnedWrites(this, plan).run(write));
    }

    /** Runs whatever it is, and says whether there are rows. */
    final boolean execute(Plan plan, BoundPlan bound) throws SQLException {
        if (bound instanceof BoundPlan.SingleShard one && plan.kind() != StatementKind.DDL) {
            return executeOne(plan, one.call());
        }
        if (plan.kind().returnsRows()) {
            query(plan, bound);
            return true;
        }
        if (plan.returning()) {
            return hasColumns(query(plan, bound));
        }
        update(plan, bound, true);
        return false;
    }

    /** MariaDB answers a DELETE with a count where it sees beforehand that no row is met. */
    private boolean hasColumns(ShardingResultSet rows) throws SQLException {
        if (rows.getMetaData().getColumnCount() > 0) {
            return true;
        }
        closeResult();
        answer(0);
        return false;
    }

    final void checkDdl(Plan plan) throws SQLException {
        if (plan.kind() != StatementKind.DDL) {
            return;
        }
        session.checkWrite();
        if (!session.autoCommit()
                && session.databases().dialect().transactions().ddlCommits()) {
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

    /**
     * The keys of this execution are those that the framework made, if it makes any.
     *
     * @param first the first that it made, or null if it made none
     */
    final void madeKeys(Plan plan, List<Object> keys, @Nullable Object first) {
        if (first != null) {
            session.inserted(first);
        }
        String column = plan.generatedKeyColumn();
        keySource = column != null && keys().wanted() ? KeptRows.generated(column, keys) : KeptRows.NONE;
    }

    @Override
    public final ResultSet getGeneratedKeys() throws SQLException {
        checkOpen();
        closeKeys();
        ShardingResultSet keys;
        if (keySource != null) {
            keys = ShardingResultSet.inMemory(this, keySource.keys().rows());
        } else if (keyStatement != null) {
            keys = ShardingResultSet.of(this, keyStatement.statement.getGeneratedKeys(), keyStatement.shard);
        } else {
            keys = ShardingResultSet.inMemory(this, KeptRows.NONE.rows());
        }
        keyRows = keys;
        return keys;
    }
}
