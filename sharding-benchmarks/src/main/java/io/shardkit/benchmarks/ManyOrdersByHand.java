package io.shardkit.benchmarks;

import io.shardkit.benchmarks.database.Databases;
import io.shardkit.benchmarks.database.OrderTables;
import io.shardkit.lab.subject.Pools;
import io.shardkit.lab.subject.Text;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Inserts into the actual tables: sorts the rows to their tables, and sends each table its own in one batch or one
 * INSERT. A transaction on each data source, committed when all has succeeded: as much all or nothing as can be had
 * without two-phase commit.
 */
final class ManyOrdersByHand implements ManyOrders {
    private static final Text ONE = ManyOrders.insert(1);

    private final Pools pools;
    private final BothSources sources;
    private final Map<Integer, Text> byRows = new ConcurrentHashMap<>();

    /** Writes both data sources one after the other, or at the same time if there is an executor. */
    ManyOrdersByHand(Pools pools, @Nullable Executor executor) {
        this.pools = pools;
        this.sources = new BothSources(executor);
    }

    @Override
    public long batch(long first, int rows) throws SQLException {
        return write(first, rows, this::batch);
    }

    @Override
    public long statement(long first, int rows) throws SQLException {
        return write(first, rows, this::statement);
    }

    /** Writes the rows of one table. */
    private interface Writer {
        long write(Connection connection, int suffix, long[] orders, int count) throws SQLException;
    }

    private long write(long first, int rows, Writer writer) throws SQLException {
        long[][][] orders = new long[Databases.SOURCES][OrderTables.TABLES][rows / 4 + 4];
        int[][] counts = new int[Databases.SOURCES][OrderTables.TABLES];
        for (long order = first; order < first + rows; order++) {
            int source = OrderTables.source(OrderTables.user(order));
            int suffix = OrderTables.suffix(order);
            orders[source][suffix][counts[source][suffix]++] = order;
        }
        try (Connection zero = pools.source(0).getConnection();
                Connection one = pools.source(1).getConnection()) {
            zero.setAutoCommit(false);
            one.setAutoCommit(false);
            try {
                long sum = sources.sum(source -> {
                    Connection connection = source == 0 ? zero : one;
                    long inserted = 0;
                    for (int suffix = 0; suffix < OrderTables.TABLES; suffix++) {
                        if (counts[source][suffix] > 0) {
                            inserted +=
                                    writer.write(connection, suffix, orders[source][suffix], counts[source][suffix]);
                        }
                    }
                    return inserted;
                });
                zero.commit();
                one.commit();
                return sum;
            } catch (SQLException | RuntimeException e) {
                zero.rollback();
                one.rollback();
                throw e;
            }
        }
    }

    private long batch(Connection connection, int suffix, long[] orders, int count) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(ONE.actual(suffix))) {
            for (int i = 0; i < count; i++) {
                OrderTables.bind(statement, 1, orders[i]);
                statement.addBatch();
            }
            return ManyOrdersByLogicalSql.inserted(statement.executeBatch());
        }
    }

    private long statement(Connection connection, int suffix, long[] orders, int count) throws SQLException {
        Text query = byRows.computeIfAbsent(count, ManyOrders::insert);
        try (PreparedStatement statement = connection.prepareStatement(query.actual(suffix))) {
            for (int i = 0; i < count; i++) {
                OrderTables.bind(statement, 1 + i * OrderTables.COLUMN_COUNT, orders[i]);
            }
            return statement.executeUpdate();
        }
    }
}
