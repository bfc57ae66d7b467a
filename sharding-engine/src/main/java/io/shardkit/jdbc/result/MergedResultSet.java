package io.shardkit.jdbc.result;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.ShardConnection;
import io.shardkit.merge.RowCursor;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows merged from several units: read only; forward only, or in all directions if the statement was made for that. */
final class MergedResultSet extends ShardingResultSet {
    private final RowCursor merged;
    private final List<ShardConnection> shards;
    private final @Nullable ScrollableRows scrollable;
    private int fetchDirection = FETCH_FORWARD;
    private int fetchSize;
    private long rowNumber;
    private boolean afterLast;

    /**
     * True if the merge stands on the first row, which the user has not moved to yet; null if the merge has not been
     * read.
     */
    private @Nullable Boolean firstAhead;

    MergedResultSet(ResultOwner owner, RowCursor merged, ColumnLabels labels, List<ShardConnection> shards)
            throws SQLException {
        super(owner, AbsentRow.NONE, merged.visibleColumns(), labels);
        this.merged = merged;
        this.shards = shards;
        this.scrollable = owner.statement().getResultSetType() == TYPE_FORWARD_ONLY ? null : new ScrollableRows(merged);
        this.fetchSize = owner.statement().getFetchSize();
    }

    @Override
    public ResultSet column(int index, String method) throws SQLException {
        return single(method);
    }

    @Override
    public void write(String method, RowWrite write) throws SQLException {
        write.write(single(method));
    }

    @Override
    public ResultSet single(String method) throws SQLException {
        checkOpen();
        throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_JDBC, method + " on rows of several shards");
    }

    @Override
    ResultSetMetaData readMetaData() throws SQLException {
        return new ShardingResultSetMetaData(merged.metaData(), merged.visibleColumns(), owner.tableNames());
    }

    @Override
    void release(ResultSet last) throws SQLException {
        try {
            merged.close();
        } finally {
            for (ShardConnection each : shards) {
                each.resultClosed();
            }
        }
    }

    @Override
    public boolean isClosed() {
        return closed();
    }

    @Override
    public boolean next() throws SQLException {
        checkOpen();
        if (scrollable != null) {
            return moveTo(scrollable, scrollable.position() + 1L);
        }
        boolean found = firstAhead == null ? merged.next() : firstAhead;
        firstAhead = null;
        if (found) {
            row = merged.row();
            rowsRead++;
            rowNumber++;
        } else {
            row = AbsentRow.NONE;
            afterLast = true;
        }
        return found;
    }

    private boolean moveTo(ScrollableRows rows, long number) throws SQLException {
        boolean found = rows.moveTo(number);
        row = found ? rows.current() : AbsentRow.NONE;
        return found;
    }

    private ScrollableRows scrollable(String method) throws SQLException {
        checkOpen();
        if (scrollable == null) {
            throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_JDBC, method + " on forward-only rows of several shards");
        }
        return scrollable;
    }

    @Override
    public boolean previous() throws SQLException {
        ScrollableRows rows = scrollable("previous");
        return moveTo(rows, rows.position() - 1L);
    }

    @Override
    public boolean first() throws SQLException {
        return moveTo(scrollable("first"), 1);
    }

    @Override
    public boolean last() throws SQLException {
        ScrollableRows rows = scrollable("last");
        return moveTo(rows, rows.size());
    }

    @Override
    public boolean absolute(int number) throws SQLException {
        ScrollableRows rows = scrollable("absolute");
        return moveTo(rows, number < 0 ? rows.size() + 1L + number : number);
    }

    @Override
    public boolean relative(int offset) throws SQLException {
        ScrollableRows rows = scrollable("relative");
        return moveTo(rows, (long) rows.position() + offset);
    }

    @Override
    public void beforeFirst() throws SQLException {
        moveTo(scrollable("beforeFirst"), 0);
    }

    @Override
    public void afterLast() throws SQLException {
        ScrollableRows rows = scrollable("afterLast");
        moveTo(rows, rows.size() + 1L);
    }

    @Override
    public boolean isBeforeFirst() throws SQLException {
        checkOpen();
        if (scrollable != null) {
            return scrollable.position() == 0 && scrollable.size() > 0;
        }
        if (rowNumber > 0 || afterLast) {
            return false;
        }
        if (firstAhead == null) {
            firstAhead = merged.next();
        }
        return firstAhead;
    }

    @Override
    public boolean isFirst() throws SQLException {
        checkOpen();
        return scrollable == null ? rowNumber == 1 && !afterLast : scrollable.position() == 1 && scrollable.size() > 0;
    }

    @Override
    public boolean isLast() throws SQLException {
        checkOpen();
        return scrollable == null
                ? rowNumber > 0 && !afterLast && merged.isLast()
                : scrollable.position() > 0 && scrollable.position() == scrollable.size();
    }

    @Override
    public boolean isAfterLast() throws SQLException {
        checkOpen();
        return scrollable == null
                ? rowNumber > 0 && afterLast
                : scrollable.size() > 0 && scrollable.position() > scrollable.size();
    }

    @Override
    public int getRow() throws SQLException {
        checkOpen();
        if (scrollable == null) {
            return afterLast ? 0 : (int) rowNumber;
        }
        return scrollable.position() > scrollable.size() ? 0 : scrollable.position();
    }

    @Override
    public void setFetchDirection(int direction) throws SQLException {
        checkOpen();
        if (direction < FETCH_FORWARD || direction > FETCH_UNKNOWN) {
            throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "fetch direction " + direction);
        }
        if (direction != FETCH_FORWARD) {
            scrollable("a fetch direction other than forward");
        }
        fetchDirection = direction;
    }

    @Override
    public int getFetchDirection() throws SQLException {
        checkOpen();
        return fetchDirection;
    }

    /** A hint that comes too late: the units' statements ran. */
    @Override
    public void setFetchSize(int rows) throws SQLException {
        checkOpen();
        if (rows < 0) {
            throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "fetch size " + rows);
        }
        fetchSize = rows;
    }

    @Override
    public int getFetchSize() throws SQLException {
        checkOpen();
        return fetchSize;
    }

    @Override
    public int getType() throws SQLException {
        checkOpen();
        return scrollable == null ? TYPE_FORWARD_ONLY : TYPE_SCROLL_INSENSITIVE;
    }

    @Override
    public int getConcurrency() throws SQLException {
        checkOpen();
        return CONCUR_READ_ONLY;
    }

    @Override
    public int getHoldability() throws SQLException {
        checkOpen();
        return owner.statement().getResultSetHoldability();
    }

    @Override
    public @Nullable SQLWarning getWarnings() throws SQLException {
        checkOpen();
        return null;
    }

    @Override
    public void clearWarnings() throws SQLException {
        checkOpen();
    }

    @Override
    public String getCursorName() throws SQLException {
        return single("getCursorName").getCursorName();
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this);
    }

    @Override
    public boolean rowUpdated() throws SQLException {
        checkOpen();
        return false;
    }

    @Override
    public boolean rowInserted() throws SQLException {
        checkOpen();
        return false;
    }

    @Override
    public boolean rowDeleted() throws SQLException {
        checkOpen();
        return false;
    }
}
