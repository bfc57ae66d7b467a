package io.shardkit.planner;

import io.shardkit.plan.Attempt;
import io.shardkit.plan.Attempt.Refused;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.CallEdit;
import io.shardkit.plan.ForwardingPlan;
import io.shardkit.plan.Learned;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.ParameterMapping;
import io.shardkit.plan.Plan;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.SingleShard;
import io.shardkit.plan.StatementPlan;
import io.shardkit.sql.shape.NormalizedSql;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a text by that of its shape: its literals decide as parameters would, and go to the databases as they
 * were written. What the plan of the shape refuses or gathers is planned by the text itself. Thread-safe.
 */
final class ParameterizedPlan implements ForwardingPlan, CallEdit {
    /**
     * After that many executions a text gets a plan of its own: it saves some 0.1 us each time, and takes some 100 us to
     * make.
     */
    private static final int MANY = 1000;

    private final Plan plan;
    private final NormalizedSql shape;
    private final Source own;

    /** Filled from the second execution on. */
    private final FilledCalls filled = new FilledCalls();

    /** Makes the plan of the text itself. */
    @FunctionalInterface
    interface Source {
        Plan plan() throws SQLException;
    }

    /**
     * @param plan of the shape's SQL, with the facts that the executions of all its statements learned
     * @param own makes the plan of the statement itself
     */
    ParameterizedPlan(Plan plan, NormalizedSql shape, Source own) {
        this.plan = plan;
        this.shape = shape;
        this.own = own;
    }

    /** Returns true if a statement ran so often that a plan of its own is worth making. */
    static boolean isWorn(Learned learned) {
        return learned.executions() >= MANY;
    }

    @Override
    public StatementPlan plan() {
        return plan.statement();
    }

    @Override
    public int parameterCount() {
        return shape.parameterCount();
    }

    @Override
    public ParallelismChoice pace(Learned learned) {
        return plan.pace();
    }

    @Override
    public Footprint footprint() {
        return Footprint.OF_LITERALS;
    }

    @Override
    public boolean isOfShape() {
        return true;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) throws SQLException {
        Attempt<BoundPlan> attempt = Attempt.of(() -> plan.bind(shape.parameters(parameters), preferredDataSource));
        if (attempt instanceof Refused) {
            return own.plan().bind(parameters, preferredDataSource);
        }
        BoundPlan bound = attempt.value();
        learned.countExecution();
        ShardCall only = bound.single();
        return only != null
                ? one(only, learned)
                : bound.then(next -> filled(next, parameters, preferredDataSource, learned));
    }

    private BoundPlan filled(BoundPlan bound, Parameters parameters, int preferredDataSource, Learned learned)
            throws SQLException {
        ShardCall only = bound.single();
        if (only != null) {
            return one(only, learned);
        }
        BoundPlan edited = bound.edited(this);
        return edited != null ? edited : own.plan().bind(parameters, preferredDataSource);
    }

    @Override
    public @Nullable BoundPlan bindWithoutMerge(Parameters parameters, int preferredDataSource) throws SQLException {
        return own.plan().bindWithoutMerge(parameters, preferredDataSource);
    }

    private SingleShard one(ShardCall call, Learned learned) throws SQLException {
        SingleShard known = filled.of(call);
        if (known != null) {
            return known;
        }
        SingleShard made = new SingleShard(edit(call));
        if (learned.executions() > 1) {
            filled.keep(call, made);
        }
        return made;
    }

    @Override
    public ShardCall edit(ShardCall call) throws SQLException {
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
