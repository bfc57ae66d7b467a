package io.shardkit.planner.lookup;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Attempt.Refused;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.StatementPlan;
import io.shardkit.planner.analysis.ColumnEqualities;
import io.shardkit.planner.analysis.NullRejection;
import io.shardkit.planner.analysis.RoutingPlanner;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.route.Routing;
import io.shardkit.route.ShardCondition;
import io.shardkit.rule.Lookup;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Has statements ask lookup tables, and keep them. Thread-safe. */
public final class LookupPlanner {
    private final LookupTables lookupTables;
    private final Dialect dialect;

    /** @param statements plans what is asked of lookup tables and written there */
    public LookupPlanner(ShardMap rule, Dialect dialect, LookupStatements statements) {
        this.lookupTables = new LookupTables(rule, dialect, statements);
        this.dialect = dialect;
    }

    /**
     * Returns the reason that a statement may not run, whatever its plan is: the user writes a lookup table, or truncates
     * a table that has one; null if the statement may run.
     */
    public static @Nullable Refusal refusal(ParsedStatement statement, ShardMap rule) {
        if (statement instanceof ParsedStatement.Ddl ddl) {
            boolean truncates = ddl.text().is(0, "TRUNCATE");
            for (TableUse use : ddl.tables()) {
                if (truncates
                        && (rule.isLookupTable(use.name())
                                || !rule.lookups(use.name()).isEmpty())) {
                    return new Refusal(ErrorCode.LOOKUP_WRITE, "TRUNCATE of " + use.name() + "; DELETE does it");
                }
            }
            return null;
        }
        List<Integer> written = statement instanceof ParsedStatement.Write write
                ? write.targets()
                : statement instanceof ParsedStatement.Inserting || statement instanceof ParsedStatement.Merge
                        ? List.of(0)
                        : List.of();
        for (int target : written) {
            String name = statement.tables().get(target).name();
            if (rule.isLookupTable(name)) {
                return new Refusal(
                        ErrorCode.LOOKUP_WRITE, name + " is a lookup table, which is kept by writes of its table only");
            }
        }
        return null;
    }

    /**
     * The plan of a write that keeps the lookup tables of what it writes; the given one if there are none, or they do not
     * change.
     *
     * @throws SQLException if a database cannot be asked
     */
    public Attempt<StatementPlan> keeping(StatementPlan plan, ParsedStatement statement, Tables tables)
            throws SQLException {
        List<TableUse> written = new ArrayList<>();
        if (statement instanceof ParsedStatement.Write write) {
            write.targets().forEach(target -> written.add(tables.uses().get(target)));
        } else {
            written.add(tables.uses().get(0));
        }
        written.removeIf(use -> tables.lookups(use).isEmpty());
        if (written.isEmpty()) {
            return Attempt.done(plan);
        }
        if (statement instanceof ParsedStatement.Insert insert) {
            return new InsertedLookups(insert, tables, lookupTables).plan(plan);
        }
        return statement instanceof ParsedStatement.Write write
                ? new ChangedLookups(write, tables, dialect, lookupTables).plan(plan)
                : Attempt.refused(
                        ErrorCode.LOOKUP_WRITE,
                        statement instanceof ParsedStatement.InsertSelect ? "INSERT ... SELECT" : "MERGE");
    }

    /**
     * The plan of a statement that asks lookup tables where they tell its units; the given one if none does.
     *
     * @throws SQLException if a database cannot be asked
     */
    public Attempt<StatementPlan> asking(StatementPlan plan, ParsedStatement statement, Tables tables)
            throws SQLException {
        if (plan.refusal() != null
                || tables.shardedUses().stream()
                        .allMatch(use -> tables.lookups(use).isEmpty())) {
            return Attempt.done(plan);
        }
        RoutingPlanner routings =
                new RoutingPlanner(tables, new ColumnEqualities(NullRejection.simplify(statement.blocks()), tables));
        List<Routing> found = new ArrayList<>();
        List<AskedLookup> asked = new ArrayList<>();
        for (TableUse use : tables.shardedUses()) {
            Routing routing = routings.routing(use);
            Set<ShardCondition.LookedUp> conditions = new LinkedHashSet<>();
            collect(routing.condition(), conditions);
            if (!conditions.isEmpty()) {
                found.add(routing);
            }
            Routing byColumns = routings.byShardingColumns(use);
            for (ShardCondition.LookedUp condition : conditions) {
                Attempt<StatementPlan> question = question(condition, use, tables);
                if (question instanceof Refused<StatementPlan> refused) {
                    return Attempt.refused(refused.refusal());
                }
                Column column =
                        tables.column(new ColumnRef(use.id(), condition.lookup().column()));
                asked.add(new AskedLookup(condition, column, question.value(), byColumns));
            }
        }
        return Attempt.done(asked.isEmpty() ? plan : new LookedUpPlan(plan, found, asked));
    }

    private Attempt<StatementPlan> question(ShardCondition.LookedUp condition, TableUse use, Tables tables)
            throws SQLException {
        Lookup lookup = condition.lookup();
        Attempt<List<String>> names =
                lookupTables.names(tables, use, LookupTables.columns(lookup, tables.shardedOf(use)));
        return names instanceof Refused<List<String>> refused
                ? Attempt.refused(refused.refusal())
                : lookupTables.question(
                        lookup, names.value(), condition.values().size());
    }

    private static void collect(ShardCondition condition, Set<ShardCondition.LookedUp> found) {
        if (condition instanceof ShardCondition.LookedUp lookedUp) {
            found.add(lookedUp);
        } else if (condition instanceof ShardCondition.And and) {
            and.parts().forEach(part -> collect(part, found));
        } else if (condition instanceof ShardCondition.Or or) {
            or.parts().forEach(part -> collect(part, found));
        }
    }
}
