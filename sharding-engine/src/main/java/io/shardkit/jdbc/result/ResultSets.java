package io.shardkit.jdbc.result;

import io.shardkit.execute.ShardConnection;
import io.shardkit.merge.RowCursor;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Opens the result sets that users know over the rows of shards. */
public final class ResultSets {
    private ResultSets() {}

    /** The rows of one unit. */
    public static ShardingResultSet ofUnit(ResultOwner owner, ResultSet rows, ShardConnection shard) {
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
            return ofUnit(owner, rows, shard);
        }
        ResultSetMetaData logical = new ShardingResultSetMetaData(columns, Integer.MAX_VALUE, owner.tableNames());
        ColumnLabels labels = labelled ? new ColumnLabels(logical, logical.getColumnCount()) : null;
        shard.resultOpened();
        ShardingResultSet result = new UnitResultSet(owner, rows, shard, labels);
        result.describe(logical);
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
}
