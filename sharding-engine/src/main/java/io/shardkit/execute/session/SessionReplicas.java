package io.shardkit.execute.session;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.MissingTable;
import io.shardkit.execute.ShardConnection;
import io.shardkit.hint.ShardingHint;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Plan;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import io.shardkit.replica.Group;
import io.shardkit.replica.Member;
import io.shardkit.replica.ReadTarget;
import io.shardkit.replica.Replicas;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Sends reads of a session to replicas: those outside of a transaction, and those in a read-only one. A session reads from
 * one replica of a data source as long as that can be used, so that it never sees an older state after a newer one. Not
 * thread-safe.
 */
public final class SessionReplicas implements TransactionListener {
    /** Seconds that a server may take to answer if it is asked for the connection that it interrupted a statement on. */
    private static final int PROBE_SECONDS = 1;

    private final SessionTransactions session;
    private Replicas replicas;
    private final SessionWrites writes;

    /** The replica that it reads from, by data source. */
    private @Nullable Member[] chosen;

    /** The data sources of which a replica has answered in the open transaction. */
    private final BitSet served = new BitSet();

    /** The servers that answered its last query, by data source. */
    private int[] last;

    /** Tells whether something may have been left on a primary's connection that later reads need. */
    private boolean primaryFromNowOn;

    /** Tells whether the statement under way has been sent to another server once. */
    private boolean sentAgain;

    /** The data source whose replica lacked a table of the statement under way; null if none did. */
    private @Nullable Group lacking;

    /** The newest failure of a statement whose server is being shut down; told by the threads of a scatter, too. */
    private volatile @Nullable SQLException ofEndingServer;

    SessionReplicas(SessionTransactions session, Replicas replicas) {
        this.session = session;
        this.replicas = replicas;
        this.writes = new SessionWrites(session, replicas);
        this.chosen = new Member[replicas.dataSources()];
        this.last = primaries(replicas);
    }

    private static int[] primaries(Replicas replicas) {
        int[] numbers = new int[replicas.dataSources()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = i;
        }
        return numbers;
    }

    /** Goes over to the data sources of another rule, between two transactions, once it holds no connection to a replica. */
    void follow(Replicas others) {
        writes.follow(others);
        chosen = others.inOrder(chosen, replicas);
        replicas = others;
        last = primaries(others);
        served.clear();
    }

    @Override
    public void beginWrite(int dataSource) {
        Group group = replicas.group(dataSource);
        if (group != null) {
            writes.begin(dataSource, group);
        }
    }

    @Override
    public void ended() {
        writes.end();
        served.clear();
    }

    /**
     * Sends the calls of a bound plan that replicas answer to them.
     *
     * @param updatable whether rows may be written through the result
     * @throws SQLException with {@link ErrorCode#NO_REPLICA} or {@link ErrorCode#REPLICA_SNAPSHOT}
     */
    public BoundPlan route(Plan plan, BoundPlan bound, boolean updatable) throws SQLException {
        sentAgain = false;
        lacking = null;
        if (session.autoCommit()) {
            writes.end();
        } else if (!session.readsOnly()) {
            session.connections().leaveReplicas();
        }
        BoundPlan routed = bound;
        if (plan.serving() == ReadTarget.ANY_MEMBER && !updatable && mayRead()) {
            routed = bound.on(this::member);
        } else if (plan.serving() == ReadTarget.LAST_MEMBER) {
            routed = bound.on(this::lastMember);
        }
        if (!isSame(routed, bound)) {
            return routed;
        }
        checkSnapshot(plan, bound);
        if (!isolates(Connection.TRANSACTION_REPEATABLE_READ, "REPEATABLE READ")) {
            // From now on the transaction reads where the primary has been used from there, and so never goes back in
            // time.
            served.clear();
        }
        onPrimary(plan, updatable);
        return bound;
    }

    @SuppressWarnings("ReferenceEquality") // what is not moved stays what it is
    private static boolean isSame(BoundPlan one, BoundPlan other) {
        return one == other;
    }

    /** The server that answered the last query of a data source, unless its connection is gone. */
    private int lastMember(int dataSource) {
        return session.connections().get(last[dataSource]) == null ? dataSource : last[dataSource];
    }

    private boolean mayRead() {
        if (primaryFromNowOn
                || !(session.autoCommit() || session.readsOnly())
                || isolates(Connection.TRANSACTION_SERIALIZABLE, "SERIALIZABLE")) {
            return false;
        }
        ShardingHint hint = ShardingHint.current();
        return hint == null || !hint.isPrimaryOnly();
    }

    /** Tells whether reads are isolated as much as this, or more. */
    private boolean isolates(int isolation, String words) {
        String modes = session.modes();
        return session.connections().isolation() >= isolation || (modes != null && modes.contains(words));
    }

    /** The primary gets it; what it may leave there, or write unseen, matters to all reads that follow. */
    private void onPrimary(Plan plan, boolean updatable) {
        boolean leaves = updatable
                || plan.kind() == StatementKind.OTHER
                || plan.kind() == StatementKind.DDL
                || plan.serving() == ReadTarget.PRIMARY_FROM_NOW_ON;
        if (leaves) {
            primaryFromNowOn = true;
            for (int i = 0; i < replicas.dataSources(); i++) {
                beginWrite(i);
            }
        }
        if (plan.kind() == StatementKind.QUERY && plan.serving() != ReadTarget.LAST_MEMBER) {
            for (int i = 0; i < last.length; i++) {
                last[i] = i;
            }
        }
    }

    /**
     * Refuses a read of the primary where all reads of a transaction see one moment, which a replica has shown.
     *
     * @throws SQLException with {@link ErrorCode#REPLICA_SNAPSHOT}
     */
    public void checkSnapshot(Plan plan, BoundPlan bound) throws SQLException {
        boolean reads = plan.kind().returnsRows() || plan.kind() == StatementKind.OTHER;
        if (reads
                && !served.isEmpty()
                && isolates(Connection.TRANSACTION_REPEATABLE_READ, "REPEATABLE READ")
                && bound.reads(served)) {
            throw ShardingExceptions.of(
                    ErrorCode.REPLICA_SNAPSHOT, session.databases().names().get(served.nextSetBit(0)));
        }
    }

    /** The number of who answers a read of a data source: a replica of it, or itself. */
    private int member(int dataSource) throws SQLException {
        Group group = replicas.group(dataSource);
        Member member = group == null ? null : replica(dataSource, group);
        int number = member == null ? dataSource : replicas.number(dataSource, member);
        last[dataSource] = number;
        return number;
    }

    private @Nullable Member replica(int dataSource, Group group) throws SQLException {
        Member member = chosen[dataSource];
        if (served.get(dataSource) && member != null) {
            return member;
        }
        ShardConnection primary = session.connections().get(dataSource);
        if (primary != null && (primary.isPinned() || (primary.isActive() && !session.autoCommit()))) {
            return null;
        }
        if (member == null || !group.isUsable(member)) {
            member = group.choose();
        }
        if (member == null || !writes.has(dataSource, group, member)) {
            return null;
        }
        chosen[dataSource] = member;
        if (!session.autoCommit()) {
            served.set(dataSource);
        }
        member.chosen();
        return member;
    }

    /**
     * The call with which a read goes on that a replica did not answer, or null if its failure is that of the statement: a
     * read outside of a transaction is sent to another server, once.
     */
    public @Nullable ShardCall instead(ShardCall call, SQLException failure) throws SQLException {
        Member member = replicas.member(call.dataSource());
        if (member == null || !maySendAgain(failure)) {
            return null;
        }
        sentAgain = true;
        int dataSource = replicas.dataSource(call.dataSource());
        boolean isLacking = MissingTable.is(failure);
        if (isLacking || replicas.rules().isConflict(failure)) {
            // The replica is well: it lags, or what it applied has removed rows that were being read.
            lacking = isLacking ? replicas.group(dataSource) : null;
            last[dataSource] = dataSource;
            return call.on(dataSource);
        }
        leave(member, dataSource, failure);
        return call.on(member(dataSource));
    }

    /** The same of a query over several units, which goes on on primaries. */
    public @Nullable BoundPlan instead(BoundPlan bound, SQLException failure) throws SQLException {
        if (!maySendAgain(failure)) {
            return null;
        }
        BoundPlan other = bound.on(number -> primary(number, failure));
        sentAgain = true;
        return isSame(other, bound) ? null : other;
    }

    /** The data source of a replica, which is left if its connection is gone. */
    private int primary(int number, SQLException failure) throws SQLException {
        Member member = replicas.member(number);
        if (member == null) {
            return number;
        }
        if (MissingTable.is(failure)) {
            lacking = replicas.group(replicas.dataSource(number));
            return replicas.dataSource(number);
        }
        ShardConnection shard = session.connections().get(number);
        if (shard == null || shard.connection().isClosed()) {
            leave(member, replicas.dataSource(number), failure);
        }
        return replicas.dataSource(number);
    }

    /** A read has its answer from another server than the first one: a table that its replica lacked is there. */
    public void answeredInstead() {
        Group group = lacking;
        if (group != null) {
            lacking = null;
            group.tablesChanged();
        }
    }

    /** A replica may have lacked a table in a transaction, which ends with that and may be run again. */
    void failed(SQLException failure, ShardConnection shard) {
        if (!session.autoCommit() && replicas.member(shard.dataSource()) != null && MissingTable.is(failure)) {
            Group group = replicas.group(replicas.dataSource(shard.dataSource()));
            if (group != null) {
                group.tablesChanged();
            }
        }
    }

    private void leave(Member member, int dataSource, SQLException failure) {
        member.failed(String.valueOf(failure.getMessage()));
        chosen[dataSource] = null;
        session.connections().drop(replicas.number(dataSource, member));
    }

    private boolean maySendAgain(SQLException failure) {
        return !sentAgain
                && session.autoCommit()
                && !session.watch().isBroken()
                && !Thread.currentThread().isInterrupted()
                && !(failure instanceof ShardingException)
                && isOfServer(failure);
    }

    /**
     * Tells if a statement failed because its server is being shut down, which looks as if it had been cancelled; the
     * connection is gone then.
     */
    boolean endsWithServer(SQLException failure, ShardConnection shard) {
        if (!replicas.rules().isInterruption(failure)
                || session.watch().isCancelling()
                || session.watch().isBroken()) {
            return false;
        }
        try {
            if (shard.connection().isValid(PROBE_SECONDS)) {
                return false;
            }
        } catch (SQLException gone) {
            failure.addSuppressed(gone);
        }
        ofEndingServer = failure;
        return true;
    }

    /** Tells whether the server or the way to it is the reason, or a table that it may get later. A pool that is exhausted does not say why. */
    private boolean isOfServer(SQLException failure) {
        if (failure instanceof SQLTransientConnectionException && failure.getCause() == null) {
            return failure.getSQLState() != null;
        }
        String state = failure.getSQLState();
        return failure instanceof SQLNonTransientConnectionException
                || failure instanceof SQLTransientConnectionException
                || failure instanceof SQLRecoverableException
                || (state != null && (state.startsWith("08") || state.startsWith("57P")))
                || failure == ofEndingServer
                || MissingTable.is(failure)
                || replicas.rules().isConflict(failure);
    }
}
