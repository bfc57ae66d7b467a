package io.shardkit.benchmarks.subject;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** One data source over logical tables, which routes by itself. */
final class Logical implements Subject {
    private final DataSource dataSource;
    private final AutoCloseable closing;

    /**
     * Measures a data source.
     *
     * @param closing what to close at the end
     */
    Logical(DataSource dataSource, AutoCloseable closing) {
        this.dataSource = dataSource;
        this.closing = closing;
    }

    @Override
    public Connection connection(int source) throws SQLException {
        return dataSource.getConnection();
    }

    @Override
    public String text(Query query, int suffix) {
        return query.logical();
    }

    @Override
    public KeptStatement keep(Query query) throws SQLException {
        return new KeptStatement(this, query, 1, 1);
    }

    @Override
    public void close() {
        try {
            closing.close();
        } catch (Exception e) {
            throw new IllegalStateException("the data source does not close", e);
        }
    }
}
