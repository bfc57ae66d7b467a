package io.shardkit.jdbc.result;

import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.watch.RowStream;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** One result set of a driver whose rows its database sends while they are read. */
final class StreamedResultSet extends UnitResultSet {
    private final RowStream stream;

    StreamedResultSet(
            ResultOwner owner, ResultSet rows, ShardConnection shard, @Nullable ColumnLabels labels, RowStream stream) {
        super(owner, rows, shard, labels);
        this.stream = stream;
    }

    @Override
    public boolean next() throws SQLException {
        stream.begin();
        try {
            return row.next();
        } catch (SQLException failure) {
            throw stream.explained(failure);
        } finally {
            stream.end();
        }
    }

    @Override
    void release(ResultSet last) throws SQLException {
        stream.close(() -> super.release(last));
    }
}
