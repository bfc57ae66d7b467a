package io.shardkit.planner;

import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.options.Limits;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Attempt.Refused;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.planner.analysis.Colocation;
import io.shardkit.planner.analysis.ColumnEqualities;
import io.shardkit.planner.analysis.InListPlanner;
import io.shardkit.planner.analysis.MovableRows;
import io.shardkit.planner.analysis.NullRejection;
import io.shardkit.planner.analysis.RoutingPlanner;
import io.shardkit.planner.analysis.ShardingKeyColumns;
import io.shardkit.planner.analysis.StatementRouting;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.planner.analysis.UnitTexts;
import io.shardkit.planner.gather.GatherPlan;
import io.shardkit.planner.gather.GatherPlanner;
import io.shardkit.planner.gather.GatherSpec;
import io.shardkit.planner.gather.GroupPlanner;
import io.shardkit.planner.gather.JoinPlanner;
import io.shardkit.planner.gather.SmallerGather;
import io.shardkit.planner.select.LimitedReadPlan;
import io.shardkit.planner.select.MergePlanner;
import io.shardkit.planner.select.QueryPlan;
import io.shardkit.planner.select.UnionRules;
import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.Block;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.SqlTemplate;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.ConditionPlace;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides how a query runs: on one unit, merged, gathered, or on the data source of its single tables. Thread-safe. */
final class QueryPlanner {
    private final GatherPlanner gathering;
    private final SingleTablePlanner singles;
    private final Dialect dialect;
    private final Limits limits;

    QueryPlanner(GatherPlanner gathering, SingleTablePlanner singles, Dialect dialect, Limits limits) {
        this.gathering = gathering;
        this.singles = singles;
        this.dialect = dialect;
        this.limits = limits;
    }

    /**
     * The plan, or why the query is refused whatever its values are.
     *
     * @throws SQLException if a database cannot be asked
     */
    Attempt<StatementPlan> plan(ParsedStatement.Query query, Tables tables) throws SQLException {
        if (tables.areApart()) {
            ColumnEqualities links = new ColumnEqualities(query.blocks(), tables);
            return gathering
                    .plan(query, tables, links)
                    .map(gather -> new GatherPlan(kind(query), query.text().parameterCount(), gather));
        }
        return tables.shardedUses().isEmpty()
                ? singles.unsharded(query, kind(query), tables)
                : Attempt.done(ofUnits(query, tables));
    }

    /** Returns the plan of a locking read over several units, or null if the read may not run so. */
    @Nullable LimitedReadPlan lockingRead(ParsedStatement.Query query, Tables tables) throws SQLException {
        List<Block> blocks = NullRejection.simplify(query.blocks());
        Attempt<QueryPlan.OverUnits> planned = overUnits(query, blocks, tables, new ColumnEqualities(blocks, tables));
        return planned instanceof Refused ? null : planned.value().limited();
    }

    private static StatementKind kind(ParsedStatement.Query query) {
        return query.locking() ? StatementKind.LOCKING_QUERY : StatementKind.QUERY;
    }

    private StatementPlan ofUnits(ParsedStatement.Query query, Tables tables) throws SQLException {
        List<Block> blocks = NullRejection.simplify(query.blocks());
        ColumnEqualities links = new ColumnEqualities(blocks, tables);
        StatementRouting placement = placement(query, tables, links);
        Attempt<QueryPlan.OverUnits> merged = overUnits(query, blocks, tables, links);
        Attempt<GatherSpec> gathered = gathering.plan(query, tables, links);
        Refusal refusal = merged.refusal();
        if (gathered instanceof Refused<GatherSpec> notGathered
                && (refusal == null
                        || (notGathered.refusal().code() != ErrorCode.GATHER_DISABLED
                                && notGathered.refusal().code() != refusal.code()))) {
            refusal = notGathered.refusal();
        }
        QueryPlan.OverUnits overUnits = merged instanceof Refused ? null : merged.value();
        GatherSpec gather = gathered instanceof Refused ? null : gathered.value();
        SmallerGather smaller = overUnits != null || gather == null ? null : smaller(query, tables, gather);
        return new QueryPlan(
                kind(query), query.text().parameterCount(), placement, overUnits, smaller, gather, refusal);
    }

    private @Nullable SmallerGather smaller(ParsedStatement.Query query, Tables tables, GatherSpec gather)
            throws SQLException {
        SmallerGather groups = GroupPlanner.plan(query, tables, dialect, gather);
        return groups != null ? groups : JoinPlanner.plan(query, tables, dialect, gather);
    }

    private Attempt<QueryPlan.OverUnits> overUnits(
            ParsedStatement.Query query, List<Block> blocks, Tables tables, ColumnEqualities links)
            throws SQLException {
        ParsedStatement.SelectClauses clauses = query.simple();
        if (clauses == null) {
            return Attempt.refused(ErrorCode.SET_OPERATION_OVER_UNITS, "or WITH");
        }
        Refusal joins = new Colocation(tables, links).refusal(blocks);
        if (joins != null) {
            return Attempt.refused(joins);
        }
        ShardingKeyColumns keys = new ShardingKeyColumns(tables, blocks);
        MovableRows movable = query.locking() && !ConditionPlace.skipsLocked(query.text())
                ? MovableRows.of(query, blocks, List.of(), tables, dialect, limits)
                : null;
        return new MergePlanner(query, clauses, tables, keys, dialect, limits)
                .plan()
                .map(merged -> overUnits(query, clauses, tables, links, keys, merged, movable));
    }

    private QueryPlan.OverUnits overUnits(
            ParsedStatement.Query query,
            ParsedStatement.SelectClauses clauses,
            Tables tables,
            ColumnEqualities links,
            ShardingKeyColumns keys,
            MergePlanner.Result merged,
            @Nullable MovableRows movable) {
        int[] required = keys.bases().stream().mapToInt(TableUse::id).toArray();
        RoutedTable lead = tables.shardedOf(tables.uses().get(required[0]));
        UnitTexts texts = tables.texts(merged.template(), lead);
        return new QueryPlan.OverUnits(
                texts,
                merged.merge(),
                clauses.limit(),
                merged.limitPushed(),
                required,
                limits,
                InListPlanner.plan(tables, links, query.text().parameterCount()),
                UnionRules.allow(query, clauses, tables, dialect),
                query.locking() && clauses.limit() != null
                        ? new LimitedReadPlan(texts, merged.merge(), clauses.limit(), merged.keyed(), limits)
                        : null,
                movable);
    }

    /** Returns the routing of a statement to the rows of its sharded tables. */
    StatementRouting placement(ParsedStatement statement, Tables tables, ColumnEqualities links) throws SQLException {
        RoutedTable lead = tables.shardedOf(tables.shardedUses().get(0));
        return new StatementRouting(
                tables, new RoutingPlanner(tables, links), tables.texts(SqlTemplate.of(statement), lead));
    }
}
