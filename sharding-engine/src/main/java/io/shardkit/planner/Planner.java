package io.shardkit.planner;

import io.shardkit.catalog.Catalog;
import io.shardkit.catalog.OpenConnections;
import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.observe.Advice;
import io.shardkit.observe.StatementForecast;
import io.shardkit.options.Limits;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Plan;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.planner.advice.SampleKeys;
import io.shardkit.planner.advice.StatementAdviser;
import io.shardkit.planner.analysis.UnitSqlCache;
import io.shardkit.planner.command.DatabaseExplainPlan;
import io.shardkit.planner.command.ExplainPlan;
import io.shardkit.planner.command.PassthroughPlan;
import io.shardkit.planner.write.DataChangePlan;
import io.shardkit.replica.ReadTarget;
import io.shardkit.rule.ChangedRule;
import io.shardkit.rule.ShardMap;
import io.shardkit.rule.ShardingRule;
import io.shardkit.sql.SqlParser;
import io.shardkit.sql.passthrough.CatalogQueryReader;
import io.shardkit.sql.passthrough.Passthrough;
import io.shardkit.sql.passthrough.PassthroughReader;
import io.shardkit.sql.shape.NormalizedSql;
import io.shardkit.sql.shape.NormalizedTexts;
import io.shardkit.sql.statement.DataChange;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.text.ExecutedComments;
import io.shardkit.sql.text.ExplainedText;
import io.shardkit.sql.text.ValuelessText;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Decides how a text runs. Thread-safe; asks nothing but the catalog. */
public final class Planner implements PlanCache.Source {
    private final ShardMap rule;
    private final Catalog catalog;
    private final Dialect dialect;
    private final Limits limits;
    private final SqlParser parser;
    private final PassthroughReader passthrough;
    private final CatalogQueryReader catalogQueries;
    private final StatementPlanner statements;
    private final UnitSqlCache kept;
    private final NormalizedTexts shapes;

    /** A planner for the rule's tables. */
    public Planner(ShardingRule rule, Catalog catalog, Dialect dialect, Limits limits) {
        this(ShardMap.of(rule), catalog, dialect, limits);
    }

    private Planner(ShardMap rule, Catalog catalog, Dialect dialect, Limits limits) {
        this(
                rule,
                catalog,
                dialect,
                limits,
                new UnitSqlCache(UnitSqlCache.DEFAULT_LIMIT),
                new NormalizedTexts(dialect),
                new PassthroughReader(rule, dialect),
                new CatalogQueryReader(rule, dialect));
    }

    private Planner(
            ShardMap rule,
            Catalog catalog,
            Dialect dialect,
            Limits limits,
            UnitSqlCache kept,
            NormalizedTexts shapes,
            PassthroughReader passthrough,
            CatalogQueryReader catalogQueries) {
        this.kept = kept;
        this.shapes = shapes;
        this.passthrough = passthrough;
        this.catalogQueries = catalogQueries;
        this.rule = rule;
        this.catalog = catalog;
        this.limits = limits;
        this.dialect = dialect;
        this.parser = new SqlParser(rule, catalog, dialect);
        this.statements = new StatementPlanner(rule, catalog, dialect, limits, kept, parser);
    }

    /**
     * The plan of a text; a refusal is a plan whose binding throws it.
     *
     * @throws SQLException if a table does not exist yet, or a database cannot be asked
     */
    @Override
    public Plan plan(String given) throws SQLException {
        return Attempt.walled(() -> served(given));
    }

    private Plan served(String given) throws SQLException {
        String words = limits.hintComments() ? HintComment.words(given) : null;
        Plan plan = served(given, unhinted(given));
        if (words == null) {
            return plan;
        }
        Attempt<HintComment> comment = HintComment.of(words);
        Refusal refusal = comment.refusal();
        if (refusal != null) {
            return new Plan(new RefusedPlan(plan.kind(), plan.parameterCount(), refusal));
        }
        Plan hinted = new Plan(new HintedPlan(plan.statement(), comment.value(), rule.dataSources()));
        boolean primary = comment.value().primaryOnly() && plan.serving() == ReadTarget.ANY_MEMBER;
        return hinted.servedBy(primary ? ReadTarget.PRIMARY : plan.serving());
    }

    private Plan served(String given, Plan plan) throws SQLException {
        if (!plan.kind().returnsRows()) {
            return plan;
        }
        String sql = ExecutedComments.opened(given, dialect);
        if (ExplainedText.of(sql, dialect) != null) {
            // It asks no database, so what the statement calls does not matter.
            return plan;
        }
        Attempt<ReadTarget> serving = Attempt.of(() -> ReadTargetReader.of(sql, dialect));
        return plan.servedBy(serving.refusal() == null ? serving.value() : ReadTarget.PRIMARY_FROM_NOW_ON);
    }

    private Plan unhinted(String given) throws SQLException {
        String sql = ExecutedComments.opened(given, dialect);
        String explained = ExplainedText.of(sql, dialect);
        return new Plan(explained == null ? planned(sql) : explaining(explained));
    }

    private ExplainPlan explaining(String sql) throws SQLException {
        StatementPlan plan = planned(sql);
        int parameterCount = plan.refusal() == null ? plan.parameterCount() : parser.parameterCount(sql);
        return new ExplainPlan(sql, plan, parameterCount, rule, parser, advising(sql));
    }

    /** None for a text that a comment sends somewhere. */
    @Override
    public List<Advice> advice(String given, PastExecution run) throws SQLException {
        return Attempt.walled(() -> advised(given, run));
    }

    private List<Advice> advised(String given, PastExecution run) throws SQLException {
        boolean hinted = limits.hintComments() && HintComment.words(given) != null;
        if (hinted) {
            return List.of();
        }
        ShardMap sampled = ChangedRule.keysOf(rule, SampleKeys::like);
        Planner planner = new Planner(
                sampled, catalog, dialect, limits, new UnitSqlCache(0), shapes, passthrough, catalogQueries);
        return run.advice(planner.explaining(ExecutedComments.opened(given, dialect)));
    }

    @Override
    public @Nullable StatementForecast forecast(String given, ShardMap other) throws SQLException {
        return Attempt.walled(() -> Optional.ofNullable(forecasted(given, other)))
                .orElse(null);
    }

    private @Nullable StatementForecast forecasted(String given, ShardMap other) throws SQLException {
        if (limits.hintComments() && HintComment.words(given) != null) {
            return null;
        }
        String sql = ExecutedComments.opened(given, dialect);
        Planner now = new Planner(ChangedRule.keysOf(rule, SampleKeys::like), catalog, dialect, limits);
        // Keys that may repeat are named by the check of the tables.
        Planner then = new Planner(
                ChangedRule.acceptingKeys(ChangedRule.keysOf(other, SampleKeys::like)), catalog, dialect, limits);
        return PastExecution.forecast(ValuelessText.of(sql, dialect), now.explaining(sql), then.explaining(sql));
    }

    private ExplainPlan.Adviser advising(String sql) {
        StatementAdviser adviser = new StatementAdviser(
                sql,
                ChangedRule.keysOf(rule, SampleKeys::like),
                catalog,
                parser,
                this::planChanged,
                !dialect.transactions().readOfWrite().isEmpty());
        return (now, parameters) -> {
            try {
                return adviser.advise(now, parameters);
            } catch (StackOverflowError e) {
                return List.of();
            }
        };
    }

    /** The plan of a text under another rule, with its facts changed. */
    private Attempt<StatementPlan> planChanged(
            String sql, ShardMap other, Catalog others, UnaryOperator<ParsedStatement> change) throws SQLException {
        SqlParser reader = new SqlParser(other, others, dialect);
        return new StatementPlanner(other, others, dialect, limits, new UnitSqlCache(0), reader)
                .plan(change.apply(reader.parse(sql)));
    }

    /** The statement, if it runs without being understood. */
    private @Nullable Passthrough untouched(String sql) throws SQLException {
        Passthrough ofCatalog = catalogQueries.read(sql, catalog);
        return ofCatalog != null ? ofCatalog : passthrough.read(sql);
    }

    private StatementPlan planned(String sql) throws SQLException {
        // A value, as the same query with other literals may be right.
        Attempt<Optional<Passthrough>> asWritten = Attempt.of(() -> Optional.ofNullable(untouched(sql)));
        if (asWritten.refusal() != null) {
            return new RefusedPlan(kindByFirstWord(sql), 0, asWritten.refusal());
        }
        Passthrough untouched = asWritten.value().orElse(null);
        if (untouched != null && untouched.certain()) {
            return PassthroughPlan.of(untouched, rule);
        }
        try {
            // A refusal that the parser throws becomes a value here only.
            Attempt<StatementPlan> planned = Attempt.of(() -> read(sql)).flatMap(Function.identity());
            Refusal refusal = planned.refusal();
            if (untouched != null && refusal != null && isNotUnderstood(refusal.code())) {
                return PassthroughPlan.of(untouched, rule);
            }
            return refusal == null || refusal.code() == ErrorCode.TABLE_NOT_FOUND
                    ? planned.orThrow()
                    : new RefusedPlan(kindByFirstWord(sql), 0, RefusedStatements.advised(refusal, sql, dialect));
        } catch (StackOverflowError e) {
            return new RefusedPlan(
                    kindByFirstWord(sql),
                    0,
                    new Refusal(ErrorCode.TOO_COMPLEX, "the stack of the thread is too small"));
        }
    }

    private Attempt<StatementPlan> read(String sql) throws SQLException {
        DataChange change = parser.dataChange(sql);
        if (change == null) {
            return understood(parser.parse(sql));
        }
        if (change.unsupported() != null) {
            return Attempt.refused(ErrorCode.UNSUPPORTED_SYNTAX, change.unsupported());
        }
        StatementPlan write = planned(change.write());
        Refusal refusal = write.refusal();
        return refusal == null ? Attempt.done(new DataChangePlan(write, change)) : Attempt.refused(refusal);
    }

    private Attempt<StatementPlan> understood(ParsedStatement statement) throws SQLException {
        if (statement instanceof ParsedStatement.Explain explain) {
            String sql = explain.text().sql();
            return Attempt.done(new DatabaseExplainPlan(
                    sql.substring(0, explain.offset()), planned(sql.substring(explain.offset())), explain.runs()));
        }
        return statements.plan(statement);
    }

    /** Returns true if the refused statement may still run where it touches no table of the rule. */
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
    public Plan ofLookup(String sql) throws SQLException {
        return Attempt.walled(() -> new Plan(statements.plan(sql).orThrow()));
    }

    @Override
    public @Nullable ShardCall describe(String given) throws SQLException {
        return Attempt.walled(() -> Optional.ofNullable(described(given))).orElse(null);
    }

    private @Nullable ShardCall described(String given) throws SQLException {
        String sql = ExecutedComments.opened(given, dialect);
        if (ExplainedText.of(sql, dialect) != null) {
            return null;
        }
        Passthrough untouched = untouched(sql);
        if (untouched != null && untouched.certain()) {
            return PassthroughPlan.of(untouched, rule).call();
        }
        return new Description(parser.parse(sql), rule).call();
    }

    @Override
    public boolean isQualified(String given) throws SQLException {
        return Attempt.walled(() -> {
            String sql = ExecutedComments.opened(given, dialect);
            return untouched(sql) == null && parser.isQualified(sql);
        });
    }

    @Override
    public @Nullable NormalizedSql shape(String sql) {
        return limits.hintComments() && HintComment.words(sql) != null ? null : shapes.of(sql);
    }

    @Override
    public Planner on(OpenConnections open) {
        return new Planner(rule, catalog.on(open), dialect, limits, kept, shapes, passthrough, catalogQueries);
    }

    @Override
    public Planner fresh(OpenConnections open) {
        UnitSqlCache none = new UnitSqlCache(0);
        return new Planner(rule, catalog.fresh(open), dialect, limits, none, shapes, passthrough, catalogQueries);
    }

    @Override
    public void forget() {
        catalog.forget();
        kept.clear();
    }

    private static StatementKind kindByFirstWord(String sql) {
        String start = sql.stripLeading().toUpperCase(Locale.ROOT);
        if (start.startsWith("INSERT") || start.startsWith("REPLACE")) {
            return StatementKind.INSERT;
        }
        if (start.startsWith("DELETE")) {
            return StatementKind.DELETE;
        }
        return start.startsWith("SELECT") || start.startsWith("WITH") || start.startsWith("(")
                ? StatementKind.QUERY
                : StatementKind.UPDATE;
    }
}
