package io.shardkit.benchmarks;

import io.shardkit.benchmarks.database.OrderTables;
import io.shardkit.lab.subject.Pools;
import io.shardkit.lab.subject.Text;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.stream.IntStream;

/** Queries of the actual tables, put together by the caller. */
final class OrderQueriesByHand implements OrderQueries {
    private final Text[] ofUser = IntStream.rangeClosed(1, 8)
            .mapToObj(ids -> OrderQueries.ofUser(ids))
            .toArray(Text[]::new);
    private final Pools pools;
    private final BothSources sources;

    OrderQueriesByHand(Pools pools, BothSources sources) {
        this.pools = pools;
        this.sources = sources;
    }

    @Override
    public long newestBefore(Timestamp moment) throws SQLException {
        return NewestTen.sum(sources.all(source -> newestOf(source, moment)));
    }

    private NewestTen newestOf(int source, Timestamp moment) throws SQLException {
        NewestTen found = new NewestTen();
        try (Connection connection = pools.source(source).getConnection()) {
            for (int suffix = 0; suffix < OrderTables.TABLES; suffix++) {
                try (PreparedStatement statement = connection.prepareStatement(NEWEST.actual(suffix))) {
                    statement.setTimestamp(1, moment);
                    try (ResultSet rows = statement.executeQuery()) {
                        found.add(rows);
                    }
                }
            }
        }
        return found;
    }

    @Override
    public long totals() throws SQLException {
        return Totals.sum(sources.all(this::totalsOf));
    }

    private Totals totalsOf(int source) throws SQLException {
        Totals found = new Totals();
        try (Connection connection = pools.source(source).getConnection()) {
            for (int suffix = 0; suffix < OrderTables.TABLES; suffix++) {
                try (PreparedStatement statement = connection.prepareStatement(TOTALS.actual(suffix));
                        ResultSet rows = statement.executeQuery()) {
                    found.add(rows);
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
