package io.shardkit.plan.lookup;

import io.shardkit.observe.Operation;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.BoundWrite;
import io.shardkit.plan.Cost;
import io.shardkit.plan.Explanation;
import io.shardkit.plan.Fanout;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.WriteStep;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** A write of rows of which lookup tables have to know, all or nothing up to the commit: a step around those of the write. */
public interface LookupWrite extends BoundWrite, WriteStep {
    /** The write of the rows themselves. */
    BoundPlan write();

    /** Locks the rows, and reads what lookup tables have of them; empty if they are new. */
    List<ShardCall> looks();

    /** The lookup tables that are kept. */
    List<String> lookupTables();

    @Override
    default List<WriteStep> steps() throws SQLException {
        return Stream.concat(Stream.of(this), write().steps().stream()).toList();
    }

    @Override
    default void describe(Explanation to) {
        to.way("lookup");
        looks().forEach(to::ask);
        write().describe(to);
        to.merge("the lookup tables " + lookupTables() + " are kept, in one transaction with it");
    }

    @Override
    default String reason(Function<BoundPlan, String> plan) {
        String own = write().reason(plan);
        return "the lookup tables " + lookupTables() + " have values of the rows"
                + (own.isEmpty() ? "" : ", and " + own);
    }

    @Override
    default boolean usesLookups() {
        return true;
    }

    /** As the write itself; the lookup tables are kept beside it. */
    @Override
    default Fanout fanout() {
        return Fanout.scattered(write().fanout().units());
    }

    @Override
    default Cost cost(Operation operation) {
        return new Cost(operation, Cost.Strategy.LOOKUP, fanout().units(), null);
    }
}
