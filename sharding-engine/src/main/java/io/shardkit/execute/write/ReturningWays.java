package io.shardkit.execute.write;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.CallRunner;
import io.shardkit.execute.driver.Execution;
import io.shardkit.execute.driver.KeyRequest;
import io.shardkit.execute.driver.KeySource;
import io.shardkit.execute.driver.Outcome;
import io.shardkit.execute.gather.GatheredWriter;
import io.shardkit.execute.scatter.Moves;
import io.shardkit.execute.scatter.ShardExecutor;
import io.shardkit.merge.RowCursor;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.Plan;
import io.shardkit.plan.ShardCall;
import io.shardkit.rule.ShardedTable;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How each kind of write is run that answers with rows. Thread-safe. */
final class ReturningWays
        implements BoundPlan.Families<ReturningWays.Way, SQLException>,
                BoundPlan.WriteCases<ReturningWays.Way, SQLException> {
    private final ShardExecutor executor;
    private final GatheredWriter gathered;
    private final CountedWays counted;

    /** How one write is run, as a part of what somebody watches over. */
    @FunctionalInterface
    interface Way {
        Outcome.Rows run(Execution execution, Plan plan) throws SQLException;
    }

    ReturningWays(ShardExecutor executor, GatheredWriter gathered, CountedWays counted) {
        this.executor = executor;
        this.gathered = gathered;
        this.counted = counted;
    }

    @Override
    public Way single(BoundPlan.SingleShard one) {
        return calls(one);
    }

    @Override
    public Way query(BoundPlan.Query query) throws SQLException {
        throw ShardingExceptions.of(ErrorCode.IS_A_QUERY, "");
    }

    @Override
    public Way write(BoundPlan.Write write) throws SQLException {
        return write.matchWrite(this);
    }

    @Override
    public Way command(BoundPlan.Command command) throws SQLException {
        throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_STATEMENT, "RETURNING of what concerns the connection");
    }

    @Override
    public Way onShards(BoundPlan.MultiShardWrite writes) {
        return calls(writes, writes.moving());
    }

    @Override
    public Way split(BoundPlan.SplitInsert insert) {
        return calls(insert);
    }

    @Override
    public Way checked(BoundPlan.UniquenessCheckedInsert insert) {
        return (execution, plan) -> counted.unmoved(
                execution,
                insert,
                () -> counted.isTaken(execution, insert)
                        ? upserted(insert).run(execution, plan)
                        : insert.write().matchFamily(this).run(execution, plan));
    }

    @Override
    public Way timed(BoundPlan.TimedWrites timed) {
        return (execution, plan) -> FrozenTime.during(
                execution.session(), timed.dataSources(), () -> calls(FrozenTime.resolve(execution.session(), timed))
                        .run(execution, plan));
    }

    @Override
    public Way gatheredWrite(BoundPlan.GatheredWrite write) {
        return (execution, plan) -> {
            ReturnedRows rows = new ReturnedRows(execution);
            RowCursor cursor = gathered.run(
                    execution.session(),
                    plan.kind(),
                    write,
                    execution.parameters(),
                    rows.runner(),
                    execution.settings().queryTimeout(),
                    results -> rows.of(results, write));
            return rows.answer(
                    cursor,
                    write.writes().stream()
                            .map(BoundPlan.GatheredUnit::dataSource)
                            .toList(),
                    null);
        };
    }

    @Override
    public Way gatheredInsert(BoundPlan.GatheredInsert insert) throws SQLException {
        throw ShardingExceptions.of(
                ErrorCode.INSERT_FORM, "INSERT ... SELECT with RETURNING into several actual tables");
    }

    @Override
    public Way moving(BoundPlan.Moving update) throws SQLException {
        throw ShardingExceptions.of(ErrorCode.UPDATE_OF_SHARDING_COLUMN, "with RETURNING, where rows may have to move");
    }

    @Override
    public Way staying(BoundPlan.Staying update) throws SQLException {
        throw ShardingExceptions.of(ErrorCode.UPDATE_OF_SHARDING_COLUMN, "with RETURNING, where rows may have to move");
    }

    @Override
    public Way limited(BoundPlan.LimitedWrite write) throws SQLException {
        throw ShardingExceptions.of(ErrorCode.LIMITED_WRITE_OVER_UNITS, "with RETURNING");
    }

    @Override
    public Way withLookups(BoundPlan.LookupWrite write) throws SQLException {
        throw ShardingExceptions.of(ErrorCode.LOOKUP_WRITE, "RETURNING");
    }

    /** How an upsert is run of which other units have unique keys. */
    Way upserted(BoundPlan.UniquenessCheckedInsert insert) {
        BoundPlan.UpsertedRows rows = Objects.requireNonNull(insert.upserted());
        return (execution, plan) -> new UpsertWriter(execution, executor, plan.kind(), rows)
                .run(new ReturnedRows(execution), row -> {
                    throw ShardingExceptions.of(
                            ErrorCode.UPDATE_OF_SHARDING_COLUMN, "with RETURNING, where rows may have to move");
                });
    }

    private Way calls(BoundPlan.Calls calls) {
        return calls(calls, null);
    }

    /** @param moving the table whose rows may move meanwhile, or null */
    private Way calls(BoundPlan.Calls calls, @Nullable ShardedTable moving) {
        return (execution, plan) -> {
            ReturnedRows rows = new ReturnedRows(execution);
            Moves.Since since = moving == null ? null : executor.moves().since(moving);
            CallRunner<ResultSet> runner = rows.runner(calls.generated() ? KeyRequest.NONE : execution.keys());
            RowCursor cursor = executor.write(
                    execution.session(),
                    plan.kind(),
                    calls.calls(),
                    runner,
                    execution.settings().queryTimeout(),
                    ParallelismChoice.IN_TURN,
                    results -> {
                        if (moving != null && since != null && since.hasMoves()) {
                            // How many rows there are is not known yet.
                            throw Moves.missed(moving);
                        }
                        return rows.of(results, calls);
                    });
            KeySource made = calls.generated()
                    ? CountedWrites.madeKeys(execution, plan, calls.keys(), calls.firstGenerated())
                    : null;
            return rows.answer(
                    cursor, calls.calls().stream().map(ShardCall::dataSource).toList(), made);
        };
    }
}
