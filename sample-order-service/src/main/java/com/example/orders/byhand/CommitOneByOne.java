package com.example.orders.byhand;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.SmartTransactionObject;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Transactions over several pools: each takes part from its first statement on, and at the end they commit one after
 * another. Knows no isolation level, no read-only transaction and no transaction within another.
 */
final class CommitOneByOne extends AbstractPlatformTransactionManager {

    private static final ThreadLocal<@Nullable Work> CURRENT = new ThreadLocal<>();

    CommitOneByOne() {
        setNestedTransactionAllowed(false);
    }

    /** Makes a pool part of this thread's transaction, if there is one. */
    void join(DataSource pool) {
        Work work = CURRENT.get();
        if (work == null || TransactionSynchronizationManager.hasResource(pool)) {
            return;
        }
        try {
            Connection connection = pool.getConnection();
            work.connections.put(pool, connection);
            connection.setAutoCommit(false);
            ConnectionHolder holder = new ConnectionHolder(connection);
            holder.setSynchronizedWithTransaction(true);
            TransactionSynchronizationManager.bindResource(pool, holder);
        } catch (SQLException e) {
            throw new CannotCreateTransactionException("no connection that can take part", e);
        }
    }

    /** The pool that took part first in this thread's transaction, or null. */
    @Nullable DataSource joined() {
        Work work = CURRENT.get();
        return work == null || work.connections.isEmpty()
                ? null
                : work.connections.keySet().iterator().next();
    }

    @Override
    protected Object doGetTransaction() {
        Work work = CURRENT.get();
        return work == null ? new Work() : work;
    }

    @Override
    protected boolean isExistingTransaction(Object transaction) {
        return transaction == CURRENT.get();
    }

    @Override
    protected void doBegin(Object transaction, TransactionDefinition definition) {
        CURRENT.set((Work) transaction);
    }

    @Override
    protected void doCommit(DefaultTransactionStatus status) {
        for (Connection connection : ((Work) status.getTransaction()).connections.values()) {
            try {
                connection.commit();
            } catch (SQLException e) {
                throw new TransactionSystemException("a database did not commit", e);
            }
        }
    }

    @Override
    protected void doRollback(DefaultTransactionStatus status) {
        for (Connection connection : ((Work) status.getTransaction()).connections.values()) {
            try {
                connection.rollback();
            } catch (SQLException e) {
                throw new TransactionSystemException("a database did not roll back", e);
            }
        }
    }

    @Override
    protected void doSetRollbackOnly(DefaultTransactionStatus status) {
        ((Work) status.getTransaction()).rollbackOnly = true;
    }

    @Override
    protected void doCleanupAfterCompletion(Object transaction) {
        CURRENT.remove();
        ((Work) transaction).connections.forEach((pool, connection) -> {
            TransactionSynchronizationManager.unbindResourceIfPossible(pool);
            try {
                connection.setAutoCommit(true);
            } catch (SQLException e) {
                logger.debug("the pool will close a connection that can't be reset", e);
            }
            JdbcUtils.closeConnection(connection);
        });
    }

    /** A transaction and the connections that take part in it. */
    private static final class Work implements SmartTransactionObject {

        private final Map<DataSource, Connection> connections = new LinkedHashMap<>();
        private boolean rollbackOnly;

        @Override
        public boolean isRollbackOnly() {
            return rollbackOnly;
        }
    }
}
