package io.shardkit.planner;

import io.shardkit.catalog.Catalog;
import io.shardkit.catalog.UniqueKey;
import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.options.Limits;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Attempt.Done;
import io.shardkit.plan.Attempt.Refused;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.plan.command.LastKey;
import io.shardkit.planner.analysis.ColumnEqualities;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.planner.analysis.UnitSqlCache;
import io.shardkit.planner.broadcast.BroadcastMerge;
import io.shardkit.planner.broadcast.BroadcastPlan;
import io.shardkit.planner.broadcast.BroadcastWritePlanner;
import io.shardkit.planner.broadcast.CopiesPlan;
import io.shardkit.planner.broadcast.FirstOfCopies;
import io.shardkit.planner.broadcast.KeyedInsertPlanner;
import io.shardkit.planner.command.ControlPlan;
import io.shardkit.planner.command.DdlPlanner;
import io.shardkit.planner.command.LastKeyPlan;
import io.shardkit.planner.command.SetPlan;
import io.shardkit.planner.command.ShowPlan;
import io.shardkit.planner.gather.GatherPlanner;
import io.shardkit.planner.gather.GatherSpec;
import io.shardkit.planner.insert.ConflictConstraints;
import io.shardkit.planner.insert.InsertPlanner;
import io.shardkit.planner.insert.InsertSelectPlanner;
import io.shardkit.planner.insert.MergeRowPlan;
import io.shardkit.planner.insert.MergeStatementPlan;
import io.shardkit.planner.insert.OverriddenValues;
import io.shardkit.planner.insert.UniqueKeyRules;
import io.shardkit.planner.lookup.LookupPlanner;
import io.shardkit.planner.select.LimitedReadPlan;
import io.shardkit.planner.write.ReturningPlan;
import io.shardkit.planner.write.SameShardInsertPlanner;
import io.shardkit.planner.write.SharedSubquery;
import io.shardkit.planner.write.TextPlanner;
import io.shardkit.planner.write.UnshardedWritePlan;
import io.shardkit.planner.write.WritePlanner;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.SqlParser;
import io.shardkit.sql.passthrough.CalledTables;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.SqlTemplate;
import io.shardkit.sql.statement.Subquery;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.Span;
import io.shardkit.sql.text.SqlText;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Decides how a statement runs that is understood: each kind of it, and each kind of table that it writes, has a planner.
 * Thread-safe.
 */
final class StatementPlanner implements TextPlanner {
    private final ShardMap rule;
    private final Catalog catalog;
    private final Dialect dialect;
    private final Limits limits;
    private final UnitSqlCache kept;
    private final SqlParser parser;
    private final GatherPlanner gathering;
    private final UniqueKeyRules uniqueKeys;
    private final ConflictConstraints constraints;
    private final SingleTablePlanner singles;
    private final QueryPlanner queries;
    private final LookupPlanner lookups;

    StatementPlanner(
            ShardMap rule, Catalog catalog, Dialect dialect, Limits limits, UnitSqlCache kept, SqlParser parser) {
        this.rule = rule;
        this.catalog = catalog;
        this.dialect = dialect;
        this.limits = limits;
        this.kept = kept;
        this.parser = parser;
        this.gathering = new GatherPlanner(dialect, limits);
        this.uniqueKeys = new UniqueKeyRules(limits, dialect);
        this.constraints = new ConflictConstraints(rule, catalog, dialect);
        this.singles = new SingleTablePlanner(rule, gathering);
        this.queries = new QueryPlanner(gathering, singles, dialect, limits);
        this.lookups = new LookupPlanner(rule, dialect, this::plan);
    }

    /**
     * The plan, or why the statement is refused whatever its values are.
     *
     * @throws SQLException if a database cannot be asked
     */
    Attempt<StatementPlan> plan(ParsedStatement statement) throws SQLException {
        Refusal ofLookups = LookupPlanner.refusal(statement, rule);
        return ofLookups == null ? kept(statement) : Attempt.refused(ofLookups);
    }

    /** Also what is asked of a lookup table, or written there to keep it. */
    @Override
    public Attempt<StatementPlan> plan(String sql) throws SQLException {
        Attempt<ParsedStatement> statement = Attempt.of(() -> parser.parse(sql));
        return statement instanceof Refused<ParsedStatement> refused
                ? Attempt.refused(refused.refusal())
                : kept(statement.value());
    }

    private Attempt<StatementPlan> kept(ParsedStatement statement) throws SQLException {
        return planned(statement).map(plan -> CopiesPlan.of(plan, statement, rule));
    }

    private Attempt<StatementPlan> planned(ParsedStatement statement) throws SQLException {
        if (statement instanceof ParsedStatement.Ddl ddl) {
            return new DdlPlanner(ddl, rule, catalog, dialect).plan();
        }
        if (statement instanceof ParsedStatement.LastKey last) {
            return Attempt.done(
                    new LastKeyPlan(new LastKey(last.label(), last.text().sql())));
        }
        if (statement instanceof ParsedStatement.SetState set) {
            String placing = SessionTimes.placing(set, rule, catalog, dialect);
            if (placing != null) {
                return Attempt.refused(
                        ErrorCode.UNSUPPORTED_STATEMENT,
                        "SET time_zone where " + placing + " places rows by the meaning of date strings in the time"
                                + " zone of all sessions");
            }
            return Attempt.done(
                    new SetPlan(set.settings(), set.local(), set.text().parameterCount(), rule.home()));
        }
        if (statement instanceof ParsedStatement.SetShared set) {
            return Attempt.done(BroadcastPlan.of(
                    StatementKind.DDL, set.text().sql(), set.text().parameterCount(), sourceCount(), List.of()));
        }
        if (statement instanceof ParsedStatement.Control control) {
            return Attempt.done(new ControlPlan(control.step()));
        }
        SqlText text = statement.text();
        String called = CalledTables.find(text.sql(), text.tokens(), rule, dialect);
        if (called != null) {
            return Attempt.refused(ErrorCode.UNSUPPORTED_SYNTAX, called + ", which is about a sharded table");
        }
        Attempt<Tables> tables = Tables.of(statement, rule, catalog, kept);
        return tables instanceof Refused<Tables> refused
                ? Attempt.refused(refused.refusal())
                : ofTables(statement, tables.value());
    }

    private Attempt<StatementPlan> ofTables(ParsedStatement statement, Tables tables) throws SQLException {
        if (statement instanceof ParsedStatement.Evaluation) {
            return singles.unsharded(statement, StatementKind.UPDATE, tables);
        }
        if (statement instanceof ParsedStatement.Show show) {
            return Attempt.done(ShowPlan.of(show, rule));
        }
        if (statement instanceof ParsedStatement.ShowAll show) {
            return Attempt.done(ShowPlan.of(show, rule));
        }
        if (statement instanceof ParsedStatement.Maintenance maintenance) {
            return Attempt.done(ShowPlan.of(maintenance, rule, dialect));
        }
        if (statement instanceof ParsedStatement.Query query) {
            return asking(queries.plan(query, tables), query, tables);
        }
        Refusal unchosen = UniqueKeyRules.unchosen(statement, tables);
        Refusal unwritable = unchosen == null ? OverriddenValues.refusal(statement, tables) : unchosen;
        if (unwritable != null) {
            return Attempt.refused(unwritable);
        }
        if (statement instanceof ParsedStatement.Merge merge) {
            return keeping(merge(merge, tables), merge, tables);
        }
        Attempt<ParsedStatement> named = constraints.named(statement, tables);
        if (named instanceof Refused<ParsedStatement> refused) {
            return Attempt.refused(refused.refusal());
        }
        ParsedStatement written = named.value();
        Attempt<StatementPlan> write = asking(keeping(writing(written, tables), written, tables), written, tables);
        return statement.text().hasReturning() ? write.map(ReturningPlan::new) : write;
    }

    private Attempt<StatementPlan> merge(ParsedStatement.Merge merge, Tables tables) throws SQLException {
        if (tables.isBroadcast(0)) {
            KeyGeneration generation =
                    rule.keyGenerationOfUnsharded(tables.uses().get(0).name());
            return new BroadcastMerge(merge, tables, dialect, generation).plan(sourceCount());
        }
        List<MergeRowPlan> rows = new ArrayList<>();
        for (int row = 0; row < merge.rows().size(); row++) {
            ColumnEqualities links = new ColumnEqualities(List.of(merge.blocks().get(row)), tables);
            Attempt<MergeRowPlan> plan = MergeRowPlan.of(
                    merge, row, tables, dialect, queries.placement(merge, tables, links), uniqueKeys, this::plan);
            if (plan instanceof Refused<?> refused) {
                return Attempt.refused(refused.refusal());
            }
            rows.add(plan.value());
        }
        return MergeStatementPlan.of(merge, rows, tables);
    }

    private Attempt<StatementPlan> keeping(Attempt<StatementPlan> write, ParsedStatement statement, Tables tables)
            throws SQLException {
        return write instanceof Refused ? write : lookups.keeping(write.value(), statement, tables);
    }

    private Attempt<StatementPlan> asking(Attempt<StatementPlan> plan, ParsedStatement statement, Tables tables)
            throws SQLException {
        return plan instanceof Refused ? plan : lookups.asking(plan.value(), statement, tables);
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
            return new InsertPlanner(insert, tables, dialect, gathering, uniqueKeys, this::plan).plan();
        }
        if (insert.takesNextValues()) {
            return Attempt.refused(ErrorCode.SESSION_FUNCTION, "the next value of a sequence");
        }
        KeyGeneration generation =
                rule.keyGenerationOfUnsharded(tables.uses().get(0).name());
        if (generation != null) {
            Attempt<Optional<StatementPlan>> keyed =
                    new KeyedInsertPlanner(insert, tables, dialect, generation).plan(dataSources(tables));
            if (keyed instanceof Refused<?> refused) {
                return Attempt.refused(refused.refusal());
            }
            if (keyed.value().isPresent()) {
                return Attempt.done(keyed.value().get());
            }
        }
        return tables.isBroadcast(0)
                ? new BroadcastWritePlanner(insert, StatementKind.INSERT, tables, dialect)
                        .plan(insert.functions(), false, sourceCount())
                : singles.write(insert, StatementKind.INSERT, tables, List.of(0));
    }

    /** Returns the data sources of the written table, which is not sharded. */
    private List<Integer> dataSources(Tables tables) {
        return tables.isBroadcast(0)
                ? IntStream.range(0, sourceCount()).boxed().toList()
                : List.of(rule.dataSourceOfSingle(tables.uses().get(0).name()));
    }

    private int sourceCount() {
        return rule.dataSources().size();
    }

    private Attempt<StatementPlan> write(ParsedStatement.Write write, Tables tables) throws SQLException {
        StatementKind kind = write.update() ? StatementKind.UPDATE : StatementKind.DELETE;
        List<Integer> targets = write.targets();
        if (targets.stream().allMatch(target -> tables.sharded(target) != null)) {
            Attempt<List<SharedSubquery>> shared = shared(write);
            return shared instanceof Refused<List<SharedSubquery>> refused
                    ? Attempt.refused(refused.refusal())
                    : new WritePlanner(
                                    write, kind, tables, gathering, limits, shared.value(), dialect, this, uniqueKeys)
                            .plan();
        }
        for (String view : dialect.commands().writableSettings()) {
            if (write.update() && write.text().mentions(view.toLowerCase(Locale.ROOT))) {
                return Attempt.refused(ErrorCode.UNSUPPORTED_STATEMENT, "UPDATE with " + view + ", instead of SET");
            }
        }
        if (targets.stream()
                .allMatch(target -> rule.isSingle(tables.uses().get(target).name()))) {
            return singles.write(write, kind, tables, targets);
        }
        if (!targets.equals(List.of(0))) {
            return Attempt.refused(ErrorCode.WRITE_OF_SEVERAL_TABLES, "of which one is broadcast");
        }
        BroadcastWritePlanner planner = new BroadcastWritePlanner(write, kind, tables, dialect);
        if (tables.shardedUses().isEmpty() && tables.singleSources().isEmpty()) {
            boolean same = dialect.clauses().ordersUpdates() && FirstOfCopies.areSame(write, tables);
            return planner.plan(write.functions(), write.limited() && !same, sourceCount());
        }
        Refusal reading = planner.refusalOfReading(write);
        if (reading != null) {
            return Attempt.refused(reading);
        }
        if (sourceCount() > 1 && tables.hasUndeclaredSingle()) {
            return Attempt.refused(tables.singlesApart());
        }
        ColumnEqualities links = new ColumnEqualities(write.blocks(), tables);
        SqlTemplate text = gathering.editor(write, tables).build();
        List<TableUse> singles = sourceCount() > 1 ? tables.declaredSingleUses() : List.of();
        return gathering
                .plan(write, tables, links, tables.shardedUses(), singles, null, text)
                .map(gather -> new UnshardedWritePlan(
                        kind,
                        write.text().parameterCount(),
                        IntStream.range(0, sourceCount()).boxed().toList(),
                        gather));
    }

    @Override
    public @Nullable LimitedReadPlan lockingRead(String sql) throws SQLException {
        Attempt<ParsedStatement> read = Attempt.of(() -> parser.parse(sql));
        if (read instanceof Refused) {
            return null;
        }
        ParsedStatement.Query query = (ParsedStatement.Query) read.value();
        Attempt<Tables> tables = Tables.of(query, rule, catalog, kept);
        return tables instanceof Refused ? null : queries.lockingRead(query, tables.value());
    }

    /** The subqueries that not every data source would find the same rows for, as far as they can be asked once. */
    private Attempt<List<SharedSubquery>> shared(ParsedStatement.Write write) throws SQLException {
        List<SharedSubquery> shared = new ArrayList<>();
        for (Subquery subquery : parser.askedOnce(write)) {
            ParsedStatement.Query query = subquery.query();
            Attempt<Tables> asked = Tables.of(query, rule, catalog, kept);
            if (asked instanceof Refused<Tables> refused) {
                return Attempt.refused(refused.refusal());
            }
            Tables tables = asked.value();
            Attempt<GatherSpec> gather = gathering.plan(query, tables, new ColumnEqualities(query.blocks(), tables));
            // One that is not gathered is refused as one that the data sources ask each by itself.
            if (gather instanceof Done<GatherSpec> done
                    && !skipsNothing(query)
                    && done.value().text().asked().isEmpty()) {
                shared.add(new SharedSubquery(write.tables().size() + shared.size(), subquery, done.value()));
            }
        }
        return Attempt.done(shared);
    }

    /** Returns true if the query skips rows when run on its own, and none as a subquery. */
    private boolean skipsNothing(ParsedStatement.Query query) {
        SqlText text = query.text();
        return dialect.clauses().ignoresNestedOffset()
                && text.find(0, text.size(), 0, "OFFSET") >= 0
                && text.find(0, text.size(), 0, "LIMIT", "FETCH") < 0;
    }

    /** Returns the plan that keeps the rows in the units where they are read, or null if there is none. */
    private @Nullable StatementPlan staying(
            ParsedStatement.InsertSelect insert, Tables tables, Attempt<List<UniqueKey>> asked) throws SQLException {
        Span span = insert.query();
        String sql = insert.text().sql().substring(span.start(), span.end());
        Attempt<ParsedStatement> query = Attempt.of(() -> parser.parse(sql));
        boolean known = asked instanceof Done && query instanceof Done;
        return known && query.value() instanceof ParsedStatement.Query rows
                ? new SameShardInsertPlanner(insert, tables, limits).plan(rows, asked.value())
                : null;
    }

    private Attempt<StatementPlan> insertSelect(ParsedStatement.InsertSelect insert, Tables tables)
            throws SQLException {
        String target = tables.uses().get(0).name();
        RoutedTable sharded = rule.shardedTable(target);
        if (sharded != null) {
            InsertSelectPlanner carried = new InsertSelectPlanner(insert, tables, gathering, uniqueKeys);
            StatementPlan staying = staying(insert, tables, carried.asked(sharded));
            return staying == null ? carried.intoUnits(sharded) : Attempt.done(staying);
        }
        if (insert.text().is(0, "MERGE")) {
            return singles.write(insert, StatementKind.INSERT, tables, List.of(0));
        }
        KeyGeneration generation = rule.keyGenerationOfUnsharded(target);
        boolean generates = generation != null
                && insert.columns() != null
                && !insert.columns().contains(generation.column());
        boolean unreached = !rule.isBroadcast(target)
                && tables.hasUndeclaredSingle()
                && rule.dataSourceOfSingle(target) != rule.home();
        if (rule.isBroadcast(target) || generates || unreached) {
            List<DataNode> nodes = new ArrayList<>();
            for (int source : dataSources(tables)) {
                nodes.add(new DataNode(source, rule.dataSources().get(source), target));
            }
            return new InsertSelectPlanner(insert, tables, gathering, uniqueKeys).everywhere(nodes, generation);
        }
        return singles.write(insert, StatementKind.INSERT, tables, List.of(0));
    }
}
