package io.shardkit.execute.scatter;

import io.shardkit.execute.CallRunner;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.driver.Execution;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.watch.Watch;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.ParameterMapping;
import io.shardkit.plan.Plan;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.lookup.LookedUpStatement;
import io.shardkit.plan.lookup.LookupQuestion;
import io.shardkit.sql.statement.Parameters;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Reads what lookup tables have, or what they are to have. For one execution; used from several threads. */
public final class LookupReader implements AutoCloseable {
    private final Queue<Statement> opened = new ConcurrentLinkedQueue<>();
    private final Parameters parameters;

    private LookupReader(Parameters parameters) {
        this.parameters = parameters;
    }

    /**
     * Asks lookup tables if they have to say where the rows of what was bound are, within the open transaction if there is
     * one.
     *
     * @throws SQLException a driver's exception, or a coded refusal
     */
    public static BoundPlan asked(Execution execution, ShardExecutor executor, Plan plan, BoundPlan bound)
            throws SQLException {
        BoundPlan known = bound;
        while (known instanceof LookedUpStatement statement) {
            known = bind(execution, executor, plan, statement);
        }
        return known;
    }

    private static BoundPlan bind(Execution execution, ShardExecutor executor, Plan plan, LookedUpStatement asked)
            throws SQLException {
        Watch over = execution.watchAll();
        try {
            List<List<@Nullable Object[]>> answers = new ArrayList<>();
            for (LookupQuestion question : asked.questions()) {
                answers.add(read(
                        execution,
                        executor,
                        StatementKind.QUERY,
                        question.calls(),
                        question.parameters(),
                        question.columns(),
                        question.parallelism()));
            }
            return execution.routed(plan, asked.binding().bind(answers));
        } catch (SQLException failure) {
            throw over == null ? failure : over.explained(failure, null);
        } finally {
            execution.unwatch(over);
        }
    }

    /**
     * Reads rows, as far as these columns.
     *
     * @param calls ordered by data source
     * @param parameters those of their text
     * @throws SQLException a driver's exception
     */
    public static List<@Nullable Object[]> read(
            Execution execution,
            ShardExecutor executor,
            StatementKind kind,
            List<ShardCall> calls,
            Parameters parameters,
            int columns,
            ParallelismChoice parallelism)
            throws SQLException {
        Session session = execution.session();
        List<@Nullable Object[]> rows = new ArrayList<>();
        try (LookupReader reader = new LookupReader(parameters)) {
            List<ResultSet> answers = executor.query(
                    session,
                    kind,
                    calls,
                    new CallRunner<>(reader::open, LookupReader::send, execution.parts()),
                    execution.settings().queryTimeout(),
                    parallelism);
            for (ResultSet answer : answers) {
                while (answer.next()) {
                    @Nullable Object[] row = new @Nullable Object[columns];
                    for (int i = 0; i < columns; i++) {
                        row[i] = answer.getObject(i + 1);
                    }
                    rows.add(row);
                }
            }
        }
        return rows;
    }

    private Statement open(ShardConnection shard, ShardCall call) throws SQLException {
        PreparedStatement statement = shard.connection().prepareStatement(call.sql());
        opened.add(statement);
        apply(call, parameters, statement);
        return statement;
    }

    /** Sets all parameters of a call. */
    public static void apply(ShardCall call, Parameters values, PreparedStatement target) throws SQLException {
        ParameterMapping mapping = call.mapping();
        if (mapping != null) {
            mapping.apply(values, target);
            return;
        }
        for (int i = 0; values.isSet(i); i++) {
            values.apply(i, target, i + 1);
        }
    }

    private static ResultSet send(Statement statement, ShardCall call) throws SQLException {
        return ((PreparedStatement) statement).executeQuery();
    }

    @Override
    public void close() throws SQLException {
        for (Statement statement : opened) {
            statement.close();
        }
    }
}
