package io.shardkit.merge;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;

/** One result after the other. */
final class ConcatenatedRows extends MergedRows {
    private final List<ResultSet> results;
    private int current;

    ConcatenatedRows(List<ResultSet> results, ResultSetMetaData metaData, int visibleColumns, RowLimit limit) {
        super(results, metaData, visibleColumns, limit);
        this.results = results;
    }

    @Override
    boolean advance() throws SQLException {
        while (!results.get(current).next()) {
            if (current == results.size() - 1) {
                return false;
            }
            current++;
        }
        return true;
    }

    @Override
    public ResultSet row() {
        return results.get(current);
    }
}
