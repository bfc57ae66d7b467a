package io.shardkit.execute.session;

import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.ShardCall;
import java.util.BitSet;
import java.util.List;

/**
 * Tells whether a statement reads rows of one of these data sources.
 *
 * @param dataSources their numbers
 */
record ReadSources(BitSet dataSources)
        implements BoundPlan.Families<Boolean, RuntimeException>, BoundPlan.QueryCases<Boolean, RuntimeException> {

    private boolean meets(List<ShardCall> calls) {
        return calls.stream().anyMatch(call -> dataSources.get(call.dataSource()));
    }

    @Override
    public Boolean single(BoundPlan.SingleShard one) {
        return dataSources.get(one.call().dataSource());
    }

    @Override
    public Boolean query(BoundPlan.Query query) {
        return query.matchQuery(this);
    }

    /** It is refused in a read-only transaction. */
    @Override
    public Boolean write(BoundPlan.Write write) {
        return false;
    }

    @Override
    public Boolean command(BoundPlan.Command command) {
        return false;
    }

    @Override
    public Boolean merged(BoundPlan.MergedQuery query) {
        return meets(query.calls());
    }

    @Override
    public Boolean locked(BoundPlan.LimitedRead read) {
        return meets(read.locks());
    }

    /** Nearly all of them read each data source that they name. */
    @Override
    public Boolean gathered(BoundPlan.Gather gather) {
        return true;
    }

    @Override
    public Boolean explained(BoundPlan.Explained explained) {
        return false;
    }

    @Override
    public Boolean shown(BoundPlan.Shown shown) {
        return false;
    }

    @Override
    public Boolean shownTables(BoundPlan.ShownTables shown) {
        return false;
    }

    /** Answers no: the statement that it is bound to is asked for. */
    @Override
    public Boolean lookedUp(BoundPlan.LookedUp statement) {
        return false;
    }

    @Override
    public Boolean lastKey(BoundPlan.LastKey last) {
        return false;
    }
}
