package io.shardkit.boot.audit;

import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.List;

/**
 * A statement that was sent, or the entries of a batch that have one text.
 *
 * @param dataSource the name of the bean that it was sent to
 * @param sql its text
 * @param rows the parameters of each execution, as far as they were kept
 * @param executions how many executions there were
 * @param nanos how long all of them took together
 * @param failed whether it threw
 */
record Sent(String dataSource, String sql, List<Parameters> rows, long executions, long nanos, boolean failed) {
    private static final long ROW = 100;
    private static final long VALUE = 32;

    /** The same, sent to a DataSource with a name. */
    Sent to(String name) {
        return new Sent(name, sql, rows, executions, nanos, failed);
    }

    /** About how many bytes it occupies. */
    long weight() {
        long weight = ROW + 2L * sql.length();
        for (Parameters row : rows) {
            weight += ROW + row.size() * VALUE;
            for (int i = 0; i < row.size(); i++) {
                weight += row.isSet(i) && !row.isLong(i) ? length(row, i) : 0;
            }
        }
        return weight;
    }

    private static long length(Parameters row, int index) {
        try {
            Object value = row.value(index);
            return value instanceof String text ? 2L * text.length() : value instanceof byte[] bytes ? bytes.length : 0;
        } catch (SQLException unset) {
            return 0;
        }
    }
}
