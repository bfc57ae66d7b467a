package io.shardkit.jdbc;

import io.shardkit.error.ErrorCode;
import io.shardkit.execute.ShardConnection;
import io.shardkit.merge.RowCursor;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of a logical statement: a driver's own of one unit, or merged ones. */
final class ShardingResultSet extends DelegatingResultSet {
    private final AbstractStatement statement;
    private final TableNames tableNames;
    private final @Nullable RowCursor merged;
    private final @Nullable ShardConnection shard;
    private final List<ShardConnection> shards;
    private @Nullable ResultSetMetaData metaData;
    private long rowNumber;
    private boolean afterLast;
    private boolean closed;

    private ShardingResultSet(
            AbstractStatement statement,
            ResultSet row,
            int visibleColumns,
            @Nullable ColumnLabels labels,
            @Nullable RowCursor merged,
            @Nullable ShardConnection shard,
            List<ShardConnection> shards) {
        super(row, visibleColumns, labels);
        this.statement = statement;
        this.tableNames = statement.tableNames();
        this.merged = merged;
        this.shard = shard;
        this.shards = shards;
    }

    /** The rows of one unit. */
    static ShardingResultSet of(AbstractStatement statement, ResultSet rows, ShardConnection shard) {
        shard.resultOpened();
        return new ShardingResultSet(statement, rows, Integer.MAX_VALUE, null, null, shard, List.of());
    }

    /** The rows of a query over gathered ones, whose tables are gone. */
    static ShardingResultSet gathered(
            AbstractStatement statement, ResultSet rows, ShardConnection shard, @Nullable ResultSetMetaData columns) {
        ShardingResultSet result = of(statement, rows, shard);
        if (columns != null) {
            result.metaData = new ShardingResultSetMetaData(columns, Integer.MAX_VALUE, statement.tableNames());
        }
        return result;
    }

    /** Rows that need no connection. */
    static ShardingResultSet inMemory(AbstractStatement statement, ResultSet rows) {
        return new ShardingResultSet(statement, rows, Integer.MAX_VALUE, null, null, null, List.of());
    }

    /** Rows of several units; they are read from these connections until the result set is closed. */
    static ShardingResultSet merged(AbstractStatement statement, RowCursor rows, List<ShardConnection> shards)
            throws SQLException {
        ShardingResultSetMetaData columns =
                new ShardingResultSetMetaData(rows.metaData(), rows.visibleColumns(), statement.tableNames());
        ColumnLabels labels = new ColumnLabels(columns, rows.visibleColumns());
        shards.forEach(ShardConnection::resultOpened);
        return new ShardingResultSet(statement, AbsentRow.NONE, rows.visibleColumns(), labels, rows, null, shards);
    }

    @Override
    public boolean next() throws SQLException {
        if (merged == null) {
            return row.next();
        }
        checkOpen();
        if (merged.next()) {
            row = merged.row();
            rowNumber++;
            return true;
        }
        row = AbsentRow.NONE;
        afterLast = true;
        return false;
    }

    @Override
    ResultSet single(String method) throws SQLException {
        checkOpen();
        if (merged != null) {
            throw ErrorCode.UNSUPPORTED_JDBC.exception(method + " on rows of several shards");
        }
        return row;
    }

    private void checkOpen() throws SQLException {
        if (closed) {
            throw ErrorCode.CLOSED.exception("result set");
        }
    }

    @Override
    public void close() throws SQLException {
        if (closed) {
            return;
        }
        closed = true;
        ResultSet last = row;
        row = AbsentRow.CLOSED;
        try {
            if (merged != null) {
                merged.close();
            } else {
                last.close();
            }
        } finally {
            if (shard != null) {
                shard.resultClosed();
            }
            for (ShardConnection each : shards) {
                each.resultClosed();
            }
            statement.resultClosed(this);
        }
    }

    @Override
    public boolean isClosed() throws SQLException {
        return closed || (merged == null && row.isClosed());
    }

    @Override
    public ResultSetMetaData getMetaData() throws SQLException {
        checkOpen();
        if (metaData == null) {
            metaData = merged == null
                    ? new ShardingResultSetMetaData(row.getMetaData(), Integer.MAX_VALUE, tableNames)
                    : new ShardingResultSetMetaData(merged.metaData(), merged.visibleColumns(), tableNames);
        }
        return metaData;
    }

    @Override
    public Statement getStatement() throws SQLException {
        checkOpen();
        return statement;
    }

    @Override
    public int getRow() throws SQLException {
        if (merged == null) {
            return row.getRow();
        }
        checkOpen();
        return afterLast ? 0 : (int) rowNumber;
    }

    @Override
    public @Nullable SQLWarning getWarnings() throws SQLException {
        return merged == null ? row.getWarnings() : null;
    }

    @Override
    public void clearWarnings() throws SQLException {
        if (merged == null) {
            row.clearWarnings();
        }
    }

    @Override
    public String getCursorName() throws SQLException {
        return single("getCursorName").getCursorName();
    }

    @Override
    public void setFetchDirection(int direction) throws SQLException {
        if (merged == null) {
            row.setFetchDirection(direction);
        } else if (direction != FETCH_FORWARD) {
            throw ErrorCode.UNSUPPORTED_JDBC.exception(
                    "a fetch direction other than forward on rows of several shards");
        }
    }

    @Override
    public int getFetchDirection() throws SQLException {
        return merged == null ? row.getFetchDirection() : FETCH_FORWARD;
    }

    @Override
    public void setFetchSize(int rows) throws SQLException {
        if (merged == null) {
            row.setFetchSize(rows);
        } else if (rows < 0) {
            throw ErrorCode.INVALID_ARGUMENT.exception("fetch size " + rows);
        }
    }

    @Override
    public int getFetchSize() throws SQLException {
        return merged == null ? row.getFetchSize() : statement.getFetchSize();
    }

    @Override
    public int getType() throws SQLException {
        return merged == null ? row.getType() : TYPE_FORWARD_ONLY;
    }

    @Override
    public int getConcurrency() throws SQLException {
        return merged == null ? row.getConcurrency() : CONCUR_READ_ONLY;
    }

    @Override
    public int getHoldability() throws SQLException {
        return merged == null ? row.getHoldability() : statement.getResultSetHoldability();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        ResultSet driver = single("unwrap to " + type.getName());
        return type.isInstance(driver) ? type.cast(driver) : driver.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return type.isInstance(this) || (!closed && merged == null && (type.isInstance(row) || row.isWrapperFor(type)));
    }
}
