package io.shardkit.merge;

import io.shardkit.dialect.driver.JdbcDriver;
import io.shardkit.merge.memory.MemoryResultSet;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows that were computed from the units' rows. */
final class ComputedRows extends MergedRows {
    private final MemoryResultSet rows;

    ComputedRows(
            List<ResultSet> results,
            List<@Nullable Object[]> rows,
            ResultSetMetaData metaData,
            int visibleColumns,
            RowLimit limit,
            JdbcDriver driver)
            throws SQLException {
        super(results, metaData, visibleColumns, limit);
        this.rows = MemoryResultSet.of(metaData, rows, driver);
    }

    @Override
    boolean advance() throws SQLException {
        return rows.next();
    }

    @Override
    boolean isLastOfAll() throws SQLException {
        return rows.isLast();
    }

    @Override
    public ResultSet row() {
        return rows;
    }
}
