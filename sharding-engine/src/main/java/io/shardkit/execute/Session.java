package io.shardkit.execute;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What stands behind one logical connection: its state, its physical connections by data source, its transaction. A
 * data source is borrowed from when a statement first needs it, and its connection is kept until {@link #close()}, so
 * that prepared statements stay prepared. Not thread-safe.
 */
public final class Session implements AutoCloseable {
    private final Databases databases;
    private final @Nullable ShardConnection[] enlisted;
    private List<ShardConnection> aside = List.of();
    private @Nullable Transaction transaction;
    private @Nullable SessionSettings settings;
    private boolean autoCommit = true;
    private boolean begun;
    private boolean commitIncomplete;
    private int preferred = -1;
    private int savepointIds;
    private @Nullable String broken;
    private @Nullable Long lastKey;

    /** A session that has touched no database yet. */
    public Session(Databases databases) {
        this.databases = databases;
        this.enlisted = new ShardConnection[databases.size()];
    }

    /** The databases. */
    public Databases databases() {
        return databases;
    }

    /** What is set on the logical connection, apart from autocommit. */
    public SessionSettings settings() {
        if (settings == null) {
            settings = new SessionSettings(this, SessionState.of(databases.defaults()));
        }
        return settings;
    }

    /**
     * Checks that the session can go on.
     *
     * @throws SQLException if an earlier failure left it in a state that only {@link #close()} ends
     */
    public void check() throws SQLException {
        if (broken != null) {
            throw ErrorCode.CLOSED.exception(broken);
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
        if (!autoCommit
                && transaction().isSpoilt()
                && transaction().isRollbackOnly(enlisted().size())) {
            throw ErrorCode.ROLLBACK_ONLY.exception("");
        }
    }

    /** From now on only {@link #close()} is allowed. */
    void breakDown(String why) {
        broken = why;
    }

    /** Number of an enlisted data source, to take where any would do; -1 if there is none. */
    public int preferredDataSource() {
        return preferred;
    }

    /** The connection to a data source if there is one. */
    public @Nullable ShardConnection enlisted(int dataSource) {
        return enlisted[dataSource];
    }

    /** The enlisted connections in the order of their data sources. */
    public List<ShardConnection> enlisted() {
        List<ShardConnection> shards = new ArrayList<>(enlisted.length);
        for (ShardConnection shard : enlisted) {
            if (shard != null) {
                shards.add(shard);
            }
        }
        return shards;
    }

    /** The connection to a data source, borrowed if need be. */
    public ShardConnection connection(int dataSource) throws SQLException {
        begun = true;
        ShardConnection shard = enlisted[dataSource];
        return shard != null ? shard : join(dataSource);
    }

    /**
     * The connections to several data sources: all or none.
     *
     * @param dataSources their numbers, ascending
     */
    public List<ShardConnection> connections(List<Integer> dataSources) throws SQLException {
        List<Integer> joined = new ArrayList<>();
        List<ShardConnection> shards = new ArrayList<>(dataSources.size());
        // What lies above the first missing one may be given back here, so it is looked up after that one joined.
        for (int dataSource : dataSources) {
            if (enlisted[dataSource] == null) {
                try {
                    shards.add(join(dataSource));
                } catch (SQLException | RuntimeException failure) {
                    for (int left : joined) {
                        leave(left);
                    }
                    throw failure;
                }
                joined.add(dataSource);
            } else {
                shards.add(connection(dataSource));
            }
        }
        return shards;
    }

    private ShardConnection join(int dataSource) throws SQLException {
        check();
        if (!autoCommit && transaction().isSpoilt()) {
            throw ErrorCode.ROLLBACK_ONLY.exception("");
        }
        begun = true;
        if (autoCommit) {
            releaseIdleAbove(dataSource);
        }
        ShardConnection shard = open(dataSource, ~0, autoCommit);
        enlisted[dataSource] = shard;
        if (preferred < 0 || dataSource < preferred) {
            preferred = dataSource;
        }
        return shard;
    }

    /**
     * Another connection to a data source, in autocommit and not read-only, for temporary tables that a read-only one
     * cannot make. It is kept until the session is closed.
     */
    ShardConnection aside(int dataSource) throws SQLException {
        check();
        for (ShardConnection shard : aside) {
            if (shard.dataSource() == dataSource) {
                return shard;
            }
        }
        ShardConnection shard = open(dataSource, ~SessionState.READ_ONLY, true);
        if (aside.isEmpty()) {
            aside = new ArrayList<>(1);
        }
        aside.add(shard);
        return shard;
    }

    private ShardConnection open(int dataSource, int bits, boolean inAutoCommit) throws SQLException {
        SessionState state = settings == null ? null : settings.state();
        return ShardConnection.open(databases, dataSource, state, state == null ? 0 : state.set() & bits, inAutoCommit);
    }

    /** Pools are taken from in ascending order only, so that two sessions never wait for each other. */
    private void releaseIdleAbove(int dataSource) throws SQLException {
        for (int i = dataSource + 1; i < enlisted.length; i++) {
            ShardConnection shard = enlisted[i];
            if (shard != null && shard.idle()) {
                leave(i);
            }
        }
    }

    private void leave(int dataSource) throws SQLException {
        ShardConnection shard = enlisted[dataSource];
        enlisted[dataSource] = null;
        if (shard != null) {
            shard.release();
        }
        preferred = -1;
        for (int i = 0; i < enlisted.length && preferred < 0; i++) {
            preferred = enlisted[i] == null ? -1 : i;
        }
    }

    /** Whether each statement is a transaction of its own. */
    public boolean autoCommit() {
        return autoCommit;
    }

    /**
     * Switches autocommit; to switch it on ends the open transaction with a commit.
     *
     * @throws SQLException if the commit failed or had to be refused; autocommit is switched all the same unless the
     *     session is broken
     */
    public void setAutoCommit(boolean value) throws SQLException {
        check();
        if (value == autoCommit) {
            return;
        }
        List<ShardConnection> shards = enlisted();
        SQLException refused = null;
        boolean committed = false;
        // A single database commits by the switch itself.
        if (begun && value && (shards.size() > 1 || transaction().isRollbackOnly(shards.size()))) {
            refused = endTransaction(shards);
            committed = refused == null;
        }
        for (ShardConnection shard : shards) {
            try {
                shard.connection().setAutoCommit(value);
            } catch (SQLException failure) {
                breakDown("autocommit could not be switched on " + shard.name() + ": " + failure.getMessage());
                if (committed) {
                    // What is committed must not be reported as failed; the next call tells.
                    return;
                }
                throw failure;
            }
        }
        autoCommit = value;
        begin();
        if (refused != null) {
            throw refused;
        }
    }

    /** What is committed must not be reported as failed; a session that cannot go on says so at its next call. */
    private void afterCommit() {
        try {
            setAutoCommit(true);
        } catch (SQLException | RuntimeException failure) {
            breakDown("after a commit autocommit could not be switched on: " + failure.getMessage());
        }
    }

    private @Nullable SQLException endTransaction(List<ShardConnection> shards) throws SQLException {
        try {
            commit();
            return null;
        } catch (SQLException failure) {
            check(failure);
            Transaction.rollbackAfter(failure, shards);
            return failure;
        }
    }

    private void check(SQLException failure) throws SQLException {
        if (broken != null) {
            throw failure;
        }
    }

    /** Commits everywhere; see {@link io.shardkit.rule.CrossSource}. */
    public void commit() throws SQLException {
        if (isNothingToEnd()) {
            return;
        }
        List<ShardConnection> shards = enlisted();
        SQLException incomplete = transaction().commit(shards);
        if (incomplete != null) {
            breakDown("a commit was incomplete");
            commitIncomplete = true;
            throw incomplete;
        }
        begun = false;
    }

    private void begin() {
        begun = false;
        transaction().begin();
    }

    /** Rolls back everywhere. */
    public void rollback() throws SQLException {
        if (commitIncomplete) {
            // What could be rolled back has been; a second exception would hide the first from the application.
            return;
        }
        if (isNothingToEnd()) {
            return;
        }
        transaction().rollback(enlisted());
        begun = false;
    }

    /** Sets a savepoint. */
    public SavepointMark setSavepoint(@Nullable String name) throws SQLException {
        checkTransaction();
        return transaction().setSavepoint(++savepointIds, name, enlisted());
    }

    /** Rolls back to a savepoint. */
    public void rollback(SavepointMark savepoint) throws SQLException {
        checkTransaction();
        transaction().rollbackTo(savepoint, enlisted());
    }

    /** Forgets a savepoint and those set after it. */
    public void releaseSavepoint(SavepointMark savepoint) throws SQLException {
        checkTransaction();
        transaction().release(savepoint, enlisted());
    }

    /** Whether autocommit is on and the databases think nothing of ending a transaction then. */
    private boolean isNothingToEnd() throws SQLException {
        check();
        if (autoCommit && databases.dialect().endsOnlyWhatBegan()) {
            checkTransaction();
        }
        return autoCommit;
    }

    private void checkTransaction() throws SQLException {
        check();
        if (autoCommit) {
            throw ErrorCode.INVALID_ARGUMENT.exception("autocommit is on");
        }
    }

    /** Must be called before a write is sent to one data source. */
    public void beforeWrite(int dataSource) throws SQLException {
        if (!autoCommit) {
            transaction().beforeWrite(dataSource);
            transaction().wrote(dataSource);
        }
    }

    /**
     * Must be told of each INSERT.
     *
     * @param generated the first of the keys that the framework made, or null if a database may have made them
     */
    public void inserted(@Nullable Object generated) {
        lastKey = generated instanceof Long key ? key : null;
    }

    /** The first key that the framework made for the last INSERT, or null if it made none. */
    public @Nullable Long lastKey() {
        return lastKey;
    }

    /** Must be told of each exception of a shard's statement. */
    public void failed(SQLException failure) {
        if (!autoCommit) {
            transaction().failed(failure);
        }
    }

    /**
     * Runs several steps, all or nothing: in autocommit in a transaction of their own, else a failure after the first
     * success leaves the open transaction fit for rollback only.
     */
    public <T> T inTransaction(Steps<T> steps) throws SQLException {
        WriteSteps.Progress progress = new WriteSteps.Progress();
        boolean own = autoCommit;
        if (own) {
            setAutoCommit(false);
        }
        T result;
        try {
            result = steps.run(progress);
            if (own) {
                commit();
            }
        } catch (SQLException | RuntimeException failure) {
            if (own) {
                undo(failure);
            } else {
                if (failure instanceof SQLException exception && !(failure instanceof ShardingException)) {
                    failed(exception);
                }
                if (progress.count() > 0) {
                    transaction().markRollbackOnly();
                }
            }
            throw failure;
        }
        if (own) {
            afterCommit();
        }
        return result;
    }

    private void undo(Exception failure) {
        try {
            if (broken == null) {
                rollback();
                setAutoCommit(true);
            }
        } catch (SQLException | RuntimeException second) {
            // To switch autocommit on would commit what could not be undone.
            breakDown("a write could not be rolled back");
            failure.addSuppressed(second);
        }
    }

    /**
     * Steps of one write.
     *
     * @param <T> what they answer together
     */
    @FunctionalInterface
    public interface Steps<T> {
        /** Runs them, and tells of each that changed something. */
        T run(WriteSteps.Progress progress) throws SQLException;
    }

    /** The open transaction, for writes over several units. */
    Transaction transaction() {
        if (transaction == null) {
            transaction = new Transaction(databases);
        }
        return transaction;
    }

    /** Gives all connections back; what was not committed is rolled back. */
    @Override
    public void close() throws SQLException {
        breakDown("the connection is closed");
        SQLException first = null;
        for (ShardConnection shard : aside) {
            try {
                shard.release();
            } catch (SQLException failure) {
                first = Transaction.joined(first, failure);
            }
        }
        aside = List.of();
        for (int i = 0; i < enlisted.length; i++) {
            ShardConnection shard = enlisted[i];
            enlisted[i] = null;
            if (shard != null) {
                try {
                    shard.release(begun);
                } catch (SQLException failure) {
                    first = Transaction.joined(first, failure);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
