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
import io.shardkit.plan.Plan;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.limit.LockingRead;
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
    private final LogicalFailure logical;
    private final Ways ways = new Ways();

    /** @param names from actual tables to logical names */
    public QueryRunner(SingleShardRunner single, ShardExecutor executor, Gatherer gatherer, TableNames names) {
        this.single = single;
        this.executor = executor;
        this.gatherer = gatherer;
        this.names = names;
        this.logical = new LogicalFailure(names, executor.databases().dialect());
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
            Attempt<Outcome.Rows> answer = bound.matchFamily(ways).run(execution, plan);
            if (answer instanceof Refused) {
                BoundPlan other = plan.bindWithoutMerge(
                        execution.parameters(), execution.session().physical().preferred());
                if (other != null && replicas != null) {
                    replicas.checkSnapshot(plan, other);
                }
                answer = other == null ? answer : other.matchFamily(ways).run(execution, plan);
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
        return query(execution, plan, sentAgain);
    }

    /** How one query is run. What it refuses as a value may be bound without a merge; anything else is thrown. */
    @FunctionalInterface
    private interface Way {
        Attempt<Outcome.Rows> run(Execution execution, Plan plan) throws SQLException;
    }

    /** How each kind of query is run. */
    private final class Ways implements BoundPlan.Families<Way, SQLException>, BoundPlan.QueryCases<Way, SQLException> {

        @Override
        public Way single(BoundPlan.SingleShard one) {
            return (execution, plan) -> {
                ResultSet rows = single.query(execution, plan, one.call());
                return Attempt.done(new Outcome.UnitRows(rows, execution.last().shard));
            };
        }

        @Override
        public Way query(BoundPlan.Query query) throws SQLException {
            return query.matchQuery(this);
        }

        @Override
        public Way write(BoundPlan.Write write) {
            return Ways::notAQuery;
        }

        @Override
        public Way command(BoundPlan.Command command) {
            return Ways::notAQuery;
        }

        private static Attempt<Outcome.Rows> notAQuery(Execution execution, Plan plan) throws SQLException {
            throw ShardingExceptions.of(ErrorCode.NOT_A_QUERY, plan.kind().words());
        }

        @Override
        public Way merged(BoundPlan.MergedQuery query) {
            return (execution, plan) -> {
                ScatterQuery scatter = new ScatterQuery(executor, execution, plan, query);
                try {
                    return query.rows() == null ? scatter.run() : scatter.runLocking();
                } catch (SQLException failure) {
                    throw logical.of(failure);
                }
            };
        }

        @Override
        public Way locked(BoundPlan.LimitedRead read) {
            return (execution, plan) -> new LimitedQuery(executor, execution, (LockingRead) read).run();
        }

        @Override
        public Way gathered(BoundPlan.Gather gather) {
            return (execution, plan) -> {
                GatheredQuery query = new GatheredQuery(execution, gather.columns());
                if (gather.columns() == null) {
                    return Attempt.done(query.answer(gatherer.run(execution, gather, query.runner())));
                }
                // What is gathered are groups, which are merged on the way.
                return Attempt.of(
                        ScatterQuery.INCOMPARABLE, () -> query.answer(gatherer.run(execution, gather, query.runner())));
            };
        }

        @Override
        public Way explained(BoundPlan.Explained explained) {
            return (execution, plan) -> inMemory(
                    execution,
                    new MemoryMetaData(Explanation.labels(), Explanation.types()),
                    explained.explanation().rows());
        }

        @Override
        public Way shown(BoundPlan.Shown shown) {
            return (execution, plan) -> inMemory(execution, new ShowQuery(execution.session(), names).of(shown));
        }

        @Override
        public Way shownTables(BoundPlan.ShownTables shown) {
            return (execution, plan) -> inMemory(execution, new ShowQuery(execution.session(), names).of(shown));
        }

        @Override
        public Way lookedUp(BoundPlan.LookedUp statement) {
            throw new IllegalStateException("lookup tables were not asked");
        }

        @Override
        public Way lastKey(BoundPlan.LastKey last) {
            return (execution, plan) -> QueryRunner.this.lastKey(execution, plan, last);
        }
    }

    private Attempt<Outcome.Rows> lastKey(Execution execution, Plan plan, BoundPlan.LastKey last) throws SQLException {
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
