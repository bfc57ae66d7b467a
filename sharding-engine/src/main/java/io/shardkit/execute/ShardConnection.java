package io.shardkit.execute;

import io.shardkit.dialect.branch.BranchName;
import io.shardkit.dialect.branch.TwoPhase;
import io.shardkit.dialect.driver.JdbcDrivers;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.watch.Borrowing;
import io.shardkit.execute.watch.Cancelling;
import io.shardkit.execute.watch.DriverConnection;
import io.shardkit.execute.watch.HelperThreads;
import io.shardkit.execute.watch.RowStream;
import io.shardkit.execute.watch.Waiting;
import io.shardkit.execute.watch.Watch;
import io.shardkit.plan.ShardCall;
import io.shardkit.replica.Member;
import io.shardkit.replica.Replicas;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One physical connection of a session, with what has to be undone when it goes back to its pool. Belongs to its
 * session's thread, apart from the statements of a scatter, each of which uses another one.
 */
public final class ShardConnection extends WatchedConnection {
    private static final Logger LOG = LoggerFactory.getLogger(ShardConnection.class);

    private final Owner session;
    private final boolean originalAutoCommit;
    private final boolean ofReplica;

    /** Short, as is the count of results: one is made for each borrowed connection, and these would cost it a word. */
    private final short dataSource;

    /** What was set before this session changed it, or null if it changed nothing. */
    private @Nullable SessionState original;

    private @Nullable AttachedStatement newest;
    private short openResults;

    private boolean pinned;
    private boolean spoilt;
    private boolean released;

    /** Whether the open transaction, or the last statement, has used it. */
    public boolean used;

    /** Whether a commit left autocommit on, although it is off in the session: nothing is open until it is switched off. */
    private boolean resting;

    /** Whether the database was told of the last switch of autocommit at once, and commits at the next as at a commit. */
    private boolean commitsBySwitch;

    /** Whether something leads to it by which the user may write after a commit. */
    private boolean handedOut;

    /** Whether waits for locks end by themselves in the open transaction. */
    private boolean lockLimited;

    /** Its part of a transaction over several databases, if that has a name. */
    private @Nullable Branch branch;

    /** Undoes what its session holds beside its transaction, or null if nothing has to be. */
    private @Nullable Runnable beforeReturn;

    private ShardConnection(Owner session, int dataSource, Connection connection) throws SQLException {
        super(connection);
        this.session = session;
        this.dataSource = (short) dataSource;
        this.originalAutoCommit = connection.getAutoCommit();
        this.ofReplica = borrowed(true);
    }

    /** Has those counted that are borrowed from a replica, as only some are. */
    private boolean borrowed(boolean begins) {
        Replicas replicas = session.databases().replicas();
        Member member = replicas == null ? null : replicas.member(dataSource);
        if (member != null) {
            member.borrowed(begins);
        }
        return member != null;
    }

    /**
     * Borrows a connection and gives it the session's state; nothing stays borrowed if that fails.
     *
     * @param state what was set on the session, or null if nothing was
     * @param bits which of it the connection is to get
     * @param borrowing who waits for it on another thread, or null if the caller does
     */
    public static ShardConnection open(
            Owner session,
            int dataSource,
            @Nullable SessionState state,
            int bits,
            boolean autoCommit,
            @Nullable Borrowing<ShardConnection> borrowing)
            throws SQLException {
        Databases databases = session.databases();
        Bulkhead bulkhead = databases.bulkheads().get(dataSource);
        long asked = System.nanoTime();
        Connection connection = null;
        ShardConnection shard = null;
        try {
            connection = autoCommit && dataSource >= databases.size()
                    ? Waiting.whileUseful(
                            bulkhead.name(), () -> databases.isUsable(dataSource), () -> bulkhead.borrow(asked))
                    : bulkhead.borrow(asked);
            if (borrowing != null) {
                borrowing.arrived(connection);
            }
            shard = new ShardConnection(session, dataSource, connection);
            if (borrowing == null) {
                shard.enter(null);
            }
            KnownConnection known = databases.modes().check(dataSource, connection, bulkhead);
            if (known != null) {
                shard.driver = known;
                known.borrowed(borrowing == null ? Thread.currentThread() : borrowing.owner(), asked);
            }
            if (state != null && bits != 0) {
                shard.apply(state, bits);
                if ((bits & SessionState.VARIABLES) != 0 && !shard.originalAutoCommit) {
                    // No rollback of the session may undo what others of its connections keep.
                    SessionModes.keep(connection);
                }
            }
            if (shard.originalAutoCommit != autoCommit) {
                connection.setAutoCommit(autoCommit);
                shard.switched(autoCommit);
            }
            if (borrowing == null) {
                shard.leave();
            }
            return shard;
        } catch (SQLException | RuntimeException failure) {
            failure.addSuppressed(ShardFailures.connecting(databases.name(dataSource)));
            if (shard != null) {
                if (borrowing == null) {
                    shard.leave();
                }
                shard.release();
            } else if (connection != null) {
                connection.close();
            }
            throw failure;
        }
    }

    /** The connection for a call out of several. */
    public static ShardConnection of(ShardCall call, List<ShardConnection> connections) {
        for (ShardConnection connection : connections) {
            if (connection.dataSource() == call.dataSource()) {
                return connection;
            }
        }
        throw new IllegalStateException("no connection for data source " + call.dataSource());
    }

    /** Number of its data source. */
    public int dataSource() {
        return dataSource;
    }

    @Override
    public String name() {
        return session.databases().name(dataSource);
    }

    @Override
    @Nullable Watch watch() {
        return session.currentWatch();
    }

    /** Makes calls that write, and come from no statement of the session: they count as one. */
    public void write(Calls calls) throws SQLException {
        session.write(this, calls);
    }

    /** The session that it belongs to. */
    public interface Owner extends Cancelling.Owner {
        /** All databases. */
        Databases databases();

        /** Who watches over calls, if somebody does. */
        @Nullable Watch currentWatch();

        /** Whether a cancel that the user asked for is under way. */
        boolean isCancelling();

        /** Waits for the cancels under way, not long: what does not end takes the connections away. */
        void awaitCancels();

        /** Whether the commit under way leaves autocommit on. */
        boolean commitsBySwitch();

        /** Whether the statement under way makes temporary tables wherever it writes. */
        boolean makesTemporaryTables();

        /** Makes calls that write, and come from no statement of the session: they count as one. */
        void write(ShardConnection shard, Calls calls) throws SQLException;
    }

    /**
     * Gives its part of a transaction over several databases a name, before its first statement, where the database
     * wants that; it can be prepared then.
     */
    public void beginBranch(BranchName id) throws SQLException {
        TwoPhase statements = session.databases().dialect().twoPhase();
        asking(open -> branch = Branch.begin(open, statements, id, session.makesTemporaryTables()));
    }

    /** Whether what is open on it has a name. */
    public boolean hasBranch() {
        return branch != null;
    }

    /** What to throw where no temporary table was made: a refusal if what is open may not have any. */
    public SQLException withoutTable(SQLException failure) {
        if (!session.databases().dialect().twoPhase().forbidsTemporaryTables(failure)) {
            return failure;
        }
        SQLException refusal = ShardingExceptions.of(ErrorCode.NOT_PREPARABLE, name());
        refusal.initCause(failure);
        return refusal;
    }

    /** A database has answered that it did not prepare what is open. */
    public void notPrepared() {
        branch = branch == null ? null : branch.unprepared();
    }

    /** Commits what is open, in one phase. */
    public void commit() throws SQLException {
        if (resting) {
            return;
        }
        Branch named = branch;
        if (named != null) {
            ending(named::commitAtOnce);
            branch = null;
        } else if (session.commitsBySwitch()) {
            commitBySwitch();
        } else {
            ending(Connection::commit);
        }
    }

    private void commitBySwitch() throws SQLException {
        try {
            ending(open -> open.setAutoCommit(true));
            resting = true;
        } catch (SQLException | RuntimeException failure) {
            // Nobody may borrow it next who relies on what its driver believes of autocommit.
            discard();
            throw failure;
        }
    }

    /** Whether to switch autocommit on is as good a commit as any, if the database commits by it. */
    public boolean canCommitBySwitch() {
        return commitsBySwitch;
    }

    /** Whether nothing that was handed out, and nobody who borrows it next, minds that a commit leaves autocommit on. */
    public boolean canRest() {
        return commitsBySwitch
                && originalAutoCommit
                && !handedOut
                && used
                && branch == null
                && idle()
                && !spoilt
                && !isLost();
    }

    /** Whether a commit left autocommit on, although it is off in the session, so that nothing is open. */
    public boolean isResting() {
        return resting;
    }

    @Override
    public void setAutoCommit(boolean on) throws SQLException {
        if (resting && on) {
            resting = false;
            return;
        }
        super.setAutoCommit(on);
        switched(on);
        resting = false;
    }

    /** Some pools keep a switch to themselves until the next statement. */
    private void switched(boolean on) throws SQLException {
        KnownConnection own = driver;
        commitsBySwitch = own != null && own.commitsBySwitch && own.isInAutoCommit() == on;
    }

    /** Rolls back what is open, prepared or not. */
    @Override
    public void rollback() throws SQLException {
        if (resting) {
            return;
        }
        Branch named = branch;
        if (named == null) {
            super.rollback();
            return;
        }
        ending(named::rollback);
        branch = null;
        // If the transaction goes on, its next statement here is the first again.
        used = false;
    }

    /**
     * Ends the snapshot that reads have taken on it, which the open transaction did nothing else on: it begins there with its
     * next statement. Not for one that has a {@linkplain #hasBranch name}.
     */
    public void endSnapshot() throws SQLException {
        super.rollback();
    }

    /** Prepares what is open: from then on the database keeps it, whatever happens, until it is told the decision. */
    public void prepare(BranchName id) throws SQLException {
        Branch named = branch;
        if (named == null) {
            named = Branch.of(session.databases().dialect().twoPhase(), id);
            branch = named;
        }
        ending(named::prepare);
    }

    /** Commits what was prepared. */
    public void commitPrepared() throws SQLException {
        Branch named = branch;
        if (named == null || !named.isPrepared()) {
            throw new IllegalStateException("nothing is prepared on " + name());
        }
        ending(named::commit);
        branch = null;
    }

    /** Whether something on it was prepared, or may have been, and has not been told the decision. */
    public boolean isInDoubt() {
        Branch named = branch;
        return named != null && named.isPrepared();
    }

    /** Waits for locks end by themselves until the transaction ends. */
    public void limitLocks(String sql) throws SQLException {
        if (!lockLimited) {
            execute(sql);
            lockLimited = true;
        }
    }

    /** The transaction has ended, or what was set in it may be undone. */
    public void locksUnlimited() {
        lockLimited = false;
    }

    /** Whether something has to be undone or closed before it goes back. */
    public boolean isChanged() {
        return newest != null || original != null || !originalAutoCommit;
    }

    /** Nobody may use it again: it is ended instead of going back to its pool. */
    public void discard() {
        spoilt = true;
    }

    /**
     * Has something undone before it goes back to its pool.
     *
     * @param undo must not throw; null for nothing
     */
    public void beforeReturn(@Nullable Runnable undo) {
        beforeReturn = undo;
    }

    /** Drops temporary tables by a statement; where that fails nobody may meet them again. */
    public void drop(String sql) throws SQLException {
        try {
            execute(sql);
        } catch (SQLException failure) {
            discard();
            throw failure;
        }
    }

    /** Whether it went back to its pool; its statements are closed then. */
    @Override
    public boolean released() {
        return released;
    }

    /** Remembers a statement, to close it at the latest when the connection goes back. */
    public void attach(AttachedStatement statement) {
        statement.follow(newest);
        newest = statement;
    }

    /** Forgets a statement that its owner closes. */
    public void detach(AttachedStatement statement) {
        newest = statement.leave(newest);
    }

    /** A result set of this connection was handed out. */
    public void resultOpened() {
        openResults++;
    }

    /** A result set of this connection was closed. */
    public void resultClosed() {
        openResults--;
    }

    /**
     * What sees to it that the reading of rows ends that their databases send meanwhile.
     *
     * @param shards from which they are read
     * @param results the drivers' own
     * @param seconds how long each fetch may take; where that is 0, as long as the limits say
     */
    public static RowStream stream(List<ShardConnection> shards, List<ResultSet> results, int seconds)
            throws SQLException {
        Map<Watch.Connection, Statement> readers = new HashMap<>();
        for (ResultSet result : results) {
            Statement reader = result.getStatement();
            for (ShardConnection shard : shards) {
                if (reader != null && shard.isAt(reader.getConnection())) {
                    readers.put(shard, reader);
                }
            }
        }
        Owner session = shards.get(0).session;
        int most = seconds > 0 ? seconds : session.databases().timeoutSeconds();
        return RowStream.of(session, shards, readers, TimeUnit.SECONDS.toNanos(most));
    }

    private boolean isAt(Connection other) {
        KnownConnection own = driver;
        return other.equals(connection()) || (own != null && other.equals(own.get()));
    }

    /** The place of the statement that an earlier borrower left for a text, for {@link #statement}; or none. */
    public int take(String text) {
        KnownConnection own = driver;
        return own == null || isAltered() ? KnownConnection.NOT_KEPT : own.take(text);
    }

    /**
     * A statement for a text, fresh or from the place that was taken, which {@link #keep} takes back; null if this
     * connection keeps none, or what was set on it may change what texts mean to its driver.
     */
    public @Nullable PreparedStatement statement(int place, String text) throws SQLException {
        KnownConnection own = driver;
        return own == null || isAltered() ? null : own.statement(place, text);
    }

    /**
     * Keeps a statement for later borrowers, or closes it if they should not have it.
     *
     * @param onlyNumbers whether its parameters hold nothing else
     */
    public void keep(int place, String text, PreparedStatement statement, boolean onlyNumbers) throws SQLException {
        KnownConnection own = driver;
        if (own == null || isAltered() || isLost()) {
            forget(place);
            statement.close();
        } else {
            own.keep(place, text, statement, onlyNumbers);
        }
    }

    /** A statement that was taken does not come back to its place, if it had one. */
    public void forget(int place) {
        KnownConnection own = driver;
        if (own != null && place != KnownConnection.NOT_KEPT) {
            own.drop(place);
        }
    }

    /** Whether something was set on it or handed out, or it is to be ended. */
    private boolean isAltered() {
        return original != null || pinned || handedOut || spoilt;
    }

    /** Keeps the connection until the session ends, as something that was handed out lives on it. */
    public void pin() throws SQLException {
        if (resting) {
            // By what was handed out the user may write there, in the transaction.
            setAutoCommit(false);
        }
        pinned = true;
    }

    /** Something was handed out that leads to it. */
    public void handOut() {
        handedOut = true;
    }

    /** Whether something that was handed out lives on it, by which the user may write there unseen. */
    public boolean isPinned() {
        return pinned;
    }

    /** Whether nothing that was handed out needs it. */
    public boolean idle() {
        return openResults == 0 && !pinned;
    }

    /** Sets what these bits name, after remembering what it was, as a call of its own or a part of another. */
    public void apply(SessionState state, int bits) throws SQLException {
        asking(open -> set(state, bits));
    }

    private void set(SessionState state, int bits) throws SQLException {
        SessionState before = original;
        if (before == null) {
            before = new SessionState();
            original = before;
        }
        int unread = bits & ~before.set() & ~SessionState.CLIENT_INFO & ~SessionState.VARIABLES;
        if (unread != 0) {
            before.read(connection(), unread);
        }
        if ((bits & SessionState.CLIENT_INFO) != 0) {
            for (String property : state.clientInfo.keySet()) {
                before.readClientInfo(connection(), property);
            }
        }
        if ((bits & SessionState.VARIABLES) != 0) {
            spoilt |= !before.readVariables(
                    connection(), state, session.databases().dialect().commands());
        }
        state.apply(connection(), bits);
    }

    /** Lets what was set while no transaction was open survive the rollbacks to come. */
    public void keep() throws SQLException {
        asking(SessionModes::keep);
    }

    /** Sets what these bits name to what it was before this session. */
    public void undo(int bits) throws SQLException {
        SessionState before = original;
        if (before != null) {
            asking(open -> before.apply(open, bits & before.set()));
        }
    }

    /** Undoes an open transaction and everything that was set, and gives the connection back. */
    @Override
    public void release() throws SQLException {
        Future<?> ending = giveBack(true);
        if (ending != null) {
            awaitEnds(List.of(ending));
        }
    }

    /**
     * As {@link #release()}, but waits for nothing that may never end.
     *
     * @param begun whether a transaction may be open
     * @return the end of a connection that cannot go back, or null
     */
    public @Nullable Future<?> giveBack(boolean begun) throws SQLException {
        if (released) {
            return null;
        }
        released = true;
        KnownConnection known = driver;
        if (known != null) {
            known.free();
        }
        if (ofReplica) {
            borrowed(false);
        }
        if (session.isCancelling() && !isLost()) {
            session.awaitCancels();
        }
        if (isLost()) {
            newest = null;
            return end();
        }
        boolean restored = false;
        Watch watch = watch();
        Object around = watch == null ? null : watch.enter(this, null);
        try {
            for (AttachedStatement each = newest; each != null; each = each.older()) {
                each.statement().close();
            }
            if (known != null && handedOut) {
                known.closeKept();
            }
            if (beforeReturn != null) {
                beforeReturn.run();
            }
            restore(begun || pinned);
            restored = !spoilt;
        } catch (SQLException | RuntimeException failure) {
            // The pool gets a connection that nobody can use again, so what went wrong with it matters to nobody.
            LOG.warn("Connection to {} is ended, as its state could not be undone", name(), failure);
        }
        newest = null;
        try {
            if (restored && !isLost()) {
                connection().close();
                return null;
            }
        } finally {
            leave(around);
        }
        return end();
    }

    /** Ends it on another thread: its database may never answer. */
    private Future<?> end() {
        return HelperThreads.helpers().submit(() -> {
            try {
                awaitSevered();
                if (isInDoubt()) {
                    // Its pool would roll back what the database has to keep.
                    Connection own = DriverConnection.of(connection());
                    JdbcDrivers.of(own).leave(own, Runnable::run);
                    session.databases().bulkheads().get(dataSource).evict(connection());
                }
                connection().abort(Runnable::run);
                showEnd();
                connection().close();
            } catch (SQLException | RuntimeException dead) {
                LOG.debug("Connection to {} was dead", name(), dead);
            }
        });
    }

    /** Some pools believe that a connection has ended only once a call on it fails, and would lend it again. */
    private void showEnd() {
        try (Statement closed = connection().createStatement()) {
            LOG.debug("Connection to {} gives statements after its end, such as {}", name(), closed);
        } catch (SQLException ended) {
            LOG.trace("Connection to {} has ended", name(), ended);
        }
    }

    /** Waits for ends, for all of them together not long. */
    public static void awaitEnds(List<Future<?>> endings) {
        long until = System.nanoTime() + Watch.GRACE_NANOS;
        for (Future<?> ending : endings) {
            try {
                ending.get(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS);
            } catch (InterruptedException later) {
                Thread.currentThread().interrupt();
                return;
            } catch (ExecutionException | TimeoutException hanging) {
                LOG.warn("A connection does not end", hanging);
            }
        }
    }

    private void restore(boolean begun) throws SQLException {
        boolean autoCommit = connection().getAutoCommit();
        if (isInDoubt()) {
            // Whoever recovers it ends it by another connection.
            spoilt = true;
            return;
        }
        if (branch != null) {
            rollback();
        } else if (!autoCommit && begun) {
            connection().rollback();
        }
        if (autoCommit != originalAutoCommit) {
            connection().setAutoCommit(originalAutoCommit);
        }
        if (original != null) {
            undo(original.set());
        }
    }
}
