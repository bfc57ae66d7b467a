package io.shardkit.jta;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.jdbc.GlobalTransaction;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import java.sql.SQLException;
import java.util.function.BooleanSupplier;
import javax.transaction.xa.XAResource;

/**
 * One transaction of JTA.
 *
 * @param transaction equal to others as it is the same transaction
 */
record JtaTransaction(Transaction transaction) implements GlobalTransaction {
    static SQLException refused(String detail, Exception cause) {
        SQLException refusal = ShardingExceptions.of(ErrorCode.ROLLBACK_ONLY, detail);
        refusal.initCause(cause);
        return refusal;
    }

    @Override
    public void enlist(XAResource resource) throws SQLException {
        try {
            if (!transaction.enlistResource(resource)) {
                throw ShardingExceptions.of(
                        ErrorCode.ROLLBACK_ONLY, "the transaction manager did not enlist " + resource);
            }
        } catch (RollbackException | SystemException | IllegalStateException failure) {
            throw refused("the transaction manager did not enlist " + resource, failure);
        }
    }

    @Override
    public void watch(BooleanSupplier rollbackOnly, Runnable ended) throws SQLException {
        try {
            transaction.registerSynchronization(new Watch(transaction, rollbackOnly, ended));
        } catch (RollbackException | SystemException | IllegalStateException failure) {
            throw refused("", failure);
        }
    }

    private record Watch(Transaction transaction, BooleanSupplier rollbackOnly, Runnable ended)
            implements Synchronization {
        @Override
        public void beforeCompletion() {
            if (rollbackOnly.getAsBoolean()) {
                try {
                    transaction.setRollbackOnly();
                } catch (SystemException failure) {
                    throw new IllegalStateException("a transaction of which a part failed is not committed", failure);
                }
            }
        }

        @Override
        public void afterCompletion(int status) {
            ended.run();
        }
    }
}
