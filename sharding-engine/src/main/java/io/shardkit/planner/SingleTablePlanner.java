package io.shardkit.planner;

import io.shardkit.error.ErrorCode;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.planner.analysis.ColumnEqualities;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.planner.command.FixedPlan;
import io.shardkit.planner.gather.GatherPlanner;
import io.shardkit.planner.gather.GatherSpec;
import io.shardkit.planner.write.UnshardedWritePlan;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.SqlTemplate;
import io.shardkit.sql.statement.TableUse;
import java.sql.SQLException;
import java.util.List;
import java.util.SortedSet;

/** Decides how a statement runs that has no sharded table, or writes single tables. Thread-safe. */
final class SingleTablePlanner {
    private final ShardMap rule;
    private final GatherPlanner gathering;

    SingleTablePlanner(ShardMap rule, GatherPlanner gathering) {
        this.rule = rule;
        this.gathering = gathering;
    }

    /** As it is written, on the data source of its single tables or on any; refused if they lie on several. */
    Attempt<StatementPlan> unsharded(ParsedStatement statement, StatementKind kind, Tables tables) {
        SortedSet<Integer> sources = tables.singleSources();
        if (sources.size() > 1) {
            return Attempt.refused(ErrorCode.TABLES_APART, "single tables on several data sources");
        }
        return Attempt.done(FixedPlan.of(
                kind,
                statement.text().sql(),
                statement.text().parameterCount(),
                sources.isEmpty() ? -1 : sources.first(),
                rule.home(),
                rule.dataSources().size()));
    }

    /**
     * A write of single tables; sharded tables that it reads are copied to their data source.
     *
     * @param targets numbers of the tables that it writes, all of them single ones
     * @throws SQLException if a database cannot be asked
     */
    Attempt<StatementPlan> write(ParsedStatement statement, StatementKind kind, Tables tables, List<Integer> targets)
            throws SQLException {
        boolean apart = tables.areApart() && !(statement instanceof ParsedStatement.Insert);
        if (tables.shardedUses().isEmpty() && !apart) {
            return unsharded(statement, kind, tables);
        }
        int dataSource =
                rule.dataSourceOfSingle(tables.uses().get(targets.get(0)).name());
        ColumnEqualities links = new ColumnEqualities(statement.blocks(), tables);
        SqlTemplate text = gathering.editor(statement, tables).build();
        List<TableUse> elsewhere = tables.declaredSingleUses().stream()
                .filter(use -> rule.dataSourceOfSingle(use.name()) != dataSource)
                .toList();
        boolean allReached = targets.stream()
                        .noneMatch(target -> elsewhere.contains(tables.uses().get(target)))
                && (!tables.hasUndeclaredSingle() || dataSource == rule.home());
        if (apart && !allReached) {
            return Attempt.refused(tables.singlesApart());
        }
        Attempt<GatherSpec> gather = apart
                ? gathering.plan(statement, tables, links, tables.shardedUses(), elsewhere, dataSource, text)
                : gathering.plan(statement, tables, links, tables.shardedUses(), text);
        return gather.map(
                known -> new UnshardedWritePlan(kind, statement.text().parameterCount(), List.of(dataSource), known));
    }
}
