package io.shardkit.jdbc.result;

import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.watch.RowStream;
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
    public static ShardingResultSet ofUnit(ResultOwner owner, ResultSet rows, ShardConnection shard)
            throws SQLException {
        return ofUnit(owner, rows, shard, null);
    }

    private static ShardingResultSet ofUnit(
            ResultOwner owner, ResultSet rows, ShardConnection shard, @Nullable ColumnLabels labels)
            throws SQLException {
        shard.resultOpened();
        // With a fetch size drivers may leave rows with their databases until they are read.
        RowStream stream = owner.statement().getFetchSize() == 0 ? null : stream(owner, List.of(rows), List.of(shard));
        return new UnitResultSet(owner, rows, shard, labels, stream);
    }

    private static RowStream stream(ResultOwner owner, List<ResultSet> results, List<ShardConnection> shards)
            throws SQLException {
        return ShardConnection.stream(shards, results, owner.statement().getQueryTimeout());
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
        ShardingResultSet result = ofUnit(owner, rows, shard, labels);
        result.describe(logical);
        return result;
    }

    /** Rows that need no connection. */
    public static ShardingResultSet inMemory(ResultOwner owner, ResultSet rows) {
        return new UnitResultSet(owner, rows, null, null, null);
    }

    /** Rows of several units; they are read from these connections until the result set is closed. */
    public static ShardingResultSet merged(ResultOwner owner, RowCursor rows, List<ShardConnection> shards)
            throws SQLException {
        ShardingResultSetMetaData columns =
                new ShardingResultSetMetaData(rows.metaData(), rows.visibleColumns(), owner.tableNames());
        ColumnLabels labels = new ColumnLabels(columns, rows.visibleColumns());
        shards.forEach(ShardConnection::resultOpened);
        RowCursor read = owner.statement().getFetchSize() == 0 || shards.isEmpty()
                ? rows
                : new StreamedRows(rows, stream(owner, rows.results(), shards));
        return new MergedResultSet(owner, read, labels, shards);
    }
}
