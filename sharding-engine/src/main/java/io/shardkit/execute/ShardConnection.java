package io.shardkit.execute;

import io.shardkit.dialect.branch.BranchName;
import io.shardkit.dialect.branch.TwoPhase;
import io.shardkit.dialect.facts.CommandRules;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.ConnectionChanges.Mark;
import io.shardkit.execute.watch.RowStream;
import io.shardkit.execute.watch.SessionWatch;
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
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One physical connection of a session, with what has to be undone when it goes back to its pool. Belongs to its
 * session's thread, apart from the statements of a scatter, each of which uses another one.
 */
public final class ShardConnection extends WatchedConnection {
    private static final Logger LOG = LoggerFactory.getLogger(ShardConnection.class);

    /** Short, as is the count of results: one is made for each borrowed connection, and these would cost it a word. */
    private final short dataSource;

    private short openResults;
    private ConnectionState state = ConnectionState.IDLE;
    private @Nullable ConnectionChanges changes;
    private @Nullable AttachedStatement newest;

    /** Its part of a transaction over several databases, if that has a name. */
    private @Nullable Branch branch;

    ShardConnection(ConnectionOwner session, int dataSource, Connection connection) throws SQLException {
        super(session, connection);
        this.dataSource = (short) dataSource;
        if (!connection.getAutoCommit()) {
            changes().mark(Mark.LENT_WITHOUT_AUTO_COMMIT);
        }
        countBorrowed(true);
    }

    /** Counts it at its replica, if it is one's that counts. */
    private void countBorrowed(boolean begins) {
        Replicas replicas = session.databases().replicas();
        Member member = replicas == null ? null : replicas.member(dataSource);
        if (member != null) {
            member.borrowed(begins);
        }
    }

    private ConnectionChanges changes() {
        if (changes == null) {
            changes = new ConnectionChanges();
        }
        return changes;
    }

    /** Tells whether its pool lends it with autocommit on. */
    boolean isLentInAutoCommit() {
        return !has(Mark.LENT_WITHOUT_AUTO_COMMIT);
    }

    private boolean has(Mark mark) {
        return changes != null && changes.has(mark);
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

    /** Makes calls that write, and come from no statement of the session: they count as one. */
    public void write(Calls calls) throws SQLException {
        session.write(dataSource, () -> {
            asking(calls);
            return true;
        });
    }

    /** Must be told when the open transaction uses it for the first time, or a statement in autocommit. */
    public void begin() {
        state = state.to(ConnectionState.ACTIVE);
    }

    /** Must be told when the open transaction has ended. */
    public void transactionEnded() {
        if (state == ConnectionState.ACTIVE) {
            state = state.to(ConnectionState.IDLE);
        }
    }

    /** Its state. */
    ConnectionState state() {
        return state;
    }

    /** Tells whether the open transaction, or the last statement, has used it. */
    public boolean isActive() {
        return state == ConnectionState.ACTIVE;
    }

    /** Tells whether a commit left autocommit on, although it is off in the session, so that nothing is open. */
    public boolean isCommitted() {
        return state == ConnectionState.COMMITTED;
    }

    /** Tells whether it went back to its pool; its statements are closed then. */
    @Override
    public boolean released() {
        return state == ConnectionState.RELEASED;
    }

    /**
     * Gives its part of a transaction over several databases a name, before its first statement, where the database
     * wants that; it can be prepared then.
     */
    public void beginBranch(BranchName id) throws SQLException {
        TwoPhase statements = session.databases().dialect().twoPhase();
        asking(open -> branch = Branch.begin(open, statements, id, session.makesTemporaryTables()));
    }

    /** Tells whether what is open on it has a name. */
    public boolean hasBranch() {
        return branch != null;
    }

    /** The exception to throw where no temporary table was made: a refusal if what is open may not have any. */
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
        if (isCommitted()) {
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
            state = state.to(ConnectionState.COMMITTED);
        } catch (SQLException | RuntimeException failure) {
            // The driver's idea of autocommit may be wrong now: no later borrower may rely on it.
            discard();
            throw failure;
        }
    }

    /** Tells whether to switch autocommit on is as good a commit as any, if the database commits by it. */
    public boolean canCommitBySwitch() {
        return driver != null && driver.canCommitBySwitch();
    }

    /** Tells whether neither what was handed out nor the next borrower minds that a commit leaves autocommit on. */
    public boolean commitsBySwitchAlone() {
        return canCommitBySwitch()
                && isActive()
                && (changes == null || !changes.hasMarks())
                && branch == null
                && openResults == 0
                && !isLost();
    }

    @Override
    public void setAutoCommit(boolean on) throws SQLException {
        if (!isCommitted() || !on) {
            super.setAutoCommit(on);
            switched(on);
        }
        if (isCommitted()) {
            state = state.to(ConnectionState.IDLE);
        }
    }

    /** Must be told of each switch of autocommit. */
    void switched(boolean on) throws SQLException {
        if (driver != null) {
            driver.switched(on);
        }
    }

    /** Rolls back what is open, prepared or not. */
    @Override
    public void rollback() throws SQLException {
        if (isCommitted()) {
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
        transactionEnded();
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

    /** Tells whether something on it was prepared, or may have been, and has not been told the decision. */
    public boolean isInDoubt() {
        Branch named = branch;
        return named != null && named.isPrepared();
    }

    /** Tells whether something has to be undone or closed before it goes back. */
    public boolean isChanged() {
        return newest != null || (changes != null && changes.areUndone());
    }

    /** From now on it is ended instead of going back to its pool. */
    public void discard() {
        changes().mark(Mark.DISCARDED);
    }

    /** Tells whether it is ended instead of going back to its pool. */
    public boolean isDiscarded() {
        return has(Mark.DISCARDED);
    }

    /**
     * Has something undone before it goes back to its pool.
     *
     * @param undo must not throw; null for nothing
     */
    public void beforeReturn(@Nullable Runnable undo) {
        changes().undoBy(undo);
    }

    /** Drops temporary tables by a statement; where that fails no later borrower may meet them. */
    public void drop(String sql) throws SQLException {
        try {
            execute(sql);
        } catch (SQLException failure) {
            discard();
            throw failure;
        }
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
     * Sees to it that the reading of rows ends that their databases send meanwhile.
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
        ConnectionOwner session = shards.get(0).session;
        int most = seconds > 0 ? seconds : session.databases().timeoutSeconds();
        return RowStream.of(session.watch(), shards, readers, TimeUnit.SECONDS.toNanos(most));
    }

    private boolean isAt(Connection other) {
        PhysicalConnection own = driver;
        return other.equals(connection()) || (own != null && other.equals(own.get()));
    }

    private @Nullable StatementCache cache() {
        return driver == null || isAltered() ? null : driver.statements();
    }

    /** The place of the statement that an earlier borrower left for some SQL, for {@link #statement}; or none. */
    public int poll(String sql) {
        StatementCache cache = cache();
        return cache == null ? StatementCache.NOT_CACHED : cache.poll(sql);
    }

    /**
     * A statement for some SQL, fresh or from the place that was polled, which {@link #put} takes back; null if this
     * connection caches none, or what was set on it may change what SQL means to its driver.
     */
    public @Nullable PreparedStatement statement(int place, String sql) throws SQLException {
        PhysicalConnection own = driver;
        return own == null || isAltered() ? null : own.statement(place, sql);
    }

    /**
     * Caches a statement for later borrowers, or closes it if they should not have it.
     *
     * @param onlyNumbers whether its parameters hold nothing else
     */
    public void put(int place, String sql, PreparedStatement statement, boolean onlyNumbers) throws SQLException {
        StatementCache cache = cache();
        if (cache == null || isLost()) {
            evict(place);
            statement.close();
        } else {
            cache.put(place, sql, statement, onlyNumbers);
        }
    }

    /** A statement that was polled does not come back to its place, if it had one. */
    public void evict(int place) {
        StatementCache cache = driver == null ? null : driver.statements();
        if (cache != null && place != StatementCache.NOT_CACHED) {
            cache.evict(place);
        }
    }

    /** Tells whether something was set on it or handed out, or it is to be ended. */
    private boolean isAltered() {
        return changes != null && changes.alterStatements();
    }

    /** Keeps the connection until the session ends, as something that was handed out lives on it. */
    public void pin() throws SQLException {
        if (isCommitted()) {
            // By what was handed out the user may write there, in the transaction.
            setAutoCommit(false);
        }
        changes().mark(Mark.PINNED);
    }

    /** Something was handed out that leads to it. */
    public void handOut() {
        changes().mark(Mark.HANDED_OUT);
    }

    /** Tells whether something that was handed out lives on it, by which the user may write there unseen. */
    public boolean isPinned() {
        return has(Mark.PINNED);
    }

    /** Tells whether nothing that was handed out needs it. */
    public boolean isIdle() {
        return openResults == 0 && !isPinned();
    }

    /** Gives it all that was changed in a state, after remembering what it had, as a call of its own or a part of another. */
    public void apply(SessionState given) throws SQLException {
        asking(open -> changes().apply(open, given, rules()));
        if (given.isChanged(SessionProperty.VARIABLES) && !isLentInAutoCommit()) {
            // No rollback of the session may undo what others of its connections keep.
            SessionModes.keep(connection());
        }
    }

    /** Gives it a property of a state, after remembering what it had, as a call of its own or a part of another. */
    public void apply(SessionState given, SessionProperty property) throws SQLException {
        asking(open -> changes().apply(open, given, property, rules()));
    }

    private CommandRules rules() {
        return session.databases().dialect().commands();
    }

    /** Lets what was set while no transaction was open survive the rollbacks to come. */
    public void keep() throws SQLException {
        asking(SessionModes::keep);
    }

    /** Gives it back what it had of a property before this session. */
    public void undo(SessionProperty property) throws SQLException {
        ConnectionChanges made = changes;
        if (made != null) {
            asking(open -> made.undo(open, property));
        }
    }

    /** Undoes an open transaction and everything that was set, and gives the connection back. */
    @Override
    public void release() throws SQLException {
        Future<?> ending = release(true);
        if (ending != null) {
            ConnectionEnd.awaitAll(List.of(ending));
        }
    }

    /**
     * As {@link #release()}, but waits for nothing that may never end.
     *
     * @param begun whether a transaction may be open
     * @return the end of a connection that cannot go back, or null
     */
    public @Nullable Future<?> release(boolean begun) throws SQLException {
        if (released()) {
            return null;
        }
        state = state.to(ConnectionState.RELEASED);
        AttachedStatement last = newest;
        newest = null;
        if (driver != null) {
            driver.returned();
        }
        countBorrowed(false);
        SessionWatch ending = session.watch();
        if (ending.isCancelling() && !isLost()) {
            ending.awaitCancels();
        }
        if (isLost()) {
            return end();
        }
        Watch watch = watch();
        Object around = watch == null ? null : watch.enter(this, null);
        try {
            if (isRestored(last, begun || isPinned()) && !isLost()) {
                connection().close();
                return null;
            }
        } finally {
            leave(around);
        }
        return end();
    }

    private Future<?> end() {
        return ConnectionEnd.begin(
                this, isInDoubt() ? session.databases().bulkheads().get(dataSource) : null);
    }

    private boolean isRestored(@Nullable AttachedStatement last, boolean begun) {
        try {
            for (AttachedStatement each = last; each != null; each = each.older()) {
                each.statement().close();
            }
            return restore(begun);
        } catch (SQLException | RuntimeException failure) {
            // The pool gets a connection that cannot be used again, so what went wrong with it does not matter.
            LOG.warn("Connection to {} is ended, as its state could not be undone", name(), failure);
            return false;
        }
    }

    /** Restores it to what it was when it was borrowed; false if it cannot go back to its pool. */
    private boolean restore(boolean begun) throws SQLException {
        ConnectionChanges made = changes;
        if (made != null) {
            if (driver != null && made.has(Mark.HANDED_OUT)) {
                driver.clearStatements();
            }
            made.undoBesides();
        }
        boolean autoCommit = connection().getAutoCommit();
        if (isInDoubt()) {
            // Recovery ends the in-doubt transaction by another connection.
            return false;
        }
        if (branch != null) {
            rollback();
        } else if (!autoCommit && begun) {
            connection().rollback();
        }
        if (autoCommit != isLentInAutoCommit()) {
            connection().setAutoCommit(!autoCommit);
        }
        if (made != null) {
            made.undo(connection());
        }
        return !has(Mark.DISCARDED);
    }
}
