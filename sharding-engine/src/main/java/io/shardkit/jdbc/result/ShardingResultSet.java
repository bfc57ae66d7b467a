package io.shardkit.jdbc.result;

import io.shardkit.error.ErrorCode;
import io.shardkit.execute.ShardConnection;
import io.shardkit.merge.RowCursor;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of a logical statement: a driver's own of one unit, or merged ones. */
public abstract class ShardingResultSet extends DelegatingResultSet {
    final ResultOwner owner;
    private @Nullable ResultSetMetaData metaData;
    private boolean closed;

    ShardingResultSet(ResultOwner owner, ResultSet row, int visibleColumns, @Nullable ColumnLabels labels) {
        super(row, visibleColumns, labels);
        this.owner = owner;
    }

    /** The rows of one unit. */
    public static ShardingResultSet of(ResultOwner owner, ResultSet rows, ShardConnection shard) {
        shard.resultOpened();
        return new UnitResultSet(owner, rows, shard, null);
    }

    /**
     * The rows of a query over gathered ones, whose tables are gone.
     *
     * @param labelled whether only the columns know their labels, and the rows have others
     */
    public static ShardingResultSet gathered(
            ResultOwner owner,
            ResultSet rows,
            ShardConnection shard,
            @Nullable ResultSetMetaData columns,
            boolean labelled)
            throws SQLException {
        if (columns == null) {
            return of(owner, rows, shard);
        }
        ResultSetMetaData logical = new ShardingResultSetMetaData(columns, Integer.MAX_VALUE, owner.tableNames());
        ColumnLabels labels = labelled ? new ColumnLabels(logical, logical.getColumnCount()) : null;
        shard.resultOpened();
        ShardingResultSet result = new UnitResultSet(owner, rows, shard, labels);
        result.metaData = logical;
        return result;
    }

    /** Rows that need no connection. */
    public static ShardingResultSet inMemory(ResultOwner owner, ResultSet rows) {
        return new UnitResultSet(owner, rows, null, null);
    }

    /** Rows of several units; they are read from these connections until the result set is closed. */
    public static ShardingResultSet merged(ResultOwner owner, RowCursor rows, List<ShardConnection> shards)
            throws SQLException {
        ShardingResultSetMetaData columns =
                new ShardingResultSetMetaData(rows.metaData(), rows.visibleColumns(), owner.tableNames());
        ColumnLabels labels = new ColumnLabels(columns, rows.visibleColumns());
        shards.forEach(ShardConnection::resultOpened);
        return new MergedResultSet(owner, rows, labels, shards);
    }

    /** The columns as the user asked for them. */
    abstract ResultSetMetaData readMetaData() throws SQLException;

    /**
     * Lets go of what is behind the rows.
     *
     * @param last where they stood
     */
    abstract void release(ResultSet last) throws SQLException;

    @Override
    final void checkOpen() throws SQLException {
        if (closed) {
            throw ErrorCode.CLOSED.exception("result set");
        }
    }

    @Override
    public final void close() throws SQLException {
        if (closed) {
            return;
        }
        closed = true;
        ResultSet last = row;
        row = AbsentRow.CLOSED;
        try {
            release(last);
        } finally {
            owner.resultClosed(this);
        }
    }

    final boolean closed() {
        return closed;
    }

    @Override
    public final ResultSetMetaData getMetaData() throws SQLException {
        checkOpen();
        if (metaData == null) {
            metaData = readMetaData();
        }
        return metaData;
    }

    @Override
    public final Statement getStatement() throws SQLException {
        checkOpen();
        return owner.statement();
    }

    @Override
    public final <T> T unwrap(Class<T> type) throws SQLException {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        ResultSet driver = single("unwrap to " + type.getName());
        return type.isInstance(driver) ? type.cast(driver) : driver.unwrap(type);
    }
}
