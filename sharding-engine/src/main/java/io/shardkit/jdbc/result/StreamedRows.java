package io.shardkit.jdbc.result;

import io.shardkit.execute.watch.RowStream;
import io.shardkit.merge.RowCursor;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;

/** Merged rows that their databases send while they are read. */
final class StreamedRows implements RowCursor {
    private final RowCursor rows;
    private final RowStream stream;

    StreamedRows(RowCursor rows, RowStream stream) {
        this.rows = rows;
        this.stream = stream;
    }

    @Override
    public boolean next() throws SQLException {
        stream.begin();
        try {
            return rows.next();
        } catch (SQLException failure) {
            throw stream.explained(failure);
        } finally {
            stream.end();
        }
    }

    @Override
    public boolean isLast() throws SQLException {
        stream.begin();
        try {
            return rows.isLast();
        } catch (SQLException failure) {
            throw stream.explained(failure);
        } finally {
            stream.end();
        }
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
        stream.close(rows::close);
    }
}
