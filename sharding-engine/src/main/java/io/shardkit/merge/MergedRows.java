package io.shardkit.merge;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;

/** The common part of all merges: the limit, and closing all results after a failure. */
abstract class MergedRows implements RowCursor {
    private final List<ResultSet> results;
    private final ResultSetMetaData metaData;
    private final int visibleColumns;
    private long toSkip;
    private long toGive;
    private boolean closed;

    MergedRows(List<ResultSet> results, ResultSetMetaData metaData, int visibleColumns, RowLimit limit) {
        this.results = results;
        this.metaData = metaData;
        this.visibleColumns = visibleColumns;
        this.toSkip = limit.offset();
        this.toGive = limit.count();
    }

    /** Moves to the next row of the whole, unlimited result. */
    abstract boolean advance() throws SQLException;

    /** Returns true if no row of the whole, unlimited result follows the current one. */
    abstract boolean isLastOfAll() throws SQLException;

    @Override
    public final boolean isLast() throws SQLException {
        return toGive == 0 || isLastOfAll();
    }

    @Override
    public final boolean next() throws SQLException {
        if (closed) {
            throw ShardingExceptions.of(ErrorCode.CLOSED, "rows");
        }
        if (toGive == 0) {
            return false;
        }
        try {
            if ((toSkip == 0 || skip()) && advance()) {
                toGive--;
                return true;
            }
        } catch (SQLException | RuntimeException | Error e) {
            closed = true;
            closeAfter(e, results);
            throw e;
        }
        toGive = 0;
        return false;
    }

    private boolean skip() throws SQLException {
        while (toSkip > 0 && advance()) {
            toSkip--;
        }
        return toSkip == 0;
    }

    @Override
    public final ResultSetMetaData metaData() {
        return metaData;
    }

    @Override
    public final int visibleColumns() {
        return visibleColumns;
    }

    @Override
    public final List<ResultSet> results() {
        return results;
    }

    @Override
    public final void close() throws SQLException {
        if (closed) {
            return;
        }
        closed = true;
        SQLException failure = null;
        for (ResultSet result : results) {
            try {
                result.close();
            } catch (SQLException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** Closes all results; what fails then is added to the failure that led here. */
    static void closeAfter(Throwable failure, List<ResultSet> results) {
        for (ResultSet result : results) {
            try {
                result.close();
            } catch (SQLException | RuntimeException e) {
                failure.addSuppressed(e);
            }
        }
    }
}
