package io.shardkit.benchmarks;

import io.shardkit.benchmarks.database.OrderTables;
import io.shardkit.lab.subject.Layout;
import io.shardkit.lab.subject.Pools;
import io.shardkit.lab.subject.Subject;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * New orders by the hundred, into tables that are empty at the start of each iteration. A second has so few of these
 * operations that the JVM compiles for longer than with other workloads.
 */
@Warmup(iterations = 20, time = 1)
public class BulkInserts extends JmhWorkload {
    private final ExecutorService executor = Executors.newCachedThreadPool();
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
        many = subject.isByHand()
                ? new ManyOrdersByHand(on, subject == Variant.HAND ? executor : null)
                : new ManyOrdersByLogicalSql(over);
    }

    @Override
    List<Variant> alternatives() {
        return List.of(Variant.HAND_IN_TURN);
    }

    /** Keeps the tables from growing without bound. */
    @Override
    @Setup(Level.Iteration)
    public void clear() throws SQLException {
        OrderTables.clear(pools());
    }

    /** Ends the threads. */
    @TearDown(Level.Trial)
    public void shutDown() {
        executor.shutdown();
    }

    private ManyOrders many() {
        if (many == null) {
            throw new IllegalStateException("not open");
        }
        return many;
    }

    /** A batch of 100 rows over eight units, all or nothing up to the commit. */
    @Benchmark
    public long batchOf100(ThreadKeys keys) throws SQLException {
        return many().batch(keys.fresh(100), 100);
    }

    /** A batch of 1,000 rows over eight units. */
    @Benchmark
    public long batchOf1000(ThreadKeys keys) throws SQLException {
        return many().batch(keys.fresh(1000), 1000);
    }

    /** One INSERT of 100 rows over eight units. */
    @Benchmark
    public long statementOf100(ThreadKeys keys) throws SQLException {
        return many().statement(keys.fresh(100), 100);
    }
}
