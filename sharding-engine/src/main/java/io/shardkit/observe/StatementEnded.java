package io.shardkit.observe;

import io.shardkit.error.ErrorCode;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A statement, or a batch of them, gave its first answer or failed.
 *
 * @param sql as the application wrote it, which may have values in it; of a plain batch the first statement
 * @param operation its operation
 * @param way the way it ran, as far as it came
 * @param units the number of units, or data sources, its calls went to; 0 if there was none. Of a batch the number of
 *     units its entries went to, each once, and of data sources where the statements may be any; 0 if they ran one by one
 * @param planned whether its SQL was planned for it, and no plan was cached
 * @param nanos from the call of the application to the answer
 * @param refusal the error it was refused with by Shardkit, or null if it was not
 * @param failure the exception that was thrown, or null if it succeeded
 */
public record StatementEnded(
        String sql,
        Operation operation,
        ExecutionStrategy way,
        int units,
        boolean planned,
        long nanos,
        @Nullable ErrorCode refusal,
        @Nullable Exception failure) {

    /** The code of the refusal, else the SQLSTATE of the failure, else the name of its class; empty if there is none. */
    public String errorType() {
        if (refusal != null) {
            return refusal.code();
        }
        if (failure instanceof SQLException exception && exception.getSQLState() != null) {
            return exception.getSQLState();
        }
        return failure == null ? "" : failure.getClass().getName();
    }
}
