package io.shardkit.merge;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows in no known order, and few: their sort keys are read at once and sorted, and the results, which can be moved about
 * in, are then moved from one row to the next. Equal rows come in the order of the results and of their rows.
 */
final class SortedRows extends MergedRows {
    private final List<ResultSet> results;
    private final List<SortedRow> sorted = new ArrayList<>();
    private int position = -1;

    private record SortedRow(@Nullable Object[] sortKey, ResultSet result, int number) {}

    /**
     * @param runs how many ordered runs of rows each result is made of at most
     * @throws SQLException a refusal if there are more: the database's order is not the one that is sorted by
     */
    SortedRows(
            List<ResultSet> results,
            int[] runs,
            RowOrder order,
            ResultSetMetaData metaData,
            int visibleColumns,
            RowLimit limit)
            throws SQLException {
        super(results, metaData, visibleColumns, limit);
        this.results = results;
        for (int i = 0; i < runs.length; i++) {
            read(results.get(i), runs[i], order);
        }
        sorted.sort((a, b) -> order.compare(a.sortKey(), b.sortKey()));
    }

    private void read(ResultSet result, int runs, RowOrder order) throws SQLException {
        @Nullable Object[] before = null;
        int begun = 1;
        for (int number = 1; result.next(); number++) {
            @Nullable Object[] sortKey = order.read(result);
            if (before != null && order.compare(before, sortKey) > 0 && ++begun > runs) {
                throw order.contradiction(before, sortKey);
            }
            sorted.add(new SortedRow(sortKey, result, number));
            before = sortKey;
        }
    }

    @Override
    boolean advance() throws SQLException {
        if (position + 1 >= sorted.size()) {
            return false;
        }
        SortedRow row = sorted.get(++position);
        return row.result().absolute(row.number());
    }

    @Override
    boolean isLastOfAll() {
        return position + 1 >= sorted.size();
    }

    @Override
    public ResultSet row() {
        return position < 0 ? results.get(0) : sorted.get(position).result();
    }
}
