package io.shardkit.execute;

import io.shardkit.plan.ShardCall;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Makes the calls of one execution. For different data sources it is used from different threads at once.
 *
 * @param opening makes a call's statement
 * @param sending sends the call
 * @param parts where a cancel finds a running statement, by data source; null if it cannot be cancelled
 * @param <R> the answer of a call
 */
public record CallRunner<R>(
        Opening opening, Sending<R> sending, @Nullable AtomicReferenceArray<@Nullable Statement> parts) {

    /** Makes statements. */
    @FunctionalInterface
    public interface Opening {
        /** The driver's statement for a call, with its parameters and settings. */
        Statement open(ShardConnection connection, ShardCall call) throws SQLException;
    }

    /**
     * Sends calls.
     *
     * @param <R> what a call answers
     */
    @FunctionalInterface
    public interface Sending<R> {
        /** Sends the call of a statement that is ready. */
        R send(Statement statement, ShardCall call) throws SQLException;
    }

    /** A statement begins to run its call, or null where it has ended. */
    public void running(ShardCall call, @Nullable Statement statement) {
        if (parts != null) {
            parts.set(call.dataSource(), statement);
        }
    }
}
