package io.shardkit.planner.lookup;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.ForwardingPlan;
import io.shardkit.plan.Learned;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.plan.lookup.ChangeWithLookups;
import io.shardkit.plan.lookup.LookupWrite;
import io.shardkit.planner.analysis.UnitTexts;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * A DELETE from a table that has lookup tables, or an UPDATE of what these have. Immutable.
 *
 * @param plan of the rows themselves
 * @param looks locks and reads them, in a unit
 * @param columns how many columns are read
 * @param changes what becomes of each lookup table
 */
record LookupChangePlan(StatementPlan plan, UnitTexts looks, int columns, List<ChangeWithLookups.Change> changes)
        implements ForwardingPlan {
    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) throws SQLException {
        BoundPlan bound = plan.bind(parameters, preferredDataSource, learned);
        List<ShardCall> reads = new ArrayList<>();
        for (ShardCall call : calls(bound)) {
            reads.add(looks.call(call.unit()).call());
        }
        return new ChangeWithLookups(bound, reads, columns, kind() == StatementKind.DELETE, changes);
    }

    /** The calls for all units that may have the rows. */
    private static List<ShardCall> calls(BoundPlan bound) throws SQLException {
        List<ShardCall> calls = bound.ownCalls();
        if (!calls.isEmpty()) {
            return calls;
        }
        throw ShardingExceptions.of(ErrorCode.LOOKUP_WRITE, "a write that reads other rows, or only some of its own");
    }

    /** Returns the reason that a write with lookups takes more than one step. */
    static String reason(LookupWrite bound, StatementPlan plan) {
        String own = plan.reason(bound.write());
        return "the lookup tables " + bound.lookupTables() + " have values of the rows"
                + (own.isEmpty() ? "" : ", and " + own);
    }
}
