package io.shardkit.benchmarks;

import io.shardkit.benchmarks.database.OrderTables;
import io.shardkit.lab.subject.Subject;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Inserts into the logical table. */
final class ManyOrdersByLogicalSql implements ManyOrders {
    private static final String ONE = ManyOrders.insert(1).logical();

    private final Subject subject;
    private final Map<Integer, String> byRows = new ConcurrentHashMap<>();

    ManyOrdersByLogicalSql(Subject subject) {
        this.subject = subject;
    }

    @Override
    public long batch(long first, int rows) throws SQLException {
        try (Connection connection = subject.connection(0);
                PreparedStatement statement = connection.prepareStatement(ONE)) {
            for (long order = first; order < first + rows; order++) {
                OrderTables.bind(statement, 1, order);
                statement.addBatch();
            }
            return inserted(statement.executeBatch());
        }
    }

    @Override
    public long statement(long first, int rows) throws SQLException {
        String text =
                byRows.computeIfAbsent(rows, count -> ManyOrders.insert(count).logical());
        try (Connection connection = subject.connection(0);
                PreparedStatement statement = connection.prepareStatement(text)) {
            for (int i = 0; i < rows; i++) {
                OrderTables.bind(statement, 1 + i * OrderTables.COLUMN_COUNT, first + i);
            }
            return statement.executeUpdate();
        }
    }

    /** Returns the number of rows that a batch of one-row inserts made. */
    static long inserted(int[] counts) {
        long rows = 0;
        for (int count : counts) {
            rows += count == Statement.SUCCESS_NO_INFO ? 1 : count;
        }
        return rows;
    }
}
