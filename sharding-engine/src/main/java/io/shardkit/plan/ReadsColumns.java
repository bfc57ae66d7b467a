package io.shardkit.plan;

/** Which executions go by the columns that a table has, and not only by their names in the text. */
final class ReadsColumns implements BoundPlan.Cases<Boolean, RuntimeException> {
    static final ReadsColumns INSTANCE = new ReadsColumns();

    private ReadsColumns() {}

    @Override
    public Boolean single(BoundPlan.SingleShard one) {
        return false;
    }

    @Override
    public Boolean merged(BoundPlan.MergedQuery query) {
        return true;
    }

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

    @Override
    public Boolean lastKey(BoundPlan.LastKey last) {
        return false;
    }

    @Override
    public Boolean onShards(BoundPlan.MultiShardWrite writes) {
        return false;
    }

    @Override
    public Boolean split(BoundPlan.SplitInsert insert) {
        return false;
    }

    @Override
    public Boolean checked(BoundPlan.UniquenessCheckedInsert insert) {
        return false;
    }

    @Override
    public Boolean timed(BoundPlan.TimedWrites writes) {
        return true;
    }

    @Override
    public Boolean gatheredWrite(BoundPlan.GatheredWrite write) {
        return true;
    }

    @Override
    public Boolean gatheredInsert(BoundPlan.GatheredInsert insert) {
        return true;
    }

    @Override
    public Boolean set(BoundPlan.SessionSet set) {
        return false;
    }

    @Override
    public Boolean control(BoundPlan.Control control) {
        return false;
    }
}
