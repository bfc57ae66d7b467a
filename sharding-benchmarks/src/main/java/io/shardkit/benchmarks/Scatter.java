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
import org.openjdk.jmh.annotations.TearDown;

/** Queries over several units of the orders. By hand both data sources are asked at the same time. */
public class Scatter extends JmhWorkload {
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private @Nullable OrderQueries queries;

    @Override
    List<Layout> layouts() {
        return OrderTables.LAYOUTS;
    }

    @Override
    void createTables(Pools on) throws SQLException {
        OrderTables.create(on, true);
    }

    @Override
    void start(Pools on, Subject over) {
        BothSources atOnce = new BothSources(executor);
        queries = switch (subject) {
            case HAND -> new OrderQueriesByHand(on, atOnce);
            case HAND_IN_TURN -> new OrderQueriesByHand(on, new BothSources(null));
            case HAND_UNION -> new OrderQueriesByUnion(on, atOnce);
            case SHARDKIT, PEER -> new OrderQueriesByLogicalSql(over);
        };
    }

    @Override
    List<Variant> alternatives() {
        return List.of(Variant.HAND_IN_TURN, Variant.HAND_UNION);
    }

    /** Ends the threads. */
    @TearDown(Level.Trial)
    public void shutDown() {
        executor.shutdown();
    }

    private OrderQueries queries() {
        if (queries == null) {
            throw new IllegalStateException("not open");
        }
        return queries;
    }

    /** The ten newest orders before a moment, of eight units. */
    @Benchmark
    public long orderByLimit(ThreadKeys keys) throws SQLException {
        return queries().newestBefore(OrderTables.moment(10 + keys.next(OrderTables.ROWS - 10)));
    }

    /** Count and sum by status, of eight units. */
    @Benchmark
    public long groupBy(ThreadKeys keys) throws SQLException {
        return queries().totals();
    }

    /** Eight orders of one user, in the four units of one data source. */
    @Benchmark
    public long inList(ThreadKeys keys) throws SQLException {
        int user = keys.next(OrderTables.USERS);
        long[] orders = new long[8];
        for (int i = 0; i < orders.length; i++) {
            orders[i] = 4L * (user + OrderTables.USERS * (i / 4)) + i % 4;
        }
        return queries().ofUser(user, orders);
    }
}
