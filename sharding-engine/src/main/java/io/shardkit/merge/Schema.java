package io.shardkit.merge;

import io.shardkit.dialect.facts.ValueKind;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;

/** Checks that all units answer with the same columns. */
final class Schema {
    private Schema() {}

    /**
     * @return the columns of all
     * @throws SQLException with {@link ErrorCode#SCHEMA_DRIFT} naming the first result, from 1, and the column that
     *     differs from the first result's in number, label or kind of type; with {@link ErrorCode#SORT_TYPE_UNKNOWN} if
     *     that is a computed one, whose type a database may take from the parameters of an earlier execution
     */
    static ResultSetMetaData common(List<ResultSet> results) throws SQLException {
        ResultSetMetaData first = results.get(0).getMetaData();
        int count = first.getColumnCount();
        String[] labels = new String[count];
        ValueKind[] kinds = new ValueKind[count];
        for (int i = 0; i < count; i++) {
            labels[i] = first.getColumnLabel(i + 1);
            kinds[i] = ValueKind.ofJdbcType(first.getColumnType(i + 1));
        }
        for (int r = 1; r < results.size(); r++) {
            ResultSetMetaData other = results.get(r).getMetaData();
            if (other.getColumnCount() != count) {
                throw drift(r, other.getColumnCount() + " columns instead of " + count);
            }
            for (int i = 0; i < count; i++) {
                String label = other.getColumnLabel(i + 1);
                // The label of a computed column may be its expression, with the names of the actual tables.
                boolean computed = label.indexOf('(') >= 0 && labels[i].indexOf('(') >= 0;
                if (!computed && !label.equalsIgnoreCase(labels[i])) {
                    throw drift(r, "column " + (i + 1) + " is \"" + label + "\" instead of \"" + labels[i] + '"');
                }
                ValueKind kind = ValueKind.ofJdbcType(other.getColumnType(i + 1));
                if (kind != kinds[i] || (kind == ValueKind.OTHER && !sameType(first, other, i + 1))) {
                    String difference = "column \"" + label + "\" is " + other.getColumnTypeName(i + 1) + " instead of "
                            + first.getColumnTypeName(i + 1);
                    throw isComputed(first, i + 1) && isComputed(other, i + 1)
                            ? ShardingExceptions.of(ErrorCode.SORT_TYPE_UNKNOWN, difference)
                            : drift(r, difference);
                }
            }
        }
        return first;
    }

    private static boolean isComputed(ResultSetMetaData columns, int column) throws SQLException {
        String table = columns.getTableName(column);
        return table == null || table.isEmpty();
    }

    private static boolean sameType(ResultSetMetaData a, ResultSetMetaData b, int column) throws SQLException {
        return a.getColumnType(column) == b.getColumnType(column)
                && a.getColumnClassName(column).equals(b.getColumnClassName(column));
    }

    private static SQLException drift(int result, String difference) {
        return ShardingExceptions.of(ErrorCode.SCHEMA_DRIFT, "result " + (result + 1) + ": " + difference);
    }
}
