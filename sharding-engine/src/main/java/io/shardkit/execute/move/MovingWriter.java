package io.shardkit.execute.move;

import io.shardkit.execute.CallRunner;
import io.shardkit.execute.WriteSteps;
import io.shardkit.execute.driver.WrittenPart;
import io.shardkit.execute.scatter.ShardExecutor;
import io.shardkit.execute.session.Session;
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
public final class MovingWriter {
    private final Session session;
    private final ShardExecutor executor;
    private final MovingUpdate update;
    private final UnitUpdate unit;
    private final LockedRows rows;
    private final RowCarrier carrier;
    private final UpdatedCopy copy;

    /**
     * @param runner runs the user's text with the user's parameters
     * @param timeoutSeconds for all of it, 0 for what the limits say
     */
    public MovingWriter(
            Session session,
            ShardExecutor executor,
            MovingUpdate update,
            CallRunner<WrittenPart> runner,
            int timeoutSeconds) {
        this.session = session;
        this.executor = executor;
        this.update = update;
        Deadline deadline = session.databases().deadline(timeoutSeconds);
        this.unit = new UnitUpdate(session, executor, runner, deadline);
        this.rows = new LockedRows(session, executor, update.rows(), update.pace(), deadline);
        this.carrier = new RowCarrier(session, executor, update.move(), deadline);
        this.copy = new UpdatedCopy(session, update.rows(), update.move(), unit, carrier, deadline);
    }

    /** Runs it, and gives the counts of its calls. */
    public List<WrittenPart> run() throws SQLException {
        session.transactions().checkWrite();
        WrittenPart usual = update.first() == null ? null : usual(update.first());
        if (usual != null) {
            return List.of(usual);
        }
        SortedSet<Integer> needed = new TreeSet<>();
        for (ShardCall call : update.updates()) {
            needed.add(call.dataSource());
            needed.add(update.rows().table().dataSource(update.move().goal(call.unit())));
        }
        return rows.write(needed, this::locked);
    }

    /** The one call, if it meets the row and no other unit has one; else nothing has changed. */
    private @Nullable WrittenPart usual(ShardCall first) throws SQLException {
        if (!session.autoCommit() && rows.search().keepsGaps()) {
            return null;
        }
        if (!update.rows().unique()) {
            Map<Integer, Integer> seen = rows.search().look();
            if (!seen.equals(Map.of(first.unit(), 1))) {
                return null;
            }
        } else if (locksGaps() && !session.autoCommit() && !rows.search().isIn(first.unit())) {
            return null;
        }
        WrittenPart part = unit.run(first);
        return part.count() == 0 ? null : part;
    }

    /** Whether an UPDATE that meets no row in an open transaction keeps others from inserting it. */
    private boolean locksGaps() {
        return session.databases().dialect().transactions().locksWhatItCopies();
    }

    private List<WrittenPart> locked(Map<Integer, Integer> locked, WriteSteps.Progress progress) throws SQLException {
        List<ShardCall> calls = new ArrayList<>(update.updates());
        calls.removeIf(call -> !locked.containsKey(call.unit()));
        // Rows that stay come first: those that join them have been written already.
        calls.sort(Comparator.comparing((ShardCall call) -> isMisplaced(call.unit()))
                .thenComparing(ShardCall.ORDER));
        List<WrittenPart> parts = new ArrayList<>();
        for (ShardCall call : calls) {
            WrittenPart part = isMisplaced(call.unit()) ? moved(call, progress) : unit.run(call);
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

    private WrittenPart moved(ShardCall call, WriteSteps.Progress progress) throws SQLException {
        String refusal = carrier.refusal(call.unit());
        if (refusal != null) {
            return unit.none(call, update.move().columns().refused(refusal));
        }
        boolean copied = copy.isNeeded(call.unit());
        executor.moves().begin(update.rows().table(), session.transaction());
        if (copied) {
            return copy.run(call, progress);
        }
        WrittenPart part = unit.run(call);
        if (part.count() != 0) {
            progress.succeeded();
            carrier.carry(call.unit(), part.count());
        }
        return part;
    }
}
