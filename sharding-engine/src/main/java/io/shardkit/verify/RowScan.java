package io.shardkit.verify;

import io.shardkit.catalog.ConnectionSource;
import io.shardkit.catalog.Progress;
import io.shardkit.dialect.driver.JdbcDrivers;
import io.shardkit.rule.DataNode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Reads the rows of actual tables in pieces, so that memory holds few of them. */
final class RowScan {
    private static final int FETCHED = 1000;

    private RowScan() {}

    /** A reader of rows. */
    @FunctionalInterface
    interface Reader {
        /**
         * Reads a row.
         *
         * @param progress is told of each further answer of a database that the reader waits for
         */
        void row(ResultSet row, Progress progress) throws SQLException;
    }

    /**
     * Reads rows in a transaction that is rolled back.
     *
     * @param node the actual table that the query reads
     * @param most how many rows are read; 0 for all
     */
    static void read(ConnectionSource sources, DataNode node, String query, int most, Reader reader)
            throws SQLException {
        sources.read(node.dataSource(), sources.limit(), (connection, progress) -> {
            boolean autoCommit = connection.getAutoCommit();
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.setMaxRows(most);
                statement.setFetchSize(
                        JdbcDrivers.named(connection.getMetaData().getDriverName())
                                .fetchSize(FETCHED));
                try (ResultSet rows = statement.executeQuery(query)) {
                    while (rows.next()) {
                        progress.made();
                        reader.row(rows, progress);
                    }
                }
            } finally {
                connection.rollback();
                connection.setAutoCommit(autoCommit);
            }
            return null;
        });
    }
}
