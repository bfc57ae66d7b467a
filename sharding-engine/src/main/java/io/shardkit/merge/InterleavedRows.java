package io.shardkit.merge;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.List;

/** The rows of several results in an order that is known beforehand; rows beyond it follow at the end. */
final class InterleavedRows extends MergedRows {
    private final List<ResultSet> results;
    private final int[] order;
    /** The results that stand on a row which was not given out yet. */
    private final BitSet ahead = new BitSet();

    private int position;
    private int current;

    /**
     * @param order for each row the number of its result; a result may have fewer
     */
    InterleavedRows(
            List<ResultSet> results, int[] order, ResultSetMetaData metaData, int visibleColumns, RowLimit limit) {
        super(results, metaData, visibleColumns, limit);
        this.results = results;
        this.order = order;
    }

    @Override
    boolean advance() throws SQLException {
        while (position < order.length + results.size()) {
            current = position < order.length ? order[position] : position - order.length;
            boolean found = ahead.get(current) || results.get(current).next();
            ahead.clear(current);
            // Behind the order each result is read to its end.
            if (position < order.length || !found) {
                position++;
            }
            if (found) {
                return true;
            }
        }
        return false;
    }

    @Override
    boolean isLastOfAll() throws SQLException {
        if (!ahead.isEmpty() || !results.get(current).isLast()) {
            return false;
        }
        for (int i = 0; i < results.size(); i++) {
            if (i != current && results.get(i).next()) {
                ahead.set(i);
                return false;
            }
        }
        return true;
    }

    @Override
    public ResultSet row() {
        return results.get(current);
    }
}
