package io.shardkit.execute.session;

import io.shardkit.catalog.Question;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.ConnectionOwner;
import io.shardkit.execute.Databases;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.transaction.CommitProtocols;
import io.shardkit.execute.transaction.Transaction;
import io.shardkit.execute.transaction.TransactionSettings;
import io.shardkit.execute.watch.SessionWatch;
import io.shardkit.execute.watch.Step;
import io.shardkit.execute.watch.Watch;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The part of a session's statements in its transactions: which connections take part, and what may run. Not thread-safe.
 */
public final class SessionTransactions implements ConnectionOwner {
    private static final String READ_ONLY = "READ ONLY";
    private static final String READ_WRITE = "READ WRITE";

    private static final short NONE = -1;
    private static final short SEVERAL = -2;

    private final SessionConnections connections;
    private final SessionWatch watch;
    private CommitProtocols protocols;
    private final Runnable onTablesChanged;

    /** Null as long as no transaction was begun. */
    private @Nullable Transaction transaction;

    private @Nullable TransactionListener listener;

    /** The data source that the open transaction has used; {@link #NONE} or {@link #SEVERAL}. */
    private short used = NONE;

    private boolean autoCommit = true;

    /** Tells whether the open transaction was begun by a statement, or has modes of its own: a rollback would end that. */
    public boolean hasModes() {
        Transaction open = known();
        return open != null && (open.isSuspended() || open.modes() != null);
    }

    /** Tells whether a connection was used since the last transaction ended, so that there may be one. */
    private boolean begun;

    SessionTransactions(
            SessionConnections connections, SessionWatch watch, CommitProtocols protocols, Runnable onTablesChanged) {
        this.connections = connections;
        this.watch = watch;
        this.protocols = protocols;
        this.onTablesChanged = onTablesChanged;
    }

    @Override
    public Databases databases() {
        return connections.databases();
    }

    @Override
    public SessionWatch watch() {
        return watch;
    }

    SessionConnections connections() {
        return connections;
    }

    /** As {@link Session#follow}. */
    boolean follow(Databases others, CommitProtocols newer) {
        if (!connections.follow(others, autoCommit)) {
            return false;
        }
        protocols = newer;
        Transaction open = known();
        if (open != null) {
            open.follow(others, newer);
        }
        return true;
    }

    /** Reports writes and ends to a listener. */
    void reportTo(TransactionListener other) {
        listener = other;
    }

    @Override
    public boolean makesTemporaryTables() {
        return connections.makesTemporaryTables();
    }

    @Override
    public boolean commitsBySwitch() {
        Transaction open = known();
        return open != null && open.commitsBySwitch();
    }

    CommitProtocols protocols() {
        return protocols;
    }

    /** The open transaction. */
    public Transaction transaction() {
        if (transaction == null) {
            transaction = new Transaction(databases(), protocols);
        }
        return transaction;
    }

    /** The open transaction, or null if none was ever begun. */
    @Nullable Transaction known() {
        return transaction;
    }

    /** The statement that gives the open transaction its modes, or null if it has those of the session. */
    @Nullable String modes() {
        Transaction open = autoCommit ? null : known();
        return open == null ? null : open.modes();
    }

    /** Tells whether each statement is a transaction of its own. */
    public boolean autoCommit() {
        return autoCommit;
    }

    /** As {@link java.sql.Connection#getAutoCommit()}, which drivers tell in their own ways after BEGIN. */
    public boolean reportsAutoCommit() {
        return autoCommit
                || (isSuspended() && !databases().dialect().transactions().beginSwitchesAutoCommit());
    }

    /** Tells whether a statement began the open transaction, and autocommit goes on after it. */
    boolean isSuspended() {
        Transaction open = known();
        return open != null && open.isSuspended();
    }

    /** Tells whether a connection was used since the last transaction ended, so that there may be one. */
    boolean hasUsed() {
        return begun;
    }

    /** A transaction has begun or ended, on none of the connections so far. */
    void unused() {
        begun = false;
        used = NONE;
    }

    /** Autocommit was switched on all connections. */
    void switched(boolean on) {
        autoCommit = on;
    }

    /** Tells whether a transaction is open that a statement has run in. */
    public boolean hasBegun() {
        return begun && !autoCommit;
    }

    /** Tells whether a transaction is open that a statement has run in, or that was begun by a word. */
    public boolean isOpen() {
        return !autoCommit && (begun || reportsAutoCommit());
    }

    /** Tells whether a transaction is open that ends with the next DDL. */
    public boolean endsByDdl() {
        return !autoCommit && databases().dialect().transactions().ddlCommits();
    }

    /** Tells whether a transaction manager begins and ends what is open. */
    boolean isManaged() {
        return protocols.areManaged();
    }

    /** Tells whether the open transaction changed tables, which others, and so the catalog, do not see yet. */
    public boolean hasUncommittedDdl() {
        Transaction open = known();
        return open != null && open.hasChangedTables();
    }

    /** Must be told after DDL. */
    public void tablesChanged() {
        onTablesChanged.run();
        if (!autoCommit) {
            transaction().changedTables(!endsByDdl());
        }
    }

    /** Tells whether nothing can be written. */
    boolean readsOnly() {
        Transaction open = known();
        Boolean own = open == null ? null : open.readOnly();
        return own == null ? connections.isReadOnly() : own;
    }

    /** Tells whether an earlier statement left the transaction half done. */
    public boolean isRollbackOnly() {
        return isTransactionRollbackOnly()
                && transaction().refusesCommit(connections.enlisted().size());
    }

    private boolean isTransactionRollbackOnly() {
        return !autoCommit && transaction().isRollbackOnly();
    }

    /**
     * Checks that a statement can run.
     *
     * @throws SQLException with {@link ErrorCode#ROLLBACK_ONLY} if an earlier one left the transaction half done, so
     *     that even a read would see what no single database shows
     */
    public void checkStatement() throws SQLException {
        watch.check();
        check(!isRollbackOnly());
    }

    /** Checks that no earlier statement has failed in the open transaction in a way that it does not survive. */
    void checkNotRollbackOnly() throws SQLException {
        check(!isTransactionRollbackOnly());
    }

    private static void check(boolean holds) throws SQLException {
        if (!holds) {
            throw ShardingExceptions.of(ErrorCode.ROLLBACK_ONLY, "");
        }
    }

    /**
     * Checks that the transaction ends by calls and statements of this session.
     *
     * @throws SQLException with {@link ErrorCode#MANAGED_TRANSACTION} if a transaction manager ends it
     */
    public void checkEndsHere() throws SQLException {
        if (isManaged()) {
            throw ShardingExceptions.of(ErrorCode.MANAGED_TRANSACTION, "");
        }
    }

    /** Checks that drivers let a transaction be ended by a call; some do not in autocommit. */
    public void checkEnds() throws SQLException {
        refuseInAutoCommit(databases().driver().endsOnlyWhatBegan());
    }

    void refuseInAutoCommit(boolean refuses) throws SQLException {
        if (refuses && reportsAutoCommit() && !watch.isBroken()) {
            throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "autocommit is on");
        }
    }

    /** Must be told of each exception of a shard's statement. */
    public void failed(SQLException failure) {
        if (!autoCommit) {
            transaction().failed(failure);
        }
    }

    /** Tells whether the open transaction, or else one that begins now, may write to one data source only. */
    public boolean writesToOne() throws SQLException {
        return (autoCommit ? protocols.current().begin() : transaction().coordinator()).writesToOne();
    }

    /** The connection to a data source, borrowed if need be; it takes part in the open transaction from then on. */
    public ShardConnection connection(int dataSource) throws SQLException {
        begun = true;
        ShardConnection shard = connections.get(dataSource);
        if (shard == null) {
            shard = join(dataSource);
        }
        reopen(shard);
        if (!shard.isActive()) {
            if (!autoCommit) {
                joinTransaction(shard);
            }
            shard.begin();
        }
        if (!autoCommit && used != dataSource && databases().lockLimit() != null) {
            used(shard, databases().lockLimit());
        }
        return shard;
    }

    private void joinTransaction(ShardConnection shard) throws SQLException {
        if (!readsOnly() || isManaged()) {
            transaction().coordinator().join(shard);
        }
        transaction().uses();
    }

    /**
     * The connections to several data sources: all or none.
     *
     * @param dataSources their numbers, each once, in any order; pools are asked in ascending order
     * @return the connections in the order of the numbers
     */
    public List<ShardConnection> connections(List<Integer> dataSources) throws SQLException {
        List<Integer> joined = new ArrayList<>();
        // A connection above a missing one may be given back when that one joins, so it is looked up after it.
        for (int dataSource : dataSources.stream().sorted().toList()) {
            if (connections.get(dataSource) == null) {
                try {
                    join(dataSource);
                } catch (SQLException | RuntimeException failure) {
                    joined.forEach(left -> leaveAfter(failure, left));
                    throw failure;
                }
                joined.add(dataSource);
            }
        }
        List<ShardConnection> shards = new ArrayList<>(dataSources.size());
        for (int dataSource : dataSources) {
            shards.add(connection(dataSource));
        }
        return shards;
    }

    private void leaveAfter(Exception failure, int dataSource) {
        try {
            connections.leave(dataSource);
        } catch (SQLException | RuntimeException second) {
            failure.addSuppressed(second);
        }
    }

    private ShardConnection join(int dataSource) throws SQLException {
        watch.check();
        checkNotRollbackOnly();
        begun = true;
        releaseIdleAbove(dataSource);
        ShardConnection shard = PoolBorrowing.open(this, connections, dataSource, autoCommit, watch.deadline());
        if (!autoCommit) {
            try {
                transaction().applySettings(shard);
            } catch (SQLException | RuntimeException failure) {
                shard.release();
                throw failure;
            }
        }
        connections.add(shard);
        return shard;
    }

    /**
     * Gives back what would be waited for in another order: pools are taken from in ascending order only, so that two
     * sessions never wait for each other; all but what the open transaction has used can be given back for that.
     */
    void releaseIdleAbove(int dataSource) throws SQLException {
        connections.releaseIdle(dataSource + 1, autoCommit);
    }

    /**
     * Switches autocommit off on a connection that a commit left with it on, before the transaction uses it.
     *
     * @throws SQLException if that fails; the connection is gone then, and nothing was open on it
     */
    void reopen(ShardConnection shard) throws SQLException {
        if (!shard.isCommitted()) {
            return;
        }
        try {
            shard.setAutoCommit(false);
        } catch (SQLException | RuntimeException failure) {
            connections.evict(shard);
            throw failure;
        }
    }

    /** A deadlock of two transactions over two databases is seen by neither; it has to end by itself. */
    private void used(ShardConnection shard, String limit) throws SQLException {
        ShardConnection first = used >= 0 ? connections.get(used) : null;
        if (used == NONE || (used >= 0 && first == null)) {
            used = (short) shard.dataSource();
            return;
        }
        if (first != null) {
            transaction().limitLocks(first, limit);
        }
        used = SEVERAL;
        transaction().limitLocks(shard, limit);
    }

    /** Tells the parts that a transaction has ended, in whatever way. */
    void ended() {
        if (listener != null) {
            listener.ended();
        }
        if (hasUncommittedDdl()) {
            // Facts learned meanwhile are of the tables as others saw them: of the old ones.
            transaction().changedTables(false);
            onTablesChanged.run();
        }
    }

    /** Asks a data source over the connection that there is, within the time that the statement has. */
    <T> @Nullable T ask(int dataSource, Question<T> question) throws SQLException {
        ShardConnection shard = Objects.requireNonNull(connections.get(dataSource));
        return watch.withinStatement(() -> Optional.ofNullable(shard.answering(question)))
                .orElse(null);
    }

    /** Gives back all connections that nothing needs. */
    void releaseIdle() throws SQLException {
        connections.releaseIdle(0, autoCommit);
    }

    /** Gives all connections back; what was not committed is rolled back. */
    void close() throws SQLException {
        watch.ends("the connection is closed");
        boolean asks = autoCommit ? connections.isChanged() : !connections.isEmpty();
        Watch undoing = asks ? watch.beginUndoing() : null;
        try {
            connections.releaseAll(begun);
        } finally {
            if (undoing != null) {
                undoing.end();
            }
            Transaction open = known();
            if (open != null) {
                open.ended();
            }
            ended();
        }
    }

    /** Gives the transaction, which has just begun, modes of its own. */
    void setModes(String own) throws SQLException {
        List<String> given = new ArrayList<>(List.of(own.split(", ?", -1)));
        TransactionSettings settings = transaction().settings(connections.state());
        if (given.contains(READ_ONLY) || given.contains(READ_WRITE)) {
            settings.setReadOnly(given.lastIndexOf(READ_ONLY) > given.lastIndexOf(READ_WRITE));
        }
        if (connections.sendsNoWrites()) {
            given.removeIf(READ_ONLY::equals);
        }
        String modes = databases().dialect().transactions().setModes(String.join(", ", given));
        if (transaction().coordinator().isAtomic()
                && databases().dialect().twoPhase().isNamedAtBegin()) {
            // Branches begin in a way of their own there, and what may be written is checked here.
            modes = null;
        }
        settings.setModes(modes);
        begun = true;
        if (modes == null) {
            return;
        }
        try {
            for (ShardConnection shard : connections.enlisted()) {
                reopen(shard);
                shard.execute(modes);
            }
        } catch (SQLException failure) {
            transaction().markRollbackOnly();
            throw failure;
        }
    }

    /**
     * Must be told before the session is made read-only, or no longer so, without a word to the databases.
     *
     * @param before what it was
     * @throws SQLException if that is an error in the open transaction
     */
    void readOnlyChanges(boolean before) throws SQLException {
        if (!hasBegun()) {
            return;
        }
        if (databases().dialect().transactions().readOnlyIsFixedAtBegin()) {
            throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "read-only, for a transaction that has begun");
        }
        if (transaction().readOnly() == null) {
            transaction().settings(connections.state()).setReadOnly(before);
        }
    }

    /**
     * Must be called before a write is sent to one data source.
     *
     * @throws SQLException with {@link ErrorCode#READ_ONLY} if nothing may be written
     */
    public void beforeWrite(int dataSource) throws SQLException {
        checkWrite();
        if (listener != null) {
            listener.beginWrite(dataSource);
        }
        if (!autoCommit) {
            transaction().beforeWrite(dataSource);
            transaction().wrote(dataSource);
        }
    }

    /**
     * Must be called before rows are locked by a query.
     *
     * @throws SQLException with {@link ErrorCode#READ_ONLY} where that is an error in a read-only transaction
     */
    public void beforeLock() throws SQLException {
        if (databases().dialect().transactions().readOnlyForbidsLocks() && readsOnly()) {
            throw refused("a query that locks rows");
        }
    }

    /**
     * Checks that something may be written.
     *
     * @throws SQLException with {@link ErrorCode#READ_ONLY} if not
     */
    public void checkWrite() throws SQLException {
        if (readsOnly() && connections.sendsNoWrites()) {
            throw refused("");
        }
    }

    /** A refused write is to the open transaction what the database's own refusal would be. */
    private SQLException refused(String what) {
        SQLException refusal = ShardingExceptions.of(ErrorCode.READ_ONLY, what);
        failed(refusal);
        return refusal;
    }

    @Override
    public void write(int dataSource, Step<Boolean> calls) throws SQLException {
        watch.check();
        beforeWrite(dataSource);
        watch.bounded(autoCommit ? databases().name(dataSource) : null, () -> {
            try {
                return calls.run();
            } catch (SQLException failure) {
                failed(failure);
                throw failure;
            }
        });
    }
}
