package io.shardkit.benchmarks;

import io.shardkit.benchmarks.database.OrderTables;
import io.shardkit.benchmarks.database.Pools;
import io.shardkit.benchmarks.subject.Query;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Queries of the actual tables, put together by the caller. */
final class OrderQueriesByHand implements OrderQueries {
    private static final int LIMIT = 10;
    private static final Comparator<Newest> NEWEST_FIRST =
            Comparator.comparing(Newest::at).reversed();

    private final Query newest = Query.of(NEWEST, OrderTables.LAYOUTS);
    private final Query totals = Query.of(TOTALS, OrderTables.LAYOUTS);
    private final Query[] ofUser = IntStream.rangeClosed(1, 8)
            .mapToObj(ids -> Query.of(OrderQueries.ofUser(ids), OrderTables.LAYOUTS))
            .toArray(Query[]::new);
    private final Pools pools;
    private final BothSources sources;

    OrderQueriesByHand(Pools pools, BothSources sources) {
        this.pools = pools;
        this.sources = sources;
    }

    @Override
    public long newestBefore(Timestamp moment) throws SQLException {
        List<Newest> found = new ArrayList<>();
        sources.all(source -> newestOf(source, moment)).forEach(found::addAll);
        return sumOfFirst(found);
    }

    /** The sum of the first rows of all. */
    static long sumOfFirst(List<Newest> found) {
        found.sort(NEWEST_FIRST);
        long sum = 0;
        for (int i = 0; i < Math.min(LIMIT, found.size()); i++) {
            sum = OrderQueries.then(sum, found.get(i).sum());
        }
        return sum;
    }

    private List<Newest> newestOf(int source, Timestamp moment) throws SQLException {
        List<Newest> found = new ArrayList<>(OrderTables.TABLES * LIMIT);
        try (Connection connection = pools.source(source).getConnection()) {
            for (int suffix = 0; suffix < OrderTables.TABLES; suffix++) {
                try (PreparedStatement statement = connection.prepareStatement(newest.actual(suffix))) {
                    statement.setTimestamp(1, moment);
                    try (ResultSet rows = statement.executeQuery()) {
                        while (rows.next()) {
                            found.add(Newest.read(rows));
                        }
                    }
                }
            }
        }
        return found;
    }

    /** Count and sum of one status. */
    private record Total(long count, BigDecimal amount) {
        Total plus(Total other) {
            return new Total(count + other.count, amount.add(other.amount));
        }
    }

    @Override
    public long totals() throws SQLException {
        Map<String, Total> merged = new TreeMap<>();
        for (Map<String, Total> part : sources.all(this::totalsOf)) {
            part.forEach((status, total) -> merged.merge(status, total, Total::plus));
        }
        long sum = 0;
        for (Map.Entry<String, Total> entry : merged.entrySet()) {
            Total total = entry.getValue();
            sum = OrderQueries.then(
                    sum,
                    entry.getKey().hashCode() + total.count() + total.amount().hashCode());
        }
        return sum;
    }

    private Map<String, Total> totalsOf(int source) throws SQLException {
        Map<String, Total> found = new TreeMap<>();
        try (Connection connection = pools.source(source).getConnection()) {
            for (int suffix = 0; suffix < OrderTables.TABLES; suffix++) {
                try (PreparedStatement statement = connection.prepareStatement(totals.actual(suffix));
                        ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        found.merge(rows.getString(1), new Total(rows.getLong(2), rows.getBigDecimal(3)), Total::plus);
                    }
                }
            }
        }
        return found;
    }

    @Override
    public long ofUser(long user, long[] orders) throws SQLException {
        long[][] bySuffix = new long[OrderTables.TABLES][orders.length];
        int[] counts = new int[OrderTables.TABLES];
        for (long order : orders) {
            int suffix = OrderTables.suffix(order);
            bySuffix[suffix][counts[suffix]++] = order;
        }
        long sum = 0;
        try (Connection connection = pools.source(OrderTables.source(user)).getConnection()) {
            for (int suffix = 0; suffix < OrderTables.TABLES; suffix++) {
                if (counts[suffix] > 0) {
                    String text = ofUser[counts[suffix] - 1].actual(suffix);
                    try (PreparedStatement statement = connection.prepareStatement(text)) {
                        statement.setLong(1, user);
                        for (int i = 0; i < counts[suffix]; i++) {
                            statement.setLong(2 + i, bySuffix[suffix][i]);
                        }
                        try (ResultSet rows = statement.executeQuery()) {
                            sum += OrderQueries.sumOfUser(rows);
                        }
                    }
                }
            }
        }
        return sum;
    }
}
