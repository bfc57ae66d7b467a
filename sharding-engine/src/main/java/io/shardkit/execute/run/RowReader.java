package io.shardkit.execute.run;

import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.TableNames;
import io.shardkit.execute.driver.Outcome;
import io.shardkit.merge.RowCursor;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of an answer, forward only, for front ends that have no result sets of their own. Not thread-safe. */
public final class RowReader implements AutoCloseable {
    private final ResultSetMetaData columns;
    private final int width;
    private final TableNames names;
    private final List<ShardConnection> shards;
    private final @Nullable RowCursor merged;
    private ResultSet row;
    private boolean closed;

    private RowReader(
            ResultSetMetaData columns,
            int width,
            TableNames names,
            List<ShardConnection> shards,
            @Nullable RowCursor merged,
            ResultSet row) {
        this.columns = columns;
        this.width = width;
        this.names = names;
        this.shards = shards;
        this.merged = merged;
        this.row = row;
        shards.forEach(ShardConnection::resultOpened);
    }

    static RowReader of(Outcome.Rows rows, TableNames names) throws SQLException {
        if (rows instanceof Outcome.MergedRows merged) {
            RowCursor cursor = merged.rows();
            return new RowReader(
                    cursor.metaData(), cursor.visibleColumns(), names, merged.shards(), cursor, cursor.row());
        }
        if (rows instanceof Outcome.GatheredRows gathered) {
            ResultSetMetaData own = gathered.rows().getMetaData();
            ResultSetMetaData columns = gathered.columns() == null ? own : gathered.columns();
            return all(gathered.rows(), columns, names, List.of(gathered.shard()));
        }
        if (rows instanceof Outcome.UnitRows unit) {
            return all(unit.rows(), unit.rows().getMetaData(), names, List.of(unit.shard()));
        }
        ResultSet kept = ((Outcome.MemoryRows) rows).rows();
        return all(kept, kept.getMetaData(), names, List.of());
    }

    private static RowReader all(
            ResultSet rows, ResultSetMetaData columns, TableNames names, List<ShardConnection> shards)
            throws SQLException {
        return new RowReader(columns, columns.getColumnCount(), names, shards, null, rows);
    }

    /** The labels of the columns that the user asked for, in logical names. */
    public List<String> labels() throws SQLException {
        List<String> labels = new ArrayList<>(width);
        for (int i = 1; i <= width; i++) {
            labels.add(names.logicalLabel(columns.getColumnLabel(i)));
        }
        return labels;
    }

    /** Returns the columns, hidden columns at the right end included, with actual names. */
    public ResultSetMetaData columns() {
        return columns;
    }

    /** Moves to the next row; false after the last. */
    public boolean next() throws SQLException {
        if (merged == null) {
            return row.next();
        }
        boolean found = merged.next();
        row = merged.row();
        return found;
    }

    /** Stands on the current row, for its getters only; columns by number, from 1 to the number of the labels. */
    public ResultSet row() {
        return row;
    }

    @Override
    public void close() throws SQLException {
        if (closed) {
            return;
        }
        closed = true;
        try {
            if (merged == null) {
                row.close();
            } else {
                merged.close();
            }
        } finally {
            for (ShardConnection shard : shards) {
                shard.resultClosed();
            }
        }
    }
}
