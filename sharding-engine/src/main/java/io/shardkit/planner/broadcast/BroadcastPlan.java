package io.shardkit.planner.broadcast;

import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.FixedTimestampWrite;
import io.shardkit.plan.Learned;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.SingleShard;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.plan.TimedText;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A write of a broadcast table, or its DDL: once on each data source.
 *
 * @param given values that have to be such that each database takes them as they are
 */
public record BroadcastPlan(StatementKind kind, int parameterCount, BoundPlan bound, List<Given> given)
        implements StatementPlan {

    public static BroadcastPlan of(
            StatementKind kind, String sql, int parameterCount, int dataSources, List<Given> given) {
        return of(kind, parameterCount, dataSources, given, new TimedText(sql, List.of()), null);
    }

    /**
     * @param questions the expressions of time in the text, or null if the time does not matter
     */
    static BroadcastPlan of(
            StatementKind kind,
            int parameterCount,
            int dataSources,
            List<Given> given,
            TimedText text,
            @Nullable List<String> questions) {
        List<Integer> sources = IntStream.range(0, dataSources).boxed().toList();
        FixedTimestampWrite timed =
                new FixedTimestampWrite(sources, questions == null ? List.of() : List.copyOf(questions), text);
        BoundPlan bound = timed;
        if (dataSources == 1) {
            // One database knows what time it is.
            bound = new SingleShard(new ShardCall(0, 0, text.sql(), null));
        } else if (questions == null) {
            bound = timed.at(List.of());
        }
        return new BroadcastPlan(kind, parameterCount, bound, new ArrayList<>(given));
    }

    @Override
    public Footprint footprint() {
        return Footprint.SMALL;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) throws SQLException {
        Given.check(given, parameters);
        return bound;
    }

    @Override
    public String reason(BoundPlan bound) {
        return bound.fanout().isScattered() ? "each data source has a copy of the table" : "";
    }
}
