package io.shardkit.benchmarks;

import io.shardkit.lab.subject.Subject;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;

/** Queries of the logical table. */
final class OrderQueriesByLogicalSql implements OrderQueries {
    private static final String ORDERED_TOTALS = TOTALS.logical() + " ORDER BY status";
    private static final String OF_USER_8 = OrderQueries.ofUser(8).logical();

    private final Subject subject;

    OrderQueriesByLogicalSql(Subject subject) {
        this.subject = subject;
    }

    @Override
    public long newestBefore(Timestamp moment) throws SQLException {
        try (Connection connection = subject.connection(0);
                PreparedStatement statement = connection.prepareStatement(NEWEST.logical())) {
            statement.setTimestamp(1, moment);
            try (ResultSet rows = statement.executeQuery()) {
                long sum = 0;
                while (rows.next()) {
                    sum = OrderQueries.then(
                            sum, Newest.read(rows, rows.getTimestamp(NEWEST_AT)).sum());
                }
                return sum;
            }
        }
    }

    @Override
    public long totals() throws SQLException {
        try (Connection connection = subject.connection(0);
                PreparedStatement statement = connection.prepareStatement(ORDERED_TOTALS);
                ResultSet rows = statement.executeQuery()) {
            long sum = 0;
            while (rows.next()) {
                sum = OrderQueries.then(
                        sum,
                        rows.getString(1).hashCode()
                                + rows.getLong(2)
                                + rows.getBigDecimal(3).hashCode());
            }
            return sum;
        }
    }

    @Override
    public long ofUser(long user, long[] orders) throws SQLException {
        String text = orders.length == 8
                ? OF_USER_8
                : OrderQueries.ofUser(orders.length).logical();
        try (Connection connection = subject.connection(0);
                PreparedStatement statement = connection.prepareStatement(text)) {
            statement.setLong(1, user);
            for (int i = 0; i < orders.length; i++) {
                statement.setLong(2 + i, orders[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                return OrderQueries.sumOfUser(rows);
            }
        }
    }
}
