package io.shardkit.jdbc;

import io.shardkit.execute.GatheredWriter;
import io.shardkit.execute.PlacingStatements;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.BoundPlan.Counts;
import io.shardkit.plan.Pace;
import io.shardkit.plan.Plan;
import io.shardkit.sql.Parameters;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs writes that answer with a count. */
final class CountedWrites extends Writes<CountedWrites.Written> {
    private final ExecutingStatement statement;
    private final Plan plan;
    private final Parameters parameters;
    private final boolean large;
    private final @Nullable Pace pace;

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
     * @param pace of earlier executions, or null to write to one data source after the other
     */
    CountedWrites(ExecutingStatement statement, Plan plan, Parameters parameters, boolean large, @Nullable Pace pace) {
        super(statement.session);
        this.statement = statement;
        this.plan = plan;
        this.parameters = parameters;
        this.large = large;
        this.pace = pace;
    }

    @Override
    Written send(BoundPlan.Calls calls) throws SQLException {
        BoundPlan.RowInsert insert = calls instanceof BoundPlan.RowInsert rows ? rows : null;
        if (insert != null && insert.generated()) {
            statement.makesKeys();
        }
        return statement
                .connection
                .executor()
                .<WriteRunner.Written, Written>write(
                        statement.session,
                        plan.kind(),
                        calls.calls(),
                        runner(),
                        statement.settings.queryTimeout(),
                        pace,
                        written -> {
                            long count = UpdateCounts.combine(WriteRunner.counts(written), calls.counts());
                            return insert == null
                                    ? new Written(count, List.of(), null, keysOf(calls, written))
                                    : inserted(insert, count, written);
                        });
    }

    /** Copies of one row have one key, which any of the databases tells. */
    private static @Nullable KeySource keysOf(BoundPlan.Calls calls, List<WriteRunner.Written> written) {
        return calls.counts() == Counts.SAME ? written.get(0).keys() : null;
    }

    private static Written inserted(BoundPlan.RowInsert insert, long count, List<WriteRunner.Written> written) {
        KeyCollector collector = new KeyCollector();
        for (int i = 0; i < written.size(); i++) {
            collector.add(written.get(i).keys(), 0, insert.rowsOf(i));
        }
        return new Written(count, insert.keys(), insert.firstGenerated(), insert.generated() ? null : collector);
    }

    @Override
    Written gather(BoundPlan.GatheredWrite write) throws SQLException {
        return statement
                .connection
                .gatheredWriter()
                .<WriteRunner.Written, Written>run(
                        statement.session,
                        plan.kind(),
                        write,
                        parameters,
                        runner(),
                        statement.settings.queryTimeout(),
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

    private WriteRunner runner() {
        return new WriteRunner(statement, parameters, large);
    }
}
