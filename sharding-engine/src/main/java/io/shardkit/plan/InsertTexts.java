package io.shardkit.plan;

import io.shardkit.rule.ShardedTable;
import io.shardkit.sql.SqlTemplate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parts of an INSERT ... VALUES, put together anew for the rows of one unit. Immutable.
 *
 * @param parameterCount how many parameters the user's text has
 * @param head from the start to the first row
 * @param rows the rows
 * @param tail what follows the last row
 */
record InsertTexts(ShardedTable table, int parameterCount, SqlTemplate head, List<SqlTemplate> rows, SqlTemplate tail) {

    /** The call that inserts these rows, with their generated keys, if there are any. */
    ShardCall call(int unit, List<Integer> part, List<Object> keys) {
        StringBuilder sql = new StringBuilder();
        List<Integer> sources = new ArrayList<>();
        List<@Nullable Object> computed = new ArrayList<>();
        append(head, unit, -1, sql, sources);
        for (int i = 0; i < part.size(); i++) {
            if (i > 0) {
                sql.append(", ");
            }
            append(rows.get(part.get(i)), unit, i, sql, sources);
            if (!keys.isEmpty()) {
                computed.add(keys.get(part.get(i)));
            }
        }
        append(tail, unit, -1, sql, sources);
        // Without a mapping a call would get all of the user's parameters, though this unit's rows may use none.
        ParameterMapping mapping = parameterCount == 0 && sources.isEmpty()
                ? null
                : new ParameterMapping(
                        sources.stream().mapToInt(Integer::intValue).toArray(), computed.toArray());
        return new ShardCall(table.nodes().get(unit).dataSource(), unit, sql.toString(), mapping);
    }

    /** A row has one computed value at most, its key; it becomes the {@code row}-th of the call. */
    private void append(SqlTemplate part, int unit, int row, StringBuilder sql, List<Integer> sources) {
        sql.append(part.render(use -> table.nodes().get(unit).table()));
        for (int source : part.sources()) {
            sources.add(source >= 0 ? source : -1 - row);
        }
    }
}
