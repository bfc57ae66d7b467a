package io.shardkit.planner.command;

import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Explanation;
import io.shardkit.plan.ShardCall;
import java.util.List;

/** Writes step by step what an execution does, and gives back what it wrote into. */
final class PlanPrinter implements BoundPlan.Cases<Explanation, RuntimeException> {
    private final Explanation explanation;
    private final GatherSteps gathering;

    PlanPrinter(Explanation explanation) {
        this.explanation = explanation;
        this.gathering = new GatherSteps(explanation);
    }

    @Override
    public Explanation single(BoundPlan.SingleShard one) {
        return verbatim(one.call());
    }

    @Override
    public Explanation merged(BoundPlan.MergedQuery query) {
        explanation.way("merge");
        List<ShardCall> calls =
                query.unions() == null ? query.calls() : query.unions().usual(query);
        explanation.runAll(calls);
        explanation.ofMoreUnits(query.calls().size() - calls.size());
        explanation.merge(MergeText.of(query.merge(), query.limit()));
        return explanation;
    }

    @Override
    public Explanation locked(BoundPlan.LimitedRead read) {
        explanation.way("limit");
        read.looks().forEach(explanation::ask);
        explanation.runAll(read.locks());
        explanation.merge(MergeText.of(read.merge(), read.limit()));
        return explanation;
    }

    @Override
    public Explanation gathered(BoundPlan.Gather gather) {
        gathering.explain(gather);
        return explanation;
    }

    @Override
    public Explanation explained(BoundPlan.Explained explained) {
        throw new IllegalStateException("an explanation is not explained");
    }

    @Override
    public Explanation shown(BoundPlan.Shown shown) {
        return verbatim(shown.call());
    }

    @Override
    public Explanation shownTables(BoundPlan.ShownTables shown) {
        explanation.way("merge");
        explanation.runAll(shown.calls());
        return explanation;
    }

    @Override
    public Explanation lookedUp(BoundPlan.LookedUp statement) {
        explanation.way("lookup");
        statement.looks().forEach(explanation::ask);
        explanation.merge("the units of the rows that the lookup table names run the statement");
        return explanation;
    }

    @Override
    public Explanation lastKey(BoundPlan.LastKey last) {
        return ofConnection();
    }

    @Override
    public Explanation onShards(BoundPlan.MultiShardWrite writes) {
        explanation.way(writes.counts() == BoundPlan.Counts.SUM ? "scatter" : "broadcast");
        explanation.runAll(writes.calls());
        explanation.merge(MergeText.of(writes.counts()));
        return explanation;
    }

    @Override
    public Explanation split(BoundPlan.SplitInsert insert) {
        List<ShardCall> calls = insert.calls();
        explanation.way("split");
        explanation.runAll(calls);
        if (calls.size() > 1) {
            explanation.merge(MergeText.of(insert.counts()));
        }
        return explanation;
    }

    @Override
    public Explanation checked(BoundPlan.UniquenessCheckedInsert insert) {
        explanation.way("ask first");
        insert.questions().probes().forEach(question -> explanation.ask(question.call()));
        return insert.write().match(this);
    }

    @Override
    public Explanation timed(BoundPlan.TimedWrites writes) {
        List<String> moments = writes.questions().stream()
                .map(question -> "<" + question + ">")
                .toList();
        return onShards(writes.at(moments));
    }

    @Override
    public Explanation gatheredWrite(BoundPlan.GatheredWrite write) {
        gathering.explain(write);
        return explanation;
    }

    @Override
    public Explanation gatheredInsert(BoundPlan.GatheredInsert insert) {
        gathering.explain(insert);
        return explanation;
    }

    @Override
    public Explanation moving(BoundPlan.Moving update) {
        explanation.way("move");
        if (update.first() != null) {
            explanation.run(update.first());
        }
        update.looks().forEach(explanation::ask);
        explanation.runAll(update.updates());
        explanation.merge(MergeText.of(update));
        return explanation;
    }

    @Override
    public Explanation staying(BoundPlan.Staying update) {
        explanation.way("merge");
        explanation.runAll(update.updates());
        explanation.merge(MergeText.of(update));
        return explanation;
    }

    @Override
    public Explanation withLookups(BoundPlan.LookupWrite write) {
        explanation.way("lookup");
        write.looks().forEach(explanation::ask);
        write.write().match(this);
        explanation.merge("the lookup tables " + write.lookupTables() + " are kept, in one transaction with it");
        return explanation;
    }

    @Override
    public Explanation limited(BoundPlan.LimitedWrite write) {
        explanation.way("limit");
        BoundPlan.LimitedRead rows = write.rows();
        if (rows != null) {
            rows.looks().forEach(explanation::ask);
            rows.locks().forEach(explanation::ask);
        }
        explanation.runAll(write.writes());
        explanation.merge(MergeText.of(BoundPlan.Counts.SUM));
        return explanation;
    }

    @Override
    public Explanation set(BoundPlan.SessionSet set) {
        return ofConnection();
    }

    @Override
    public Explanation control(BoundPlan.Control control) {
        return ofConnection();
    }

    private Explanation verbatim(ShardCall call) {
        explanation.way("verbatim");
        explanation.run(call);
        return explanation;
    }

    private Explanation ofConnection() {
        explanation.way("connection");
        explanation.answer();
        return explanation;
    }
}
