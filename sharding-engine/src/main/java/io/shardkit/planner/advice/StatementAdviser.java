package io.shardkit.planner.advice;

import io.shardkit.catalog.Catalog;
import io.shardkit.error.ErrorCode;
import io.shardkit.observe.Advice;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Cost;
import io.shardkit.plan.Explanation;
import io.shardkit.plan.Refusal;
import io.shardkit.planner.analysis.ColumnEqualities;
import io.shardkit.planner.analysis.NullRejection;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.planner.analysis.UnitSqlCache;
import io.shardkit.planner.command.ExplainPlan;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.SqlParser;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds what would make a statement cheaper. Whatever may is tried: the statement is planned as if it were so, and what
 * does not make it cheaper is not said. Thread-safe.
 *
 * @param sql the statement
 * @param hidesCommits whether reads in a transaction of the database do not see by default what locks meet
 */
public record StatementAdviser(
        String sql, ShardMap rule, Catalog catalog, SqlParser parser, Replanning replanning, boolean hidesCommits)
        implements ExplainPlan.Adviser {

    @Override
    public List<Advice> advise(Explanation now, Parameters parameters) throws SQLException {
        Cost cost = Cost.of(now, 0);
        if (!cost.mayFall()) {
            return List.of();
        }
        Attempt<ParsedStatement> read = Attempt.of(() -> parser.parse(sql));
        if (read.refusal() != null) {
            return List.of();
        }
        ParsedStatement statement = read.value();
        if (!(statement instanceof ParsedStatement.Insert) && !AddedConditions.fit(statement)) {
            return List.of();
        }
        Attempt<Tables> known = Tables.of(statement, rule, catalog, new UnitSqlCache(0));
        if (known.refusal() != null) {
            return List.of();
        }
        Tables tables = known.value();
        Trials trials = new Trials(sql, rule, catalog, parameters, replanning, cost);
        if (statement instanceof ParsedStatement.Insert insert) {
            List<Advice> advice = new ArrayList<>();
            if (now.isOverDataSources()) {
                advice.addAll(new RowAdvice(insert, tables, trials, parameters).find());
            }
            advice.addAll(new KeyAdvice(insert, tables, trials).find());
            return advice;
        }
        ColumnEqualities links = new ColumnEqualities(NullRejection.simplify(statement.blocks()), tables);
        if (statement instanceof ParsedStatement.Merge merge) {
            return new MergeAdvice(merge, tables, links, trials).find();
        }
        Refusal refusal = now.refusal();
        if (refusal != null && refusal.code() == ErrorCode.UPDATE_OF_SHARDING_COLUMN) {
            return new MoveAdvice(statement, tables, links, trials).find();
        }
        Report report = new Report(statement, tables, links);
        List<Advice> advice = new ArrayList<>(new JoinAdvice(statement, tables, links, trials).find());
        if (!report.isOfAllRows()) {
            advice.addAll(new ConditionAdvice(statement, tables, links, trials, report.isOfSeveralRows()).find());
        }
        if (statement instanceof ParsedStatement.Query query) {
            advice.addAll(new PagingAdvice(query, tables, trials, parameters).find());
        }
        advice.addAll(new RuleAdvice(statement, tables, links, trials).find());
        if (hidesCommits && now.refusal() == null && locksTheFirst(statement)) {
            advice.add(ofIsolation(tables, now.units()));
        }
        return advice;
    }

    /** Returns true if the statement locks the first rows of an order, as pollers of a queue do. */
    private static boolean locksTheFirst(ParsedStatement statement) {
        return statement instanceof ParsedStatement.Query query
                && query.locking()
                && query.simple() != null
                && query.simple().limit() != null
                && !query.simple().orderBy().isEmpty();
    }

    private static Advice ofIsolation(Tables tables, int units) {
        return new Advice(
                Advice.Kind.ISOLATION,
                tables.shardedUses().stream().map(TableUse::name).toList(),
                List.of(),
                units,
                "READ COMMITTED, or no statement before it in its transaction: else each of " + units
                        + " units locks as many rows as LIMIT says, and others pass over rows that no session gets");
    }
}
