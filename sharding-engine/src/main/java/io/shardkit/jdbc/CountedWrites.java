package io.shardkit.jdbc;

import io.shardkit.execute.driver.KeyCollector;
import io.shardkit.execute.driver.KeyRequest;
import io.shardkit.execute.driver.KeySource;
import io.shardkit.execute.gather.GatheredWriter;
import io.shardkit.execute.gather.PlacedKeys;
import io.shardkit.execute.gather.PlacingStatements;
import io.shardkit.execute.write.UpdateCounts;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.BoundPlan.Counts;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.Plan;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs writes that answer with a count. */
final class CountedWrites extends WriteExecution<WriteRunner.Written, CountedWrites.Written> {
    private final boolean large;

    /**
     * What a write did.
     *
     * @param keys of all its rows, if the framework made or knows them
     * @param firstMade the first that the framework made, or null if it made none
     * @param reported those of the drivers if they are the answer, or null
     */
    record Written(long count, List<Object> keys, @Nullable Object firstMade, @Nullable KeySource reported) {}

    /**
     * @param large whether counts may be greater than an int
     * @param pace tells whether data sources are written to in parallel
     */
    CountedWrites(
            ExecutingStatement statement, Plan plan, Parameters parameters, boolean large, ParallelismChoice pace) {
        super(statement, plan, parameters, pace);
        this.large = large;
    }

    @Override
    WriteRunner runner() {
        return new WriteRunner(statement, parameters, large);
    }

    @Override
    Written send(BoundPlan.Calls calls) throws SQLException {
        return write(calls, written -> {
            long count = UpdateCounts.combine(WriteRunner.counts(written), calls.counts());
            return calls instanceof BoundPlan.SplitInsert insert
                    ? inserted(insert, count, written)
                    : new Written(count, List.of(), null, keysOf(calls, written));
        });
    }

    /** Copies of one row have one key, which any of the databases tells. */
    private static @Nullable KeySource keysOf(BoundPlan.Calls calls, List<WriteRunner.Written> written) {
        return calls.counts() == Counts.SAME ? written.get(0).keys() : null;
    }

    private static Written inserted(BoundPlan.SplitInsert insert, long count, List<WriteRunner.Written> written) {
        KeyCollector collector = new KeyCollector();
        for (int i = 0; i < written.size(); i++) {
            collector.add(written.get(i).keys(), 0, insert.rowsOf(i));
        }
        return new Written(count, insert.keys(), insert.firstGenerated(), insert.generated() ? null : collector);
    }

    @Override
    Written gather(BoundPlan.GatheredWrite write) throws SQLException {
        return write(
                write,
                written -> new Written(
                        UpdateCounts.combine(WriteRunner.counts(written), write.counts()),
                        List.of(),
                        null,
                        written.size() == 1 ? written.get(0).keys() : null));
    }

    @Override
    Written gather(BoundPlan.GatheredInsert insert) throws SQLException {
        KeyRequest request = insert.placement().keyColumn() == null ? statement.driverKeys() : KeyRequest.NONE;
        PlacedKeys placed = request.wanted() ? new PlacedKeys(request) : null;
        GatheredWriter.Inserted inserted = statement
                .connection
                .gatheredWriter()
                .run(
                        statement.session,
                        insert,
                        parameters,
                        placed == null ? PlacingStatements.PLAIN : placed,
                        statement.settings.queryTimeout());
        Counts counts = insert.placement().table() == null ? Counts.SAME : Counts.SUM;
        List<Object> keys = inserted.generatedKeys();
        return new Written(
                inserted.counts().isEmpty() ? 0 : UpdateCounts.combine(inserted.counts(), counts),
                keys,
                keys.isEmpty() ? null : keys.get(0),
                placed == null ? null : placed.source());
    }
}
