package io.shardkit.plan.gather;

import io.shardkit.plan.Explanation;
import io.shardkit.plan.ParameterMapping;
import io.shardkit.plan.ShardCall;
import io.shardkit.sql.statement.Parameters;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * The rows of a subquery that is asked once, in a transaction with the write that reads them.
 *
 * @param use the number of the table that holds the rows
 * @param rows the gather that makes the rows; its parameters are the subquery's own
 * @param parameters the subquery's own parameters
 * @param firstParameter the number of parameters of the statement before the subquery's own
 * @param makesTexts whether the subquery may show strings that compare differently from those of a column
 */
public record SubqueryRows(int use, Gather rows, Parameters parameters, int firstParameter, boolean makesTexts) {
    void describe(Explanation to) {
        String name = Gather.temporaryName(use);
        for (GatherTable table : rows.tables()) {
            String copied = Gather.shownName(name, table, table.use());
            table.calls().forEach(copy -> to.copy(inStatement(copy), copied));
            rows.describeRepeats(to, table, slot -> Gather.shownName(name, table, slot));
        }
        ShardCall made = Gather.call(rows.dataSource(), 0, rows.text(), slot -> {
            GatherTable table = rows.copied(slot);
            return table == null ? null : Gather.shownName(name, table, slot);
        });
        to.copy(inStatement(made), name);
    }

    /** The call with the numbers that its parameters have in the statement. */
    private ShardCall inStatement(ShardCall call) {
        ParameterMapping mapping = Objects.requireNonNull(call.mapping());
        int[] sources = IntStream.of(mapping.sources())
                .map(source -> source < 0 ? source : source + firstParameter)
                .toArray();
        ParameterMapping shifted = new ParameterMapping(sources, mapping.computed());
        return new ShardCall(call.dataSource(), call.unit(), call.sql(), shifted);
    }
}
