package io.shardkit.execute.write;

import io.shardkit.error.ErrorCode;
import io.shardkit.execute.WriteSteps;
import io.shardkit.execute.driver.WrittenPart;
import io.shardkit.execute.watch.Step;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.move.MovingUpdate;
import io.shardkit.plan.move.RowMove;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** Runs an UPDATE in each unit that has locked rows, and carries those to where they belong then. */
final class MoveStep {
    private MoveStep() {}

    static <R, T> T run(MovingUpdate update, WriteRun<R, T> run, Step<T> rest) throws SQLException {
        WriteRun.Locked locked = Objects.requireNonNull(run.locked());
        return run.answers()
                .counted(
                        ErrorCode.UPDATE_OF_SHARDING_COLUMN,
                        TryFirstStep.OF_ROWS,
                        answers -> answers.ofSome(new Moving(update, run, UnitUpdate.of(run, answers)).run(locked)));
    }

    /** One execution. */
    private static final class Moving {
        private final MovingUpdate update;
        private final UnitUpdate unit;
        private final RowCarrier carrier;
        private final UpdatedCopy copy;

        Moving(MovingUpdate update, WriteRun<?, ?> run, UnitUpdate unit) {
            this.update = update;
            this.unit = unit;
            this.carrier = new RowCarrier(run, update.move());
            this.copy = new UpdatedCopy(update.rows(), unit, carrier);
        }

        List<WrittenPart> run(WriteRun.Locked locked) throws SQLException {
            RowMove move = update.move();
            List<ShardCall> calls = new ArrayList<>(update.updates());
            calls.removeIf(call -> !locked.counts().containsKey(call.unit()));
            // Rows that stay come first: those that join them have been written already.
            calls.sort(Comparator.comparing((ShardCall call) -> move.isMisplaced(call.unit()))
                    .thenComparing(ShardCall.ORDER));
            List<WrittenPart> parts = new ArrayList<>();
            for (ShardCall call : calls) {
                WrittenPart part = move.isMisplaced(call.unit()) ? moved(call, locked.progress()) : unit.run(call);
                if (part.count() != 0) {
                    locked.progress().succeeded();
                }
                parts.add(part);
            }
            return parts;
        }

        private WrittenPart moved(ShardCall call, WriteSteps.Progress progress) throws SQLException {
            String refusal = carrier.refusal(call.unit());
            if (refusal != null) {
                return unit.none(call, update.move().columns().refused(refusal));
            }
            boolean copied = copy.isNeeded(call.unit());
            carrier.begin();
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
}
