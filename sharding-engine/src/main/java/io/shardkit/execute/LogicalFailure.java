package io.shardkit.execute;

import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.error.ShardingExceptions;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.List;

/**
 * Tells a database's failure of what was made of a statement in the names that the statement has. Immutable.
 *
 * @param names from actual and temporary tables to logical names
 */
public record LogicalFailure(TableNames names, Dialect dialect) {
    private static final List<String> OF_EXECUTION = List.of("08", "23", "40", "57", "HYT");

    /**
     * The failure itself if its message names no table that the statement does not, else one with the logical names, a
     * code, the database's SQLState and error code, and the database's exception as its cause.
     */
    public SQLException of(SQLException failure) {
        String message = failure.getMessage();
        if (message == null || failure instanceof ShardingException || isOfExecution(failure)) {
            return failure;
        }
        String told = dialect.results().withoutStatement(message);
        String logical = names.logicalMessage(told);
        if (logical.equals(message)) {
            return failure;
        }
        SQLException other = logical.equals(told)
                ? ShardingExceptions.retold(told, failure)
                : ShardingExceptions.ofDatabase(ErrorCode.DATABASE_REFUSED, logical, failure);
        for (Throwable more : failure.getSuppressed()) {
            other.addSuppressed(more);
        }
        return other;
    }

    /**
     * Callers may go by the driver's class, to try again, to connect anew, or for the name of a constraint. The name of an
     * actual table that is missing tells which one.
     */
    private static boolean isOfExecution(SQLException failure) {
        String state = failure.getSQLState();
        return failure instanceof SQLTransientException
                || failure instanceof SQLRecoverableException
                || state == null
                || MissingTable.isState(state)
                || OF_EXECUTION.stream().anyMatch(state::startsWith);
    }
}
