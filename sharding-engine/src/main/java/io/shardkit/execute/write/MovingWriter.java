package io.shardkit.execute.write;

import io.shardkit.execute.CallRunner;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.WriteSteps;
import io.shardkit.execute.scatter.MovesAside;
import io.shardkit.execute.scatter.RowSearch;
import io.shardkit.execute.scatter.ShardExecutor;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.transaction.Participants;
import io.shardkit.execute.transaction.TransactionRunner;
import io.shardkit.execute.transaction.TransactionRunner.Scope;
import io.shardkit.execute.watch.Deadline;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.move.MovingUpdate;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Runs an UPDATE that assigns a sharding column of rows which a unique key names. Mostly the row is where its value says,
 * and one call does it. Otherwise the rows are found and locked, each unit that has some runs the UPDATE, and those that
 * belong elsewhere then are carried there; in autocommit all that is one transaction. For one execution.
 */
final class MovingWriter {
    private final Session session;
    private final ShardExecutor executor;
    private final MovingUpdate update;
    private final UnitUpdate unit;
    private final RowSearch search;
    private final MovesAside aside;
    private final RowCarrier carrier;
    private final UpdatedCopy copy;

    /**
     * @param runner runs the user's text with the user's parameters
     * @param timeoutSeconds for all of it, 0 for what the limits say
     */
    MovingWriter(
            Session session,
            ShardExecutor executor,
            MovingUpdate update,
            CallRunner<CountedWrites.Part> runner,
            int timeoutSeconds) {
        this.session = session;
        this.executor = executor;
        this.update = update;
        Deadline deadline = session.databases().deadline(timeoutSeconds);
        this.unit = new UnitUpdate(session, executor, runner, deadline);
        this.search = new RowSearch(session, executor, update.rows(), update.pace(), deadline);
        this.aside = new MovesAside(session, executor.moves(), update.rows().table(), deadline);
        this.carrier = new RowCarrier(session, executor, update.move(), deadline);
        this.copy = new UpdatedCopy(session, update, unit, carrier, deadline);
    }

    /** Runs it, and gives the counts of its calls. */
    List<CountedWrites.Part> run() throws SQLException {
        session.checkWrite();
        CountedWrites.Part usual = update.first() == null ? null : usual(update.first());
        if (usual != null) {
            return List.of(usual);
        }
        SortedSet<Integer> needed = new TreeSet<>();
        for (ShardCall call : update.updates()) {
            needed.add(call.dataSource());
            needed.add(update.rows().table().dataSource(update.move().goal(call.unit())));
        }
        // All at once and in order: one that was missed would be waited for while others are held.
        List<ShardConnection> connections = session.connections(List.copyOf(needed));
        String unlocked = session.autoCommit()
                ? session.databases().dialect().transactions().copyWithoutLocks()
                : null;
        WriteSteps<List<CountedWrites.Part>> steps = (participants, progress) -> {
            if (unlocked != null) {
                // What is locked besides the rows keeps others from moving theirs there, and waits for them in turn.
                for (ShardConnection shard : connections) {
                    shard.execute(unlocked);
                }
                search.looksAnew();
            }
            return locked(progress);
        };
        return aside.again(() -> TransactionRunner.run(session, Scope.of(session), Participants.ofSession(), steps));
    }

    /** The one call, if it meets the row and no other unit has one; else nothing has changed. */
    private CountedWrites.@Nullable Part usual(ShardCall first) throws SQLException {
        if (!session.autoCommit() && search.keepsGaps()) {
            return null;
        }
        if (!update.rows().unique()) {
            Map<Integer, Integer> seen = search.look();
            if (!seen.equals(Map.of(first.unit(), 1))) {
                return null;
            }
        } else if (locksGaps() && !session.autoCommit() && !search.isIn(first.unit())) {
            return null;
        }
        CountedWrites.Part part = unit.run(first);
        return part.count() == 0 ? null : part;
    }

    /** Whether an UPDATE that meets no row in an open transaction keeps others from inserting it. */
    private boolean locksGaps() {
        return session.databases().dialect().transactions().locksWhatItCopies();
    }

    private List<CountedWrites.Part> locked(WriteSteps.Progress progress) throws SQLException {
        Map<Integer, Integer> locked = search.lock();
        List<ShardCall> calls = new ArrayList<>(update.updates());
        calls.removeIf(call -> !locked.containsKey(call.unit()));
        // Rows that stay come first: those that join them have been written already.
        calls.sort(Comparator.comparing((ShardCall call) -> isMisplaced(call.unit()))
                .thenComparing(ShardCall.ORDER));
        List<CountedWrites.Part> parts = new ArrayList<>();
        for (ShardCall call : calls) {
            CountedWrites.Part part = isMisplaced(call.unit()) ? moved(call, progress) : unit.run(call);
            if (part.count() != 0) {
                progress.succeeded();
            }
            parts.add(part);
        }
        return parts;
    }

    private boolean isMisplaced(int unit) {
        return update.move().goal(unit) != unit;
    }

    private CountedWrites.Part moved(ShardCall call, WriteSteps.Progress progress) throws SQLException {
        String refusal = carrier.refusal(call.unit());
        if (refusal != null) {
            return unit.none(call, update.move().columns().refused(refusal));
        }
        boolean copied = copy.isNeeded(call.unit());
        executor.moves().begin(update.rows().table(), session.transaction());
        if (copied) {
            return copy.run(call, progress);
        }
        CountedWrites.Part part = unit.run(call);
        if (part.count() != 0) {
            progress.succeeded();
            carrier.carry(call.unit(), part.count());
        }
        return part;
    }
}
