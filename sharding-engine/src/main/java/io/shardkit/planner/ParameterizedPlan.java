package io.shardkit.planner;

import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.ParameterMapping;
import io.shardkit.plan.Plan;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.UnitUnions;
import io.shardkit.sql.shape.NormalizedSql;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a text by that of its shape: its literals decide as parameters would, and go to the databases as they
 * were written. What the plan of the shape refuses or gathers is planned by the text itself. Thread-safe.
 */
final class ParameterizedPlan implements Plan {
    /** After that many executions a text gets a plan of its own, which is a little faster. */
    private static final int MANY = 16;

    /** How many units a text is remembered for. */
    static final int REMEMBERED = 8;

    private final Plan plan;
    private final NormalizedSql shape;
    private final Source own;

    /** By unit, what came of a call that is kept by the plan; filled from the second execution on. */
    private final @Nullable Filled[] filled = new Filled[REMEMBERED];

    private int executions;

    /** Makes the plan of the text itself. */
    @FunctionalInterface
    interface Source {
        Plan plan() throws SQLException;
    }

    private record Filled(ShardCall from, BoundPlan.SingleShard to) {}

    /**
     * @param plan of the shape's text
     * @param own makes the plan of the text itself
     */
    ParameterizedPlan(Plan plan, NormalizedSql shape, Source own) {
        this.plan = plan;
        this.shape = shape;
        this.own = own;
    }

    /** Whether it ran so often that a plan of the text itself is worth its making. */
    boolean isWorn() {
        return executions >= MANY;
    }

    @Override
    public StatementKind kind() {
        return plan.kind();
    }

    @Override
    public int parameterCount() {
        return shape.parameterCount();
    }

    @Override
    public @Nullable String generatedKeyColumn() {
        return plan.generatedKeyColumn();
    }

    @Override
    public boolean returning() {
        return plan.returning();
    }

    @Override
    public ParallelismChoice pace() {
        return plan.pace();
    }

    @Override
    public boolean readsColumns(BoundPlan bound) {
        return plan.readsColumns(bound);
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource) throws SQLException {
        BoundPlan bound;
        try {
            bound = plan.bind(shape.parameters(parameters), preferredDataSource);
        } catch (SQLException refusal) {
            return own.plan().bind(parameters, preferredDataSource);
        }
        executions++;
        BoundPlan filled = filled(bound);
        return filled == null ? own.plan().bind(parameters, preferredDataSource) : filled;
    }

    /** What was bound, with the literals in its texts; null if it takes a plan of the text itself. */
    private @Nullable BoundPlan filled(BoundPlan bound) throws SQLException {
        if (bound instanceof BoundPlan.SingleShard one) {
            return one(one.call());
        }
        if (bound instanceof BoundPlan.MergedQuery merged) {
            UnitUnions unions = merged.unions() == null ? null : merged.unions().ofText(shape.parameterCount());
            // Lists stay as they are: literals stand in the text, which would be another one for each unit's values.
            return new BoundPlan.MergedQuery(
                    all(merged.calls()), merged.merge(), merged.limit(), null, unions, merged.pace());
        }
        if (bound instanceof BoundPlan.MultiShardWrite writes) {
            return new BoundPlan.MultiShardWrite(all(writes.calls()), writes.counts());
        }
        if (bound instanceof BoundPlan.SplitInsert insert) {
            return new BoundPlan.SplitInsert(
                    all(insert.calls()), insert.rows(), insert.keys(), insert.firstGenerated());
        }
        if (bound instanceof BoundPlan.UniquenessCheckedInsert asked) {
            return filled(asked.write()) instanceof BoundPlan.Calls write
                    ? new BoundPlan.UniquenessCheckedInsert(asked.questions(), write)
                    : null;
        }
        return null;
    }

    @Override
    public @Nullable BoundPlan bindWithoutMerge(Parameters parameters, int preferredDataSource) throws SQLException {
        return own.plan().bindWithoutMerge(parameters, preferredDataSource);
    }

    @SuppressWarnings("ReferenceEquality") // the quick test that ShardCall promises
    private BoundPlan.SingleShard one(ShardCall call) throws SQLException {
        int place = call.unit() % REMEMBERED;
        Filled known = filled[place];
        if (known != null && known.from() == call) {
            return known.to();
        }
        BoundPlan.SingleShard made = new BoundPlan.SingleShard(fill(call));
        if (executions > 1) {
            filled[place] = new Filled(call, made);
        }
        return made;
    }

    private List<ShardCall> all(List<ShardCall> calls) throws SQLException {
        List<ShardCall> all = new ArrayList<>(calls.size());
        for (ShardCall call : calls) {
            all.add(fill(call));
        }
        return all;
    }

    private ShardCall fill(ShardCall call) throws SQLException {
        ParameterMapping mapping = call.mapping();
        NormalizedSql.Filled text = shape.fill(call.sql(), mapping == null ? null : mapping.sources());
        return new ShardCall(call.dataSource(), call.unit(), text.text(), mapping(text.sources(), call));
    }

    private @Nullable ParameterMapping mapping(int[] sources, ShardCall before) {
        boolean asTheyStand = sources.length == shape.parameterCount();
        for (int i = 0; i < sources.length && asTheyStand; i++) {
            asTheyStand = sources[i] == i;
        }
        return asTheyStand ? null : new ParameterMapping(sources, before.computed());
    }
}
