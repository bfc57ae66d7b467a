package io.shardkit.benchmarks;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Count and sum of amounts by status, put together from parts. Not thread-safe. */
final class Totals {
    private final Map<String, Total> byStatus = new TreeMap<>();

    private record Total(long count, BigDecimal amount) {
        Total plus(Total other) {
            return new Total(count + other.count, amount.add(other.amount));
        }
    }

    /** Adds rows of {@link OrderQueries#TOTALS}. */
    void add(ResultSet rows) throws SQLException {
        while (rows.next()) {
            byStatus.merge(rows.getString(1), new Total(rows.getLong(2), rows.getBigDecimal(3)), Total::plus);
        }
    }

    /** The checksum of all parts together. */
    static long sum(List<Totals> parts) {
        Totals all = new Totals();
        for (Totals part : parts) {
            part.byStatus.forEach((status, total) -> all.byStatus.merge(status, total, Total::plus));
        }
        long sum = 0;
        for (Map.Entry<String, Total> entry : all.byStatus.entrySet()) {
            Total total = entry.getValue();
            sum = OrderQueries.then(
                    sum,
                    entry.getKey().hashCode() + total.count() + total.amount().hashCode());
        }
        return sum;
    }
}
