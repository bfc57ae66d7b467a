package io.shardkit.forecast;

import io.shardkit.catalog.Catalog;
import io.shardkit.catalog.ConnectionSource;
import io.shardkit.catalog.DatabaseCatalog;
import io.shardkit.dialect.Dialect;
import io.shardkit.error.ShardingException;
import io.shardkit.execute.StartCheck;
import io.shardkit.observe.Operation;
import io.shardkit.options.Limits;
import io.shardkit.options.Start;
import io.shardkit.plan.Cost;
import io.shardkit.plan.Explanation;
import io.shardkit.planner.PlanCache;
import io.shardkit.planner.Planner;
import io.shardkit.rule.ChangedRule;
import io.shardkit.rule.ShardMap;
import io.shardkit.rule.ShardingRule;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Forecasts how the statements of an application would run by a rule. Columns and keys of the tables come from the
 * application's database, where nothing is sharded yet; nothing is run there and nothing is changed. Not thread-safe.
 */
public final class Forecasts {
    private static final int PLANS = 2048;

    private final Dialect dialect;
    private final ColumnScores scores;
    private final Planner planner;
    private final PlanCache plans;

    private Forecasts(Dialect dialect, Function<ShardingRule, Catalog> catalogs, ShardingRule rule, Limits limits) {
        this.dialect = dialect;
        Catalog catalog = catalogs.apply(UnshardedTables.of(rule));
        scores = new ColumnScores(dialect, catalog, catalogs, limits);
        // The start reports what to choose for keys that may repeat.
        planner = new Planner(ChangedRule.acceptingKeys(ShardMap.of(rule)), catalog, dialect, limits);
        plans = new PlanCache(PLANS, planner);
    }

    /**
     * Asks the database what it is.
     *
     * @param rule by which statements would run
     * @throws SQLException if it cannot be asked, or is of a kind that is not known
     */
    public static Forecasts of(ShardingRule rule, DataSource database, Limits limits) throws SQLException {
        String name = UnshardedTables.of(rule).dataSources().get(0);
        StartCheck.Facts facts = StartCheck.of(
                        Map.of(name, database), Runnable::run, limits.timeoutSeconds(), Start.STOP)
                .get(0);
        ConnectionSource source = ConnectionSource.of(List.of(database));
        return new Forecasts(
                facts.dialect(),
                unsharded -> new DatabaseCatalog(unsharded, source, facts.dialect(), facts.settings()),
                rule,
                limits);
    }

    /**
     * Returns the cost of an execution under the rule.
     *
     * @throws SQLException if the database cannot be asked
     */
    public Cost of(String sql, Parameters parameters) throws SQLException {
        return Binding.of(plans, sql, parameters);
    }

    /**
     * Returns an explanation of the way an execution would run, and of changes that would make it cheaper; null if the
     * statement cannot be planned.
     *
     * @throws SQLException if the database cannot be asked
     */
    public @Nullable Explanation explain(String sql, Parameters parameters) throws SQLException {
        try {
            return planner.plan("EXPLAIN SHARDING " + sql).bind(parameters, -1).explanation();
        } catch (SQLException failure) {
            if (failure instanceof ShardingException) {
                return null;
            }
            throw failure;
        }
    }

    /**
     * Returns the scores of the columns that narrow some statements: the share of executions that would stay on one unit
     * by each.
     *
     * @param executions the number of executions, of these statements and all others
     */
    public List<ColumnScore> score(List<ColumnScores.Sample> samples, long executions) throws SQLException {
        return scores.of(samples, executions);
    }

    /**
     * A text with {@code ?} for its values, and without comments; lists of values are the same whatever their length, and
     * so is the space around them.
     */
    public String withoutValues(String sql) {
        return ShortLists.of(sql, dialect);
    }

    /** Returns true if a statement changes tables, so that the cached table definitions are to be forgotten. */
    public static boolean changesTables(Cost forecast) {
        return forecast.operation() == Operation.DDL;
    }

    /** Forgets tables and plans. */
    public void forget() {
        plans.clear();
        scores.forget();
    }
}
