package io.shardkit.benchmarks;

import io.shardkit.benchmarks.database.OrderTables;
import io.shardkit.lab.subject.Layout;
import io.shardkit.lab.subject.Pools;
import io.shardkit.lab.subject.Subject;
import io.shardkit.lab.subject.Text;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Setup;

/** New orders one by one, into tables that are empty at the start of each iteration. */
public class Inserts extends JmhWorkload {
    private final Text one = query(ManyOrders.INSERT + ManyOrders.ROW);

    @Override
    List<Layout> layouts() {
        return OrderTables.LAYOUTS;
    }

    @Override
    void createTables(Pools on) throws SQLException {
        OrderTables.create(on, false);
    }

    /** Keeps the tables from growing without bound. */
    @Override
    @Setup(Level.Iteration)
    public void clear() throws SQLException {
        OrderTables.clear(pools());
    }

    /** One row. */
    @Benchmark
    public long insert(ThreadKeys keys) throws SQLException {
        long order = keys.fresh(1);
        Subject over = subject();
        try (Connection connection = over.connection(OrderTables.source(OrderTables.user(order)));
                PreparedStatement statement = connection.prepareStatement(over.text(one, OrderTables.suffix(order)))) {
            OrderTables.bind(statement, 1, order);
            return statement.executeUpdate();
        }
    }
}
