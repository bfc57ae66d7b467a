package io.shardkit.planner;

import io.shardkit.error.ErrorCode;
import io.shardkit.observe.Advice;
import io.shardkit.observe.ExecutionStrategy;
import io.shardkit.observe.StatementForecast;
import io.shardkit.plan.Cost;
import io.shardkit.plan.Explanation;
import io.shardkit.plan.Learned;
import io.shardkit.plan.Refusal;
import io.shardkit.planner.command.ExplainPlan;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * An execution of which the values of the parameters are not known any more.
 *
 * @param way how it ran
 * @param units to how many units it went
 * @param refusal why it was refused, or null
 */
public record PastExecution(ExecutionStrategy way, int units, @Nullable ErrorCode refusal) {
    private static final LocalDate DAY = LocalDate.of(2026, 1, 1);

    /** From the number of a parameter to a value that it could have. */
    private static final List<IntFunction<Object>> SAMPLES = List.of(
            number -> (long) number,
            number -> 1L,
            number -> "a" + number,
            number -> "1",
            DAY::plusDays,
            number -> LocalDateTime.of(DAY.plusDays(number), LocalTime.NOON));

    /**
     * Returns changes that would make the statement cheaper. The changes hold for values with which the statement would
     * run as it did; if none of the values tried does, the list is empty.
     *
     * @param plan makes sample keys, as it is bound for each of the values
     * @throws SQLException if a database cannot be asked about a table
     */
    public List<Advice> advice(ExplainPlan plan) throws SQLException {
        boolean mayFall = way == ExecutionStrategy.GATHER || way == ExecutionStrategy.SCATTER || refusal != null;
        if (mayFall) {
            for (Parameters parameters : samples(plan.parameterCount())) {
                Explanation explanation = plan.explanation(parameters, -1, new Learned());
                if (isOf(explanation)) {
                    return plan.advice(explanation, parameters);
                }
            }
        }
        return List.of();
    }

    /**
     * Returns the way of a statement under two rules, for the first sample values that one of them accepts.
     *
     * @param shown the statement, as people are to see it
     * @return null if the way is the same
     * @throws SQLException if a database cannot be asked about a table
     */
    static @Nullable StatementForecast forecast(String shown, ExplainPlan now, ExplainPlan then) throws SQLException {
        for (Parameters parameters : samples(now.parameterCount())) {
            Explanation before = now.explanation(parameters, -1, new Learned());
            Explanation after = then.explanation(parameters, -1, new Learned());
            if (isOfValues(before) || isOfValues(after)) {
                continue;
            }
            Cost cost = Cost.of(before, 0);
            Cost changed = Cost.of(after, 0);
            Refusal refusal = after.refusal();
            return cost.way() == changed.way() && cost.refusal() == changed.refusal()
                    ? null
                    : new StatementForecast(
                            shown, cost.words(), changed.words(), refusal == null ? after.reason() : refusal.text());
        }
        return null;
    }

    /** Returns true if a statement is refused because of values, which others would not be. */
    private static boolean isOfValues(Explanation explanation) {
        Refusal refusal = explanation.refusal();
        return refusal != null && refusal.code().code().startsWith("SK-3");
    }

    private static List<Parameters> samples(int count) {
        return count == 0
                ? List.of(Parameters.NONE)
                : SAMPLES.stream().map(sample -> sample(sample, count)).toList();
    }

    private static Parameters sample(IntFunction<Object> values, int count) {
        Parameters parameters = new Parameters(count);
        for (int i = 0; i < count; i++) {
            parameters.setObject(i, values.apply(i + 1));
        }
        return parameters;
    }

    private boolean isOf(Explanation explanation) {
        Refusal refused = explanation.refusal();
        if (refused != null || refusal != null) {
            return refused != null && refused.code() == refusal;
        }
        boolean gathers = explanation.way().equals("gather");
        return way == ExecutionStrategy.GATHER ? gathers : !gathers && explanation.units() == units;
    }
}
