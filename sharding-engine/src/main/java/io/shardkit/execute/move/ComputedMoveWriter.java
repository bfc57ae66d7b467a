package io.shardkit.execute.move;

import io.shardkit.execute.CallRunner;
import io.shardkit.execute.WriteSteps;
import io.shardkit.execute.driver.WrittenPart;
import io.shardkit.execute.scatter.ShardExecutor;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.watch.Deadline;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.move.ComputedMove;
import io.shardkit.plan.move.KeyValues;
import io.shardkit.plan.move.RowMove;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs an UPDATE of rows which a unique key names, where only the database knows what their sharding columns become: the rows
 * are found and locked, each unit that has some runs the UPDATE, and those that belong elsewhere by what is stored then are
 * carried there; in autocommit all that is one transaction. For one execution.
 */
public final class ComputedMoveWriter {
    private final Session session;
    private final ShardExecutor executor;
    private final ComputedMove update;
    private final Deadline deadline;
    private final UnitUpdate unit;
    private final LockedRows rows;

    /**
     * @param runner runs the user's text with the user's parameters
     * @param timeoutSeconds for all of it, 0 for what the limits say
     */
    public ComputedMoveWriter(
            Session session,
            ShardExecutor executor,
            ComputedMove update,
            CallRunner<WrittenPart> runner,
            int timeoutSeconds) {
        this.session = session;
        this.executor = executor;
        this.update = update;
        this.deadline = session.databases().deadline(timeoutSeconds);
        this.unit = new UnitUpdate(session, executor, runner, deadline);
        this.rows = new LockedRows(session, executor, update.rows(), update.pace(), deadline);
    }

    /** A row that has its new values and belongs elsewhere. */
    private record Leaving(int unit, RowMove move) {}

    /** Runs it, and gives the counts of its calls. */
    public List<WrittenPart> run() throws SQLException {
        session.transactions().checkWrite();
        boolean own = session.autoCommit();
        session.physical().makesTemporaryTables(true);
        try {
            return rows.write(update.dataSources(), (locked, progress) -> session.savepoints()
                    .allOrNone(own, progress, () -> locked(locked, progress)));
        } finally {
            session.physical().makesTemporaryTables(false);
        }
    }

    /** All rows are updated before one leaves its unit: where it comes to it must not be met again. */
    private List<WrittenPart> locked(Map<Integer, Integer> locked, WriteSteps.Progress progress) throws SQLException {
        List<WrittenPart> parts = new ArrayList<>();
        List<Leaving> leaving = new ArrayList<>();
        for (ShardCall call : update.updates()) {
            Integer count = locked.get(call.unit());
            if (count != null) {
                parts.add(updated(call, count, leaving, progress));
            }
        }
        for (Leaving row : leaving) {
            begin(row.move(), row.unit());
            carrier(row.move()).carry(row.unit(), 1);
        }
        return parts;
    }

    /** @param leaving is given the rows that belong elsewhere and are still where they were */
    private WrittenPart updated(ShardCall call, int locked, List<Leaving> leaving, WriteSteps.Progress progress)
            throws SQLException {
        boolean tied = copy(update.staying(KeyValues.NONE)).isNeeded(call.unit());
        if (tied && update.rows().most() > 1) {
            throw update.columns().refused("and a foreign key ties several rows to rows of another table");
        }
        KeyValues key = update.after();
        if (tied || key == null) {
            List<@Nullable Object[]> row = copy(update.staying(KeyValues.NONE)).preview(call);
            if (row.isEmpty()) {
                return unit.run(call);
            }
            RowMove move = update.of(row.get(0));
            if (tied && move.goal(call.unit()) != call.unit()) {
                begin(move, call.unit());
                return copy(move).run(call, progress);
            }
            key = move.key();
        }
        WrittenPart part = unit.run(call);
        if (part.count() != 0) {
            leaving.addAll(leaving(call.unit(), key, key.equals(update.rows().key()) ? locked : part.count()));
        }
        return part;
    }

    /**
     * Those of the rows of a unit that belong elsewhere.
     *
     * @param key what they have now
     * @param least how many there have to be at least, those that the UPDATE left alone among them
     */
    private List<Leaving> leaving(int number, KeyValues key, long least) throws SQLException {
        RowMove staying = update.staying(key);
        List<@Nullable Object[]> found = carrier(staying).read(staying.readLocked(number));
        if (found.size() < least) {
            throw update.columns().refused("and " + found.size() + " of " + least + " rows are found again");
        }
        List<Leaving> leaving = new ArrayList<>();
        for (@Nullable Object[] row : found) {
            RowMove move = update.of(row);
            if (move.goal(number) != number) {
                leaving.add(new Leaving(number, move));
            }
        }
        return leaving;
    }

    private void begin(RowMove move, int number) throws SQLException {
        String refusal = carrier(move).refusal(number);
        if (refusal != null) {
            throw update.columns().refused(refusal);
        }
        executor.moves().begin(update.rows().table(), session.transaction());
    }

    private RowCarrier carrier(RowMove move) {
        return new RowCarrier(session, executor, move, deadline);
    }

    private UpdatedCopy copy(RowMove move) {
        return new UpdatedCopy(session, update.rows(), move, unit, carrier(move), deadline);
    }
}
