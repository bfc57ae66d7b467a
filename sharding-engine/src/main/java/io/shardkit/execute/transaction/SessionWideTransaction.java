package io.shardkit.execute.transaction;

import java.sql.SQLException;

/** A transaction that the session has for a while: over all of its connections, also those that join. */
final class SessionWideTransaction extends OwnTransaction {
    private final TransactionBoundaries owner;

    SessionWideTransaction(TransactionBoundaries owner) {
        this.owner = owner;
    }

    @Override
    void open() throws SQLException {
        owner.beginOwn();
    }

    @Override
    void commit() throws SQLException {
        owner.commit();
    }

    @Override
    void undo(Throwable failure) {
        owner.undoOwn(failure);
    }

    @Override
    void close() {}

    @Override
    void resumeAutoCommit() {
        owner.endOwn();
    }
}
