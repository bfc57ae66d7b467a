package io.shardkit.execute.scatter;

import io.shardkit.execute.driver.Execution;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.watch.Watch;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.Plan;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.lookup.LookedUpStatement;
import io.shardkit.plan.lookup.LookupQuestion;
import io.shardkit.sql.statement.Parameters;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what lookup tables have, or what they are to have. For one execution; used from several threads. */
public final class LookupReader {
    private LookupReader() {}

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
        try (OwnCalls asking = new OwnCalls(parameters, execution.parts())) {
            List<ResultSet> answers = executor.query(
                    session, kind, calls, asking.asking(), execution.settings().queryTimeout(), parallelism);
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
}
