package io.shardkit.jdbc;

import io.shardkit.execute.run.StatementObserver;
import io.shardkit.execute.run.StatementObservers;
import io.shardkit.execute.xa.XaTransaction;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A connection in a transaction of a transaction manager: to close it ends nothing but its own statements. */
final class ManagedConnection extends ShardingConnection {
    private final XaTransaction transaction;
    private final @Nullable StatementObserver observer;

    /** @param logical the databases by the rule that the transaction began with */
    ManagedConnection(CurrentDatabase current, LogicalDatabase logical, XaTransaction transaction) throws SQLException {
        super(current, logical, transaction.session());
        this.transaction = transaction;
        this.observer = StatementObservers.of(logical.databases().options());
        transaction.opened();
        // A connection before this one may have set another schema.
        schemaChanged();
    }

    /** All connections of a transaction go by one rule. */
    @Override
    boolean mayChangeRule() {
        return false;
    }

    @Override
    @Nullable StatementObserver observer() {
        return observer;
    }

    @Override
    void end() throws SQLException {
        transaction.released();
    }
}
