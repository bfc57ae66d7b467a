package io.shardkit.plan;

import io.shardkit.error.ErrorCode;
import io.shardkit.sql.Parameters;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * An INSERT of the rows of a query: the query runs as any other, and its rows are inserted as any other INSERT ...
 * VALUES. Immutable.
 *
 * @param query the query
 * @param firstParameter the first of the statement's parameters that is the query's
 * @param types asks for the target's columns, and answers no rows
 * @param head the statement up to the query
 * @param width how many columns are inserted
 * @param planner plans the INSERT ... VALUES
 * @param maxRows how many rows the query may answer
 */
record InsertSelectPlan(
        int parameterCount,
        Plan query,
        int firstParameter,
        Plan types,
        String head,
        int width,
        PlanCache.Source planner,
        @Nullable String generatedKeyColumn,
        long maxRows)
        implements Plan {
    private static final int MOST_ROWS = 500;
    private static final int MOST_PARAMETERS = 8000;

    @Override
    public StatementKind kind() {
        return StatementKind.INSERT;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource) throws SQLException {
        int[] own = IntStream.range(firstParameter, firstParameter + query.parameterCount())
                .toArray();
        Parameters asked = parameters.arranged(own, new Object[0]);
        // A refusal is known before anything runs.
        query.bind(asked, preferredDataSource);
        return new BoundPlan.AfterQueries(
                List.of(
                        new BoundPlan.AfterQueries.Query(types, Parameters.NONE, maxRows, 0),
                        new BoundPlan.AfterQueries.Query(query, asked, maxRows, 0)),
                answers -> writes(answers.get(0), answers.get(1), parameters));
    }

    private List<BoundPlan.AfterQueries.Write> writes(Answer target, Answer answer, Parameters parameters)
            throws SQLException {
        check(target, answer);
        int perStatement = Math.max(1, Math.min(MOST_ROWS, MOST_PARAMETERS / width));
        List<BoundPlan.AfterQueries.Write> writes = new ArrayList<>();
        Plan full = null;
        List<@Nullable Object[]> rows = answer.rows();
        for (int from = 0; from < rows.size(); from += perStatement) {
            int to = Math.min(rows.size(), from + perStatement);
            Plan plan = full != null && to - from == perStatement ? full : planner.plan(text(to - from));
            full = to - from == perStatement ? plan : full;
            writes.add(new BoundPlan.AfterQueries.Write(plan, values(rows.subList(from, to), parameters)));
        }
        return writes;
    }

    private void check(Answer target, Answer answer) throws SQLException {
        if (answer.columns().size() != width) {
            throw ErrorCode.INSERT_FORM.exception(
                    answer.columns().size() + " columns of the query for " + width + " of the table");
        }
        for (int i = 0; i < width; i++) {
            Answer.Column from = answer.columns().get(i);
            Answer.Column to = target.columns().get(i);
            if (!from.goesInto(to) && !answer.isAllNull(i)) {
                throw ErrorCode.GATHER_TYPE.exception(
                        "column " + (i + 1) + " of the query, " + from.typeName() + ", into " + to.typeName());
            }
        }
    }

    private String text(int rows) {
        String row = "(" + String.join(", ", Collections.nCopies(width, "?")) + ")";
        return head + " VALUES " + String.join(", ", Collections.nCopies(rows, row));
    }

    private Parameters values(List<@Nullable Object[]> rows, Parameters parameters) {
        List<@Nullable Object> values = new ArrayList<>(rows.size() * width);
        for (@Nullable Object[] row : rows) {
            Collections.addAll(values, row);
        }
        int[] sources =
                IntStream.range(0, values.size()).map(value -> -1 - value).toArray();
        return parameters.arranged(sources, values.toArray());
    }
}
