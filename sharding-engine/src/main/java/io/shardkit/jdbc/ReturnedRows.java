package io.shardkit.jdbc;

import io.shardkit.error.ErrorCode;
import io.shardkit.merge.Merger;
import io.shardkit.merge.RowCursor;
import io.shardkit.merge.RowLimit;
import io.shardkit.plan.BoundPlan.Counts;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes one answer of the rows that several writes returned. */
final class ReturnedRows {
    /** One result after the other. */
    static final int[] NO_ORDER = {};

    private ReturnedRows() {}

    /** For each row of an INSERT the number of the call that wrote it. */
    static int[] order(List<int[]> rowsOfCalls) {
        int count = rowsOfCalls.stream().mapToInt(rows -> rows.length).sum();
        int[] order = new int[count];
        for (int call = 0; call < rowsOfCalls.size(); call++) {
            for (int row : rowsOfCalls.get(call)) {
                order[row] = call;
            }
        }
        return order;
    }

    /**
     * The answer; it owns the results.
     *
     * @param order for each row the number of its result
     * @param counts whether the results are parts or copies
     * @throws SQLException if copies that should be equal have not the same number of rows
     */
    static RowCursor of(List<ResultSet> results, int[] order, Counts counts, RowLimit limit) throws SQLException {
        if (counts == Counts.SUM) {
            return Merger.interleave(order, limit, results);
        }
        @Nullable KeyRows first = null;
        for (ResultSet result : results) {
            try (ResultSet copy = result) {
                KeyRows rows = KeyRows.read(copy);
                if (first == null) {
                    first = rows;
                } else if (first.values().size() != rows.values().size()) {
                    throw ErrorCode.BROADCAST_DIVERGED.exception(
                            first.values().size() + " and " + rows.values().size());
                }
            }
        }
        return Merger.interleave(
                order, limit, List.of(Objects.requireNonNull(first).rows()));
    }
}
