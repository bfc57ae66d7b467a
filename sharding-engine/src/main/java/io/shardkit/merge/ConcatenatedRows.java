package io.shardkit.merge;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;

/** One result after the other. */
final class ConcatenatedRows extends MergedRows {
    private final List<ResultSet> results;
    private int current;
    /** A later result that was moved to its first row to see whether there is one. */
    private int ahead;

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
            if (current == ahead) {
                return true;
            }
        }
        return true;
    }

    @Override
    boolean isLastOfAll() throws SQLException {
        if (!results.get(current).isLast() || ahead > current) {
            return false;
        }
        for (int i = current + 1; i < results.size(); i++) {
            if (results.get(i).next()) {
                ahead = i;
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
