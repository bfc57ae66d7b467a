package io.shardkit.planner;

import io.shardkit.catalog.Catalog;
import io.shardkit.catalog.OpenConnections;
import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.options.Limits;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Attempt.Done;
import io.shardkit.plan.Attempt.Refused;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Plan;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.planner.analysis.Colocation;
import io.shardkit.planner.analysis.ColumnEqualities;
import io.shardkit.planner.analysis.InListPlanner;
import io.shardkit.planner.analysis.KeptTexts;
import io.shardkit.planner.analysis.NullRejection;
import io.shardkit.planner.analysis.RoutingPlanner;
import io.shardkit.planner.analysis.ShardingKeyColumns;
import io.shardkit.planner.analysis.StatementRouting;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.planner.command.ControlPlan;
import io.shardkit.planner.command.DatabaseExplainPlan;
import io.shardkit.planner.command.ExplainPlan;
import io.shardkit.planner.command.FixedPlan;
import io.shardkit.planner.command.LastKeyPlan;
import io.shardkit.planner.command.PassthroughPlan;
import io.shardkit.planner.command.SetPlan;
import io.shardkit.planner.command.ShowPlan;
import io.shardkit.planner.ddl.DdlPlanner;
import io.shardkit.planner.gather.GatherPlan;
import io.shardkit.planner.gather.GatherPlanner;
import io.shardkit.planner.gather.GatherSpec;
import io.shardkit.planner.gather.GroupPlanner;
import io.shardkit.planner.gather.GroupSpec;
import io.shardkit.planner.insert.InsertPlanner;
import io.shardkit.planner.insert.InsertSelectPlanner;
import io.shardkit.planner.insert.UniqueKeyRules;
import io.shardkit.planner.select.MergePlanner;
import io.shardkit.planner.select.QueryPlan;
import io.shardkit.planner.select.UnionRules;
import io.shardkit.planner.write.BroadcastWritePlanner;
import io.shardkit.planner.write.ReturningPlan;
import io.shardkit.planner.write.SharedSubquery;
import io.shardkit.planner.write.UnshardedWritePlan;
import io.shardkit.planner.write.WritePlanner;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.ShardedTable;
import io.shardkit.rule.ShardingRule;
import io.shardkit.sql.SqlParser;
import io.shardkit.sql.passthrough.Passthrough;
import io.shardkit.sql.passthrough.PassthroughReader;
import io.shardkit.sql.shape.NormalizedSql;
import io.shardkit.sql.shape.NormalizedTexts;
import io.shardkit.sql.statement.Block;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.SqlTemplate;
import io.shardkit.sql.statement.Subquery;
import io.shardkit.sql.statement.TableUse;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Decides how a statement runs. Thread-safe; asks nothing but the catalog. */
public final class Planner implements PlanCache.Source {
    private final ShardingRule rule;
    private final Catalog catalog;
    private final Dialect dialect;
    private final Limits limits;
    private final SqlParser parser;
    private final PassthroughReader passthrough;
    private final GatherPlanner gathering;
    private final UniqueKeyRules uniqueKeys;
    private final KeptTexts kept;
    private final NormalizedTexts shapes;

    /** A planner for the rule's tables. */
    public Planner(ShardingRule rule, Catalog catalog, Dialect dialect, Limits limits) {
        this(
                rule,
                catalog,
                dialect,
                limits,
                new KeptTexts(KeptTexts.DEFAULT_LIMIT),
                new NormalizedTexts(dialect),
                new PassthroughReader(rule, dialect));
    }

    private Planner(
            ShardingRule rule,
            Catalog catalog,
            Dialect dialect,
            Limits limits,
            KeptTexts kept,
            NormalizedTexts shapes,
            PassthroughReader passthrough) {
        this.kept = kept;
        this.shapes = shapes;
        this.passthrough = passthrough;
        this.rule = rule;
        this.catalog = catalog;
        this.limits = limits;
        this.dialect = dialect;
        this.parser = new SqlParser(rule, catalog, dialect);
        this.gathering = new GatherPlanner(dialect, limits);
        this.uniqueKeys = new UniqueKeyRules(limits, dialect);
    }

    /**
     * The plan of a text; a refusal is a plan whose binding throws it.
     *
     * @throws SQLException if a table does not exist yet, or a database cannot be asked
     */
    @Override
    public Plan plan(String sql) throws SQLException {
        String explained = ExplainPlan.explained(sql);
        if (explained == null) {
            return new Plan(planned(sql));
        }
        StatementPlan plan = planned(explained);
        int parameterCount = plan.refusal() == null ? plan.parameterCount() : parser.parameterCount(explained);
        return new Plan(new ExplainPlan(plan, parameterCount, rule, parser));
    }

    private StatementPlan planned(String sql) throws SQLException {
        Passthrough untouched = passthrough.read(sql);
        if (untouched != null && untouched.certain()) {
            return PassthroughPlan.of(untouched);
        }
        try {
            // What the parser throws becomes a value here only.
            Attempt<StatementPlan> planned =
                    Attempt.of(() -> plan(parser.parse(sql))).flatMap(Function.identity());
            Refusal refusal = planned.refusal();
            if (untouched != null && refusal != null && isNotUnderstood(refusal.code())) {
                return PassthroughPlan.of(untouched);
            }
            return refusal == null || refusal.code() == ErrorCode.TABLE_NOT_FOUND
                    ? planned.orThrow()
                    : new RefusedPlan(kindByFirstWord(sql), 0, refusal);
        } catch (StackOverflowError e) {
            return new RefusedPlan(
                    kindByFirstWord(sql),
                    0,
                    new Refusal(ErrorCode.TOO_COMPLEX, "the stack of the thread is too small"));
        }
    }

    /** Whether the statement may run all the same where it touches no table of the rule. */
    private static boolean isNotUnderstood(ErrorCode refusal) {
        return switch (refusal) {
            case UNPARSABLE,
                    UNSTABLE_PARSE,
                    UNSUPPORTED_SYNTAX,
                    UNSUPPORTED_STATEMENT,
                    SEVERAL_STATEMENTS,
                    TOO_COMPLEX,
                    SESSION_FUNCTION,
                    FOREIGN_SCHEMA -> true;
            default -> false;
        };
    }

    @Override
    public @Nullable ShardCall describe(String sql) throws SQLException {
        if (ExplainPlan.explained(sql) != null) {
            return null;
        }
        Passthrough untouched = passthrough.read(sql);
        if (untouched != null && untouched.certain()) {
            return PassthroughPlan.of(untouched).call();
        }
        try {
            return new Description(parser.parse(sql), rule).call();
        } catch (StackOverflowError e) {
            throw ShardingExceptions.of(ErrorCode.TOO_COMPLEX, "the stack of the thread is too small");
        }
    }

    @Override
    public boolean isQualified(String sql) throws SQLException {
        return passthrough.read(sql) == null && parser.isQualified(sql);
    }

    @Override
    public @Nullable NormalizedSql shape(String sql) {
        return shapes.of(sql);
    }

    @Override
    public Planner on(OpenConnections open) {
        return new Planner(rule, catalog.on(open), dialect, limits, kept, shapes, passthrough);
    }

    @Override
    public Planner fresh(OpenConnections open) {
        KeptTexts none = new KeptTexts(0);
        return new Planner(rule, catalog.fresh(open), dialect, limits, none, shapes, passthrough);
    }

    @Override
    public void forget() {
        catalog.forget();
        kept.clear();
    }

    private Attempt<StatementPlan> plan(ParsedStatement statement) throws SQLException {
        if (statement instanceof ParsedStatement.Ddl ddl) {
            return new DdlPlanner(ddl, rule, catalog, dialect).plan();
        }
        if (statement instanceof ParsedStatement.LastKey last) {
            return Attempt.done(new LastKeyPlan(
                    new BoundPlan.LastKey(last.label(), last.text().sql())));
        }
        if (statement instanceof ParsedStatement.SetState set) {
            return Attempt.done(
                    new SetPlan(set.settings(), set.local(), set.text().parameterCount(), rule.defaultDataSource()));
        }
        if (statement instanceof ParsedStatement.Explain explain) {
            String sql = explain.text().sql();
            return Attempt.done(new DatabaseExplainPlan(
                    sql.substring(0, explain.offset()), planned(sql.substring(explain.offset())), explain.runs()));
        }
        if (statement instanceof ParsedStatement.Control control) {
            return Attempt.done(new ControlPlan(control.step()));
        }
        Attempt<Tables> tables = Tables.of(statement, rule, catalog, kept);
        return tables instanceof Refused<Tables> refused
                ? Attempt.refused(refused.refusal())
                : ofTables(statement, tables.value());
    }

    private Attempt<StatementPlan> ofTables(ParsedStatement statement, Tables tables) throws SQLException {
        if (statement instanceof ParsedStatement.Evaluation) {
            return unsharded(statement, StatementKind.UPDATE, tables);
        }
        if (statement instanceof ParsedStatement.Show show) {
            return Attempt.done(ShowPlan.of(show, rule));
        }
        if (statement instanceof ParsedStatement.Query query) {
            if (tables.areApart()) {
                ColumnEqualities links = new ColumnEqualities(query.blocks(), tables);
                return gathering
                        .plan(query, tables, links)
                        .map(gather -> new GatherPlan(kind(query), query.text().parameterCount(), gather));
            }
            return tables.shardedUses().isEmpty()
                    ? unsharded(query, kind(query), tables)
                    : Attempt.done(query(query, tables));
        }
        Attempt<StatementPlan> write = writing(statement, tables);
        return statement.text().hasReturning() ? write.map(ReturningPlan::new) : write;
    }

    private Attempt<StatementPlan> writing(ParsedStatement statement, Tables tables) throws SQLException {
        if (statement instanceof ParsedStatement.Write write) {
            return write(write, tables);
        }
        if (statement instanceof ParsedStatement.InsertSelect insert) {
            return insertSelect(insert, tables);
        }
        ParsedStatement.Insert insert = (ParsedStatement.Insert) statement;
        if (tables.sharded(0) != null) {
            return new InsertPlanner(insert, tables, dialect, gathering, uniqueKeys).plan();
        }
        return tables.isBroadcast(0)
                ? new BroadcastWritePlanner(insert, StatementKind.INSERT, tables, dialect)
                        .plan(insert.functions(), false, sourceCount())
                : ofSingle(insert, StatementKind.INSERT, tables, List.of(0));
    }

    private int sourceCount() {
        return rule.dataSources().size();
    }

    private static StatementKind kind(ParsedStatement.Query query) {
        return query.locking() ? StatementKind.LOCKING_QUERY : StatementKind.QUERY;
    }

    private StatementPlan query(ParsedStatement.Query query, Tables tables) throws SQLException {
        List<Block> blocks = NullRejection.simplify(query.blocks());
        ColumnEqualities links = new ColumnEqualities(blocks, tables);
        StatementRouting placement = placement(query, tables, links);
        Attempt<QueryPlan.OverUnits> merged = overUnits(query, blocks, tables, links);
        Attempt<GatherSpec> gathered = gathering.plan(query, tables, links);
        Refusal refusal = merged.refusal();
        if (gathered instanceof Refused<GatherSpec> notGathered
                && (refusal == null || notGathered.refusal().code() != ErrorCode.GATHER_DISABLED)) {
            refusal = notGathered.refusal();
        }
        QueryPlan.OverUnits overUnits = merged instanceof Refused ? null : merged.value();
        GatherSpec gather = gathered instanceof Refused ? null : gathered.value();
        GroupSpec groups =
                overUnits != null || gather == null ? null : GroupPlanner.plan(query, tables, dialect, gather);
        return new QueryPlan(kind(query), query.text().parameterCount(), placement, overUnits, groups, gather, refusal);
    }

    private Attempt<QueryPlan.OverUnits> overUnits(
            ParsedStatement.Query query, List<Block> blocks, Tables tables, ColumnEqualities links) {
        ParsedStatement.SelectClauses clauses = query.simple();
        if (clauses == null) {
            return Attempt.refused(ErrorCode.SET_OPERATION_OVER_UNITS, "or WITH");
        }
        Refusal joins = new Colocation(tables, links).refusal(blocks);
        if (joins != null) {
            return Attempt.refused(joins);
        }
        ShardingKeyColumns keys = new ShardingKeyColumns(tables, blocks);
        return new MergePlanner(query, clauses, tables, keys, dialect, limits)
                .plan()
                .map(merged -> overUnits(query, clauses, tables, links, keys, merged));
    }

    private QueryPlan.OverUnits overUnits(
            ParsedStatement.Query query,
            ParsedStatement.SelectClauses clauses,
            Tables tables,
            ColumnEqualities links,
            ShardingKeyColumns keys,
            MergePlanner.Result merged) {
        int[] required = keys.bases().stream().mapToInt(TableUse::id).toArray();
        ShardedTable lead = tables.shardedOf(tables.uses().get(required[0]));
        return new QueryPlan.OverUnits(
                tables.texts(merged.template(), lead),
                merged.merge(),
                clauses.limit(),
                merged.limitPushed(),
                required,
                limits,
                InListPlanner.plan(tables, links, query.text().parameterCount()),
                UnionRules.allow(query, clauses, tables, dialect));
    }

    private StatementRouting placement(ParsedStatement statement, Tables tables, ColumnEqualities links)
            throws SQLException {
        ShardedTable lead = tables.shardedOf(tables.shardedUses().get(0));
        return new StatementRouting(
                tables, new RoutingPlanner(tables, links), tables.texts(SqlTemplate.of(statement), lead));
    }

    private Attempt<StatementPlan> write(ParsedStatement.Write write, Tables tables) throws SQLException {
        StatementKind kind = write.update() ? StatementKind.UPDATE : StatementKind.DELETE;
        List<Integer> targets = write.targets();
        if (targets.stream().allMatch(target -> tables.sharded(target) != null)) {
            Attempt<List<SharedSubquery>> shared = shared(write);
            return shared instanceof Refused<List<SharedSubquery>> refused
                    ? Attempt.refused(refused.refusal())
                    : new WritePlanner(write, kind, tables, gathering, limits, shared.value(), dialect).plan();
        }
        if (targets.stream()
                .allMatch(target -> rule.isSingle(tables.uses().get(target).name()))) {
            return ofSingle(write, kind, tables, targets);
        }
        if (!targets.equals(List.of(0))) {
            return Attempt.refused(ErrorCode.WRITE_OF_SEVERAL_TABLES, "of which one is broadcast");
        }
        BroadcastWritePlanner planner = new BroadcastWritePlanner(write, kind, tables, dialect);
        if (tables.shardedUses().isEmpty()) {
            return planner.plan(write.functions(), write.limited(), sourceCount());
        }
        Refusal reading = planner.refusalOfReading(write);
        if (reading != null) {
            return Attempt.refused(reading);
        }
        ColumnEqualities links = new ColumnEqualities(write.blocks(), tables);
        SqlTemplate text = gathering.editor(write).build();
        return gathering
                .plan(write, tables, links, tables.shardedUses(), text)
                .map(gather -> new UnshardedWritePlan(
                        kind,
                        write.text().parameterCount(),
                        IntStream.range(0, sourceCount()).boxed().toList(),
                        gather));
    }

    /** The subqueries whose rows each data source might find otherwise, as far as they can be asked once for all. */
    private Attempt<List<SharedSubquery>> shared(ParsedStatement.Write write) throws SQLException {
        List<SharedSubquery> shared = new ArrayList<>();
        for (Subquery subquery : parser.uncorrelatedInRowOrder(write)) {
            ParsedStatement.Query query = subquery.query();
            Attempt<Tables> asked = Tables.of(query, rule, catalog, kept);
            if (asked instanceof Refused<Tables> refused) {
                return Attempt.refused(refused.refusal());
            }
            Tables tables = asked.value();
            Attempt<GatherSpec> gather = gathering.plan(query, tables, new ColumnEqualities(query.blocks(), tables));
            // One that is not gathered is refused as one that the data sources ask each by itself.
            if (gather instanceof Done<GatherSpec> done) {
                shared.add(new SharedSubquery(write.tables().size() + shared.size(), subquery, done.value()));
            }
        }
        return Attempt.done(shared);
    }

    private Attempt<StatementPlan> insertSelect(ParsedStatement.InsertSelect insert, Tables tables)
            throws SQLException {
        String target = tables.uses().get(0).name();
        ShardedTable sharded = rule.shardedTable(target);
        if (sharded != null) {
            return new InsertSelectPlanner(insert, tables, gathering, uniqueKeys).intoUnits(sharded);
        }
        if (rule.isBroadcast(target)) {
            List<DataNode> nodes = new ArrayList<>();
            for (int i = 0; i < sourceCount(); i++) {
                nodes.add(new DataNode(i, rule.dataSources().get(i), target));
            }
            return new InsertSelectPlanner(insert, tables, gathering, uniqueKeys).everywhere(nodes);
        }
        return ofSingle(insert, StatementKind.INSERT, tables, List.of(0));
    }

    private Attempt<StatementPlan> unsharded(ParsedStatement statement, StatementKind kind, Tables tables) {
        SortedSet<Integer> sources = tables.singleSources();
        if (sources.size() > 1) {
            return Attempt.refused(ErrorCode.TABLES_APART, "single tables on several data sources");
        }
        return Attempt.done(FixedPlan.of(
                kind,
                statement.text().sql(),
                statement.text().parameterCount(),
                sources.isEmpty() ? -1 : sources.first(),
                rule.defaultDataSource(),
                rule.dataSources().size()));
    }

    /** A write of single tables; sharded tables that it reads are copied to their data source. */
    private Attempt<StatementPlan> ofSingle(
            ParsedStatement statement, StatementKind kind, Tables tables, List<Integer> targets) throws SQLException {
        boolean apart = tables.areApart() && !(statement instanceof ParsedStatement.Insert);
        if (tables.shardedUses().isEmpty() && !apart) {
            return unsharded(statement, kind, tables);
        }
        int dataSource =
                rule.dataSourceOfSingle(tables.uses().get(targets.get(0)).name());
        ColumnEqualities links = new ColumnEqualities(statement.blocks(), tables);
        SqlTemplate text = gathering.editor(statement).build();
        List<TableUse> elsewhere = tables.declaredSingleUses().stream()
                .filter(use -> rule.dataSourceOfSingle(use.name()) != dataSource)
                .toList();
        boolean allReached = targets.stream()
                        .noneMatch(target -> elsewhere.contains(tables.uses().get(target)))
                && (!tables.hasUndeclaredSingle() || dataSource == rule.defaultDataSource());
        if (apart && !allReached) {
            return Attempt.refused(ErrorCode.TABLES_APART, "single tables on several data sources");
        }
        Attempt<GatherSpec> gather = apart
                ? gathering.plan(statement, tables, links, tables.shardedUses(), elsewhere, dataSource, text)
                : gathering.plan(statement, tables, links, tables.shardedUses(), text);
        return gather.map(
                known -> new UnshardedWritePlan(kind, statement.text().parameterCount(), List.of(dataSource), known));
    }

    private static StatementKind kindByFirstWord(String sql) {
        String start = sql.stripLeading().toUpperCase(Locale.ROOT);
        return start.startsWith("SELECT") || start.startsWith("WITH") || start.startsWith("(")
                ? StatementKind.QUERY
                : StatementKind.UPDATE;
    }
}
