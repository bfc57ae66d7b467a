package io.shardkit.execute.session;

import io.shardkit.catalog.OpenConnections;
import io.shardkit.catalog.Question;
import io.shardkit.execute.Databases;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.ShardFailures;
import io.shardkit.execute.transaction.CommitProtocols;
import io.shardkit.execute.transaction.Owner;
import io.shardkit.execute.transaction.Transaction;
import io.shardkit.execute.transaction.TransactionBoundaries;
import io.shardkit.execute.transaction.UnknownOutcome;
import io.shardkit.execute.watch.SessionWatch;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One logical connection to all databases, made of parts: its physical connections, its transactions over them, what ends its
 * calls, its settings and its last key. It touches no database before a statement does. Not thread-safe, but for cancels.
 */
public final class Session implements Owner, OpenConnections, AutoCloseable {
    private final SessionTransactions transactions;

    /** Null if there are none. */
    private final @Nullable SessionReplicas replicas;

    private @Nullable TransactionEnds ends;
    private @Nullable SessionSettings settings;
    private @Nullable LastKey lastKey;

    /**
     * A session that has touched no database yet.
     *
     * @param protocols how its transactions commit
     * @param onTablesChanged is told when what was known of tables does not hold any longer
     */
    public Session(Databases databases, CommitProtocols protocols, Runnable onTablesChanged) {
        SessionConnections connections = new SessionConnections(databases);
        transactions = new SessionTransactions(connections, new SessionWatch(connections), protocols, onTablesChanged);
        replicas = databases.replicas() == null ? null : new SessionReplicas(transactions, databases.replicas());
        if (replicas != null) {
            transactions.reportTo(replicas);
        }
    }

    /** All databases. */
    public Databases databases() {
        return transactions.databases();
    }

    /** The physical connections that it has. */
    public SessionConnections physical() {
        return transactions.connections();
    }

    /** Ends its calls, or the session. */
    public SessionWatch watch() {
        return transactions.watch();
    }

    /** The part of its statements in its transactions. */
    public SessionTransactions transactions() {
        return transactions;
    }

    /** Begins and ends its transactions. */
    public TransactionEnds ends() {
        if (ends == null) {
            ends = new TransactionEnds(transactions);
        }
        return ends;
    }

    @Override
    public TransactionBoundaries boundaries() {
        return ends();
    }

    /** The savepoints of the open transaction. */
    public Savepoints savepoints() {
        return new Savepoints(transactions);
    }

    /** Tells what its reads see. */
    public ReadView reads() {
        return new ReadView(transactions);
    }

    /** Sends its reads to replicas; null if there are none. */
    public @Nullable SessionReplicas replicas() {
        return replicas;
    }

    /** Its settings, apart from autocommit. */
    public SessionSettings settings() {
        if (settings == null) {
            settings = new SessionSettings(transactions);
        }
        return settings;
    }

    /** The key that was generated last. */
    public LastKey lastKey() {
        if (lastKey == null) {
            lastKey = new LastKey();
        }
        return lastKey;
    }

    /** Tells whether each statement is a transaction of its own. */
    @Override
    public boolean autoCommit() {
        return transactions.autoCommit();
    }

    @Override
    public Transaction transaction() {
        return transactions.transaction();
    }

    /** As {@link SessionTransactions#connection}. */
    public ShardConnection connection(int dataSource) throws SQLException {
        return transactions.connection(dataSource);
    }

    /** As {@link SessionTransactions#connections}. */
    public List<ShardConnection> connections(List<Integer> dataSources) throws SQLException {
        return transactions.connections(dataSources);
    }

    /**
     * Must be called before DDL, and before other statements that commit as it does: where the database of such a
     * statement commits what is open, so do the others. What BEGIN began goes on where it switches autocommit off: H2
     * switches it on again at COMMIT and ROLLBACK only.
     *
     * @throws SQLException as that of a commit
     */
    public void commitBeforeDdl() throws SQLException {
        checkWrite();
        if (ddlCommitsTransaction()) {
            checkStatement();
            boolean goesOn = isSuspended() && databases.dialect().transactions().beginSwitchesAutoCommit();
            commit();
            if (goesOn) {
                suspendAutoCommit();
            }
        }
    }

    /**
     * Whether a read that locks nothing sees, in the open transaction, what others have committed by then, as a write
     * does.
     *
     * @throws SQLException if the database cannot be asked
     */
    public boolean readsNewest(int dataSource) throws SQLException {
        return databases.dialect().transactions().readOfWrite().isEmpty()
                || connection(dataSource).connection().getTransactionIsolation()
                        == Connection.TRANSACTION_READ_COMMITTED;
    }

    /**
     * Whether the open transaction has used none of these data sources yet and has no savepoints, so that it could end there
     * without a trace. To be asked before {@link #connections}, which uses them.
     */
    public boolean isUnused(List<Integer> dataSources) {
        for (int dataSource : dataSources) {
            ShardConnection shard = enlisted(dataSource);
            if (shard != null && shard.used) {
                return false;
            }
        }
        return !transaction().hasSavepoints();
    }

    /** Whether a transaction is open that a statement has run in. */
    public boolean hasTransaction() {
        return begun && !autoCommit();
    }

    /** Whether a transaction is open that a statement has run in, or that was begun by a word. */
    public boolean isInTransaction() {
        return !autoCommit() && (begun || reportsAutoCommit());
    }

    /** Whether a transaction is open that ends with the next DDL. */
    public boolean ddlCommitsTransaction() {
        return !autoCommit() && databases.dialect().transactions().ddlCommits();
    }

    /** Whether the open transaction changed tables, which others, and so the catalog, do not see yet. */
    public boolean hasUncommittedDdl() {
        return tablesChanged;
    }

    /** What was learned during a transaction with DDL is of the tables as others saw them: of the old ones. */
    @Override
    void transactionEnded() {
        if (replicas != null) {
            replicas.ended();
        }
        if (tablesChanged) {
            tablesChanged = false;
            onTablesChanged.run();
        }
    }

    /**
     * Checks that a statement can run.
     *
     * @throws SQLException with {@link ErrorCode#ROLLBACK_ONLY} if an earlier one left the transaction half done, so
     *     that even a read would see what no single database shows
     */
    public void checkStatement() throws SQLException {
        check();
        if (isRollbackOnly()) {
            throw ShardingExceptions.of(ErrorCode.ROLLBACK_ONLY, "");
        }
    }

    @Override
    void checkJoin() throws SQLException {
        if (!autoCommit() && transaction().isSpoilt()) {
            throw ShardingExceptions.of(ErrorCode.ROLLBACK_ONLY, "");
        }
    }

    @Override
    void joined(ShardConnection shard) throws SQLException {
        if (!autoCommit()) {
            tell(shard);
        }
    }

    /** Gives a connection what the open transaction has of its own. */
    private void tell(ShardConnection shard) throws SQLException {
        String modes = transaction().modes;
        if (modes != null) {
            shard.execute(modes);
        }
        if (settings != null) {
            for (String local : settings.locals.values()) {
                shard.execute(local);
            }
        }
    }

    /**
     * Sets variables for the open transaction; there is nothing to do where none is open.
     *
     * @param dataSource whose connection is opened if there is none, to learn whether the database takes the values
     * @param local a statement for each variable, by its name
     */
    public void setLocal(int dataSource, Map<String, Setting> local) throws SQLException {
        if (autoCommit()) {
            return;
        }
        connection(dataSource);
        try {
            for (ShardConnection shard : enlisted()) {
                for (Setting setting : local.values()) {
                    shard.execute(setting.sql());
                }
            }
        } catch (SQLException failure) {
            transaction().markRollbackOnly();
            throw failure;
        }
        Map<String, String> changed = new LinkedHashMap<>(settings().locals);
        changed.keySet().removeAll(local.keySet());
        local.forEach((name, setting) -> changed.put(name, setting.sql()));
        settings().locals = changed;
    }

    /**
     * Must be called before rows are locked by a query.
     *
     * @throws SQLException with {@link ErrorCode#READ_ONLY} where that is an error in a read-only transaction
     */
    public void beforeLock() throws SQLException {
        if (databases.dialect().transactions().readOnlyForbidsLocks() && readsOnly()) {
            throw refused("a query that locks rows");
        }
    }

    /** Gives the transaction, which has just begun, modes of its own. */
    void setModes(String own) throws SQLException {
        List<String> told = new ArrayList<>(List.of(own.split(", ?", -1)));
        if (told.contains(READ_ONLY) || told.contains("READ WRITE")) {
            transaction().readOnly = told.lastIndexOf(READ_ONLY) > told.lastIndexOf("READ WRITE");
        }
        if (sendsNoWrites()) {
            told.removeIf(READ_ONLY::equals);
        }
        String modes = databases.dialect().transactions().setModes(String.join(", ", told));
        if (transaction().coordinator().isAtomic()
                && databases.dialect().twoPhase().isNamedAtBegin()) {
            // Branches begin in a way of their own there, and what may be written is checked here.
            modes = null;
        }
        transaction().modes = modes;
        begun = true;
        if (modes == null) {
            return;
        }
        try {
            for (ShardConnection shard : enlisted()) {
                awaken(shard);
                shard.execute(modes);
            }
        } catch (SQLException failure) {
            transaction().markRollbackOnly();
            throw failure;
        }
    }

    @Override
    void readOnlyChanges(boolean before) throws SQLException {
        if (!autoCommit() && begun) {
            if (databases.dialect().transactions().readOnlyIsFixedAtBegin()) {
                throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "read-only, for a transaction that has begun");
            }
            if (transaction().readOnly == null) {
                transaction().readOnly = before;
            }
        }
    }

    /**
     * Must be called before a write is sent to one data source.
     *
     * @throws SQLException with {@link ErrorCode#READ_ONLY} if nothing may be written
     */
    public void beforeWrite(int dataSource) throws SQLException {
        checkWrite();
        if (replicas != null) {
            replicas.beginWrite(dataSource);
        }
        if (!autoCommit()) {
            transaction().beforeWrite(dataSource);
            transaction().wrote(dataSource);
        }
    }

    /**
     * Must be called before a query is run that may write, by a function of a database's: its data sources commit as those
     * that were written to.
     */
    public void mayWrite(BoundPlan query) throws SQLException {
        if (autoCommit()) {
            return;
        }
        BitSet asked = new BitSet();
        query.on(dataSource -> {
            asked.set(dataSource);
            return dataSource;
        });
        if (asked.isEmpty()) {
            // What gathers rows may call it anywhere.
            asked.set(0, databases.size());
        }
        asked.stream().forEach(transaction()::mayHaveWritten);
    }

    /**
     * Checks that something may be written.
     *
     * @throws SQLException with {@link ErrorCode#READ_ONLY} if not
     */
    public void checkWrite() throws SQLException {
        if (readsOnly() && sendsNoWrites()) {
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
    public void write(ShardConnection shard, WatchedConnection.Calls calls) throws SQLException {
        check();
        beforeWrite(shard.dataSource());
        bounded(autoCommit() ? shard.name() : null, () -> {
            try {
                shard.asking(calls);
            } catch (SQLException failure) {
                failed(failure);
                throw failure;
            }
            return true;
        });
    }

    /** Sets a savepoint. */
    public SavepointMark setSavepoint(@Nullable String name) throws SQLException {
        checkTransaction();
        refuseInAutoCommit(databases.driver().refusesSavepointsInAutoCommit());
        return bounded(() -> noted(transaction().setSavepoint(name, enlisted())));
    }

    private SavepointMark noted(SavepointMark savepoint) {
        settings().savepoint(savepoint.id());
        return savepoint;
    }

    /** Rolls back to a savepoint. */
    public void rollback(SavepointMark savepoint) throws SQLException {
        checkTransaction();
        bounded(() -> {
            rollbackTo(savepoint);
            return savepoint;
        });
    }

    private void rollbackTo(SavepointMark savepoint) throws SQLException {
        transaction().rollbackTo(savepoint, enlisted());
        locksUnlimited(false);
        boolean differs = settings().returnTo(savepoint.id());
        for (ShardConnection shard : enlisted()) {
            if (!savepoint.isOn(shard)) {
                tell(shard);
            }
        }
        if (differs) {
            settings().setAgain();
        }
    }

    /** Forgets a savepoint and those set after it. */
    public void releaseSavepoint(SavepointMark savepoint) throws SQLException {
        checkTransaction();
        bounded(() -> {
            transaction().release(savepoint, enlisted());
            return savepoint;
        });
    }

    /**
     * Where the open transaction stands before a statement of several writes, which can be undone alone then; null where a
     * database would spoil the transaction instead, or nothing can be undone.
     */
    public @Nullable SavepointMark mark() throws SQLException {
        return isManaged() || databases.dialect().transactions().errorAborts()
                ? null
                : noted(transaction().setSavepoint(null, enlisted()));
    }

    /** Undoes what was done since then. */
    public void returnTo(SavepointMark mark) throws SQLException {
        rollbackTo(mark);
        transaction().release(mark, enlisted());
    }

    /** What was done since then stays. */
    public void releaseMark(SavepointMark mark) throws SQLException {
        transaction().release(mark, enlisted());
    }

    /** Sets a savepoint that statements call by its name. */
    void setNamedSavepoint(String name) throws SQLException {
        noted(transaction().setNamed(name, enlisted()));
    }

    private void checkTransaction() throws SQLException {
        check();
        checkEndsHere();
        if (autoCommit()) {
            throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "autocommit is on");
        }
    }

    /**
     * Must be told of each INSERT but those of one call.
     *
     * @param generated the first of the keys that the framework made, or null if a database may have made them
     */
    public void inserted(@Nullable Object generated) {
        lastKey = generated instanceof Long ? generated : UNKNOWN;
    }

    /** Must be told of an INSERT of one call, whose database may have generated a key, or else tells an older one. */
    public void insertedOn(ShardConnection shard) {
        lastKey = lastKey == null || lastKey == shard ? shard : UNKNOWN;
    }

    /** Must be told of what sets the key that a database tells as its last one. */
    public void lastKeySetOn(ShardConnection shard) {
        lastKey = shard;
    }

    /** The first key that the framework made for the last INSERT, or null if it made none. */
    public @Nullable Long lastKey() {
        return lastKey instanceof Long key ? key : null;
    }

    /** The connection whose database knows the key that was generated last, or null. */
    public @Nullable ShardConnection lastKeyShard() {
        return lastKey instanceof ShardConnection shard && !shard.released() ? shard : null;
    }

    /** {@inheritDoc} What a database would tell of the key that was generated last is gone with its connection. */
    @Override
    public void giveBackIdle() throws SQLException {
        try {
            super.giveBackIdle();
        } finally {
            if (lastKey instanceof ShardConnection shard && shard.released()) {
                lastKey = null;
            }
        }
    }

    /** Must be told of each exception of a shard's statement. */
    @Override
    public void failed(SQLException failure) {
        transactions.failed(failure);
    }

    /**
     * Must be told of each call's failure; hangs on it what one would ask next.
     *
     * @param shard where it failed
     * @param asked how many calls the statement makes
     * @param succeeded how many of them did
     * @param start when it began, by {@link System#nanoTime()}
     */
    public void failed(
            Throwable failure, ShardConnection shard, StatementKind kind, int asked, int succeeded, long start) {
        if (failure instanceof SQLException exception) {
            failed(exception);
            if (UnknownOutcome.isLost(exception) || (replicas != null && replicas.endsWithServer(exception, shard))) {
                // Its pool hears nothing of a statement that it did not prepare.
                shard.discard();
            }
        }
        failure.addSuppressed(ShardFailures.calling(shard.name(), kind, asked, succeeded, System.nanoTime() - start));
    }

    /**
     * The call with which a read goes on whose replica did not answer, or null if it has failed.
     *
     * @throws SQLException if no server may answer it
     */
    public @Nullable ShardCall instead(ShardCall call, SQLException failure) throws SQLException {
        return replicas == null ? null : replicas.instead(call, failure);
    }

    /**
     * The sharding values that statements stay with, one or two; null if there are none.
     *
     * @throws SQLException if they may be those of an earlier borrower of the connection
     */
    public @Nullable List<Object> shardingKey() throws SQLException {
        return settings == null ? null : settings.shardingKey();
    }

    /** Must be told when a pool may have taken the logical connection back. */
    public void mayBeReturned() {
        if (settings != null) {
            settings.leaveShardingKey();
        }
    }

    /** Gives back the connections that nothing needs. */
    public void releaseIdle() throws SQLException {
        try {
            transactions.releaseIdle();
        } finally {
            if (lastKey != null) {
                lastKey.connectionsReleased();
            }
        }
    }

    @Override
    public @Nullable Connection to(int dataSource) {
        ShardConnection shard = transactions.connections().get(dataSource);
        return shard == null ? null : shard.connection();
    }

    @Override
    public long left() throws SQLException {
        return watch().left();
    }

    @Override
    public void beforeWaitingFor(int dataSource) throws SQLException {
        transactions.releaseIdleAbove(dataSource);
    }

    @Override
    public <T> @Nullable T ask(int dataSource, Question<T> question) throws SQLException {
        return transactions.ask(dataSource, question);
    }

    /** Gives all connections back; what was not committed is rolled back. */
    @Override
    public void close() throws SQLException {
        transactions.close();
    }
}
