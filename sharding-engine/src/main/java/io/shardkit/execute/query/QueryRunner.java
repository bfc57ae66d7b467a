package io.shardkit.execute.query;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.LogicalFailure;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.TableNames;
import io.shardkit.execute.driver.Execution;
import io.shardkit.execute.driver.GeneratedKeyRows;
import io.shardkit.execute.driver.Outcome;
import io.shardkit.execute.driver.SingleShardRunner;
import io.shardkit.execute.gather.Gatherer;
import io.shardkit.execute.scatter.ShardExecutor;
import io.shardkit.execute.session.SessionReplicas;
import io.shardkit.execute.watch.Watch;
import io.shardkit.merge.memory.MemoryMetaData;
import io.shardkit.merge.memory.MemoryResultSet;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Attempt.Refused;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Explanation;
import io.shardkit.plan.MergedQuery;
import io.shardkit.plan.Plan;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.SingleShard;
import io.shardkit.plan.command.Explained;
import io.shardkit.plan.command.LastKey;
import io.shardkit.plan.command.MaintainedTables;
import io.shardkit.plan.command.Shown;
import io.shardkit.plan.command.ShownTables;
import io.shardkit.plan.gather.Gather;
import io.shardkit.plan.limit.LockingRead;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs queries, whatever they were bound to. Thread-safe. */
public final class QueryRunner {
    private final SingleShardRunner single;
    private final TableNames names;
    private final LogicalFailure logical;
    private final Map<Class<? extends BoundPlan>, Strategy<?>> strategies = new HashMap<>();

    /** @param names from actual tables to logical names */
    public QueryRunner(SingleShardRunner single, ShardExecutor executor, Gatherer gatherer, TableNames names) {
        this.single = single;
        this.names = names;
        this.logical = new LogicalFailure(names, executor.databases().dialect());
        add(SingleShard.class, (execution, plan, one) -> {
            ResultSet rows = single.query(execution, plan, one.call());
            return Attempt.done(new Outcome.UnitRows(rows, execution.last().shard));
        });
        add(MergedQuery.class, (execution, plan, query) -> {
            ScatterQuery scatter = new ScatterQuery(executor, execution, plan, query);
            try {
                return query.rows() == null ? scatter.run() : scatter.runLocking();
            } catch (SQLException failure) {
                throw logical.of(failure);
            }
        });
        add(LockingRead.class, (execution, plan, read) -> new LimitedQuery(executor, execution, read).run());
        add(Gather.class, (execution, plan, gather) -> {
            GatheredQuery query = new GatheredQuery(execution, gather.columns());
            if (gather.columns() == null) {
                return Attempt.done(query.answer(gatherer.run(execution, gather, query.runner())));
            }
            // The gathered rows are groups, which are merged on the way.
            return Attempt.of(
                    ScatterQuery.INCOMPARABLE, () -> query.answer(gatherer.run(execution, gather, query.runner())));
        });
        add(Explained.class, QueryRunner::explained);
        add(
                Shown.class,
                (execution, plan, shown) -> inMemory(execution, show(execution).of(shown)));
        add(
                ShownTables.class,
                (execution, plan, shown) -> inMemory(execution, show(execution).of(shown)));
        add(
                MaintainedTables.class,
                (execution, plan, tables) -> inMemory(execution, show(execution).of(tables)));
        add(LastKey.class, this::lastKey);
    }

    /**
     * Runs a query that no write is a part of.
     *
     * @throws SQLException a driver's exception, or a coded refusal; nothing is open then
     */
    public Outcome.Rows query(Execution execution, Plan plan, BoundPlan bound) throws SQLException {
        if (!plan.kind().returnsRows()) {
            throw ShardingExceptions.of(ErrorCode.NOT_A_QUERY, plan.kind().words());
        }
        SessionReplicas replicas = execution.session().replicas();
        Watch over = execution.watchAll();
        BoundPlan sentAgain;
        try {
            Attempt<Outcome.Rows> answer = strategy(plan, bound).run(execution, plan, bound);
            if (answer instanceof Refused) {
                BoundPlan other = plan.bindWithoutMerge(
                        execution.parameters(), execution.session().physical().preferred());
                if (other != null && replicas != null) {
                    replicas.checkSnapshot(plan, other);
                }
                answer = other == null ? answer : strategy(plan, other).run(execution, plan, other);
            }
            return answer.orThrow();
        } catch (SQLException failure) {
            sentAgain = replicas == null ? null : replicas.instead(bound, failure);
            if (sentAgain == null) {
                throw over == null ? failure : over.explained(failure, null);
            }
        } finally {
            execution.unwatch(over);
        }
        Outcome.Rows rows = query(execution, plan, sentAgain);
        execution.session().answeredInstead();
        return rows;
    }

    /**
     * Runs one kind of query. What it refuses as a value may be bound without a merge; anything else is thrown.
     *
     * @param <Q> the kind
     */
    @FunctionalInterface
    private interface Strategy<Q extends BoundPlan> {
        Attempt<Outcome.Rows> run(Execution execution, Plan plan, Q query) throws SQLException;
    }

    private <Q extends BoundPlan> void add(Class<Q> kind, Strategy<Q> strategy) {
        strategies.put(kind, strategy);
    }

    @SuppressWarnings("unchecked") // a strategy is kept by what it runs
    private Strategy<BoundPlan> strategy(Plan plan, BoundPlan bound) throws SQLException {
        Strategy<BoundPlan> strategy = (Strategy<BoundPlan>) strategies.get(bound.getClass());
        if (strategy == null) {
            throw ShardingExceptions.of(ErrorCode.NOT_A_QUERY, plan.kind().words());
        }
        return strategy;
    }

    private static Attempt<Outcome.Rows> explained(Execution execution, Plan plan, Explained explained)
            throws SQLException {
        MemoryMetaData columns = new MemoryMetaData(Explanation.labels(), Explanation.types());
        return inMemory(execution, columns, explained.explanation().rows());
    }

    private Attempt<Outcome.Rows> lastKey(Execution execution, Plan plan, LastKey last) throws SQLException {
        Long key = execution.session().lastKey().key();
        if (key != null) {
            return inMemory(execution, GeneratedKeyRows.generated(last.label(), List.of(key)));
        }
        ShardConnection shard = execution.session().lastKey().shard();
        if (shard == null) {
            throw ShardingExceptions.of(
                    ErrorCode.SESSION_FUNCTION,
                    last.label() + ": it is not known which database generated the last key of this connection");
        }
        ResultSet rows = single.query(execution, plan, new ShardCall(shard.dataSource(), 0, last.sql(), null));
        return Attempt.done(new Outcome.UnitRows(rows, execution.last().shard));
    }

    private ShowQuery show(Execution execution) {
        return new ShowQuery(execution.session(), names);
    }

    private static Attempt<Outcome.Rows> inMemory(Execution execution, GeneratedKeyRows rows) throws SQLException {
        return inMemory(execution, rows.columns(), rows.values());
    }

    private static Attempt<Outcome.Rows> inMemory(
            Execution execution, ResultSetMetaData columns, List<? extends @Nullable Object[]> rows)
            throws SQLException {
        long most = execution.settings().maxRows();
        List<@Nullable Object[]> shown =
                new ArrayList<>(most == 0 || most >= rows.size() ? rows : rows.subList(0, (int) most));
        return Attempt.done(new Outcome.MemoryRows(MemoryResultSet.of(columns, shown)));
    }
}
