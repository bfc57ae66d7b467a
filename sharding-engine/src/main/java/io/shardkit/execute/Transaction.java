package io.shardkit.execute;

import io.shardkit.error.ErrorCode;
import io.shardkit.rule.CrossSource;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The transaction of a session over its enlisted connections. A commit starts only if every statement succeeded
 * everywhere; what is committed, what is not and what is unknown is never left to be guessed.
 */
final class Transaction {
    private final Databases databases;
    private final List<SavepointMark> savepoints = new ArrayList<>(0);
    private int firstWritten = -1;
    private boolean rollbackOnly;
    private boolean aborted;
    private int savepointsAtFailure;

    Transaction(Databases databases) {
        this.databases = databases;
    }

    /** A write will be sent to a data source; where transactions may write to one only, a second is refused. */
    void beforeWrite(int dataSource) throws SQLException {
        if (databases.options().crossSource() == CrossSource.REFUSE
                && firstWritten >= 0
                && firstWritten != dataSource) {
            throw ErrorCode.CROSS_SOURCE_REFUSED.exception(databases.names().get(firstWritten) + " and "
                    + databases.names().get(dataSource));
        }
    }

    void wrote(int dataSource) {
        firstWritten = dataSource;
    }

    /** A statement failed on a shard, which may have undone or spoilt that shard's part. */
    void failed(SQLException failure) {
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
    void markRollbackOnly() {
        if (!rollbackOnly) {
            rollbackOnly = true;
            savepointsAtFailure = aborted ? Math.min(savepointsAtFailure, savepoints.size()) : savepoints.size();
        }
    }

    /** Whether a statement failed in a way that the transaction as a whole does not survive. */
    boolean isSpoilt() {
        return rollbackOnly || aborted;
    }

    /** A single database that aborted the transaction refuses the commit itself; of several only one would. */
    boolean isRollbackOnly(int enlisted) {
        return rollbackOnly || (aborted && enlisted > 1);
    }

    /**
     * Commits everywhere or says exactly what became of it.
     *
     * @return null, or the exception to throw if some committed and some did not, after which nothing can go on
     * @throws SQLException if nothing was committed
     */
    @Nullable SQLException commit(List<ShardConnection> shards) throws SQLException {
        if (isRollbackOnly(shards.size())) {
            throw ErrorCode.ROLLBACK_ONLY.exception("");
        }
        for (int i = 0; i < shards.size(); i++) {
            try {
                shards.get(i).connection().commit();
            } catch (SQLException failure) {
                failure.addSuppressed(ShardFailure.committing(shards.get(i).name(), shards.size(), i));
                if (i == 0 && (shards.size() == 1 || !isLost(failure))) {
                    rollbackAfter(failure, shards.subList(1, shards.size()));
                    if (shards.size() > 1) {
                        // The others are undone, so a second attempt would commit the half of it.
                        markRollbackOnly();
                    }
                    throw failure;
                }
                return incomplete(failure, shards, i);
            }
        }
        begin();
        return null;
    }

    /** Whether the connection was lost: a transaction on it is gone, and of its commit no answer came. */
    private static boolean isLost(SQLException failure) {
        String state = failure.getSQLState();
        return failure instanceof SQLNonTransientConnectionException
                || failure instanceof SQLTransientConnectionException
                || failure instanceof SQLRecoverableException
                || (state != null && (state.startsWith("08") || state.startsWith("57P")));
    }

    private static SQLException incomplete(SQLException failure, List<ShardConnection> shards, int failed) {
        List<ShardConnection> rest = shards.subList(failed + 1, shards.size());
        rollbackAfter(failure, rest);
        SQLException incomplete = ErrorCode.COMMIT_INCOMPLETE.exception("committed: " + names(shards.subList(0, failed))
                + "; failed, outcome unknown: " + shards.get(failed).name()
                + "; rolled back: " + names(rest));
        incomplete.initCause(failure);
        return incomplete;
    }

    private static String names(List<ShardConnection> shards) {
        return shards.isEmpty()
                ? "none"
                : String.join(", ", shards.stream().map(ShardConnection::name).toList());
    }

    /** Rolls back all and says whether that worked; errors join the one that led here. */
    static boolean rollbackAfter(Throwable failure, List<ShardConnection> shards) {
        boolean undone = true;
        for (ShardConnection shard : shards) {
            try {
                shard.connection().rollback();
            } catch (SQLException | RuntimeException second) {
                failure.addSuppressed(second);
                undone = false;
            }
        }
        return undone;
    }

    /** Rolls back all, also after an error, which is thrown at the end. */
    void rollback(List<ShardConnection> shards) throws SQLException {
        SQLException first = null;
        for (ShardConnection shard : shards) {
            try {
                shard.connection().rollback();
            } catch (SQLException failure) {
                failure.addSuppressed(ShardFailure.rollingBack(shard.name()));
                first = joined(first, failure);
            }
        }
        if (first != null) {
            throw first;
        }
        begin();
    }

    static SQLException joined(@Nullable SQLException first, SQLException next) {
        if (first == null) {
            return next;
        }
        first.addSuppressed(next);
        return first;
    }

    /** A new transaction begins. */
    void begin() {
        savepoints.clear();
        firstWritten = -1;
        rollbackOnly = false;
        aborted = false;
    }

    /** Whether savepoints are set. */
    boolean hasSavepoints() {
        return !savepoints.isEmpty();
    }

    /** The last savepoint with a name that a statement gives it. */
    SavepointMark savepoint(String name) throws SQLException {
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
    void setNamed(int id, String name, List<ShardConnection> shards) throws SQLException {
        if (!databases.dialect().transactions().keepsHiddenSavepoints()) {
            savepoints.removeIf(mark -> mark.isCalled(name, databases.dialect()));
        }
        setSavepoint(SavepointMark.called(id, name), shards);
    }

    SavepointMark setSavepoint(int id, @Nullable String name, List<ShardConnection> shards) throws SQLException {
        return setSavepoint(new SavepointMark(id, name, name), shards);
    }

    private SavepointMark setSavepoint(SavepointMark mark, List<ShardConnection> shards) throws SQLException {
        for (ShardConnection shard : shards) {
            mark.set(shard);
        }
        savepoints.add(mark);
        return mark;
    }

    void rollbackTo(SavepointMark mark, List<ShardConnection> shards) throws SQLException {
        int position = positionOf(mark);
        SQLException first = null;
        for (ShardConnection shard : shards) {
            try {
                mark.rollback(shard);
            } catch (SQLException failure) {
                first = joined(first, failure);
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

    void release(SavepointMark mark, List<ShardConnection> shards) throws SQLException {
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
