package io.shardkit.plan.limit;

import io.shardkit.plan.KeyColumn;
import io.shardkit.plan.ParameterMapping;
import io.shardkit.plan.ShardCall;
import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.SqlTemplate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A statement of one table whose condition is narrowed to rows that are known by their keys. Immutable.
 *
 * @param table the table; all slots are its own
 * @param head the text up to the end of the condition
 * @param before what stands between the head and the condition on the keys
 * @param tail the text after the condition
 * @param key the columns of the key
 */
public record KeyedText(RoutedTable table, SqlTemplate head, String before, SqlTemplate tail, List<KeyColumn> key) {

    /** Copies the list. */
    public KeyedText {
        key = List.copyOf(key);
    }

    /**
     * Returns the statement for these rows of one unit; without rows it matches none.
     *
     * @param round makes the SQL of different rounds differ, as a statement has one open answer at a time
     */
    public ShardCall call(int unit, List<RowKey> rows, int round) {
        String name = table.actualTable(unit);
        List<Object> values = new ArrayList<>();
        rows.forEach(row -> values.addAll(row.parameters()));
        int[] first = head.sources();
        int[] last = tail.sources();
        int[] sources = new int[first.length + values.size() + last.length];
        int at = head.copySources(sources, 0);
        for (int i = 0; i < values.size(); i++) {
            sources[at++] = -1 - i;
        }
        tail.copySources(sources, at);
        String sql = head.render(use -> name)
                + before
                + condition(rows.size())
                + " ".repeat(round)
                + tail.render(use -> name);
        return new ShardCall(table.dataSource(unit), unit, sql, new ParameterMapping(sources, values.toArray()));
    }

    /** The statement for some row, for explanations. */
    ShardCall ofOneRow(int unit) {
        return call(unit, List.of(new RowKey(unit, Collections.nCopies(key.size(), ""))), 0);
    }

    private String condition(int rows) {
        if (rows == 0) {
            return "(1 = 0)";
        }
        if (key.size() == 1) {
            return key.get(0).name() + (rows == 1 ? " = ?" : " IN (" + repeated("?", ", ", rows) + ")");
        }
        List<String> columns =
                key.stream().map(column -> column.name() + " = ?").toList();
        return "(" + repeated("(" + String.join(" AND ", columns) + ")", " OR ", rows) + ")";
    }

    private static String repeated(String text, String between, int count) {
        return String.join(between, Collections.nCopies(count, text));
    }
}
