package io.shardkit.merge;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;

/** The rows of several results, where no row is looked at to say from which result the next one comes. */
abstract class UncomparedRows extends MergedRows {
    private final List<ResultSet> results;
    /** The results that stand on a row which was not given out yet. */
    private final boolean[] ahead;

    private final boolean[] ended;
    private int current;
    private ResultSet row;

    UncomparedRows(List<ResultSet> results, ResultSetMetaData metaData, int visibleColumns, RowLimit limit) {
        super(results, metaData, visibleColumns, limit);
        this.results = results;
        this.row = results.get(0);
        this.ahead = new boolean[results.size()];
        this.ended = new boolean[results.size()];
    }

    /** Makes the next row of a result the current one; false if the result has no more. */
    final boolean advance(int result) throws SQLException {
        current = result;
        row = results.get(result);
        if (ahead[result]) {
            ahead[result] = false;
            return true;
        }
        return goOn();
    }

    /** Makes the next row of the same result the current one; false if the result has no more. */
    final boolean goOn() throws SQLException {
        boolean found = row.next();
        if (!found) {
            ended[current] = true;
        }
        return found;
    }

    /** Returns true if a result was seen to have no more rows. */
    final boolean hasEnded(int result) {
        return ended[result];
    }

    @Override
    final boolean isLastOfAll() throws SQLException {
        if (!row.isLast()) {
            return false;
        }
        for (int i = 0; i < results.size(); i++) {
            if (i != current && !ended[i] && (ahead[i] || results.get(i).next())) {
                ahead[i] = true;
                return false;
            }
        }
        return true;
    }

    @Override
    public final ResultSet row() {
        return row;
    }
}
