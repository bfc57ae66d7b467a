package io.shardkit.execute.write;

import io.shardkit.error.ErrorCode;
import io.shardkit.execute.WriteSteps;
import io.shardkit.execute.driver.WrittenPart;
import io.shardkit.execute.watch.Step;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.move.ComputedMove;
import io.shardkit.plan.move.KeyValues;
import io.shardkit.plan.move.RowMove;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Runs an UPDATE in each unit that has locked rows, where only the database knows what their sharding columns become, and
 * carries those that belong elsewhere by what is stored then.
 */
final class ComputedMoveStep {
    private ComputedMoveStep() {}

    static <R, T> T run(ComputedMove update, WriteRun<R, T> run, Step<T> rest) throws SQLException {
        WriteRun.Locked locked = Objects.requireNonNull(run.locked());
        return run.answers().counted(ErrorCode.UPDATE_OF_SHARDING_COLUMN, TryFirstStep.OF_ROWS, answers -> {
            Moving moving = new Moving(update, run, UnitUpdate.of(run, answers));
            return answers.ofSome(
                    run.session().savepoints().allOrNone(locked.own(), locked.progress(), () -> moving.run(locked)));
        });
    }

    /** A row that has its new values and belongs elsewhere. */
    private record Leaving(int unit, RowMove move) {}

    /** One execution. */
    private record Moving(ComputedMove update, WriteRun<?, ?> run, UnitUpdate unit) {

        /** All rows are updated before one leaves its unit: where it comes to it must not be met again. */
        List<WrittenPart> run(WriteRun.Locked locked) throws SQLException {
            List<WrittenPart> parts = new ArrayList<>();
            List<Leaving> leaving = new ArrayList<>();
            for (ShardCall call : update.updates()) {
                Integer count = locked.counts().get(call.unit());
                if (count != null) {
                    parts.add(updated(call, count, leaving, locked.progress()));
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
                List<@Nullable Object[]> row =
                        copy(update.staying(KeyValues.NONE)).preview(call);
                if (row.isEmpty()) {
                    return unit.run(call);
                }
                RowMove move = update.of(row.get(0));
                if (tied && move.isMisplaced(call.unit())) {
                    begin(move, call.unit());
                    return copy(move).run(call, progress);
                }
                key = move.key();
            }
            WrittenPart part = unit.run(call);
            if (part.count() != 0) {
                boolean same = key.equals(update.rows().key());
                leaving.addAll(leaving(call.unit(), key, same ? locked : part.count()));
            }
            return part;
        }

        /**
         * Returns the rows of a unit that belong elsewhere.
         *
         * @param key the key values that the rows have now
         * @param least the least number of rows to be found, those that the UPDATE left alone among them
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
                if (move.isMisplaced(number)) {
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
            carrier(move).begin();
        }

        private RowCarrier carrier(RowMove move) {
            return new RowCarrier(run, move);
        }

        private UpdatedCopy copy(RowMove move) {
            return new UpdatedCopy(update.rows(), unit, carrier(move));
        }
    }
}
