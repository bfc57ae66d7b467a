package io.shardkit.execute.transaction;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.Databases;
import io.shardkit.execute.SessionState;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.ShardFailures;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The transaction of a session over its enlisted connections. A commit starts only if every statement succeeded
 * everywhere; what is committed, what is not and what is unknown is never left to be guessed.
 */
public final class Transaction {
    private Databases databases;
    private CommitProtocols protocols;
    private final List<SavepointMark> savepoints = new ArrayList<>(0);

    /** The data sources that were written to. */
    private final BitSet written = new BitSet();

    /** The data sources that a query may have written to, by a function of theirs; null before the first. */
    private @Nullable BitSet maybeWritten;

    /** The data sources that rows have left for others. */
    private @Nullable BitSet left;

    /** Keeps reads away from its commit, or null. */
    private @Nullable CommitFence fence;

    /** Listeners to its end. */
    private final List<Runnable> atEnd = new ArrayList<>(0);

    /** The number of commits of moves that had ended when it first used a connection. */
    private int movesBefore;

    /** The data sources between whose snapshots no row has moved; null before any are known. */
    private @Nullable BitSet aligned;

    private @Nullable Coordinator coordinator;
    private boolean used;
    private boolean rollbackOnly;
    private boolean aborted;
    private int savepointsAtFailure;
    private int savepointIds;

    /** Tells whether a statement began it, and autocommit goes on after it. */
    private boolean suspended;

    /** Tells whether the commit under way leaves autocommit on, so that to switch it on is the commit. */
    private boolean commitsBySwitch;

    /** Tells whether no call has committed since autocommit was switched off: after such a commit most switch it on. */
    private boolean first;

    /** Tells whether it changed tables. */
    private boolean tablesChanged;

    /** Tells whether some of it was committed and some was not, or may not have been. */
    private boolean incomplete;

    /** Null as long as it has those of its session. */
    private @Nullable TransactionSettings settings;

    /** The connections on which waits for locks end by themselves; null if there are none. */
    private @Nullable List<ShardConnection> lockLimited;

    /** One that is told of writes, and that this commits. */
    public Transaction(Databases databases, CommitProtocols protocols) {
        this.databases = databases;
        this.protocols = protocols;
    }

    /** Goes over to the databases of another rule; nothing has run in it. */
    public void follow(Databases others, CommitProtocols newer) {
        databases = others;
        protocols = newer;
    }

    /**
     * The coordinator of its commit, which is settled when this is first asked.
     *
     * @throws SQLException if the application asks for a way that is not there
     */
    public Coordinator coordinator() throws SQLException {
        if (coordinator == null) {
            coordinator = protocols.current().begin();
        }
        return coordinator;
    }

    /** Tells whether a statement began it, and autocommit goes on after it. */
    public boolean isSuspended() {
        return suspended;
    }

    /** Lets autocommit go on after it, or no longer. */
    public void suspend(boolean on) {
        suspended = on;
    }

    /** Tells whether the commit under way leaves autocommit on, so that to switch it on is the commit. */
    public boolean commitsBySwitch() {
        return commitsBySwitch;
    }

    /** The commit that begins leaves autocommit on, or it has ended. */
    public void commitBySwitch(boolean on) {
        commitsBySwitch = on;
    }

    /** Tells whether no call has committed since autocommit was switched off: after such a commit most switch it on. */
    public boolean isFirst() {
        return first;
    }

    /** Autocommit was switched off, or a call commits. */
    public void markFirst(boolean is) {
        first = is;
    }

    /** Tells whether some of it was committed and some was not, or may not have been, so that nothing can go on. */
    public boolean isIncomplete() {
        return incomplete;
    }

    /** Of what was committed no answer came. */
    public void markIncomplete() {
        incomplete = true;
    }

    /** Tells whether it changed tables. */
    public boolean hasChangedTables() {
        return tablesChanged;
    }

    /** It has changed tables, or that is known everywhere. */
    public void changedTables(boolean has) {
        tablesChanged = has;
    }

    /**
     * The settings that it has of its own.
     *
     * @param session what is set on its session
     */
    public TransactionSettings settings(SessionState session) {
        if (settings == null) {
            settings = new TransactionSettings(
                    session, databases.dialect().commands().schemaSettings());
        }
        return settings;
    }

    /** Tells whether it may have settings of its own. */
    public boolean hasSettings() {
        return settings != null;
    }

    /** The statement that gives it its modes on each connection, or null if it has those of the session. */
    public @Nullable String modes() {
        return settings == null ? null : settings.modes();
    }

    /** Tells whether it is read-only; null if it is what the session is. */
    public @Nullable Boolean readOnly() {
        return settings == null ? null : settings.readOnly();
    }

    /** Statements by the names of the variables that they set for it alone. */
    public Map<String, String> locals() {
        return settings == null ? Map.of() : settings.locals();
    }

    /** Gives a connection that joins it what it has of its own. */
    public void applySettings(ShardConnection shard) throws SQLException {
        if (settings != null) {
            settings.applyTo(shard);
        }
    }

    /** Keeps what it has set for the session. */
    public void settingsCommitted() {
        if (settings != null) {
            settings.committed();
        }
    }

    /**
     * Undoes what it has set unless it was committed.
     *
     * @throws SQLException if a database does not take the values of before
     */
    public void settingsEnded(List<ShardConnection> shards, boolean autoCommit) throws SQLException {
        TransactionSettings ended = settings;
        settings = null;
        if (ended != null) {
            ended.ended(shards, autoCommit);
        }
    }

    /** Has waits for locks on a connection end by themselves until it ends. */
    public void limitLocks(ShardConnection shard, String sql) throws SQLException {
        if (lockLimited == null) {
            lockLimited = new ArrayList<>();
        }
        if (!lockLimited.contains(shard)) {
            shard.execute(sql);
            lockLimited.add(shard);
        }
    }

    /** It has ended, or what was set in it may be undone. */
    public void locksUnlimited() {
        lockLimited = null;
    }

    /** A write will be sent to a data source; where transactions may write to one only, a second is refused. */
    public void beforeWrite(int dataSource) throws SQLException {
        int first = written.nextSetBit(0);
        if (first >= 0 && first != dataSource && coordinator().writesToOne()) {
            throw ShardingExceptions.of(
                    ErrorCode.CROSS_SOURCE_REFUSED,
                    databases.names().get(first) + " and " + databases.names().get(dataSource));
        }
    }

    /** A write was or will be sent to a data source. */
    public void wrote(int dataSource) {
        written.set(dataSource);
    }

    /**
     * A query will be sent to a data source that may write there, by a function. Who may write to one data source only is
     * not refused that.
     */
    public void mayHaveWritten(int dataSource) {
        if (maybeWritten == null) {
            maybeWritten = new BitSet();
        }
        maybeWritten.set(dataSource);
    }

    /**
     * Rows have moved to another data source: this one commits after those, so that everybody sees them somewhere all
     * the time, and none is lost if the commit ends half done.
     */
    public void left(int dataSource) {
        if (left == null) {
            left = new BitSet();
        }
        left.set(dataSource);
    }

    /** Keeps reads that ask several units away from its commit, as it has moved rows from one unit to another. */
    public void commitsWithin(CommitFence around) {
        fence = around;
    }

    /** Tells whether reads are kept away from its commit. */
    public boolean isFenced() {
        return fence != null;
    }

    /** Has something told when it has ended in whatever way; that must not throw. */
    public void whenEnded(Runnable told) {
        atEnd.add(told);
    }

    /** The listener of a kind to its end, which is made and added if there is none yet. */
    public <T extends Runnable> T atEnd(Class<T> kind, Supplier<T> made) {
        for (Runnable told : atEnd) {
            if (kind.isInstance(told)) {
                return kind.cast(told);
            }
        }
        T first = made.get();
        atEnd.add(first);
        return first;
    }

    /** It uses a connection. */
    public void uses() {
        if (!used) {
            used = true;
            movesBefore = protocols.moves().ended();
        }
    }

    /** Tells whether a transaction that moved rows may have committed since this one first used a connection. */
    public boolean hasSeenMoves() {
        return protocols.moves().hasCommittedSince(movesBefore);
    }

    /**
     * Tells whether the snapshots that it keeps of data sources show each row once: a row that moves from one of them to
     * another between their snapshots is in both, or in none. To be asked after all of them have been read, and before
     * another move commits.
     */
    public boolean seesRowsOnce(BitSet dataSources) {
        if (!hasSeenMoves()) {
            BitSet known = aligned == null ? new BitSet() : aligned;
            known.or(dataSources);
            aligned = known;
            return true;
        }
        BitSet others = (BitSet) dataSources.clone();
        if (aligned != null) {
            others.andNot(aligned);
        }
        return others.isEmpty();
    }

    /** It has ended, or will never be used again. */
    public void ended() {
        used = false;
        aligned = null;
        fence = null;
        atEnd.forEach(Runnable::run);
        atEnd.clear();
    }

    /** Tells whether something may have been written over a connection. */
    public boolean hasWritten(ShardConnection shard) {
        return written.get(shard.dataSource())
                || shard.isPinned()
                || (maybeWritten != null && maybeWritten.get(shard.dataSource()));
    }

    /** A statement failed on a shard, which may have undone that shard's part. */
    public void failed(SQLException failure) {
        String state = failure.getSQLState();
        if (failure instanceof SQLTransactionRollbackException
                || (state != null && state.startsWith("40"))
                || databases.dialect().transactions().undoesAll(failure, databases.timeoutUndoes())
                || UnknownOutcome.isLost(failure)) {
            markRollbackOnly();
        } else if (databases.dialect().transactions().errorAborts() && !aborted) {
            aborted = true;
            savepointsAtFailure = savepoints.size();
        }
    }

    /** Nothing but a rollback, also to a savepoint that exists now, can follow. */
    public void markRollbackOnly() {
        if (!rollbackOnly) {
            rollbackOnly = true;
            savepointsAtFailure = aborted ? Math.min(savepointsAtFailure, savepoints.size()) : savepoints.size();
        }
    }

    /** All of it is undone: nothing but a rollback can follow, and to no savepoint. */
    public void lost() {
        savepoints.clear();
        markRollbackOnly();
    }

    /** Tells whether a statement failed in a way that the transaction as a whole does not survive. */
    public boolean isRollbackOnly() {
        return rollbackOnly || aborted;
    }

    /** A single database that aborted the transaction refuses the commit itself; of several only one would. */
    public boolean refusesCommit(int enlisted) {
        return rollbackOnly || (aborted && enlisted > 1);
    }

    /**
     * Commits everywhere or says exactly what became of it.
     *
     * @return null, or the exception to throw if some committed and some did not, after which nothing can go on
     * @throws SQLException if nothing was committed
     */
    public @Nullable SQLException commit(List<ShardConnection> shards) throws SQLException {
        if (refusesCommit(shards.size())) {
            throw ShardingExceptions.of(ErrorCode.ROLLBACK_ONLY, "");
        }
        CommitFailure failed = committed(inOrder(shards));
        if (failed == null) {
            begin();
            return null;
        }
        if (failed.isIncomplete()) {
            incomplete = true;
            return failed.exception();
        }
        if (shards.size() > 1) {
            // The others are undone, so a second attempt would commit the half of it.
            markRollbackOnly();
        }
        throw failed.exception();
    }

    private @Nullable CommitFailure committed(List<ShardConnection> shards) throws SQLException {
        CommitFence around = fence;
        if (around == null) {
            return coordinator().commit(shards, this::hasWritten);
        }
        around.committing();
        try {
            return coordinator().commit(shards, this::hasWritten);
        } finally {
            around.committed();
        }
    }

    /** Tells whether a single database that was to commit may or may not have done so. */
    public boolean mayHaveCommitted(SQLException failure, ShardConnection shard) {
        return hasWritten(shard) && UnknownOutcome.isUnknown(failure, shard);
    }

    /** Rolls back all, also after an error, which is thrown at the end. */
    public void rollback(List<ShardConnection> shards) throws SQLException {
        Rollback.all(shards);
        begin();
    }

    /** Sorts those that rows have left last. */
    private List<ShardConnection> inOrder(List<ShardConnection> shards) {
        BitSet leaving = left;
        if (leaving == null) {
            return shards;
        }
        List<ShardConnection> order = new ArrayList<>(shards);
        order.sort(Comparator.comparing(shard -> leaving.get(shard.dataSource())));
        return order;
    }

    /** A new transaction begins. */
    public void begin() {
        ended();
        savepoints.clear();
        written.clear();
        maybeWritten = null;
        left = null;
        coordinator = null;
        rollbackOnly = false;
        aborted = false;
    }

    /** Tells whether savepoints are set. */
    public boolean hasSavepoints() {
        return !savepoints.isEmpty();
    }

    /** The last savepoint with a name that a statement gives it. */
    public SavepointMark savepoint(String name) throws SQLException {
        for (int i = savepoints.size() - 1; i >= 0; i--) {
            if (savepoints.get(i).isCalled(name, databases.dialect())) {
                return savepoints.get(i);
            }
        }
        if (databases.dialect().transactions().errorAborts()) {
            markRollbackOnly();
        }
        throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "there is no savepoint " + name);
    }

    /** Sets a savepoint that statements call by its name. */
    public SavepointMark setNamed(String name, List<ShardConnection> shards) throws SQLException {
        if (!databases.dialect().transactions().keepsHiddenSavepoints()) {
            savepoints.removeIf(mark -> mark.isCalled(name, databases.dialect()));
        }
        return setSavepoint(SavepointMark.called(++savepointIds, name), shards);
    }

    /** Sets a savepoint. */
    public SavepointMark setSavepoint(@Nullable String name, List<ShardConnection> shards) throws SQLException {
        return setSavepoint(new SavepointMark(++savepointIds, name, name), shards);
    }

    private SavepointMark setSavepoint(SavepointMark mark, List<ShardConnection> shards) throws SQLException {
        for (ShardConnection shard : shards) {
            // A connection that the transaction has not used begins its part later.
            if (shard.isActive() || shard.isPinned()) {
                mark.set(shard);
            }
        }
        savepoints.add(mark);
        return mark;
    }

    /** Undoes what was done after a savepoint. */
    public void rollbackTo(SavepointMark mark, List<ShardConnection> shards) throws SQLException {
        int position = positionOf(mark);
        SQLException first = null;
        for (ShardConnection shard : shards) {
            try {
                mark.rollback(shard);
            } catch (SQLException failure) {
                first = ShardFailures.joined(first, failure);
            }
        }
        if (first != null) {
            markRollbackOnly();
            throw first;
        }
        savepoints.subList(position + 1, savepoints.size()).clear();
        if (position < savepointsAtFailure) {
            rollbackOnly = false;
            aborted = false;
        }
        locksUnlimited();
        restoreSettings(mark, shards);
    }

    private void restoreSettings(SavepointMark mark, List<ShardConnection> shards) throws SQLException {
        if (settings == null) {
            return;
        }
        boolean differs = settings.returnTo(mark.id());
        for (ShardConnection shard : shards) {
            if (!mark.isOn(shard)) {
                settings.applyTo(shard);
            }
        }
        if (differs) {
            settings.setAgain(shards);
        }
    }

    /** Forgets a savepoint and those after it. */
    public void release(SavepointMark mark, List<ShardConnection> shards) throws SQLException {
        int position = positionOf(mark);
        savepoints.subList(position, savepoints.size()).clear();
        savepointsAtFailure = Math.min(savepointsAtFailure, savepoints.size());
        for (ShardConnection shard : shards) {
            mark.release(shard);
        }
    }

    private int positionOf(SavepointMark mark) throws SQLException {
        int position = savepoints.indexOf(mark);
        if (position < 0) {
            throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "the savepoint is not one of the open transaction");
        }
        return position;
    }
}
