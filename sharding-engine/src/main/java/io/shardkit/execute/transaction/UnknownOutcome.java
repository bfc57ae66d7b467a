package io.shardkit.execute.transaction;

import io.shardkit.execute.ShardConnection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;

/** Tells the failures that leave open what a database did. */
public final class UnknownOutcome {
    private UnknownOutcome() {}

    /** Tells whether a commit that failed may have been done: the answer is the database's only if it is still there. */
    public static boolean isUnknown(Exception failure, ShardConnection shard) {
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

    /** Tells whether the connection was lost: a transaction on it is gone, and of its commit no answer came. */
    public static boolean isLost(SQLException failure) {
        String state = failure.getSQLState();
        return failure instanceof SQLNonTransientConnectionException
                || failure instanceof SQLTransientConnectionException
                || failure instanceof SQLRecoverableException
                || (state != null && (state.startsWith("08") || state.startsWith("57P")));
    }
}
