package io.shardkit.execute.write;

import io.shardkit.execute.scatter.Moves;
import io.shardkit.execute.session.Session;
import io.shardkit.plan.BoundPlan;
import io.shardkit.rule.ShardedTable;
import java.sql.SQLException;
import java.util.List;

/** Takes of the entries of a batch what goes to drivers together; says of each whether it does. Not thread-safe. */
final class BatchSorting
        implements BoundPlan.Families<Boolean, SQLException>, BoundPlan.WriteCases<Boolean, SQLException> {
    private final Session session;
    private final Moves moves;

    /** What each entry was bound to. */
    final List<BoundPlan.Calls> bound;

    /** The data sources that have to agree on the time. */
    List<Integer> timed = List.of();

    BatchSorting(Session session, Moves moves, List<BoundPlan.Calls> bound) {
        this.session = session;
        this.moves = moves;
        this.bound = bound;
    }

    private boolean taken(BoundPlan.Calls calls) {
        return bound.add(calls);
    }

    @Override
    public Boolean single(BoundPlan.SingleShard one) {
        return taken(one);
    }

    @Override
    public Boolean query(BoundPlan.Query query) {
        return false;
    }

    @Override
    public Boolean write(BoundPlan.Write write) throws SQLException {
        return write.matchWrite(this);
    }

    @Override
    public Boolean command(BoundPlan.Command command) {
        return false;
    }

    @Override
    public Boolean onShards(BoundPlan.MultiShardWrite writes) {
        ShardedTable moving = writes.moving();
        return (moving == null || !moves.knows(moving)) && taken(writes);
    }

    @Override
    public Boolean split(BoundPlan.SplitInsert insert) {
        return taken(insert);
    }

    @Override
    public Boolean checked(BoundPlan.UniquenessCheckedInsert insert) {
        return false;
    }

    @Override
    public Boolean timed(BoundPlan.TimedWrites write) throws SQLException {
        timed = write.dataSources();
        return taken(FrozenTime.resolve(session, write));
    }

    @Override
    public Boolean gatheredWrite(BoundPlan.GatheredWrite write) {
        return false;
    }

    @Override
    public Boolean moving(BoundPlan.Moving update) {
        return false;
    }

    @Override
    public Boolean staying(BoundPlan.Staying update) {
        return false;
    }

    @Override
    public Boolean withLookups(BoundPlan.LookupWrite write) {
        return false;
    }

    @Override
    public Boolean limited(BoundPlan.LimitedWrite write) {
        return false;
    }

    @Override
    public Boolean gatheredInsert(BoundPlan.GatheredInsert insert) {
        return false;
    }
}
