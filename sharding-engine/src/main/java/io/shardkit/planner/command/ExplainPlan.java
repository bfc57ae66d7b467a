package io.shardkit.planner.command;

import io.shardkit.catalog.GrowingTables;
import io.shardkit.observe.Advice;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Explanation;
import io.shardkit.plan.Learned;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.plan.command.Explained;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.SqlParser;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.List;

/** {@code EXPLAIN SHARDING}: binds the statement as an execution would, and tells of it instead. */
public final class ExplainPlan implements StatementPlan {
    private final String sql;
    private final StatementPlan plan;
    private final int parameterCount;
    private final ShardMap rule;
    private final SqlParser parser;
    private final Adviser adviser;

    /** Says what would make a statement cheaper. */
    @FunctionalInterface
    public interface Adviser {
        /**
         * Returns the changes that would make the statement cheaper, the simplest first.
         *
         * @param now the way it runs
         * @throws SQLException if a database cannot be asked
         */
        List<Advice> advise(Explanation now, Parameters parameters) throws SQLException;
    }

    /**
     * @param sql the statement
     * @param adviser is asked at each execution
     */
    public ExplainPlan(
            String sql, StatementPlan plan, int parameterCount, ShardMap rule, SqlParser parser, Adviser adviser) {
        this.sql = sql;
        this.adviser = adviser;
        this.plan = plan;
        this.parameterCount = parameterCount;
        this.rule = rule;
        this.parser = parser;
    }

    @Override
    public String explained() {
        return sql;
    }

    @Override
    public StatementKind kind() {
        return StatementKind.QUERY;
    }

    @Override
    public int parameterCount() {
        return parameterCount;
    }

    @Override
    public Footprint footprint() {
        return Footprint.OF_STATEMENT;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) throws SQLException {
        Explanation explanation = explanation(parameters, preferredDataSource, learned);
        explanation.advise(advice(explanation, parameters));
        return new Explained(explanation);
    }

    /** Returns the explanation of an execution, without advice. */
    public Explanation explanation(Parameters parameters, int preferredDataSource, Learned learned)
            throws SQLException {
        Explanation explanation =
                new Explanation(plan.kind(), parameterCount, rule.dataSources(), parser::actualTables, parameters);
        explain(plan, explanation, parameters, preferredDataSource, learned);
        return explanation;
    }

    /**
     * Returns the changes that would make an execution cheaper.
     *
     * @param now the way it runs
     */
    public List<Advice> advice(Explanation now, Parameters parameters) throws SQLException {
        return adviser.advise(now, parameters);
    }

    /** Binds a plan, and writes what would run; or why it is refused. */
    public static void explain(
            StatementPlan plan,
            Explanation explanation,
            Parameters parameters,
            int preferredDataSource,
            Learned learned)
            throws SQLException {
        Refusal known = plan.refusal();
        Attempt<BoundPlan> attempt = known != null
                ? Attempt.refused(known)
                : Attempt.of(
                        () -> GrowingTables.withoutCreating(() -> plan.bind(parameters, preferredDataSource, learned)));
        Refusal refusal = attempt.refusal();
        if (refusal != null) {
            explanation.refuse(refusal);
        } else {
            BoundPlan bound = attempt.value();
            bound.narrowed(parameters).describe(explanation);
            explanation.reason(bound.reason(plan::reason));
        }
    }
}
