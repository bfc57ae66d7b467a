package io.shardkit.execute.query;

import io.shardkit.error.ErrorCode;
import io.shardkit.execute.TableNames;
import io.shardkit.execute.driver.Execution;
import io.shardkit.execute.driver.KeptRows;
import io.shardkit.execute.driver.Outcome;
import io.shardkit.execute.driver.SingleShardRunner;
import io.shardkit.execute.gather.Gatherer;
import io.shardkit.execute.scatter.ShardExecutor;
import io.shardkit.execute.watch.Watch;
import io.shardkit.merge.memory.MemoryMetaData;
import io.shardkit.merge.memory.MemoryResultSet;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Explanation;
import io.shardkit.plan.Plan;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs queries, whatever they were bound to. Thread-safe. */
public final class QueryRunner {
    private final SingleShardRunner single;
    private final ShardExecutor executor;
    private final Gatherer gatherer;
    private final TableNames names;

    /** @param names from actual tables to logical names */
    public QueryRunner(SingleShardRunner single, ShardExecutor executor, Gatherer gatherer, TableNames names) {
        this.single = single;
        this.executor = executor;
        this.gatherer = gatherer;
        this.names = names;
    }

    /**
     * Runs a query that no write is a part of.
     *
     * @throws SQLException a driver's exception, or a coded refusal; nothing is open then
     */
    public Outcome.Rows query(Execution execution, Plan plan, BoundPlan bound) throws SQLException {
        if (!plan.kind().returnsRows()) {
            throw ErrorCode.NOT_A_QUERY.exception(plan.kind().words());
        }
        Watch over = execution.watchAll();
        try {
            BoundPlan next = bound;
            while (true) {
                try {
                    if (next instanceof BoundPlan.MergedQuery query) {
                        return new ScatterQuery(executor, execution, plan, query).run();
                    }
                    if (next instanceof BoundPlan.Gather gather) {
                        GatheredQuery query = new GatheredQuery(execution, gather.columns());
                        return query.answer(gatherer.run(execution, gather, query.runner()));
                    }
                    return other(execution, plan, next);
                } catch (SQLException notMerged) {
                    next = withoutMerge(execution, plan, next, notMerged);
                }
            }
        } catch (SQLException failure) {
            throw over == null ? failure : over.explained(failure, null);
        } finally {
            execution.unwatch(over);
        }
    }

    /** The other way where the first one turned out not to do. */
    private static BoundPlan withoutMerge(Execution execution, Plan plan, BoundPlan tried, SQLException notMerged)
            throws SQLException {
        boolean merged = tried instanceof BoundPlan.MergedQuery
                || (tried instanceof BoundPlan.Gather gather && gather.columns() != null);
        BoundPlan other = merged && ScatterQuery.isOfTypes(notMerged)
                ? plan.bindWithoutMerge(
                        execution.parameters(), execution.session().preferredDataSource())
                : null;
        if (other == null) {
            throw notMerged;
        }
        return other;
    }

    private Outcome.Rows other(Execution execution, Plan plan, BoundPlan bound) throws SQLException {
        if (bound instanceof BoundPlan.SingleShard one) {
            ResultSet rows = single.query(execution, plan, one.call());
            return new Outcome.UnitRows(rows, execution.last().shard);
        }
        if (bound instanceof BoundPlan.Explained explained) {
            return inMemory(
                    execution,
                    new MemoryMetaData(Explanation.labels(), Explanation.types()),
                    explained.explanation().rows());
        }
        if (bound instanceof BoundPlan.Shown || bound instanceof BoundPlan.ShownTables) {
            KeptRows rows = new ShowQuery(execution.session(), names).of(bound);
            return inMemory(execution, rows.columns(), rows.values());
        }
        if (bound instanceof BoundPlan.LastKey last) {
            return lastKey(execution, last.label());
        }
        throw new IllegalStateException(
                "a query was bound to " + bound.getClass().getSimpleName());
    }

    private static Outcome.Rows lastKey(Execution execution, String label) throws SQLException {
        Long key = execution.session().lastKey();
        if (key == null) {
            throw ErrorCode.SESSION_FUNCTION.exception(
                    label + ": the last INSERT of this connection had no generated key");
        }
        KeptRows rows = KeptRows.generated(label, List.of(key));
        return inMemory(execution, rows.columns(), rows.values());
    }

    private static Outcome.Rows inMemory(
            Execution execution, ResultSetMetaData columns, List<? extends @Nullable Object[]> rows)
            throws SQLException {
        long most = execution.settings().maxRows();
        List<@Nullable Object[]> shown =
                new ArrayList<>(most == 0 || most >= rows.size() ? rows : rows.subList(0, (int) most));
        return new Outcome.MemoryRows(MemoryResultSet.of(columns, shown));
    }
}
