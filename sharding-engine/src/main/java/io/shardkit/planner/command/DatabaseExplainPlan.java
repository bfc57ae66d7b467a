package io.shardkit.planner.command;

import io.shardkit.catalog.GrowingTables;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Learned;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.SingleShard;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;

/**
 * The database's own EXPLAIN of a statement that is one call.
 *
 * @param words what stands before the statement
 * @param plan of the statement
 * @param runs whether the database also runs the statement
 */
public record DatabaseExplainPlan(String words, StatementPlan plan, boolean runs) implements StatementPlan {

    @Override
    public StatementKind kind() {
        return runs ? plan.kind() : StatementKind.QUERY;
    }

    @Override
    public int parameterCount() {
        return plan.parameterCount();
    }

    @Override
    public boolean returning() {
        return kind().writes();
    }

    @Override
    public boolean writesCopies() {
        return runs && plan.writesCopies();
    }

    @Override
    public Footprint footprint() {
        return Footprint.OF_STATEMENT;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) throws SQLException {
        BoundPlan bound = runs
                ? plan.bind(parameters, preferredDataSource, learned)
                : GrowingTables.withoutCreating(() -> plan.bind(parameters, preferredDataSource, learned));
        return bound.then(this::told);
    }

    private BoundPlan told(BoundPlan bound) throws SQLException {
        // The rows of an INSERT may all go to one unit; one that is run would have to tell of its keys.
        ShardCall call = !runs && bound.isOne() ? bound.ownCalls().get(0) : bound.single();
        if (call == null) {
            throw ShardingExceptions.of(
                    ErrorCode.SEVERAL_UNITS, words.strip() + "; EXPLAIN SHARDING tells how it would run");
        }
        return new SingleShard(new ShardCall(call.dataSource(), call.unit(), words + call.sql(), call.mapping()));
    }
}
