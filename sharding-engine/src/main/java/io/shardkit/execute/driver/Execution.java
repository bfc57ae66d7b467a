package io.shardkit.execute.driver;

import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.session.SessionReplicas;
import io.shardkit.execute.watch.Watch;
import io.shardkit.hint.ShardingHint;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.HintedBinding;
import io.shardkit.plan.ParameterMapping;
import io.shardkit.plan.Plan;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import io.shardkit.replica.ReadTarget;
import io.shardkit.sql.statement.Parameters;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The executions of a front end's statement, one after the other, with what the front end gives to them: values for the
 * parameters, the rows and keys it wants, and the drivers' statements that are kept from one execution to the next. Not
 * thread-safe, but for {@link #openPart} on different data sources, and {@link #cancel()}.
 */
public abstract class Execution extends Running {
    final Session session;
    final CursorKind cursor;
    StatementSettings settings;

    /** Null as long as {@link #last} is the only one there was: most statements run once. */
    private volatile @Nullable PhysicalStatements physical;

    /** The result of the last {@link #openOne}. */
    @Nullable OpenStatement last;

    Execution(Session session, CursorKind cursor, StatementSettings settings) {
        this.session = session;
        this.cursor = cursor;
        this.settings = settings;
    }

    /** Returns the session of the statement. */
    public final Session session() {
        return session;
    }

    /** Returns the kind of rows that is wanted. */
    public final CursorKind cursor() {
        return cursor;
    }

    /** Timeout, fetch size and what else was set. */
    public final StatementSettings settings() {
        return settings;
    }

    /** The settings, to be changed. */
    public final StatementSettings changeSettings() {
        settings = settings.own();
        return settings;
    }

    /** The drivers' statements that are kept. */
    public final PhysicalStatements physical() {
        PhysicalStatements known = physical;
        return known == null ? firstPhysical() : known;
    }

    private synchronized PhysicalStatements firstPhysical() {
        PhysicalStatements known = physical;
        if (known == null) {
            known = new PhysicalStatements(session.databases().members(), last);
            physical = known;
        }
        return known;
    }

    /** Returns true if one or more of the drivers' statements may be kept. */
    final boolean hasPhysical() {
        return physical != null || last != null;
    }

    /** Between two executions, when no result is open: closes what is too much of what is kept. */
    public final void trim() throws SQLException {
        PhysicalStatements known = physical;
        if (known != null) {
            known.trim();
        }
    }

    /** The session has gone over to other databases, between two executions. */
    public final void follow() {
        PhysicalStatements known = physical;
        if (known != null) {
            known.follow(session.databases().members());
        }
    }

    /** Closes what is kept; the first error is thrown at the end. */
    public final void close() throws SQLException {
        PhysicalStatements known = physical;
        if (known != null) {
            known.close();
        } else if (last != null) {
            last.close();
        }
    }

    /**
     * Cancels what runs; may be called from any thread.
     *
     * @throws SQLException the first that a driver throws
     */
    public final void cancel() throws SQLException {
        cancel(session);
    }

    /** The places for what runs together. */
    public final AtomicReferenceArray<@Nullable Statement> parts() {
        return parts(session.databases().members());
    }

    /** The user's parameters. */
    public abstract Parameters parameters();

    /** Returns the request for generated keys. */
    public abstract KeyRequest keys();

    /**
     * The driver's statement for the only call of an execution, ready to run.
     *
     * @param asked which keys the driver is asked for
     */
    public abstract OpenStatement openOne(ShardConnection shard, ShardCall call, KeyRequest asked) throws SQLException;

    /** The driver's statement for one of several calls, with its parameters; used from several threads. */
    public abstract OpenStatement openPart(
            ShardConnection shard, ShardCall call, Parameters values, CursorKind kind, KeyRequest asked)
            throws SQLException;

    /**
     * The driver's statement whose answer is that of the execution.
     *
     * @throws IllegalStateException if none was opened
     */
    public final OpenStatement last() {
        OpenStatement open = last;
        if (open == null) {
            throw new IllegalStateException("nothing was opened");
        }
        return open;
    }

    /** Returns true if the driver keeps the timeout of a single call. */
    public final boolean driverKeepsTime() {
        return settings.queryTimeout() > 0 && session.databases().driver().keepsTimeouts();
    }

    /** Decides where one execution runs, as far as that is known before lookup tables are asked. */
    public final BoundPlan bind(Plan plan, Parameters values) throws SQLException {
        int preferred = session.physical().preferred();
        Parameters bounded = plan.kind() == StatementKind.INSERT ? bounded(values) : values;
        BoundPlan bound = ShardingHint.current() == null
                ? plan.bind(bounded, preferred)
                : HintedBinding.bind(
                        plan.statement(),
                        bounded,
                        preferred,
                        plan.learned(),
                        session.databases().names());
        return routed(plan, bound);
    }

    /** Gives the generated keys of an INSERT no more time than the statement has. */
    @SuppressWarnings("ReferenceEquality") // all statements without parameters share that one
    private Parameters bounded(Parameters values) {
        if (session.watch().isLimited()) {
            Parameters own = values == Parameters.NONE ? new Parameters(0) : values;
            own.endAt(session.watch().deadline().nanos());
            return own;
        }
        if (values != Parameters.NONE) {
            values.endAnyTime();
        }
        return values;
    }

    /** Returns the bound plan, with reads sent to the servers that answer them. */
    public final BoundPlan routed(Plan plan, BoundPlan bound) throws SQLException {
        if (plan.serving() == ReadTarget.PRIMARY_FROM_NOW_ON) {
            session.reads().mayWrite(bound);
        }
        SessionReplicas replicas = session.replicas();
        return replicas == null
                ? bound
                : replicas.route(plan, bound, cursor.concurrency() != ResultSet.CONCUR_READ_ONLY);
    }

    /** Returns the watch over a single call from now on; null if the call has no time limit. */
    final @Nullable Watch watchOne() {
        return session.watch().isLimited() ? watching(session.watch().begin(!driverKeepsTime())) : null;
    }

    /**
     * Returns the watch over several calls, so that they end at the deadline and with the first that fails; null if there
     * is a watch already.
     */
    public final @Nullable Watch watchAll() {
        return watching(session.watch().begin(true));
    }

    private @Nullable Watch watching(@Nullable Watch over) {
        if (over != null) {
            watchedBy(over);
        }
        return over;
    }

    /** The calls have ended. */
    public final void unwatch(@Nullable Watch over) {
        if (over != null) {
            watchedBy(null);
            over.end();
        }
    }

    /** Sets all parameters of a call. */
    public static void apply(Plan plan, ShardCall call, Parameters values, PreparedStatement target)
            throws SQLException {
        ParameterMapping mapping = call.mapping();
        if (mapping != null) {
            mapping.apply(values, target);
            return;
        }
        int count = plan.parameterCount();
        for (int i = 0; i < count; i++) {
            values.apply(i, target, i + 1);
        }
    }
}
