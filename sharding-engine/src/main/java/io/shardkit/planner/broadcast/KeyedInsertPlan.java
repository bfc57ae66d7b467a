package io.shardkit.planner.broadcast;

import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.FixedTimestampWrite;
import io.shardkit.plan.GeneratedRowKeys;
import io.shardkit.plan.Learned;
import io.shardkit.plan.MadeKeys;
import io.shardkit.plan.ParameterMapping;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.SplitInsert;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.plan.TimedText;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * An INSERT into a table that is not sharded whose rows get generated keys: on the data source of a single table, or
 * the same rows on all of those that have a copy. Immutable.
 *
 * @param dataSources where it writes, ascending
 * @param keys the keys of the rows
 * @param plain its text with places for the keys
 * @param timed the same with places for the time
 * @param questions the expressions of time in that text, or null if the time does not matter
 * @param sources where the parameters come from: the user's, or {@code -1 - row} for a row's key
 * @param given values that have to be such that each database takes them as they are
 */
record KeyedInsertPlan(
        int parameterCount,
        List<Integer> dataSources,
        GeneratedRowKeys keys,
        String plain,
        TimedText timed,
        @Nullable List<String> questions,
        int[] sources,
        List<Given> given)
        implements StatementPlan {

    @Override
    public StatementKind kind() {
        return StatementKind.INSERT;
    }

    @Override
    public String generatedKeyColumn() {
        return keys.column();
    }

    @Override
    public Footprint footprint() {
        return Footprint.OF_STATEMENT;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) throws SQLException {
        Given.check(given, parameters);
        int rows = keys.given().size();
        List<Object> all = new ArrayList<>(rows);
        Object first = null;
        int[] mapped = sources.clone();
        for (int row = 0; row < rows; row++) {
            Object key = keys.given(row, parameters);
            if (key == null) {
                key = keys.next(parameters.nanosLeft());
                first = first == null ? key : first;
                generate(row, mapped);
            }
            all.add(key);
        }
        return bound(new ParameterMapping(mapped, all.toArray()), new MadeKeys(all, first));
    }

    /** Has a row's key taken where the row gives NULL by a parameter. */
    private void generate(int row, int[] mapped) {
        keys.parameters().forEach((parameter, of) -> {
            for (int i = 0; of == row && i < mapped.length; i++) {
                mapped[i] = mapped[i] == parameter ? -1 - row : mapped[i];
            }
        });
    }

    private BoundPlan bound(ParameterMapping mapping, MadeKeys made) {
        if (dataSources.size() == 1) {
            ShardCall call = new ShardCall(dataSources.get(0), 0, plain, mapping);
            int[] rows = IntStream.range(0, made.keys().size()).toArray();
            return new SplitInsert(List.of(call), List.of(rows), made.keys(), made.firstGenerated());
        }
        FixedTimestampWrite writes =
                new FixedTimestampWrite(dataSources, questions == null ? List.of() : questions, timed, mapping, made);
        return questions == null ? writes.at(List.of()) : writes;
    }

    @Override
    public String reason(BoundPlan bound) {
        return dataSources.size() == 1 ? "" : "each data source has a copy of the table";
    }
}
