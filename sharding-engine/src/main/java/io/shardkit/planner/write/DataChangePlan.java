package io.shardkit.planner.write;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.CallEdit;
import io.shardkit.plan.Calls;
import io.shardkit.plan.ForwardingPlan;
import io.shardkit.plan.Learned;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.ParameterMapping;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementPlan;
import io.shardkit.plan.unique.ProbedWrite;
import io.shardkit.sql.statement.DataChange;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * A write in a query of the rows that it changes: each unit's text is put back into the query. Immutable.
 *
 * @param plan the write itself
 * @param query what stands around it
 */
@API(status = API.Status.EXPERIMENTAL)
public record DataChangePlan(StatementPlan plan, DataChange query) implements ForwardingPlan, CallEdit {
    @Override
    public ParallelismChoice pace(Learned learned) {
        return ParallelismChoice.IN_TURN;
    }

    @Override
    public int parameterCount() {
        return query.parametersBefore() + plan.parameterCount() + query.parametersAfter();
    }

    @Override
    public boolean returning() {
        return true;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) throws SQLException {
        Parameters own = parameters.part(query.parametersBefore(), plan.parameterCount());
        return plan.bind(own, preferredDataSource, learned).then(this::around);
    }

    private BoundPlan around(BoundPlan bound) throws SQLException {
        if (bound instanceof Calls calls) {
            return around(calls);
        }
        if (bound instanceof ProbedWrite asked && asked.write() instanceof Calls calls) {
            return new ProbedWrite(asked.questions(), around(calls));
        }
        throw ShardingExceptions.of(
                ErrorCode.UNSUPPORTED_SYNTAX, "a table of the rows that a write of several steps changes");
    }

    private Calls around(Calls calls) throws SQLException {
        boolean copies = calls.counts() == Calls.Counts.SAME;
        if (calls.calls().size() > 1 && !copies && !query.columnsOnly()) {
            throw ShardingExceptions.of(
                    ErrorCode.SEVERAL_UNITS, "the rows that a write changes, with more than a list of their columns");
        }
        return calls.edited(this);
    }

    @Override
    public ShardCall edit(ShardCall call) {
        String sql = query.before() + call.sql() + query.after();
        return new ShardCall(call.dataSource(), call.unit(), sql, mapping(call.mapping()));
    }

    /** The parameters around the write stay where they are, and those of the write count from where it begins. */
    private @Nullable ParameterMapping mapping(@Nullable ParameterMapping own) {
        int before = query.parametersBefore();
        int after = query.parametersAfter();
        if (own == null || (before == 0 && after == 0)) {
            return own;
        }
        int[] sources = new int[before + own.sources().length + after];
        for (int i = 0; i < before; i++) {
            sources[i] = i;
        }
        for (int i = 0; i < own.sources().length; i++) {
            int source = own.sources()[i];
            sources[before + i] = source < 0 ? source : before + source;
        }
        for (int i = 0; i < after; i++) {
            sources[before + own.sources().length + i] = before + plan.parameterCount() + i;
        }
        return new ParameterMapping(sources, own.computed());
    }
}
