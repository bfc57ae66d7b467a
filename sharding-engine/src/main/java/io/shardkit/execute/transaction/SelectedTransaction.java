package io.shardkit.execute.transaction;

import io.shardkit.execute.ShardConnection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A transaction over the connections that a statement needs and no others. That of each connection begins when it is
 * first used, so that several do so at the same time.
 */
final class SelectedTransaction extends OwnTransaction {
    private final TransactionBoundaries owner;
    private final List<ShardConnection> connections;
    private final boolean write;
    private final Coordinator coordinator;
    private final @Nullable String lockLimit;
    private volatile @Nullable ShardConnection notBegun;

    SelectedTransaction(TransactionBoundaries owner, List<ShardConnection> connections, boolean write)
            throws SQLException {
        this.owner = owner;
        this.connections = connections;
        this.write = write;
        this.coordinator = owner.protocol().begin();
        this.lockLimit = connections.size() > 1 ? owner.lockLimit() : null;
    }

    @Override
    void open() {
        owner.hold(true);
    }

    @Override
    public void begin(ShardConnection shard) throws SQLException {
        try {
            if (shard.connection().getAutoCommit()) {
                shard.setAutoCommit(false);
                coordinator.join(shard);
            } else {
                return;
            }
        } catch (SQLException failure) {
            notBegun = shard;
            throw failure;
        }
        if (lockLimit != null) {
            shard.execute(lockLimit);
        }
    }

    @Override
    void commit() throws SQLException {
        checkBegun();
        CommitFailure failed = coordinator.commit(connections, shard -> write);
        if (failed != null) {
            if (failed.isIncomplete()) {
                owner.markBroken("a commit was incomplete");
            }
            throw failed.exception();
        }
        if (connections.stream().anyMatch(ShardConnection::isInDoubt)) {
            owner.markBroken("a database has not been told yet that the transaction is committed");
        }
    }

    private void checkBegun() throws SQLException {
        for (ShardConnection shard : connections) {
            if (shard.connection().getAutoCommit()) {
                throw new IllegalStateException("no transaction was begun on " + shard.name());
            }
        }
    }

    @Override
    void undo(Throwable failure) {
        List<ShardConnection> begun = new ArrayList<>();
        try {
            for (ShardConnection shard : connections) {
                if (!shard.isLost() && !shard.connection().getAutoCommit()) {
                    begun.add(shard);
                }
            }
            if (Rollback.after(failure, begun)) {
                switchOn(begun);
            } else {
                // To switch autocommit on would commit what could not be undone.
                owner.markBroken("a write could not be rolled back");
            }
        } catch (SQLException | RuntimeException second) {
            owner.markBroken("a write could not be rolled back");
            failure.addSuppressed(second);
        }
        ShardConnection stuck = notBegun;
        if (stuck != null) {
            owner.markBroken("autocommit could not be switched on " + stuck.name());
        }
    }

    @Override
    void close() {
        owner.hold(false);
    }

    @Override
    void resumeAutoCommit() {
        try {
            switchOn(connections);
        } catch (SQLException | RuntimeException failure) {
            owner.markBroken("after a commit autocommit could not be switched on: " + failure.getMessage());
        }
    }

    /** Switches autocommit on, where nothing is open: it would be committed. */
    private void switchOn(List<ShardConnection> ended) throws SQLException {
        for (ShardConnection shard : ended) {
            if (shard.connection().getAutoCommit()) {
                continue;
            }
            try {
                shard.setAutoCommit(true);
            } catch (SQLException failure) {
                owner.markBroken("autocommit could not be switched on " + shard.name());
                throw failure;
            }
        }
    }
}
