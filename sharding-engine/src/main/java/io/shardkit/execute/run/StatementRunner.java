package io.shardkit.execute.run;

import io.shardkit.execute.Databases;
import io.shardkit.execute.TableNames;
import io.shardkit.execute.driver.Execution;
import io.shardkit.execute.driver.Outcome;
import io.shardkit.execute.driver.SingleShardRunner;
import io.shardkit.execute.gather.GatheredWriter;
import io.shardkit.execute.gather.Gatherer;
import io.shardkit.execute.query.QueryRunner;
import io.shardkit.execute.scatter.LookupReader;
import io.shardkit.execute.scatter.ShardExecutor;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.transaction.CommitFence;
import io.shardkit.execute.write.StoredEpoch;
import io.shardkit.execute.write.WriteRunner;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Plan;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.SingleShard;
import io.shardkit.plan.StatementKind;
import io.shardkit.sql.statement.Parameters;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Runs bound plans over the databases of one logical data source: the front door. Thread-safe.
 *
 * @param single what is one call
 * @param queries what answers with rows
 * @param writes what answers with a count, and writes that answer with rows
 * @param names from actual tables to logical names
 * @param executor of calls to several units
 */
public record StatementRunner(
        SingleShardRunner single, QueryRunner queries, WriteRunner writes, TableNames names, ShardExecutor executor) {

    /**
     * For sessions over these databases.
     *
     * @param moves keeps reads away from the commits of transactions that have moved rows
     */
    public static StatementRunner over(Databases databases, TableNames names, CommitFence moves) {
        return of(databases, new SingleShardRunner(databases), names, new ShardExecutor(databases, moves));
    }

    private static StatementRunner of(
            Databases databases, SingleShardRunner single, TableNames names, ShardExecutor executor) {
        Gatherer gatherer = new Gatherer(databases, executor.moves(), names);
        GatheredWriter gathered = new GatheredWriter(databases, executor, gatherer);
        return new StatementRunner(
                single,
                new QueryRunner(single, executor, gatherer, names),
                new WriteRunner(single, executor, gathered),
                names,
                executor);
    }

    /** The same by a rule that is stored; null if it is not. */
    public StatementRunner by(@Nullable StoredEpoch rule) {
        return new StatementRunner(single, queries, writes.by(rule), names, executor);
    }

    /** The same with other names. */
    public StatementRunner with(TableNames other) {
        return of(executor.databases(), single, other, executor);
    }

    /**
     * Runs a plan, whatever it is, with the execution's parameters. The rows of the answer before have to be closed.
     *
     * @throws SQLException a driver's exception, or a coded refusal
     */
    public Outcome run(Execution execution, Plan plan) throws SQLException {
        Session session = execution.session();
        session.watch().check();
        if (plan.kind() != StatementKind.TRANSACTION) {
            session.transactions().checkStatement();
        }
        session.watch().limit(execution.settings().queryTimeout());
        execution.trim();
        BoundPlan bound = bind(execution, plan, execution.parameters());
        ShardCall only = bound.single();
        if (plan.kind() == StatementKind.OTHER && only != null) {
            SingleShardRunner.Answer given = single.execute(execution, plan, only);
            ResultSet rows = given.rows();
            return rows == null
                    ? new Outcome.Written(given.count(), null, execution.last())
                    : new Outcome.UnitRows(rows, execution.last().shard);
        }
        if (plan.returning()) {
            return writes.returned(execution, plan, bound);
        }
        return plan.kind().returnsRows()
                ? queries.query(execution, plan, bound)
                : writes.update(execution, plan, bound, true);
    }

    /**
     * Decides where one execution runs, and asks lookup tables first if they have to tell.
     *
     * @throws SQLException a driver's exception, or a coded refusal
     */
    public BoundPlan bind(Execution execution, Plan plan, Parameters values) throws SQLException {
        BoundPlan bound = execution.bind(plan, values);
        // Told apart by its class alone; whether something is of an interface takes a search.
        return bound instanceof SingleShard ? bound : LookupReader.asked(execution, executor, plan, bound);
    }

    /** The rows of an answer, to be read and closed. */
    public RowReader read(Outcome.Rows rows) throws SQLException {
        return RowReader.of(rows, names);
    }
}
