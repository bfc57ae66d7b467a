package io.shardkit.plan.limit;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.plan.KeyColumn;
import io.shardkit.plan.ParameterMapping;
import io.shardkit.plan.ShardCall;
import io.shardkit.sql.statement.SqlTemplate;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * A locking read of the first rows of an order: it looks for their keys without locks, and locks the rows by them.
 * Immutable.
 *
 * @param look the text of the question, whose computed parameter is the number of rows
 * @param lock the text that locks
 * @param skips whether it passes over rows that others have locked
 */
public record KeyedRead(SqlTemplate look, KeyedText lock, boolean skips) {

    /** Asks a unit for its first rows. */
    public ShardCall look(int unit, long rows) {
        String name = lock.table().actualTable(unit);
        return new ShardCall(
                lock.table().dataSource(unit),
                unit,
                look.render(use -> name),
                new ParameterMapping(look.sources(), new Object[] {rows}));
    }

    /**
     * Returns the key of the row on which an answer stands.
     *
     * @param hidden how many columns at the right end are not the user's; the first of them are those of the key
     * @throws SQLException a coded refusal if it is not certain that the key finds the row again
     */
    public RowKey row(ResultSet answer, int unit, int hidden) throws SQLException {
        int first = answer.getMetaData().getColumnCount() - hidden + 1;
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < lock.key().size(); i++) {
            KeyColumn column = lock.key().get(i);
            Object given = answer.getObject(first + i);
            Object value = given == null ? null : column.found(given);
            if (value == null) {
                throw ShardingExceptions.of(
                        ErrorCode.LOCK_OVER_UNITS,
                        "of rows by " + column.column().name() + ", whose value is not certain to find them again");
            }
            values.add(value);
        }
        return new RowKey(unit, values);
    }
}
