package io.shardkit.benchmarks;

import io.shardkit.benchmarks.database.OrderTables;
import io.shardkit.lab.subject.Pools;
import io.shardkit.lab.subject.Text;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** One query for each data source: a UNION ALL of the actual tables there. */
final class OrderQueriesByUnion implements OrderQueries {
    private static final String NEWEST_OF_SOURCE = union(NEWEST) + " ORDER BY created_at DESC LIMIT 10";
    private static final String TOTALS_OF_SOURCE = union(TOTALS);
    private static final int PER_TABLE = 2;
    private static final String TWO_OF_EACH_TABLE = union(OrderQueries.ofUser(PER_TABLE));

    private final Pools pools;
    private final BothSources sources;

    OrderQueriesByUnion(Pools pools, BothSources sources) {
        this.pools = pools;
        this.sources = sources;
    }

    private static String union(Text text) {
        return IntStream.range(0, OrderTables.TABLES)
                .mapToObj(suffix -> "(" + text.actual(suffix) + ")")
                .collect(Collectors.joining(" UNION ALL "));
    }

    @Override
    public long newestBefore(Timestamp moment) throws SQLException {
        return NewestTen.sum(sources.all(source -> newestOf(source, moment)));
    }

    private NewestTen newestOf(int source, Timestamp moment) throws SQLException {
        NewestTen found = new NewestTen();
        try (Connection connection = pools.source(source).getConnection();
                PreparedStatement statement = connection.prepareStatement(NEWEST_OF_SOURCE)) {
            for (int table = 1; table <= OrderTables.TABLES; table++) {
                statement.setTimestamp(table, moment);
            }
            try (ResultSet rows = statement.executeQuery()) {
                found.add(rows);
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
        try (Connection connection = pools.source(source).getConnection();
                PreparedStatement statement = connection.prepareStatement(TOTALS_OF_SOURCE);
                ResultSet rows = statement.executeQuery()) {
            found.add(rows);
        }
        return found;
    }

    /** For as many orders of each table as {@link Scatter#inList} asks for. */
    @Override
    public long ofUser(long user, long[] orders) throws SQLException {
        if (orders.length != OrderTables.TABLES * PER_TABLE) {
            throw new IllegalArgumentException(orders.length + " orders");
        }
        long[] byTable = new long[orders.length];
        int[] counts = new int[OrderTables.TABLES];
        for (long order : orders) {
            int suffix = OrderTables.suffix(order);
            byTable[suffix * PER_TABLE + counts[suffix]++] = order;
        }
        try (Connection connection = pools.source(OrderTables.source(user)).getConnection();
                PreparedStatement statement = connection.prepareStatement(TWO_OF_EACH_TABLE)) {
            int at = 1;
            for (int suffix = 0; suffix < OrderTables.TABLES; suffix++) {
                statement.setLong(at++, user);
                for (int i = 0; i < PER_TABLE; i++) {
                    statement.setLong(at++, byTable[suffix * PER_TABLE + i]);
                }
            }
            try (ResultSet rows = statement.executeQuery()) {
                return OrderQueries.sumOfUser(rows);
            }
        }
    }
}
