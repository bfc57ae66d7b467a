package io.shardkit.execute.write;

import io.shardkit.execute.CallRunner;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.driver.DriverCalls;
import io.shardkit.execute.driver.Execution;
import io.shardkit.execute.driver.GeneratedKeyRows;
import io.shardkit.execute.driver.KeyCollector;
import io.shardkit.execute.driver.KeyRequest;
import io.shardkit.execute.driver.KeySource;
import io.shardkit.execute.driver.OpenStatement;
import io.shardkit.execute.driver.Outcome;
import io.shardkit.execute.driver.WrittenPart;
import io.shardkit.execute.gather.GatheredWriter;
import io.shardkit.execute.gather.PlacedKeys;
import io.shardkit.execute.gather.PlacingStatements;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.BoundPlan.Counts;
import io.shardkit.plan.Plan;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the calls of one write are made that answers with a count, and what their answers are together. */
final class CountedWrites implements UpsertWriter.Upsert<WrittenPart, CountedWrites.Written> {
    private final Execution execution;
    private final Plan plan;
    private final Parameters parameters;
    private final boolean large;

    /**
     * What a write did.
     *
     * @param keys of all its rows, if the framework made or knows them
     * @param firstMade the first that the framework made, or null if it made none
     * @param reported those of the drivers if they are the answer, or null
     */
    record Written(long count, List<Object> keys, @Nullable Object firstMade, @Nullable KeySource reported) {
        /** The same where each row counts as several. */
        Written times(int counts) {
            return new Written(count * counts, keys, firstMade, reported);
        }
    }

    /** @param large whether counts may be greater than an int */
    CountedWrites(Execution execution, Plan plan, Parameters parameters, boolean large) {
        this.execution = execution;
        this.plan = plan;
        this.parameters = parameters;
        this.large = large;
    }

    Execution execution() {
        return execution;
    }

    StatementKind kind() {
        return plan.kind();
    }

    Parameters parameters() {
        return parameters;
    }

    /** Keys that the framework makes are not asked of the driver. */
    @Override
    public CallRunner<WrittenPart> runner(BoundPlan.Calls calls) {
        return runner(calls.generated() ? KeyRequest.NONE : execution.keys());
    }

    CallRunner<WrittenPart> runner(KeyRequest keys) {
        return new CallRunner<>(
                (shard, call) -> opened(shard, call, keys),
                (part, call) -> {
                    long count = DriverCalls.update(part, call.sql(), keys, large);
                    return new WrittenPart(count, keys.wanted() ? GeneratedKeyRows.read(part) : null);
                },
                execution.parts());
    }

    private Statement opened(ShardConnection shard, ShardCall call, KeyRequest keys) throws SQLException {
        OpenStatement open = execution.openPart(shard, call, parameters, execution.cursor(), keys);
        execution.settings().applyPart(open, false, 0);
        return open.statement;
    }

    /** What the calls did together. */
    Written of(BoundPlan.Calls calls, List<WrittenPart> written) throws SQLException {
        long count = UpdateCounts.combine(counts(written), calls.counts());
        return new Written(count, calls.keys(), calls.firstGenerated(), driverKeys(calls, written));
    }

    /** The same of a write that read copies. */
    Written of(BoundPlan.GatheredWrite write, List<WrittenPart> written) throws SQLException {
        return new Written(
                UpdateCounts.combine(counts(written), write.counts()),
                List.of(),
                null,
                written.size() == 1 ? source(written.get(0).keys()) : null);
    }

    /** The same of calls for rows that may have moved. */
    Written moved(List<WrittenPart> written) {
        return new Written(
                UpdateCounts.sum(counts(written)),
                List.of(),
                null,
                written.size() == 1 ? source(written.get(0).keys()) : null);
    }

    @Override
    public Written answer(BoundPlan.Calls calls, List<WrittenPart> written, long deleted) throws SQLException {
        Written all = written.size() == 1 ? moved(written) : of(calls, written);
        return new Written(all.count() + deleted, all.keys(), all.firstMade(), all.reported());
    }

    private static List<Long> counts(List<WrittenPart> written) {
        return written.stream().map(WrittenPart::count).toList();
    }

    private static @Nullable KeySource driverKeys(BoundPlan.Calls calls, List<WrittenPart> written) {
        return switch (calls.driverKeys()) {
            case NONE -> null;
            case OF_ANY_CALL -> source(written.get(0).keys());
            case OF_EACH_ROW -> ofEachRow(calls, written);
        };
    }

    private static KeySource ofEachRow(BoundPlan.Calls calls, List<WrittenPart> written) {
        KeyCollector collector = new KeyCollector();
        for (int i = 0; i < written.size(); i++) {
            collector.add(written.get(i).keys(), 0, calls.rowsOf(i));
        }
        return collector;
    }

    private static @Nullable KeySource source(@Nullable GeneratedKeyRows keys) {
        return keys == null ? null : () -> keys;
    }

    /** Runs an INSERT whose rows are made elsewhere. */
    Written inserted(BoundPlan.GatheredInsert insert, GatheredWriter writer) throws SQLException {
        KeyRequest request = insert.placement().keyColumn() == null ? execution.keys() : KeyRequest.NONE;
        PlacedKeys placed = request.wanted() ? new PlacedKeys(request) : null;
        GatheredWriter.Inserted inserted = writer.run(
                execution.session(),
                insert,
                parameters,
                placed == null ? PlacingStatements.PLAIN : placed,
                execution.settings().queryTimeout());
        Counts counts = insert.placement().table() == null ? Counts.SAME : Counts.SUM;
        List<Object> keys = inserted.generatedKeys();
        return new Written(
                inserted.counts().isEmpty() ? 0 : UpdateCounts.combine(inserted.counts(), counts),
                keys,
                keys.isEmpty() ? null : keys.get(0),
                placed == null ? null : placed.source());
    }

    /** What the user is told of it; the session is told of the key that was made first. */
    Outcome.Written answer(Written written) {
        KeySource reported = written.reported();
        return new Outcome.Written(
                written.count(),
                reported == null ? madeKeys(execution, plan, written.keys(), written.firstMade()) : reported,
                null);
    }

    /**
     * The keys of an execution are those that the framework made, if it makes any.
     *
     * @param first the first that it made, or null if it made none
     */
    static KeySource madeKeys(Execution execution, Plan plan, List<Object> keys, @Nullable Object first) {
        if (first != null) {
            execution.session().lastKey().inserted(first);
        }
        String column = plan.generatedKeyColumn();
        if (column == null || !execution.keys().wanted()) {
            return KeySource.NONE;
        }
        GeneratedKeyRows made = GeneratedKeyRows.generated(column, keys);
        return () -> made;
    }
}
