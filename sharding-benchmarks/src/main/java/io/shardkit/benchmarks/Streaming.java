package io.shardkit.benchmarks;

import io.shardkit.benchmarks.database.Layout;
import io.shardkit.benchmarks.database.Pools;
import io.shardkit.benchmarks.database.StreamTables;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;

/** A million rows, read one by one; by hand from one table that is not sharded. */
public class Streaming extends Workload {
    private static final int FETCH_SIZE = 1000;
    private static final String TEXT = "SELECT order_id, user_id, status, total_amount FROM ";

    @Override
    List<Layout> layouts() {
        return StreamTables.LAYOUTS;
    }

    @Override
    void createTables(Pools on) throws SQLException {
        StreamTables.create(on);
    }

    /** Cannot hold a million rows: who reads them all into memory fails. */
    @Override
    String heap() {
        return "64m";
    }

    @Override
    boolean measuresManyThreads() {
        return false;
    }

    /** All rows of eight units. */
    @Benchmark
    public long stream(Keys keys) throws SQLException {
        boolean byHand = subject.isByHand();
        try (Connection connection = subject().connection(0)) {
            if (byHand && database.streamsInTransactionsOnly()) {
                connection.setAutoCommit(false);
            }
            try (PreparedStatement statement =
                    connection.prepareStatement(TEXT + (byHand ? StreamTables.UNSHARDED : "t_stream"))) {
                statement.setFetchSize(FETCH_SIZE);
                try (ResultSet rows = statement.executeQuery()) {
                    long sum = 0;
                    while (rows.next()) {
                        sum += 1
                                + rows.getLong(1)
                                + rows.getLong(2)
                                + rows.getString(3).hashCode()
                                + rows.getBigDecimal(4).hashCode();
                    }
                    return sum;
                }
            }
        }
    }
}
