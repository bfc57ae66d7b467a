package io.shardkit.merge;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;

/** The rows of several results in an order that is known beforehand; rows beyond it follow at the end. */
final class InterleavedRows extends UncomparedRows {
    private final int[] order;
    private final int end;
    private int position;

    /**
     * @param order for each row the number of its result; a result may have fewer
     */
    InterleavedRows(
            List<ResultSet> results, int[] order, ResultSetMetaData metaData, int visibleColumns, RowLimit limit) {
        super(results, metaData, visibleColumns, limit);
        this.order = order;
        this.end = order.length + results.size();
    }

    @Override
    boolean advance() throws SQLException {
        while (position < end) {
            boolean ordered = position < order.length;
            boolean found = advance(ordered ? order[position] : position - order.length);
            // After the order's end each result is read to its own end.
            if (ordered || !found) {
                position++;
            }
            if (found) {
                return true;
            }
        }
        return false;
    }
}
