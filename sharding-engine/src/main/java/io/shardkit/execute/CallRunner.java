package io.shardkit.execute;

import io.shardkit.plan.ShardCall;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * How a logical statement runs one call. For calls to different data sources it is used from different threads at
 * once.
 *
 * @param <R> what a call answers
 */
public interface CallRunner<R> {

    /** The driver's statement for a call, with its parameters and settings. */
    Statement open(ShardConnection connection, ShardCall call) throws SQLException;

    /** Sends the call. */
    R run(Statement statement, ShardCall call) throws SQLException;
}
