package io.shardkit.jdbc;

import io.shardkit.error.ErrorCode;
import io.shardkit.execute.driver.KeptRows;
import io.shardkit.merge.Merger;
import io.shardkit.merge.RowCursor;
import io.shardkit.merge.RowLimit;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.BoundPlan.Counts;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes one answer of the rows that several writes returned. */
final class ReturnedRows {
    private ReturnedRows() {}

    /**
     * The answer; it owns the results.
     *
     * @param calls those that returned them
     * @throws SQLException if copies that should be equal have not the same number of rows
     */
    static RowCursor of(List<ResultSet> results, BoundPlan.Calls calls, RowLimit limit) throws SQLException {
        return of(results, order(calls), calls.counts(), limit);
    }

    /** The same of a write that read copies. */
    static RowCursor of(List<ResultSet> results, BoundPlan.GatheredWrite write, RowLimit limit) throws SQLException {
        return of(results, new int[0], write.counts(), limit);
    }

    private static RowCursor of(List<ResultSet> results, int[] order, Counts counts, RowLimit limit)
            throws SQLException {
        if (counts == Counts.SUM) {
            return Merger.interleave(order, limit, order.length == 0 ? withColumns(results) : results);
        }
        @Nullable KeptRows first = null;
        for (ResultSet result : results) {
            try (ResultSet copy = result) {
                KeptRows rows = KeptRows.read(copy);
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

    /** MariaDB answers without columns where it sees beforehand that no row is met. */
    private static List<ResultSet> withColumns(List<ResultSet> results) throws SQLException {
        List<ResultSet> withColumns = new ArrayList<>();
        for (ResultSet result : results) {
            if (result.getMetaData().getColumnCount() > 0) {
                withColumns.add(result);
            }
        }
        return withColumns.isEmpty() ? results : withColumns;
    }

    /** For each row of an INSERT the number of the call that wrote it; empty if one result comes after the other. */
    private static int[] order(BoundPlan.Calls calls) {
        int count = 0;
        for (int call = 0; call < calls.calls().size(); call++) {
            count += calls.rowsOf(call).length;
        }
        int[] order = new int[count];
        for (int call = 0; call < calls.calls().size(); call++) {
            for (int row : calls.rowsOf(call)) {
                order[row] = call;
            }
        }
        return order;
    }
}
