package io.shardkit.merge;

import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.driver.JdbcDriver;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts the units' rows together: row by row as they are read where rows pass through, in memory where they are
 * aggregated. Immutable.
 */
public final class Merger {
    /**
     * About what the buffers between a database and its client hold: so no database waits with full ones until the
     * others have sent everything.
     */
    private static final long ROWS_OF_TURN = 1_000;

    private final Dialect dialect;
    private final JdbcDriver driver;

    /**
     * @param dialect whose rules of NULL, division and types hold
     * @param driver whose conversions of values hold where they are computed here
     */
    public Merger(Dialect dialect, JdbcDriver driver) {
        this.dialect = dialect;
        this.driver = driver;
    }

    /**
     * Merges the units' rows. An aggregation reads all of them before this returns; otherwise rows are read as the
     * cursor moves, and no more once the limit is reached.
     *
     * @param spec how
     * @param limit which of the merged rows are given out
     * @param results the units' rows, in the order of the units; the cursor closes them
     * @throws SQLException a coded refusal if the types cannot be merged exactly, or what a driver throws; the results
     *     are closed then
     */
    public RowCursor merge(MergeSpec spec, RowLimit limit, List<ResultSet> results) throws SQLException {
        if (results.isEmpty()) {
            throw new IllegalArgumentException("no results");
        }
        List<ResultSet> owned = List.copyOf(results);
        try {
            return open(spec, limit, owned, Schema.common(owned), null, false);
        } catch (SQLException | RuntimeException | Error e) {
            MergedRows.closeAfter(e, owned);
            throw e;
        }
    }

    /**
     * Merges rows as the other does, where each result holds the rows of several units.
     *
     * @param columns what a unit alone says of the columns
     * @param runs of how many units the rows of each result are, which come one unit after the other, in results that
     *     can be moved about in; null if the rows of each result are in order, or need none
     * @param streamed whether the databases still send rows while the first are read
     */
    public RowCursor mergeUnions(
            MergeSpec spec,
            RowLimit limit,
            List<ResultSet> results,
            ResultSetMetaData columns,
            int @Nullable [] runs,
            boolean streamed)
            throws SQLException {
        List<ResultSet> owned = List.copyOf(results);
        try {
            return open(spec, limit, owned, columns, runs, streamed);
        } catch (SQLException | RuntimeException | Error e) {
            MergedRows.closeAfter(e, owned);
            throw e;
        }
    }

    /**
     * Puts rows into an order that is known beforehand.
     *
     * @param order for each row the number of its result
     * @param limit which of the merged rows are given out
     * @param results the units' rows; the cursor closes them
     */
    public static RowCursor interleave(int[] order, RowLimit limit, List<ResultSet> results) throws SQLException {
        List<ResultSet> owned = List.copyOf(results);
        try {
            ResultSetMetaData metaData = Schema.common(owned);
            return new InterleavedRows(owned, order.clone(), metaData, metaData.getColumnCount(), limit);
        } catch (SQLException | RuntimeException | Error e) {
            MergedRows.closeAfter(e, owned);
            throw e;
        }
    }

    private RowCursor open(
            MergeSpec spec,
            RowLimit limit,
            List<ResultSet> results,
            ResultSetMetaData metaData,
            int @Nullable [] runs,
            boolean streamed)
            throws SQLException {
        int visibleColumns = metaData.getColumnCount() - spec.hiddenColumns();
        Aggregation aggregation = spec.aggregation();
        if (aggregation == null && spec.order().isEmpty()) {
            long turn = streamed ? ROWS_OF_TURN : Long.MAX_VALUE;
            return new ConcatenatedRows(results, turn, metaData, visibleColumns, limit);
        }
        RowOrder order = RowOrder.of(spec.order(), metaData, dialect);
        if (aggregation == null) {
            return runs == null
                    ? new MergeSortedRows(results, order, metaData, visibleColumns, limit)
                    : new SortedRows(results, runs, order, metaData, visibleColumns, limit);
        }
        GroupedRows groups = GroupedRows.of(aggregation, metaData, visibleColumns, dialect);
        for (ResultSet result : results) {
            groups.addAll(result);
        }
        List<@Nullable Object[]> rows = groups.rows();
        if (!spec.order().isEmpty()) {
            rows.sort((a, b) -> order.compare(order.extract(a), order.extract(b)));
        }
        return new ComputedRows(results, rows, metaData, visibleColumns, limit, driver);
    }
}
