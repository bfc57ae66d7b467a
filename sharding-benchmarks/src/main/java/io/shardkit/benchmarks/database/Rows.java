package io.shardkit.benchmarks.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.PrimitiveIterator;
import java.util.stream.LongStream;
import javax.sql.DataSource;

/** Fills tables by plain JDBC, many rows to a statement. */
final class Rows {
    private static final int PER_STATEMENT = 500;

    private Rows() {}

    /** Sets the columns of one row. */
    @FunctionalInterface
    interface Binder {
        void bind(PreparedStatement statement, int first, long row) throws SQLException;
    }

    static void insert(DataSource pool, String table, int columns, LongStream rows, Binder binder) throws SQLException {
        String one = "(" + ", ?".repeat(columns).substring(2) + ")";
        PrimitiveIterator.OfLong left = rows.iterator();
        long[] part = new long[PER_STATEMENT];
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            while (left.hasNext()) {
                int count = 0;
                while (count < PER_STATEMENT && left.hasNext()) {
                    part[count++] = left.nextLong();
                }
                try (PreparedStatement statement = connection.prepareStatement(
                        "INSERT INTO " + table + " VALUES " + one + (", " + one).repeat(count - 1))) {
                    for (int i = 0; i < count; i++) {
                        binder.bind(statement, 1 + i * columns, part[i]);
                    }
                    statement.executeUpdate();
                }
            }
            connection.commit();
        }
    }
}
