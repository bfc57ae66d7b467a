package io.shardkit.jdbc.result;

import io.shardkit.dialect.driver.JdbcDrivers;
import io.shardkit.dialect.driver.SentTexts;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.watch.RowStream;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import org.jspecify.annotations.Nullable;

/** One result set of a driver, as it is. */
final class UnitResultSet extends ShardingResultSet {
    private final @Nullable ShardConnection shard;

    /**
     * The row stream that makes sure that each fetch ends, where the database may send rows while they are read; else
     * null.
     */
    private final @Nullable RowStream stream;

    /**
     * @param shard the connection that it is read from, or null if it is in memory
     * @param labels of the columns, or null if the driver has the same
     * @param stream sees to it that each fetch ends; null if all rows were sent
     */
    UnitResultSet(
            ResultOwner owner,
            ResultSet rows,
            @Nullable ShardConnection shard,
            @Nullable ColumnLabels labels,
            @Nullable RowStream stream) {
        super(owner, rows, Integer.MAX_VALUE, labels);
        this.shard = shard;
        this.stream = stream;
    }

    @Override
    public ResultSet single(String method) throws SQLException {
        checkOpen();
        return row;
    }

    @Override
    public ResultSet column(int index, String method) throws SQLException {
        ResultSet rows = single(method);
        if (shard != null) {
            UpdatableRows.checkColumn(rows, index, owner.tableNames(), method);
        }
        return rows;
    }

    @Override
    public void write(String method, RowWrite write) throws SQLException {
        ResultSet rows = single(method);
        if (shard == null) {
            write.write(rows);
            return;
        }
        UpdatableRows.checkRow(rows, method.equals("insertRow"), owner.tableNames(), method);
        shard.write(open -> write.write(rows));
    }

    @Override
    ResultSetMetaData readMetaData() throws SQLException {
        return new ShardingResultSetMetaData(row.getMetaData(), Integer.MAX_VALUE, owner.tableNames());
    }

    @Override
    void release(ResultSet last) throws SQLException {
        if (stream == null) {
            releaseRows(last);
        } else {
            stream.close(() -> releaseRows(last));
        }
    }

    private void releaseRows(ResultSet last) throws SQLException {
        if (shard == null) {
            last.close();
            return;
        }
        try {
            if (shard.isLost()) {
                RowStream.closeAside(last::close);
            } else {
                last.close();
            }
        } finally {
            shard.resultClosed();
        }
    }

    @Override
    public boolean isClosed() throws SQLException {
        return closed() || row.isClosed();
    }

    /** {@inheritDoc} It leads to the connection. */
    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (shard != null && !type.isInstance(this)) {
            shard.handOut();
        }
        return super.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        if (type == SentTexts.class) {
            return !closed() && JdbcDrivers.sendsTexts(row);
        }
        return type.isInstance(this) || (!closed() && (type.isInstance(row) || row.isWrapperFor(type)));
    }

    @Override
    public boolean next() throws SQLException {
        if (stream == null) {
            return counted(row.next());
        }
        stream.begin();
        try {
            return counted(row.next());
        } catch (SQLException failure) {
            throw stream.explained(failure);
        } finally {
            stream.end();
        }
    }

    private boolean counted(boolean found) {
        if (found) {
            rowsRead++;
        }
        return found;
    }

    @Override
    public boolean previous() throws SQLException {
        return row.previous();
    }

    @Override
    public boolean first() throws SQLException {
        return row.first();
    }

    @Override
    public boolean last() throws SQLException {
        return row.last();
    }

    @Override
    public boolean absolute(int rows) throws SQLException {
        return row.absolute(rows);
    }

    @Override
    public boolean relative(int rows) throws SQLException {
        return row.relative(rows);
    }

    @Override
    public void beforeFirst() throws SQLException {
        row.beforeFirst();
    }

    @Override
    public void afterLast() throws SQLException {
        row.afterLast();
    }

    @Override
    public boolean isBeforeFirst() throws SQLException {
        return row.isBeforeFirst();
    }

    @Override
    public boolean isFirst() throws SQLException {
        return row.isFirst();
    }

    @Override
    public boolean isLast() throws SQLException {
        return row.isLast();
    }

    @Override
    public boolean isAfterLast() throws SQLException {
        return row.isAfterLast();
    }

    @Override
    public int getRow() throws SQLException {
        return row.getRow();
    }

    @Override
    public void setFetchDirection(int direction) throws SQLException {
        row.setFetchDirection(direction);
    }

    @Override
    public int getFetchDirection() throws SQLException {
        return row.getFetchDirection();
    }

    @Override
    public void setFetchSize(int rows) throws SQLException {
        row.setFetchSize(rows);
    }

    @Override
    public int getFetchSize() throws SQLException {
        return row.getFetchSize();
    }

    @Override
    public int getType() throws SQLException {
        return row.getType();
    }

    @Override
    public int getConcurrency() throws SQLException {
        return row.getConcurrency();
    }

    @Override
    public int getHoldability() throws SQLException {
        return row.getHoldability();
    }

    @Override
    public @Nullable SQLWarning getWarnings() throws SQLException {
        return row.getWarnings();
    }

    @Override
    public void clearWarnings() throws SQLException {
        row.clearWarnings();
    }

    @Override
    public String getCursorName() throws SQLException {
        return row.getCursorName();
    }

    @Override
    public boolean rowUpdated() throws SQLException {
        return row.rowUpdated();
    }

    @Override
    public boolean rowInserted() throws SQLException {
        return row.rowInserted();
    }

    @Override
    public boolean rowDeleted() throws SQLException {
        return row.rowDeleted();
    }
}
