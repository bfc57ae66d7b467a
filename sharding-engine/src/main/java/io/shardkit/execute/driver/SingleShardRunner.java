package io.shardkit.execute.driver;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.Databases;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.transaction.ObservedAutocommit;
import io.shardkit.execute.watch.Watch;
import io.shardkit.observe.StatementListener;
import io.shardkit.plan.Plan;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs what is one call: the driver's statement, on the caller's thread, and nothing else. {@link Execution#last()} is
 * that statement afterwards. Thread-safe.
 */
public final class SingleShardRunner {
    private final Databases databases;
    private final StatementListener listener;

    /** For sessions over these databases. */
    public SingleShardRunner(Databases databases) {
        this.databases = databases;
        this.listener = databases.options().listener();
    }

    /**
     * The answer to a call of which its driver says whether there are rows.
     *
     * @param rows null if there are none
     * @param count the update count if there are none
     */
    public record Answer(@Nullable ResultSet rows, long count) {}

    /** Runs a query, or a write that answers with rows. */
    public ResultSet query(Execution execution, Plan plan, ShardCall call) throws SQLException {
        Session session = execution.session;
        if (plan.returning()) {
            beforeWrite(session, plan, call);
        } else if (!plan.kind().returnsRows()) {
            throw ShardingExceptions.of(ErrorCode.NOT_A_QUERY, plan.kind().words());
        } else if (plan.kind() == StatementKind.LOCKING_QUERY) {
            session.transactions().beforeLock();
        }
        Watch over = execution.watchOne();
        ShardCall other;
        try {
            ShardConnection shard = connection(session, plan, call);
            long start = System.nanoTime();
            boolean failed = true;
            started(shard, call);
            try {
                shard.enter(null);
                OpenStatement open = execution.openOne(shard, call, execution.keys());
                execution.runs(open);
                shard.enter(open.statement);
                ResultSet rows = DriverCalls.query(open, call.sql());
                open.succeeded = true;
                failed = false;
                return rows;
            } catch (SQLException | RuntimeException failure) {
                session.failed(failure, shard, plan.kind(), 1, 0, start);
                if (ObservedAutocommit.isToBeTold(session, listener, plan.kind())) {
                    ObservedAutocommit.failed(listener, failure, List.of(shard), 0, start);
                }
                throw failure;
            } finally {
                ended(execution, plan, shard, call, start, failed);
            }
        } catch (SQLException failure) {
            other = session.instead(call, failure);
            if (other == null) {
                throw explained(over, failure, session, plan, call);
            }
        } finally {
            execution.unwatch(over);
        }
        ResultSet rows = query(execution, plan, other);
        session.answeredInstead();
        return rows;
    }

    /**
     * Runs a write.
     *
     * @param keys which keys the driver is asked for
     * @param large whether the count may be greater than an int
     * @return the update count
     */
    public long update(Execution execution, Plan plan, ShardCall call, KeyRequest keys, boolean large)
            throws SQLException {
        Session session = execution.session;
        beforeWrite(session, plan, call);
        Watch over = execution.watchOne();
        try {
            ShardConnection shard = connection(session, plan, call);
            long start = System.nanoTime();
            boolean failed = true;
            started(shard, call);
            try {
                shard.enter(null);
                OpenStatement open = execution.openOne(shard, call, keys);
                execution.runs(open);
                shard.enter(open.statement);
                long count = DriverCalls.update(open.statement, call.sql(), keys, large);
                open.succeeded = true;
                failed = false;
                return count;
            } catch (SQLException | RuntimeException failure) {
                session.failed(failure, shard, plan.kind(), 1, 0, start);
                if (ObservedAutocommit.isToBeTold(session, listener, plan.kind())) {
                    ObservedAutocommit.failed(listener, failure, List.of(shard), 0, start);
                }
                throw failure;
            } finally {
                ended(execution, plan, shard, call, start, failed);
            }
        } catch (SQLException failure) {
            throw explained(over, failure, session, plan, call);
        } finally {
            execution.unwatch(over);
        }
    }

    /** Lets the driver say whether there are rows: some writes return them. */
    public Answer execute(Execution execution, Plan plan, ShardCall call) throws SQLException {
        Session session = execution.session;
        if (plan.kind().writes()) {
            beforeWrite(session, plan, call);
        } else if (plan.kind() == StatementKind.LOCKING_QUERY) {
            session.transactions().beforeLock();
        }
        Watch over = execution.watchOne();
        ShardCall other;
        try {
            ShardConnection shard = connection(session, plan, call);
            long start = System.nanoTime();
            boolean failed = true;
            started(shard, call);
            try {
                shard.enter(null);
                OpenStatement open = execution.openOne(shard, call, execution.keys());
                execution.runs(open);
                shard.enter(open.statement);
                boolean rows = DriverCalls.execute(open.statement, call.sql(), execution.keys());
                Answer answer = rows
                        ? new Answer(open.statement.getResultSet(), -1)
                        : new Answer(null, DriverCalls.count(open.statement));
                open.succeeded = true;
                failed = false;
                return answer;
            } catch (SQLException | RuntimeException failure) {
                session.failed(failure, shard, plan.kind(), 1, 0, start);
                if (ObservedAutocommit.isToBeTold(session, listener, plan.kind())) {
                    ObservedAutocommit.failed(listener, failure, List.of(shard), 0, start);
                }
                throw failure;
            } finally {
                ended(execution, plan, shard, call, start, failed);
            }
        } catch (SQLException failure) {
            other = session.instead(call, failure);
            if (other == null) {
                throw explained(over, failure, session, plan, call);
            }
        } finally {
            execution.unwatch(over);
        }
        Answer answer = execute(execution, plan, other);
        session.answeredInstead();
        return answer;
    }

    private static ShardConnection connection(Session session, Plan plan, ShardCall call) throws SQLException {
        ShardConnection shard = session.connection(call.dataSource());
        if (plan.kind() == StatementKind.INSERT) {
            session.lastKey().insertedOn(shard);
        } else if (plan.kind() == StatementKind.OTHER) {
            // It may leave something there: a lock, a temporary table.
            shard.pin();
            if (plan.setsLastKey()) {
                session.lastKey().setOn(shard);
            }
        }
        return shard;
    }

    private static void beforeWrite(Session session, Plan plan, ShardCall call) throws SQLException {
        if (plan.kind() == StatementKind.OTHER && plan.commits()) {
            session.ends().commitBeforeDdl();
        }
        session.transactions().beforeWrite(call.dataSource());
    }

    private void started(ShardConnection shard, ShardCall call) {
        if (listener != StatementListener.NONE) {
            listener.shardCallStarted(listener.statement(), shard.name(), call.sql());
        }
    }

    private void ended(
            Execution execution, Plan plan, ShardConnection shard, ShardCall call, long start, boolean failed) {
        execution.runs(null);
        shard.leave();
        if (listener != StatementListener.NONE) {
            long nanos = System.nanoTime() - start;
            listener.shardCalled(shard.name(), call.sql(), nanos, failed);
            if (!failed && ObservedAutocommit.isToBeTold(execution.session, listener, plan.kind())) {
                ObservedAutocommit.committed(listener, 1, nanos);
            }
        }
    }

    /** Names where a write that commits by itself may have been committed, as no answer came. */
    private SQLException explained(
            @Nullable Watch over, SQLException failure, Session session, Plan plan, ShardCall call) {
        if (over == null) {
            return failure;
        }
        boolean unknown = plan.kind().writes() && session.autoCommit();
        return over.explained(failure, unknown ? databases.names().get(call.dataSource()) : null);
    }
}
