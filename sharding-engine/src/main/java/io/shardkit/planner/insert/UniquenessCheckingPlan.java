package io.shardkit.planner.insert;

import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Calls;
import io.shardkit.plan.Learned;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.plan.unique.ProbedWrite;
import io.shardkit.plan.unique.UniquenessProbe;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An INSERT ... VALUES before which other units are asked for rows with the same unique keys. Immutable.
 *
 * @param insert what is run then
 * @param asked the keys that are asked for
 * @param meeting how an upsert meets rows that have the keys, wherever they are, or null if it is refused then
 */
record UniquenessCheckingPlan(InsertPlan insert, RowKeyValues asked, @Nullable Meeting meeting)
        implements StatementPlan {

    @Override
    public StatementKind kind() {
        return insert.kind();
    }

    @Override
    public int parameterCount() {
        return insert.parameterCount();
    }

    @Override
    public @Nullable String generatedKeyColumn() {
        return insert.generatedKeyColumn();
    }

    @Override
    public ParallelismChoice pace(Learned learned) {
        return insert.pace(learned);
    }

    @Override
    public Footprint footprint() {
        return Footprint.OF_STATEMENT;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) throws SQLException {
        BoundPlan bound = insert.bind(parameters, preferredDataSource, learned);
        if (!(bound instanceof Calls write)) {
            // A write that computes the rows first asks by itself.
            return bound;
        }
        int[] units = new int[insert.rowCount()];
        for (int i = 0; i < write.calls().size(); i++) {
            int unit = write.calls().get(i).unit();
            if (write.calls().size() == 1) {
                Arrays.fill(units, unit);
            } else {
                Arrays.stream(write.rowsOf(i)).forEach(row -> units[row] = unit);
            }
        }
        UniquenessProbe.All questions = asked.claims(units, parameters, learned.parallelismOfQuestions())
                .questions();
        if (questions.isEmpty()) {
            return bound;
        }
        BoundUpsert upsert = meeting == null || write.generated()
                ? null
                : new BoundUpsert(insert, meeting, units, write.keys(), parameters, learned);
        return new ProbedWrite(questions, write, upsert);
    }

    @Override
    public String reason(BoundPlan bound) {
        return bound instanceof ProbedWrite checked
                ? "the unique keys " + asked.check().keys() + " lack a sharding column"
                        + behind(insert.reason(checked.write()))
                : insert.reason(bound);
    }

    private static String behind(String reason) {
        return reason.isEmpty() ? "" : ", and " + reason;
    }
}
