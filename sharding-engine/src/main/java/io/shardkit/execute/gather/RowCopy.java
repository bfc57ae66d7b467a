package io.shardkit.execute.gather;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.watch.Deadline;
import io.shardkit.plan.ShardCall;
import io.shardkit.sql.statement.Parameters;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads whole rows of one table and writes them to another as they are. */
public final class RowCopy {
    private RowCopy() {}

    /**
     * The rows that a call selects, each value as its carrier takes it.
     *
     * @param call its parameters are all computed
     */
    public static List<@Nullable Object[]> read(
            ShardConnection shard, ShardCall call, List<Column> columns, Deadline deadline) throws SQLException {
        List<@Nullable Object[]> rows = new ArrayList<>();
        try (TextCall text = TextCall.open(shard.connection(), call.sql(), call.mapping(), Parameters.NONE)) {
            deadline.limit(text.statement());
            try (ResultSet found = shard.calling(text.statement(), text::query)) {
                while (found.next()) {
                    rows.add(RowWriter.read(found, columns));
                }
            }
        }
        return rows;
    }

    /**
     * Writes rows.
     *
     * @param head the text before VALUES
     * @return how many the database says were written
     * @throws SQLException a driver's exception, or a coded refusal if a value was not written as it is
     */
    public static long write(
            ShardConnection shard,
            String head,
            List<Column> columns,
            List<@Nullable Object[]> rows,
            Dialect dialect,
            Deadline deadline)
            throws SQLException {
        try (RowWriter writer = new RowWriter(shard, head, columns, false, RowWriter.Tail.NONE, exact(dialect))) {
            writer.limit(deadline);
            for (@Nullable Object[] row : rows) {
                writer.add(row);
            }
            writer.flush();
            return writer.written();
        }
    }

    private static PlacingStatements exact(Dialect dialect) {
        return new PlacingStatements() {
            @Override
            public PreparedStatement prepare(Connection connection, String sql) throws SQLException {
                return connection.prepareStatement(sql);
            }

            @Override
            public void wrote(PreparedStatement statement) throws SQLException {
                CopyWriter.checkExact(statement, dialect);
            }
        };
    }
}
