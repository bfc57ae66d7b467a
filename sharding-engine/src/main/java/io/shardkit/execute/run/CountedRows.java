package io.shardkit.execute.run;

import io.shardkit.merge.RowCursor;
import io.shardkit.observe.RowsMerged;
import io.shardkit.observe.StatementListener;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;

/** Merged rows of which a listener is told how many there were. Not thread-safe. */
public final class CountedRows implements RowCursor {
    private final RowCursor rows;
    private final int answers;
    private final StatementListener listener;
    private long count;
    private boolean closed;

    /** @param answers how many were merged */
    public CountedRows(RowCursor rows, int answers, StatementListener listener) {
        this.rows = rows;
        this.answers = answers;
        this.listener = listener;
    }

    @Override
    public boolean next() throws SQLException {
        boolean found = rows.next();
        if (found) {
            count++;
        }
        return found;
    }

    @Override
    public boolean isLast() throws SQLException {
        return rows.isLast();
    }

    @Override
    public ResultSet row() {
        return rows.row();
    }

    @Override
    public ResultSetMetaData metaData() {
        return rows.metaData();
    }

    @Override
    public int visibleColumns() {
        return rows.visibleColumns();
    }

    @Override
    public List<ResultSet> results() {
        return rows.results();
    }

    @Override
    public void close() throws SQLException {
        if (!closed) {
            closed = true;
            listener.rowsMerged(new RowsMerged(answers, count));
        }
        rows.close();
    }
}
