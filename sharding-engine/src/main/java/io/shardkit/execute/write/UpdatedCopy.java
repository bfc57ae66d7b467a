package io.shardkit.execute.write;

import io.shardkit.dialect.Dialect;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.TemporaryNames;
import io.shardkit.execute.WriteSteps;
import io.shardkit.execute.driver.WrittenPart;
import io.shardkit.execute.scatter.ShardExecutor;
import io.shardkit.execute.session.Session;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.move.CopiedUpdate;
import io.shardkit.plan.move.KeyedRows;
import io.shardkit.plan.move.RowMove;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs the UPDATE of rows that move on a copy of them, in a temporary table like theirs: where a foreign key would not let it
 * run where they are, as the row that it demands is where they belong, and to learn what it makes of a row. For one execution.
 */
final class UpdatedCopy {
    private final Session session;
    private final Dialect dialect;
    private final KeyedRows rows;
    private final RowMove move;
    private final CopiedUpdate update;
    private final UnitUpdate unit;
    private final RowCarrier carrier;

    UpdatedCopy(KeyedRows rows, UnitUpdate unit, RowCarrier carrier) {
        this.session = unit.run().session();
        this.dialect = session.databases().dialect();
        this.rows = rows;
        this.move = carrier.move();
        this.update = move.columns().copied();
        this.unit = unit;
        this.carrier = carrier;
    }

    /**
     * Returns true if a foreign key may demand a row for the new values that exists only where the rows of a unit belong.
     *
     * @throws SQLException a driver's exception, or a coded refusal if a foreign key does so and a copy would not do
     */
    boolean isNeeded(int number) throws SQLException {
        ShardCall question = move.updateNeeds(number);
        ShardConnection shard = session.connection(question.dataSource());
        try (PreparedStatement statement = RowCarrier.open(shard, question)) {
            unit.run().deadline().limit(statement);
            return ShardExecutor.observed(session.databases(), question, shard, () -> {
                try (ResultSet found = shard.calling(statement, statement::executeQuery)) {
                    return isNeeded(found);
                }
            });
        }
    }

    private boolean isNeeded(ResultSet found) throws SQLException {
        boolean needed = false;
        String trigger = null;
        while (found.next()) {
            boolean key = found.getString(1).equals("foreign key");
            needed |= key && update.needs(found.getString(2), found.getString(3));
            trigger = key || RowCarrier.isJournal(found.getString(2)) ? trigger : found.getString(2);
        }
        String refusal = needed ? refusal(trigger) : null;
        if (refusal != null) {
            throw move.columns().refused("and a foreign key ties it to a row of another table, " + refusal);
        }
        return needed;
    }

    private @Nullable String refusal(@Nullable String trigger) {
        if (trigger != null) {
            return "and the trigger " + trigger + " would act";
        }
        return update.refusal();
    }

    /** Runs the UPDATE of a unit on a copy of its rows, and carries those that it meets to where they belong. */
    WrittenPart run(ShardCall call, WriteSteps.Progress progress) throws SQLException {
        return onCopy(call, copy -> moved(call, copy, progress));
    }

    /** Runs the UPDATE of a unit on a copy of its row only, and tells what that makes of it; empty if it does not meet it. */
    List<@Nullable Object[]> preview(ShardCall call) throws SQLException {
        return onCopy(call, copy -> {
            carrier.run(StatementKind.INSERT, move.fill(rows, call.unit(), copy));
            WrittenPart part = unit.run(update.update(call, copy));
            return part.count() == 0 ? List.of() : carrier.read(move.read(call.unit(), copy));
        });
    }

    /** The work on a copy. */
    @FunctionalInterface
    private interface Use<T> {
        T of(String copy) throws SQLException;
    }

    private <T> T onCopy(ShardCall call, Use<T> use) throws SQLException {
        ShardConnection shard = session.connection(call.dataSource());
        String copy =
                TemporaryNames.next(0, rows.table().name(), session.databases().settings());
        if (!session.autoCommit()) {
            session.transaction().coordinator().makesTemporaryTable(shard);
        }
        try {
            shard.execute(dialect.temporaryTables().createLike(copy, move.actual(call.unit())));
        } catch (SQLException failure) {
            throw shard.withoutTable(failure);
        }
        try {
            T result = use.of(copy);
            drop(shard, copy);
            return result;
        } catch (SQLException | RuntimeException failure) {
            if (!dialect.transactions().errorAborts()) {
                dropAfter(failure, shard, copy);
            }
            throw failure;
        }
    }

    private WrittenPart moved(ShardCall call, String copy, WriteSteps.Progress progress) throws SQLException {
        int number = call.unit();
        carrier.run(StatementKind.INSERT, move.fill(rows, number, copy));
        WrittenPart part = unit.run(update.update(call, copy));
        long count = part.count();
        if (count > 1) {
            progress.succeeded();
        }
        if (count != 0) {
            // If the one row is refused where it belongs nothing has changed.
            long written = carrier.write(number, copy, count);
            progress.succeeded();
            carrier.run(StatementKind.DELETE, move.delete(number, copy));
            carrier.check(count, written, carrier.run(StatementKind.DELETE, move.deleteOthers(rows, number, copy)));
        }
        return part;
    }

    private void drop(ShardConnection shard, String copy) throws SQLException {
        String drop = dialect.temporaryTables().drop(copy);
        if (drop != null) {
            shard.drop(drop);
        }
    }

    private void dropAfter(Exception failure, ShardConnection shard, String copy) {
        try {
            drop(shard, copy);
        } catch (SQLException | RuntimeException second) {
            failure.addSuppressed(second);
        }
    }
}
