package io.shardkit.benchmarks;

import io.shardkit.benchmarks.database.Layout;
import io.shardkit.benchmarks.database.OrderTables;
import io.shardkit.benchmarks.database.Pools;
import io.shardkit.benchmarks.subject.Query;
import io.shardkit.benchmarks.subject.Subject;
import io.shardkit.benchmarks.subject.Way;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Setup;

/** New orders, into tables that are empty at the start of each iteration. */
public class Inserts extends Workload {
    private final Query one = query(ManyOrders.INSERT + ManyOrders.ROW);
    private @Nullable ManyOrders many;

    @Override
    List<Layout> layouts() {
        return OrderTables.LAYOUTS;
    }

    @Override
    void createTables(Pools on) throws SQLException {
        OrderTables.create(on, false);
    }

    @Override
    void start(Pools on, Subject over) {
        many = subject == Way.HAND ? new ManyOrdersByHand(on, null) : new ManyOrdersByLogicalSql(over);
    }

    /** Keeps the tables from growing without bound. */
    @Setup(Level.Iteration)
    public void clear() throws SQLException {
        OrderTables.clear(pools());
    }

    private ManyOrders many() {
        if (many == null) {
            throw new IllegalStateException("not open");
        }
        return many;
    }

    /** One row. */
    @Benchmark
    public long insert(Keys keys) throws SQLException {
        long order = keys.fresh(1);
        Subject over = subject();
        try (Connection connection = over.connection(OrderTables.source(OrderTables.user(order)));
                PreparedStatement statement = connection.prepareStatement(over.text(one, OrderTables.suffix(order)))) {
            OrderTables.bind(statement, 1, order);
            return statement.executeUpdate();
        }
    }

    /** A batch of 100 rows over eight units, all or nothing up to the commit. */
    @Benchmark
    public long batchOf100(Keys keys) throws SQLException {
        return many().batch(keys.fresh(100), 100);
    }

    /** A batch of 1,000 rows over eight units. */
    @Benchmark
    public long batchOf1000(Keys keys) throws SQLException {
        return many().batch(keys.fresh(1000), 1000);
    }

    /** One INSERT of 100 rows over eight units. */
    @Benchmark
    public long statementOf100(Keys keys) throws SQLException {
        return many().statement(keys.fresh(100), 100);
    }
}
