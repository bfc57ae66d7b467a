package io.shardkit.benchmarks;

import io.shardkit.benchmarks.database.OrderTables;
import io.shardkit.lab.subject.Text;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;

/** Queries over several units; each answers a checksum of the rows. Thread-safe. */
interface OrderQueries {
    /** Of {@link #newestBefore}. */
    Text NEWEST = Text.of(
            "SELECT order_id, user_id, status, total_amount, created_at FROM {t_order} WHERE created_at < ?"
                    + " ORDER BY created_at DESC LIMIT 10",
            OrderTables.LAYOUTS);

    /** The column that it is ordered by. */
    int NEWEST_AT = 5;

    /** Of {@link #totals}, without the order. */
    Text TOTALS =
            Text.of("SELECT status, COUNT(*), SUM(total_amount) FROM {t_order} GROUP BY status", OrderTables.LAYOUTS);

    /** Of {@link #ofUser}, up to the list. */
    String OF_USER = "SELECT " + OrderTables.COLUMNS + " FROM {t_order} WHERE user_id = ? AND order_id IN ";

    /** The ten newest orders, newest first. */
    long newestBefore(Timestamp moment) throws SQLException;

    /** Count and sum of amounts, ordered by status. */
    long totals() throws SQLException;

    /** Orders of one user by their ids, in any order. */
    long ofUser(long user, long[] orders) throws SQLException;

    /** One order of {@link #NEWEST}. */
    record Newest(long order, long user, String status, BigDecimal amount, Timestamp at) {
        static Newest read(ResultSet rows, Timestamp at) throws SQLException {
            return new Newest(rows.getLong(1), rows.getLong(2), rows.getString(3), rows.getBigDecimal(4), at);
        }

        long sum() {
            return order + user + status.hashCode() + amount.hashCode() + at.getTime();
        }
    }

    /** The text of {@link #OF_USER} for so many ids. */
    static Text ofUser(int ids) {
        return Text.of(OF_USER + "(" + ", ?".repeat(ids).substring(2) + ")", OrderTables.LAYOUTS);
    }

    /** The sum of all rows of {@link #OF_USER}. */
    static long sumOfUser(ResultSet rows) throws SQLException {
        long sum = 0;
        while (rows.next()) {
            sum += rows.getLong(1)
                    + rows.getLong(2)
                    + rows.getString(3).hashCode()
                    + rows.getString(4).hashCode()
                    + rows.getBigDecimal(5).hashCode()
                    + rows.getTimestamp(6).getTime();
        }
        return sum;
    }

    /** Adds a row to the sum of those before it, so that their order counts. */
    static long then(long before, long row) {
        return before * 31 + row;
    }
}
