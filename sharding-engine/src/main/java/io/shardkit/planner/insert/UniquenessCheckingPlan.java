package io.shardkit.planner.insert;

import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Calls;
import io.shardkit.plan.ForwardingPlan;
import io.shardkit.plan.Learned;
import io.shardkit.plan.unique.ProbedWrite;
import io.shardkit.plan.unique.UniquenessProbe;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * An INSERT ... VALUES before which other units are asked for rows with the same unique keys. Immutable.
 *
 * @param plan what is run then
 * @param asked the keys that are asked for
 * @param meeting how an upsert meets rows that have the keys, wherever they are, or null if it is refused then
 */
record UniquenessCheckingPlan(InsertPlan plan, RowKeyValues asked, @Nullable Meeting meeting)
        implements ForwardingPlan {
    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) throws SQLException {
        // A write that computes the rows first asks by itself.
        return plan.bind(parameters, preferredDataSource, learned, write -> checked(write, parameters, learned));
    }

    private BoundPlan checked(Calls write, Parameters parameters, Learned learned) throws SQLException {
        int[] units = new int[plan.rowCount()];
        for (int i = 0; i < write.calls().size(); i++) {
            int unit = write.calls().get(i).unit();
            if (write.calls().size() == 1) {
                Arrays.fill(units, unit);
            } else {
                Arrays.stream(write.rowsOf(i)).forEach(row -> units[row] = unit);
            }
        }
        UniquenessProbe.All questions = BoundUpsert.questions(asked.check(), rows(asked, units), parameters, learned);
        if (questions.isEmpty()) {
            return write;
        }
        BoundUpsert upsert = meeting == null || write.generated()
                ? null
                : new BoundUpsert(
                        rows(meeting.all(), units),
                        meeting,
                        List.of(plan.places()),
                        others -> plan.in(others, write.keys()),
                        parameters,
                        learned);
        return new ProbedWrite(questions, write, upsert);
    }

    private static List<BoundUpsert.Row> rows(RowKeyValues values, int[] units) {
        return IntStream.range(0, units.length)
                .mapToObj(row -> new BoundUpsert.Row(values.rows().get(row), units[row], false, false))
                .toList();
    }
}
