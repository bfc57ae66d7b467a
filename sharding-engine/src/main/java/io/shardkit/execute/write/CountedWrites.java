package io.shardkit.execute.write;

import io.shardkit.error.ErrorCode;
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
import io.shardkit.plan.Calls;
import io.shardkit.plan.Plan;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.gather.GatheredWrite;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the calls of a write that answers with a count, and combines their answers. */
final class CountedWrites implements Answers<WrittenPart, Written> {
    private final Execution execution;
    private final Plan plan;
    private final Parameters parameters;
    private final boolean large;

    /** @param large whether counts may be greater than an int */
    CountedWrites(Execution execution, Plan plan, Parameters parameters, boolean large) {
        this.execution = execution;
        this.plan = plan;
        this.parameters = parameters;
        this.large = large;
    }

    @Override
    public Execution execution() {
        return execution;
    }

    @Override
    public StatementKind kind() {
        return plan.kind();
    }

    @Override
    public Parameters parameters() {
        return parameters;
    }

    @Override
    public CallRunner<WrittenPart> runner(KeyRequest keys) {
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

    @Override
    public Written of(Calls calls, List<WrittenPart> written) throws SQLException {
        long count = UpdateCounts.combine(counts(written), calls.counts());
        return new Written(count, calls.keys(), calls.firstGenerated(), driverKeys(calls, written));
    }

    @Override
    public Written of(GatheredWrite write, List<WrittenPart> written) throws SQLException {
        return new Written(
                UpdateCounts.combine(counts(written), write.counts()),
                List.of(),
                null,
                written.size() == 1 ? source(written.get(0).keys()) : null);
    }

    @Override
    public Written ofSome(List<WrittenPart> written) {
        return new Written(
                UpdateCounts.sum(counts(written)),
                List.of(),
                null,
                written.size() == 1 ? source(written.get(0).keys()) : null);
    }

    @Override
    public Written of(Calls calls, List<WrittenPart> written, long deleted) throws SQLException {
        Written all = written.size() == 1 ? ofSome(written) : of(calls, written);
        return new Written(all.count() + deleted, all.keys(), all.firstMade(), all.reported());
    }

    @Override
    public Written times(Written all, int counts) {
        return new Written(all.count() * counts, all.keys(), all.firstMade(), all.reported());
    }

    @Override
    public long count(Written all) {
        return all.count();
    }

    @Override
    public boolean areRows() {
        return false;
    }

    @Override
    public Written counted(ErrorCode code, String detail, Counting counting) throws SQLException {
        return counting.run(this);
    }

    private static List<Long> counts(List<WrittenPart> written) {
        return written.stream().map(WrittenPart::count).toList();
    }

    private static @Nullable KeySource driverKeys(Calls calls, List<WrittenPart> written) {
        return switch (calls.driverKeys()) {
            case NONE -> null;
            case OF_ANY_CALL -> source(written.get(0).keys());
            case OF_EACH_ROW -> ofEachRow(calls, written);
        };
    }

    private static KeySource ofEachRow(Calls calls, List<WrittenPart> written) {
        KeyCollector collector = new KeyCollector();
        for (int i = 0; i < written.size(); i++) {
            collector.add(written.get(i).keys(), 0, calls.rowsOf(i));
        }
        return collector;
    }

    private static @Nullable KeySource source(@Nullable GeneratedKeyRows keys) {
        return keys == null ? null : () -> keys;
    }

    /** Returns the outcome of a write for the user, and tells the session the key that was made first. */
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
