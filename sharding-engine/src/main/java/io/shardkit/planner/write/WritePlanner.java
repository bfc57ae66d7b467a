package io.shardkit.planner.write;

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
import io.shardkit.planner.analysis.MovableRows;
import io.shardkit.planner.analysis.RoutingPlanner;
import io.shardkit.planner.analysis.StatementRouting;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.planner.analysis.UnitTexts;
import io.shardkit.planner.gather.GatherPlanner;
import io.shardkit.planner.gather.GatherSpec;
import io.shardkit.planner.insert.UniqueKeyRules;
import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.From;
import io.shardkit.sql.statement.Limit;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.SqlTemplate;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.ColumnWords;
import io.shardkit.sql.text.Functions;
import io.shardkit.sql.text.RowClauses;
import io.shardkit.sql.text.Span;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Plans an UPDATE or DELETE of sharded tables, which may join or ask others. For one statement. */
public final class WritePlanner {
    private final ParsedStatement.Write write;
    private final StatementKind kind;
    private final Tables tables;
    private final GatherPlanner gathering;
    private final Limits limits;
    private final List<SharedSubquery> subqueries;
    private final List<Span> asked;
    private final List<TableUse> targets;
    private final RoutedTable table;
    private final Dialect dialect;
    private final TextPlanner texts;
    private final UniqueKeyRules uniqueKeys;

    /**
     * @param subqueries the subqueries that may be asked once for all data sources
     * @param texts plans the read that looks for the rows of an UPDATE or DELETE with LIMIT
     */
    public WritePlanner(
            ParsedStatement.Write write,
            StatementKind kind,
            Tables tables,
            GatherPlanner gathering,
            Limits limits,
            List<SharedSubquery> subqueries,
            Dialect dialect,
            TextPlanner texts,
            UniqueKeyRules uniqueKeys) {
        this.uniqueKeys = uniqueKeys;
        this.texts = texts;
        this.write = write;
        this.dialect = dialect;
        this.subqueries = subqueries;
        this.asked = subqueries.stream().map(each -> each.subquery().span()).toList();
        this.kind = kind;
        this.tables = tables;
        this.gathering = gathering;
        this.limits = limits;
        this.targets = write.targets().stream().map(tables.uses()::get).toList();
        this.table = tables.shardedOf(targets.get(0));
    }

    /**
     * The plan, or why the statement is refused whatever its values are.
     *
     * @throws SQLException if a database cannot be asked
     */
    public Attempt<StatementPlan> plan() throws SQLException {
        Attempt<StatementPlan> plan = unchecked();
        return plan instanceof Refused ? plan : UniqueUpdatePlan.of(plan.value(), write, tables, uniqueKeys, dialect);
    }

    private Attempt<StatementPlan> unchecked() throws SQLException {
        if (!write.selection().conditional() && tables.uses().size() == 1 && !limits.writesWithoutCondition()) {
            return Attempt.refused(ErrorCode.WRITE_WITHOUT_CONDITION, table.name());
        }
        boolean mayMove = MovingUpdatePlan.mayMove(write, tables);
        boolean readsFirst = mayMove
                || targets.stream().anyMatch(target -> !tables.lookups(target).isEmpty());
        if (readsFirst && dialect.clauses().hasInheritance() && write.text().hasOnlyOfTable()) {
            return Attempt.refused(
                    ErrorCode.UNSUPPORTED_SYNTAX, "ONLY of a table whose rows are read before they are written");
        }
        Attempt<List<UnchangedShardingKey>> keptKeys =
                mayMove ? Attempt.done(List.of()) : UnchangedShardingKey.of(write, tables);
        if (keptKeys instanceof Refused<List<UnchangedShardingKey>> refused) {
            Refusal refusal = refused.refusal();
            return ComputedMovePlan.mayMove(write, tables)
                    ? ComputedMovePlan.of(plan(List.of()), write, tables, dialect, refusal)
                    : Attempt.refused(refusal);
        }
        WritePlan plan = plan(keptKeys.value());
        return mayMove ? MovingUpdatePlan.of(plan, write, tables, dialect) : Attempt.done(plan);
    }

    private WritePlan plan(List<UnchangedShardingKey> keptKeys) throws SQLException {
        ColumnEqualities links = new ColumnEqualities(write.blocks(), tables);
        UnitTexts verbatim = tables.texts(SqlTemplate.of(write), table);
        StatementRouting placement = new StatementRouting(tables, new RoutingPlanner(tables, links), verbatim);
        Refusal apartFromLimit = whyOneUnit(links);
        LimitedWritePlan limited = endsAfterSome() && apartFromLimit == null
                ? new LimitedWritePlanner(write, tables, dialect, texts).plan()
                : null;
        Refusal refusal =
                write.limited() ? new Refusal(ErrorCode.LIMITED_WRITE_OVER_UNITS, limitedDetail()) : apartFromLimit;
        Refusal apart = null;
        GatherSpec gather = null;
        if (!subqueries.isEmpty()) {
            apart = new Refusal(ErrorCode.SUBQUERY_OVER_UNITS, "that is asked once");
        } else if (refusal == null && tables.shardedUses().size() > 1) {
            apart = new Colocation(tables, links).refusal(write.blocks());
        }
        if (refusal == null && (apart != null || !tables.singleSources().isEmpty())) {
            Attempt<GatherSpec> gathered = gather(links);
            if (gathered instanceof Refused<GatherSpec> notGathered) {
                Refusal why = notGathered.refusal();
                apart = apart != null && why.code() == ErrorCode.GATHER_DISABLED ? apart : why;
            } else {
                gather = gathered.value();
            }
        }
        return new WritePlan(
                kind,
                write.text().parameterCount(),
                placement,
                new WritePlan.OverUnits(
                        verbatim,
                        apart == null || targets.size() > 1 ? joined() : target(),
                        own(links).stream().mapToInt(TableUse::id).toArray(),
                        apart == null,
                        gather,
                        hasUndeclaredSingle() ? tables.undeclaredSingles() : null,
                        subqueries),
                refusal != null ? refusal : gather == null ? apart : null,
                limited,
                limited == null ? byKeys(apartFromLimit) : null,
                keptKeys,
                MovableRows.of(write, write.blocks(), write.assignments(), tables, dialect, limits),
                limits);
    }

    /** Returns true if the write ends after a number of rows, in a form that the database has for writes. */
    private boolean endsAfterSome() {
        Limit limit = write.limit();
        return limit != null
                && dialect.clauses()
                        .limitsWrites(write.text()
                                .sql()
                                .regionMatches(true, limit.span().start(), "FETCH", 0, "FETCH".length()));
    }

    private String limitedDetail() {
        return table.name() + (write.text().hasReturning() ? ", with RETURNING" : "");
    }

    /**
     * Returns the refusal of a statement whose result could differ between units that each run the statement for
     * themselves, or null.
     */
    private @Nullable Refusal whyOneUnit(ColumnEqualities links) {
        if (new RowClauses(write.text()).hasNestedLimit(asked)) {
            return new Refusal(ErrorCode.SUBQUERY_OVER_UNITS, "with LIMIT");
        }
        if (new RowClauses(write.text()).hasWindow(asked)) {
            return new Refusal(ErrorCode.SUBQUERY_OVER_UNITS, "with a window");
        }
        if (tables.uses().size() > 1 && AssignmentOrder.matters(write, dialect)) {
            return new Refusal(
                    ErrorCode.SEVERAL_UNITS,
                    "a value of SET that reads a column which was assigned before it, and another table");
        }
        String ofRow = new ColumnWords(write.text()).otherOfRow(links.sameRows(tables.uses()));
        if (ofRow != null && write.unknownColumns().contains(ofRow)) {
            return new Refusal(ErrorCode.SEVERAL_UNITS, ofRow + ", which tells rows of one actual table apart");
        }
        for (String function : write.functions()) {
            if (!Functions.isRowWise(function)
                    && !Functions.isRow(function)
                    && !Functions.isMergeableAggregate(function)
                    && !Functions.isOfWindow(function)) {
                return new Refusal(ErrorCode.SEVERAL_UNITS, "the function " + function);
            }
        }
        return null;
    }

    /**
     * Returns the plan with a subquery that names the rows by their keys and is asked once; null if that plan is not
     * right either.
     */
    private @Nullable StatementPlan byKeys(@Nullable Refusal apartFromLimit) throws SQLException {
        String sql = null;
        if (limits.gatherEnabled() && endsAfterSome()) {
            sql = RowsByKey.of(write, tables, dialect);
        } else if (limits.gatherEnabled() && apartFromLimit != null && !write.limited()) {
            sql = RowIdsByKey.of(write, tables, dialect);
        }
        Attempt<StatementPlan> plan = sql == null ? null : texts.plan(sql);
        return plan == null || plan instanceof Refused ? null : plan.value();
    }

    /**
     * The tables that each unit reads of its own: that which is written, and uses of it that read the same row; where
     * several are written, all that are joined to them.
     */
    private List<TableUse> own(ColumnEqualities links) {
        return targets.size() == 1
                ? tables.uses().stream()
                        .filter(links.withSameRow(targets.get(0))::contains)
                        .toList()
                : new Colocation(tables, links).shardedUses(write.blocks());
    }

    /** All tables but those that are written, and those that are asked before, are copied to where they are written. */
    private Attempt<GatherSpec> gather(ColumnEqualities links) throws SQLException {
        if (targets.size() > 1 && new Colocation(tables, links).refusalOfJoins(write.blocks()) != null) {
            return Attempt.refused(ErrorCode.WRITE_OF_SEVERAL_TABLES, "whose rows are not known to lie together");
        }
        String ordered = new RowOrderRules(write, tables, dialect).ofMatches();
        if (ordered != null) {
            return Attempt.refused(ErrorCode.UNSUPPORTED_SYNTAX, table.name() + " " + ordered);
        }
        List<TableUse> own = own(links);
        List<TableUse> read = tables.shardedUses().stream()
                .filter(use -> !own.contains(use) && !isAsked(use))
                .toList();
        List<TableUse> singles = tables.declaredSingleUses().stream()
                .filter(use -> !isAsked(use))
                .toList();
        SqlTemplate.Editor editor = subqueries.isEmpty() ? gathering.editor(write, tables) : gathering.editor(write);
        subqueries.forEach(each -> editor.rows(each.subquery().span(), each.use()));
        SqlTemplate text = editor.build();
        return hasUndeclaredSingle()
                ? gathering.plan(write, tables, links, read, text)
                : gathering.plan(write, tables, links, read, singles, null, text);
    }

    /** Returns true if the write reads an undeclared table elsewhere than in subqueries that are asked before. */
    private boolean hasUndeclaredSingle() {
        long asked = subqueries.stream()
                .flatMap(each -> each.subquery().query().tables().stream())
                .filter(tables::isUndeclaredSingle)
                .count();
        return tables.uses().stream().filter(tables::isUndeclaredSingle).count() > asked;
    }

    /** Returns true if only a subquery that is asked before reads the table. */
    private boolean isAsked(TableUse use) {
        return write.names().stream()
                .anyMatch(name -> name.use() == use.id()
                        && asked.stream()
                                .anyMatch(span -> span.contains(name.span().start())));
    }

    private int[] target() {
        return targets.stream().mapToInt(TableUse::id).toArray();
    }

    /** The joined tables of which each row that is written needs one; what subqueries read narrows nothing. */
    private int[] joined() {
        From from = write.blocks().get(0).from();
        Set<Integer> nullable = Colocation.nullable(from, false, new HashSet<>());
        List<TableUse> uses = from == null ? List.of() : from.uses();
        int[] required = uses.stream()
                .filter(use -> tables.sharded(use.id()) != null && !nullable.contains(use.id()))
                .mapToInt(TableUse::id)
                .toArray();
        return required.length == 0 ? target() : required;
    }
}
