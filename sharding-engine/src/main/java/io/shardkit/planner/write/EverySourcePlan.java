package io.shardkit.planner.write;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.facts.Filling;
import io.shardkit.error.ErrorCode;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Learned;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.plan.TimedText;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.Value;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A write of a broadcast table, or its DDL: once on each data source.
 *
 * @param given values that have to be such that each database takes them as they are
 */
public record EverySourcePlan(StatementKind kind, int parameterCount, BoundPlan bound, List<Given> given)
        implements StatementPlan {

    /**
     * A value for a column that a database fills by itself if it is not given.
     *
     * @param counting whether it counts; MySQL counts on for 0 as for NULL
     * @param nullTaken whether NULL gets a generated key, or is stored as it is
     */
    record Given(String table, String column, boolean counting, boolean nullTaken, Value value) {

        /** A value for a column that no generator fills. */
        static Given of(String table, Column column, Value value) {
            Filling filling = column.filling();
            return new Given(table, column.name(), filling.kind() == Filling.Kind.COUNTER, takesNull(column), value);
        }

        /** Whether a column of no generator stores any value that it is given, also NULL. */
        static boolean takesNull(Column column) {
            Filling filling = column.filling();
            return column.nullable() && filling.kind() != Filling.Kind.COUNTER && !filling.forNull();
        }

        /** Why a value is refused, or null if each database takes it as it is. */
        @Nullable Refusal refusal(@Nullable Object actual) {
            if (nullTaken && actual == null) {
                return null;
            }
            boolean counted = counting
                    && (actual instanceof Number number
                            ? number.doubleValue() == 0
                            : !(actual instanceof String text
                                    && NOT_ZERO.matcher(text).matches()));
            return actual == null || counted
                    ? new Refusal(
                            ErrorCode.BROADCAST_WRITE,
                            table + " whose " + column + " is filled by each database itself")
                    : null;
        }
    }

    private static final Pattern NOT_ZERO = Pattern.compile("-?[1-9][0-9]*");

    public static EverySourcePlan of(
            StatementKind kind, String sql, int parameterCount, int dataSources, List<Given> given) {
        return of(kind, parameterCount, dataSources, given, new TimedText(sql, List.of()), null);
    }

    /**
     * @param questions the expressions of time in the text, or null if the time does not matter
     */
    static EverySourcePlan of(
            StatementKind kind,
            int parameterCount,
            int dataSources,
            List<Given> given,
            TimedText text,
            @Nullable List<String> questions) {
        List<Integer> sources = IntStream.range(0, dataSources).boxed().toList();
        BoundPlan.TimedWrites timed =
                new BoundPlan.TimedWrites(sources, questions == null ? List.of() : List.copyOf(questions), text);
        BoundPlan bound = timed;
        if (dataSources == 1) {
            // One database knows what time it is.
            bound = new BoundPlan.SingleShard(new ShardCall(0, 0, text.sql(), null));
        } else if (questions == null) {
            bound = timed.at(List.of());
        }
        return new EverySourcePlan(kind, parameterCount, bound, new ArrayList<>(given));
    }

    @Override
    public Footprint footprint() {
        return Footprint.SMALL;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) throws SQLException {
        for (Given each : given) {
            Refusal refusal = each.refusal(each.value().of(parameters));
            if (refusal != null) {
                throw refusal.exception();
            }
        }
        return bound;
    }

    @Override
    public String reason(BoundPlan bound) {
        return bound instanceof BoundPlan.MultiShardWrite ? "each data source has a copy of the table" : "";
    }
}
