package io.shardkit.execute.write;

import io.shardkit.error.ErrorCode;
import io.shardkit.execute.WriteSteps;
import io.shardkit.execute.driver.WrittenPart;
import io.shardkit.execute.scatter.RowsInMotion;
import io.shardkit.execute.watch.Step;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.move.SameShardUpdate;
import io.shardkit.rule.RoutedTable;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Runs an UPDATE whose rows have to be where they belong with their new values: first in the units where it may meet none,
 * then in the others; in autocommit all that is one transaction.
 */
final class SameShardStep {
    private SameShardStep() {}

    static <R, T> T run(SameShardUpdate update, WriteRun<R, T> run, Step<T> rest) throws SQLException {
        return run.answers()
                .counted(
                        ErrorCode.UPDATE_OF_SHARDING_COLUMN,
                        TryFirstStep.OF_ROWS,
                        answers -> answers.ofSome(updated(update, run, UnitUpdate.of(run, answers))));
    }

    private static List<WrittenPart> updated(SameShardUpdate update, WriteRun<?, ?> run, UnitUpdate unit)
            throws SQLException {
        run.session().transactions().checkWrite();
        RoutedTable table = update.move().columns().table();
        RowsInMotion.Since since = run.executor().moves().since(table);
        List<Integer> dataSources =
                update.updates().stream().map(ShardCall::dataSource).distinct().toList();
        return run.transact(dataSources, null, (connections, progress) -> {
            List<WrittenPart> parts = inTurn(update, unit, progress);
            if (parts.stream().allMatch(part -> part.count() == 0) && since.hasMoves()) {
                throw RowsInMotion.missed(table);
            }
            return parts;
        });
    }

    private static List<WrittenPart> inTurn(SameShardUpdate update, UnitUpdate unit, WriteSteps.Progress progress)
            throws SQLException {
        List<ShardCall> calls = new ArrayList<>(update.updates());
        calls.sort(Comparator.comparing((ShardCall call) -> !update.move().isMisplaced(call.unit()))
                .thenComparing(ShardCall.ORDER));
        List<WrittenPart> parts = new ArrayList<>();
        for (ShardCall call : calls) {
            WrittenPart part = update.move().isMisplaced(call.unit())
                    ? unit.none(call, update.move().columns().refused("and no unique key names the rows"))
                    : unit.run(call);
            if (part.count() != 0) {
                progress.succeeded();
            }
            parts.add(part);
        }
        return parts;
    }
}
