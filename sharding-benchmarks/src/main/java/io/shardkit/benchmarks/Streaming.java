package io.shardkit.benchmarks;

import io.shardkit.benchmarks.database.Databases;
import io.shardkit.benchmarks.database.OrderTables;
import io.shardkit.benchmarks.database.StreamTables;
import io.shardkit.lab.subject.Database;
import io.shardkit.lab.subject.Layout;
import io.shardkit.lab.subject.Pools;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;

/** A million rows, read one by one; by hand from one table that is not sharded, or in turn from the eight that are. */
public class Streaming extends JmhWorkload {
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

    @Override
    List<Variant> alternatives() {
        return List.of(Variant.HAND_IN_TURN);
    }

    /** All rows of eight units. */
    @Benchmark
    public long stream(ThreadKeys keys) throws SQLException {
        return switch (subject) {
            case HAND -> read(0, StreamTables.UNSHARDED);
            case HAND_IN_TURN -> readTablesInTurn();
            case HAND_UNION -> throw new IllegalArgumentException("a stream is not read by " + subject);
            case SHARDKIT, PEER -> read(0, StreamTables.LOGICAL);
        };
    }

    private long readTablesInTurn() throws SQLException {
        long sum = 0;
        for (int source = 0; source < Databases.SOURCES; source++) {
            for (int suffix = 0; suffix < OrderTables.TABLES; suffix++) {
                sum += read(source, StreamTables.actual(suffix));
            }
        }
        return sum;
    }

    private long read(int source, String table) throws SQLException {
        try (Connection connection = subject().connection(source)) {
            if (subject.isByHand() && database == Database.POSTGRESQL) {
                connection.setAutoCommit(false);
            }
            try (PreparedStatement statement = connection.prepareStatement(TEXT + table)) {
                statement.setFetchSize(FETCH_SIZE);
                try (ResultSet rows = statement.executeQuery()) {
                    return sum(rows);
                }
            }
        }
    }

    private static long sum(ResultSet rows) throws SQLException {
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
