package io.shardkit.execute.atomic;

import io.shardkit.dialect.branch.BranchId;
import io.shardkit.dialect.branch.TwoPhase;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.ShardFailures;
import io.shardkit.execute.transaction.BestEffortProtocol;
import io.shardkit.execute.transaction.CommitFailure;
import io.shardkit.execute.transaction.CommitFence;
import io.shardkit.execute.transaction.CommitGate;
import io.shardkit.execute.transaction.Coordinator;
import io.shardkit.execute.transaction.Rollback;
import io.shardkit.execute.transaction.UnknownOutcome;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One transaction that is committed everywhere or nowhere. */
final class AtomicCoordinator implements Coordinator {
    private static final Logger LOG = LoggerFactory.getLogger(AtomicCoordinator.class);
    private static final Coordinator SINGLE = new BestEffortProtocol(false, null, new CommitGate());

    private final List<AtomicDatabase> databases;
    private final TwoPhase statements;
    private final Recovery recovery;
    private final @Nullable CommitFence fence;
    private final CommitGate gate;

    /** Data sources where temporary tables were made, which some databases then cannot prepare. */
    private final BitSet temporary = new BitSet();

    /**
     * Number of the data source where the transaction began; where databases name branches at their begin, its database
     * decides.
     */
    private int first = -1;

    /** Its name, once it needs one. */
    private @Nullable String transaction;

    AtomicCoordinator(
            List<AtomicDatabase> databases,
            TwoPhase statements,
            Recovery recovery,
            @Nullable CommitFence fence,
            CommitGate gate) {
        this.databases = databases;
        this.statements = statements;
        this.recovery = recovery;
        this.fence = fence;
        this.gate = gate;
    }

    @Override
    public boolean isAtomic() {
        return true;
    }

    @Override
    public void join(ShardConnection shard) throws SQLException {
        synchronized (this) {
            if (first < 0) {
                first = shard.dataSource();
            }
            if (first == shard.dataSource()) {
                return;
            }
        }
        if (statements.isNamedAtBegin()) {
            shard.beginBranch(branch(shard, first));
        }
    }

    private synchronized String transaction() {
        if (transaction == null) {
            transaction = UUID.randomUUID().toString().replace("-", "");
        }
        return transaction;
    }

    private BranchId branch(ShardConnection shard, int decider) {
        return new BranchId(
                transaction(),
                databases.get(decider).id(),
                databases.get(shard.dataSource()).id());
    }

    @Override
    public void makesTemporaryTable(ShardConnection shard) {
        temporary.set(shard.dataSource());
    }

    @Override
    public @Nullable CommitFailure commit(List<ShardConnection> participants, Predicate<ShardConnection> touched) {
        Predicate<ShardConnection> wrote = touched.and(this::mayHaveWritten);
        List<ShardConnection> writers = participants.stream().filter(wrote).toList();
        if (writers.size() < 2 || first < 0) {
            return SINGLE.commit(participants, wrote);
        }
        if (!statements.isNamedAtBegin() && temporary.cardinality() > 1) {
            SQLException refusal = ShardingExceptions.of(ErrorCode.NOT_PREPARABLE, names(temporary));
            Rollback.after(refusal, participants);
            return CommitFailure.nothingCommitted(refusal, participants);
        }
        int decider = decider(writers);
        CommitFailure failed = commitReaders(participants, wrote, decider);
        if (failed != null) {
            return failed;
        }
        gate.enter();
        try {
            return commit(participants, writers, decider);
        } finally {
            gate.leave();
        }
    }

    /** Returns true if writes over the connection may still be open: a rollback to a savepoint undoes all of a branch. */
    private boolean mayHaveWritten(ShardConnection shard) {
        return !statements.isNamedAtBegin() || shard.hasBranch() || shard.isPinned() || shard.dataSource() == first;
    }

    private String names(BitSet numbers) {
        return String.join(
                ", ",
                numbers.stream()
                        .mapToObj(number -> databases.get(number).dataSourceName())
                        .toList());
    }

    /**
     * The number of the data source whose database decides. Its part of the transaction is not prepared: where branches
     * have names from their begin, it is the one without; else what cannot be prepared, or what is to commit first.
     */
    private int decider(List<ShardConnection> writers) {
        if (statements.isNamedAtBegin()) {
            return first;
        }
        return temporary.isEmpty() ? writers.get(0).dataSource() : temporary.nextSetBit(0);
    }

    /** Commits the connections that only read. If one of them fails nothing is committed, and all outcomes are known. */
    private @Nullable CommitFailure commitReaders(
            List<ShardConnection> participants, Predicate<ShardConnection> wrote, int decider) {
        for (ShardConnection shard : participants) {
            if (!wrote.test(shard) && shard.dataSource() != decider) {
                try {
                    shard.commit();
                } catch (SQLException | RuntimeException failure) {
                    failure.addSuppressed(ShardFailures.committing(shard.name(), participants.size(), 0));
                    Rollback.after(failure, participants);
                    return CommitFailure.nothingCommitted(failure, participants);
                }
            }
        }
        return null;
    }

    private @Nullable CommitFailure commit(
            List<ShardConnection> participants, List<ShardConnection> writers, int decider) {
        List<ShardConnection> prepared =
                writers.stream().filter(shard -> shard.dataSource() != decider).toList();
        ShardConnection deciding = participants.stream()
                .filter(shard -> shard.dataSource() == decider)
                .findAny()
                .orElse(null);
        recovery.begins(transaction());
        CommitFailure failed = null;
        try {
            failed = prepare(prepared, deciding, decider);
            if (failed == null) {
                failed = decideAndFollow(prepared, deciding, decider);
            }
            return failed;
        } finally {
            Map<BranchId, AtomicDatabase> open = new HashMap<>();
            for (ShardConnection shard : prepared) {
                if (shard.isInDoubt()) {
                    open.put(branch(shard, decider), databases.get(shard.dataSource()));
                }
            }
            recovery.ends(transaction(), databases.get(decider), failed == null, open);
        }
    }

    private @Nullable CommitFailure decideAndFollow(
            List<ShardConnection> prepared, @Nullable ShardConnection deciding, int decider) {
        if (fence != null) {
            fence.committing();
        }
        try {
            CommitFailure failed = decide(prepared, deciding, decider);
            if (failed == null) {
                follow(prepared);
            }
            return failed;
        } finally {
            if (fence != null) {
                fence.committed();
            }
        }
    }

    private @Nullable CommitFailure prepare(
            List<ShardConnection> shards, @Nullable ShardConnection deciding, int decider) {
        for (ShardConnection shard : shards) {
            try {
                shard.prepare(branch(shard, decider));
            } catch (SQLException | RuntimeException failure) {
                if (!UnknownOutcome.isUnknown(failure, shard)) {
                    shard.notPrepared();
                }
                failure.addSuppressed(ShardFailures.preparing(shard.name()));
                return undone(failure, shards, deciding);
            }
        }
        return null;
    }

    private @Nullable CommitFailure decide(
            List<ShardConnection> prepared, @Nullable ShardConnection deciding, int decider) {
        AtomicDatabase database = databases.get(decider);
        List<AtomicDatabase> followers = prepared.stream()
                .map(shard -> databases.get(shard.dataSource()))
                .toList();
        try {
            if (deciding != null) {
                deciding.ending(open -> database.decide(open, transaction(), followers));
            }
        } catch (SQLException | RuntimeException failure) {
            return undone(AtomicDatabase.isTaken(failure) ? overtaken(failure, database) : failure, prepared, deciding);
        }
        try {
            if (deciding == null) {
                database.decide(transaction(), followers);
            } else {
                deciding.commit();
            }
            return null;
        } catch (SQLException | RuntimeException failure) {
            if (deciding == null && AtomicDatabase.isTaken(failure)) {
                return undone(overtaken(failure, database), prepared, null);
            }
            if (deciding != null && !UnknownOutcome.isUnknown(failure, deciding)) {
                failure.addSuppressed(ShardFailures.deciding(database.dataSourceName()));
                return undone(failure, prepared, deciding);
            }
            return ask(failure, database, prepared, deciding);
        }
    }

    /** The answer to the decision is missing: its database is asked for it, by another connection. */
    private @Nullable CommitFailure ask(
            Exception failure,
            AtomicDatabase database,
            List<ShardConnection> prepared,
            @Nullable ShardConnection deciding) {
        Boolean committed = recovery.settle(database, transaction(), failure);
        if (committed == null) {
            List<ShardConnection> all = new ArrayList<>(prepared);
            if (deciding != null) {
                all.add(deciding);
            }
            SQLException cause = failure instanceof SQLException exception ? exception : new SQLException(failure);
            return CommitFailure.undecided(cause, all);
        }
        return committed ? null : undone(failure, prepared, deciding);
    }

    private static SQLException overtaken(Exception failure, AtomicDatabase database) {
        SQLException overtaken = ShardingExceptions.of(ErrorCode.COMMIT_OVERTAKEN, database.dataSourceName());
        overtaken.initCause(failure);
        return overtaken;
    }

    private CommitFailure undone(
            Exception failure, List<ShardConnection> prepared, @Nullable ShardConnection deciding) {
        Rollback.after(failure, prepared);
        List<ShardConnection> all = new ArrayList<>(prepared);
        if (deciding != null) {
            Rollback.after(failure, List.of(deciding));
            all.add(deciding);
        }
        return CommitFailure.nothingCommitted(failure, all);
    }

    /** Tells those that are prepared; one that does not hear it is told by the recovery. */
    private void follow(List<ShardConnection> prepared) {
        for (ShardConnection shard : prepared) {
            try {
                shard.commitPrepared();
            } catch (SQLException | RuntimeException unheard) {
                LOG.warn(
                        "The transaction {} is committed, but {} has not been told; it will be, and holds locks until then",
                        transaction(),
                        shard.name(),
                        unheard);
            }
        }
    }
}
