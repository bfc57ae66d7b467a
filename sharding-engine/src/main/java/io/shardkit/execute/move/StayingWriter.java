package io.shardkit.execute.move;

import io.shardkit.execute.WriteSteps;
import io.shardkit.execute.driver.WrittenPart;
import io.shardkit.execute.scatter.Moves;
import io.shardkit.execute.scatter.ShardExecutor;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.transaction.Participants;
import io.shardkit.execute.transaction.TransactionRunner;
import io.shardkit.execute.transaction.TransactionRunner.Scope;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.move.StayingUpdate;
import io.shardkit.rule.ShardedTable;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Runs an UPDATE whose rows have to be where they belong with their new values: first in the units where it may meet none,
 * then in the others; in autocommit all that is one transaction. For one execution.
 *
 * @param unit runs it in a unit
 */
public record StayingWriter(Session session, ShardExecutor executor, StayingUpdate update, UnitUpdate unit) {

    /** Runs it, and gives the counts of its calls. */
    public List<WrittenPart> run() throws SQLException {
        session.transactions().checkWrite();
        ShardedTable table = update.move().columns().table();
        Moves.Since since = executor.moves().since(table);
        // All at once and in order: one that was missed would be waited for while others are held.
        session.connections(
                update.updates().stream().map(ShardCall::dataSource).distinct().toList());
        return TransactionRunner.run(session, Scope.of(session), Participants.ofSession(), (participants, progress) -> {
            List<WrittenPart> parts = inTurn(progress);
            if (parts.stream().allMatch(part -> part.count() == 0) && since.hasMoves()) {
                throw Moves.missed(table);
            }
            return parts;
        });
    }

    private List<WrittenPart> inTurn(WriteSteps.Progress progress) throws SQLException {
        List<ShardCall> calls = new ArrayList<>(update.updates());
        calls.sort(Comparator.comparing(this::stays).thenComparing(ShardCall.ORDER));
        List<WrittenPart> parts = new ArrayList<>();
        for (ShardCall call : calls) {
            WrittenPart part = stays(call)
                    ? unit.run(call)
                    : unit.none(call, update.move().columns().refused("and no unique key names the rows"));
            if (part.count() != 0) {
                progress.succeeded();
            }
            parts.add(part);
        }
        return parts;
    }

    private boolean stays(ShardCall call) {
        return update.move().goal(call.unit()) == call.unit();
    }
}
