package io.shardkit.execute.transaction;

import io.shardkit.error.ErrorCode;
import io.shardkit.execute.Databases;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.ShardFailure;
import io.shardkit.options.CrossSource;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The transaction of a session over its enlisted connections. A commit starts only if every statement succeeded
 * everywhere; what is committed, what is not and what is unknown is never left to be guessed.
 */
public final class Transaction {
    private final Databases databases;
    private final List<SavepointMark> savepoints = new ArrayList<>(0);
    private int firstWritten = -1;

    /** The data sources that were written to; null if nobody says. */
    private final @Nullable BitSet written;

    private boolean rollbackOnly;
    private boolean aborted;
    private int savepointsAtFailure;
    private int savepointIds;

    /** Whether a statement began it, and autocommit goes on behind it; the session's to set. */
    public boolean suspended;

    /** What gives it its modes on each connection, or null if it has those of the session, which sets this. */
    public @Nullable String modes;

    /** Whether it is read-only, or null if it is what the session is, which sets this. */
    public @Nullable Boolean readOnly;

    /** One that is told of writes. */
    public Transaction(Databases databases) {
        this(databases, new BitSet());
    }

    private Transaction(Databases databases, @Nullable BitSet written) {
        this.databases = databases;
        this.written = written;
    }

    /** One that writes wherever it takes part. */
    public static Transaction ofWrites(Databases databases) {
        return new Transaction(databases, null);
    }

    /** A write will be sent to a data source; where transactions may write to one only, a second is refused. */
    public void beforeWrite(int dataSource) throws SQLException {
        if (databases.options().crossSource() == CrossSource.REFUSE
                && firstWritten >= 0
                && firstWritten != dataSource) {
            throw ErrorCode.CROSS_SOURCE_REFUSED.exception(databases.names().get(firstWritten) + " and "
                    + databases.names().get(dataSource));
        }
    }

    public void wrote(int dataSource) {
        firstWritten = dataSource;
        if (written != null) {
            written.set(dataSource);
        }
    }

    private boolean hasWritten(ShardConnection shard) {
        return written == null || written.get(shard.dataSource()) || shard.isPinned();
    }

    /** A statement failed on a shard, which may have undone or spoilt that shard's part. */
    public void failed(SQLException failure) {
        String state = failure.getSQLState();
        if (failure instanceof SQLTransactionRollbackException
                || (state != null && state.startsWith("40"))
                || isLost(failure)) {
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

    /** Whether a statement failed in a way that the transaction as a whole does not survive. */
    public boolean isSpoilt() {
        return rollbackOnly || aborted;
    }

    /** A single database that aborted the transaction refuses the commit itself; of several only one would. */
    public boolean isRollbackOnly(int enlisted) {
        return rollbackOnly || (aborted && enlisted > 1);
    }

    /**
     * Commits everywhere or says exactly what became of it.
     *
     * @return null, or the exception to throw if some committed and some did not, after which nothing can go on
     * @throws SQLException if nothing was committed
     */
    public @Nullable SQLException commit(List<ShardConnection> shards) throws SQLException {
        if (isRollbackOnly(shards.size())) {
            throw ErrorCode.ROLLBACK_ONLY.exception("");
        }
        List<ShardConnection> order = inOrder(shards);
        for (int i = 0; i < order.size(); i++) {
            ShardConnection shard = order.get(i);
            try {
                shard.commit();
            } catch (SQLException | RuntimeException failure) {
                failure.addSuppressed(ShardFailure.committing(shard.name(), order.size(), i));
                List<ShardConnection> rest = order.subList(i + 1, order.size());
                if (order.subList(0, i).stream().noneMatch(this::hasWritten)
                        && !(hasWritten(shard) && isUnknown(failure, shard))) {
                    rollbackAfter(failure, rest);
                    if (order.size() > 1) {
                        // The others are undone, so a second attempt would commit the half of it.
                        markRollbackOnly();
                    }
                    throw failure;
                }
                return incomplete(failure, order, i);
            }
        }
        begin();
        return null;
    }

    /** Those that only read come first: where one of them fails nothing is committed, and all is known. */
    private List<ShardConnection> inOrder(List<ShardConnection> shards) {
        if (shards.size() < 2 || written == null) {
            return shards;
        }
        List<ShardConnection> order = new ArrayList<>(shards);
        order.sort(Comparator.comparing(this::hasWritten));
        return order;
    }

    /** Whether a commit that failed may have been done: the answer is the database's only if it is still there. */
    static boolean isUnknown(Exception failure, ShardConnection shard) {
        if (!(failure instanceof SQLException exception)) {
            return true;
        }
        String state = exception.getSQLState();
        if (isLost(exception) || failure instanceof SQLTimeoutException || "40003".equals(state)) {
            return true;
        }
        try {
            return shard.isLost() || shard.connection().isClosed();
        } catch (SQLException unknown) {
            return true;
        }
    }

    /** Whether the connection was lost: a transaction on it is gone, and of its commit no answer came. */
    private static boolean isLost(SQLException failure) {
        String state = failure.getSQLState();
        return failure instanceof SQLNonTransientConnectionException
                || failure instanceof SQLTransientConnectionException
                || failure instanceof SQLRecoverableException
                || (state != null && (state.startsWith("08") || state.startsWith("57P")));
    }

    private SQLException incomplete(Exception failure, List<ShardConnection> shards, int failed) {
        List<ShardConnection> rest = shards.subList(failed + 1, shards.size());
        rollbackAfter(failure, rest);
        SQLException incomplete = ErrorCode.COMMIT_INCOMPLETE.exception("committed: "
                + names(shards.subList(0, failed).stream()
                        .filter(this::hasWritten)
                        .toList())
                + "; failed, outcome unknown: " + shards.get(failed).name()
                + "; rolled back: " + names(rest));
        incomplete.initCause(failure);
        return incomplete;
    }

    /** Whether a single database that was to commit may or may not have done so. */
    public boolean mayHaveCommitted(SQLException failure, ShardConnection shard) {
        return hasWritten(shard) && isUnknown(failure, shard);
    }

    /** The exception for a single database whose commit got no answer. */
    public static SQLException unknown(SQLException failure, ShardConnection shard) {
        SQLException unknown = ErrorCode.COMMIT_INCOMPLETE.exception(
                "committed: none; failed, outcome unknown: " + shard.name() + "; rolled back: none");
        unknown.initCause(failure);
        return unknown;
    }

    private static String names(List<ShardConnection> shards) {
        return shards.isEmpty()
                ? "none"
                : String.join(", ", shards.stream().map(ShardConnection::name).toList());
    }

    /** Rolls back all and says whether that worked; errors join the one that led here. */
    public static boolean rollbackAfter(Throwable failure, List<ShardConnection> shards) {
        boolean undone = true;
        for (ShardConnection shard : shards) {
            if (shard.isLost()) {
                // Its database undoes what it has, and somebody may still be waiting in its driver.
                continue;
            }
            try {
                shard.rollback();
            } catch (SQLException | RuntimeException second) {
                failure.addSuppressed(second);
                undone = false;
            }
        }
        return undone;
    }

    /** Rolls back all, also after an error, which is thrown at the end. */
    public void rollback(List<ShardConnection> shards) throws SQLException {
        SQLException first = null;
        for (ShardConnection shard : shards) {
            try {
                shard.rollback();
            } catch (SQLException failure) {
                failure.addSuppressed(ShardFailure.rollingBack(shard.name()));
                first = ShardFailure.joined(first, failure);
            }
        }
        if (first != null) {
            throw first;
        }
        begin();
    }

    /** A new transaction begins. */
    public void begin() {
        savepoints.clear();
        firstWritten = -1;
        if (written != null) {
            written.clear();
        }
        rollbackOnly = false;
        aborted = false;
    }

    /** Whether savepoints are set. */
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
        throw ErrorCode.INVALID_ARGUMENT.exception("there is no savepoint " + name);
    }

    /** Sets a savepoint that statements call by its name. */
    public void setNamed(String name, List<ShardConnection> shards) throws SQLException {
        if (!databases.dialect().transactions().keepsHiddenSavepoints()) {
            savepoints.removeIf(mark -> mark.isCalled(name, databases.dialect()));
        }
        setSavepoint(SavepointMark.called(++savepointIds, name), shards);
    }

    public SavepointMark setSavepoint(@Nullable String name, List<ShardConnection> shards) throws SQLException {
        return setSavepoint(new SavepointMark(++savepointIds, name, name), shards);
    }

    private SavepointMark setSavepoint(SavepointMark mark, List<ShardConnection> shards) throws SQLException {
        for (ShardConnection shard : shards) {
            mark.set(shard);
        }
        savepoints.add(mark);
        return mark;
    }

    public void rollbackTo(SavepointMark mark, List<ShardConnection> shards) throws SQLException {
        int position = positionOf(mark);
        SQLException first = null;
        for (ShardConnection shard : shards) {
            try {
                mark.rollback(shard);
            } catch (SQLException failure) {
                first = ShardFailure.joined(first, failure);
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
    }

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
            throw ErrorCode.INVALID_ARGUMENT.exception("the savepoint is not one of the open transaction");
        }
        return position;
    }
}
