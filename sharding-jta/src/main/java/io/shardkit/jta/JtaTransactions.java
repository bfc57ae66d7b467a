package io.shardkit.jta;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.jdbc.GlobalTransaction;
import io.shardkit.jdbc.GlobalTransactions;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The transactions of a transaction manager of JTA. Thread-safe. */
public final class JtaTransactions implements GlobalTransactions {
    private final TransactionManager manager;

    /** The transactions of this manager. */
    public JtaTransactions(TransactionManager manager) {
        this.manager = manager;
    }

    /**
     * The transaction of this thread. One that was rolled back and has not been left, as its time was over, is refused:
     * what ran beside it would stay.
     */
    @Override
    public @Nullable GlobalTransaction current() throws SQLException {
        try {
            Transaction transaction = manager.getTransaction();
            if (transaction == null) {
                return null;
            }
            int status = transaction.getStatus();
            return switch (status) {
                case Status.STATUS_NO_TRANSACTION, Status.STATUS_COMMITTED -> null;
                case Status.STATUS_ACTIVE, Status.STATUS_MARKED_ROLLBACK -> new JtaTransaction(transaction);
                default ->
                    throw ShardingExceptions.of(
                            ErrorCode.ROLLBACK_ONLY, "the transaction has ended or is ending: JTA status " + status);
            };
        } catch (SystemException failure) {
            throw JtaTransaction.refused("the transaction manager does not know the transaction", failure);
        }
    }
}
