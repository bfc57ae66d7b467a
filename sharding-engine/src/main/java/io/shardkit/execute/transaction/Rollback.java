package io.shardkit.execute.transaction;

import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.ShardFailures;
import java.sql.SQLException;
import java.util.List;

/** Rolls back on several databases: on all of them, also where one of them fails. */
public final class Rollback {
    private Rollback() {}

    /** Rolls back all, also after an error, which is thrown at the end. */
    static void all(List<ShardConnection> shards) throws SQLException {
        SQLException first = null;
        for (ShardConnection shard : shards) {
            try {
                shard.rollback();
            } catch (SQLException failure) {
                failure.addSuppressed(ShardFailures.rollingBack(shard.name()));
                first = ShardFailures.joined(first, failure);
            }
        }
        if (first != null) {
            throw first;
        }
    }

    /** Rolls back all and says whether that worked; errors join the one that led here. */
    public static boolean after(Throwable failure, List<ShardConnection> shards) {
        boolean undone = true;
        for (ShardConnection shard : shards) {
            if (shard.isLost()) {
                // The database rolls back its part of the transaction, and another thread may still be waiting in the
                // driver.
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
}
