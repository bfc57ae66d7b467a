package io.shardkit.planner.advice;

import io.shardkit.catalog.Catalog;
import io.shardkit.error.ErrorCode;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Cost;
import io.shardkit.plan.Explanation;
import io.shardkit.plan.Learned;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.planner.command.ExplainPlan;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.Value;
import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Plans one execution of a statement with something changed, to compare the costs.
 *
 * @param now the cost without a change
 */
record Trials(String sql, ShardMap rule, Catalog catalog, Parameters parameters, Replanning replanning, Cost now) {

    /** Returns the cost under another rule; null if that is not less. */
    @Nullable Cost with(ShardMap other) throws SQLException {
        return with(other, catalog, 0);
    }

    /**
     * Returns the cost under a rule with one more lookup table; null if that is not less.
     *
     * @param values the number of values that the lookup table is asked for
     */
    @Nullable Cost with(ShardMap other, Catalog others, int values) throws SQLException {
        return less(Cost.of(tried(other, others, UnaryOperator.identity()), values));
    }

    /**
     * Returns the cost where each of the columns also equals one value, whatever that is; null if that is not less. A
     * value that belongs to no unit is skipped.
     */
    @Nullable Cost with(Collection<ColumnRef> columns, Tables tables) throws SQLException {
        Cost most = null;
        boolean others = true;
        for (int i = 0; others; i++) {
            others = false;
            Map<ColumnRef, Value> values = new LinkedHashMap<>();
            for (ColumnRef column : columns) {
                List<Object> samples = SampleValues.of(tables.keys(column).type());
                if (samples.isEmpty()) {
                    return null;
                }
                others |= i + 1 < samples.size();
                values.put(column, new Value.Literal(samples.get(Math.min(i, samples.size() - 1))));
            }
            Cost cost = of(rule, new AddedConditions(values));
            if (cost.refusal() == null || !isOfValues(cost.refusal())) {
                if (!cost.isLessThan(now)) {
                    return null;
                }
                most = most == null || most.isLessThan(cost) ? cost : most;
            }
        }
        return most;
    }

    /** Returns the cost of a changed statement; null if that is not less. */
    @Nullable Cost with(UnaryOperator<ParsedStatement> change) throws SQLException {
        return less(of(rule, change));
    }

    /** Returns the cost of a changed statement under another rule; null if that is not less. */
    @Nullable Cost with(ShardMap other, UnaryOperator<ParsedStatement> change) throws SQLException {
        return less(of(other, change));
    }

    /** Returns the cost of a changed statement under another rule, more or less. */
    Cost of(ShardMap other, UnaryOperator<ParsedStatement> change) throws SQLException {
        return Cost.of(tried(other, catalog, change), 0);
    }

    /** To how many units it goes with other facts of the text where all are on one data source; 0 where they are not. */
    int unitsOnOneDataSource(UnaryOperator<ParsedStatement> change) throws SQLException {
        Explanation tried = tried(rule, catalog, change);
        return tried.refusal() == null && !tried.isOverDataSources() ? tried.units() : 0;
    }

    private static boolean isOfValues(ErrorCode code) {
        return code.number() / 1000 == 3;
    }

    private @Nullable Cost less(Cost cost) {
        return cost.isLessThan(now) ? cost : null;
    }

    private Explanation tried(ShardMap other, Catalog others, UnaryOperator<ParsedStatement> change)
            throws SQLException {
        Attempt<StatementPlan> attempt =
                Attempt.of(() -> replanning.plan(sql, other, others, change)).flatMap(Function.identity());
        Refusal refusal = attempt.refusal();
        StatementKind kind = refusal == null ? attempt.value().kind() : StatementKind.QUERY;
        Explanation explanation = new Explanation(kind, 0, other.dataSources(), text -> List.of(), parameters);
        if (refusal == null) {
            ExplainPlan.explain(attempt.value(), explanation, parameters, -1, new Learned());
        } else {
            explanation.refuse(refusal);
        }
        return explanation;
    }
}
