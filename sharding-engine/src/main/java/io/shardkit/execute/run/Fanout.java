package io.shardkit.execute.run;

import io.shardkit.observe.Way;
import io.shardkit.plan.BoundPlan;
import java.util.List;

/**
 * How many units an execution goes to.
 *
 * @param way how
 * @param units how many, or how many data sources where it goes to all of each
 */
public record Fanout(Way way, int units) {
    /** Of each kind of execution. */
    public static final BoundPlan.Cases<Fanout, RuntimeException> CASES = new Cases();

    private static final Fanout NONE = new Fanout(Way.NONE, 0);
    private static final Fanout ONE = new Fanout(Way.ONE_UNIT, 1);

    private static Fanout of(List<?> calls) {
        return calls.size() == 1 ? ONE : new Fanout(Way.SCATTER, calls.size());
    }

    private static Fanout gathered(BoundPlan.Gather gather) {
        int units = gather.tables().stream()
                .mapToInt(table -> table.remote().size() + table.local().size())
                .sum();
        return new Fanout(Way.GATHER, units);
    }

    private static final class Cases implements BoundPlan.Cases<Fanout, RuntimeException> {
        @Override
        public Fanout single(BoundPlan.SingleShard one) {
            return ONE;
        }

        @Override
        public Fanout merged(BoundPlan.MergedQuery query) {
            return of(query.calls());
        }

        @Override
        public Fanout locked(BoundPlan.LimitedRead read) {
            return of(read.locks());
        }

        @Override
        public Fanout gathered(BoundPlan.Gather gather) {
            return Fanout.gathered(gather);
        }

        /** It is bound anew before it runs. */
        @Override
        public Fanout lookedUp(BoundPlan.LookedUp statement) {
            return NONE;
        }

        @Override
        public Fanout explained(BoundPlan.Explained explained) {
            return NONE;
        }

        @Override
        public Fanout shown(BoundPlan.Shown shown) {
            return ONE;
        }

        @Override
        public Fanout shownTables(BoundPlan.ShownTables shown) {
            return of(shown.calls());
        }

        @Override
        public Fanout lastKey(BoundPlan.LastKey last) {
            return NONE;
        }

        @Override
        public Fanout onShards(BoundPlan.MultiShardWrite writes) {
            return of(writes.calls());
        }

        @Override
        public Fanout split(BoundPlan.SplitInsert insert) {
            return of(insert.calls());
        }

        @Override
        public Fanout checked(BoundPlan.UniquenessCheckedInsert insert) {
            int written = insert.write().match(this).units();
            return new Fanout(Way.SCATTER, insert.unitsWith(written));
        }

        /** As the write itself; the lookup tables are kept beside it. */
        @Override
        public Fanout withLookups(BoundPlan.LookupWrite write) {
            return new Fanout(Way.SCATTER, write.write().match(this).units());
        }

        @Override
        public Fanout timed(BoundPlan.TimedWrites writes) {
            return of(writes.dataSources());
        }

        @Override
        public Fanout gatheredWrite(BoundPlan.GatheredWrite write) {
            return new Fanout(Way.GATHER, write.writes().size());
        }

        @Override
        public Fanout gatheredInsert(BoundPlan.GatheredInsert insert) {
            return Fanout.gathered(insert.rows());
        }

        @Override
        public Fanout moving(BoundPlan.Moving update) {
            return of(update.updates());
        }

        @Override
        public Fanout staying(BoundPlan.Staying update) {
            return of(update.updates());
        }

        @Override
        public Fanout limited(BoundPlan.LimitedWrite write) {
            return of(write.writes());
        }

        @Override
        public Fanout set(BoundPlan.SessionSet set) {
            return NONE;
        }

        @Override
        public Fanout control(BoundPlan.Control control) {
            return NONE;
        }
    }
}
