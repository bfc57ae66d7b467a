package io.shardkit.move;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.Algorithms;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.RuleStore;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.testing.DatabaseServer;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.ServerSize;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * Four servers with five units each become five with four each, while orders are written at a given rate. Prints what the
 * writers felt of it.
 */
@Tag("thorough")
class FifthServerIT {
    private static final int SERVERS = 4;
    private static final int UNITS = 20;
    private static final int WRITERS = 8;
    private static final int USERS_OF_WRITER = 100;
    private static final int ROWS = Integer.getInteger("shardkit.rows", 400_000);

    /** Transactions a second: a read, a write, or three writes each; 0 for as many as there can be. */
    private static final int RATE = Integer.getInteger("shardkit.rate", 500);

    /** Five servers share a disk here, on which those of five machines would not wait for each other. */
    private static final ServerSize SIZE = new ServerSize(64, 48, 200, Boolean.getBoolean("shardkit.flushed"));

    private static final int MEASURED_MILLIS = 15_000;
    private static final int ROWS_AT_ONCE = 1_000;

    private final Latencies latencies = new Latencies();
    private final AtomicBoolean over = new AtomicBoolean();
    private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();

    private static ShardingRule rule() {
        List<String> nodes = new ArrayList<>();
        int each = UNITS / SERVERS;
        for (int i = 0; i < SERVERS; i++) {
            nodes.add("ds" + i + ".t_order_{" + i * each + ".." + (i * each + each - 1) + "}");
        }
        String orders = String.join(", ", nodes);
        return ShardingRuleBuilder.over("ds0", "ds1", "ds2", "ds3", "ds4")
                .table("t_order", table -> table.nodes(orders).tableBy("user_id", Algorithms.mod()))
                .table("t_order_item", table -> table.nodes(orders.replace("t_order", "t_order_item"))
                        .tableBy("user_id", Algorithms.mod()))
                .bind("t_order", "t_order_item")
                .build();
    }

    private static HikariDataSource pool(DatabaseServer server) throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(server.createDatabase("fifth"));
        config.setUsername(server.username());
        config.setPassword(server.password());
        return new HikariDataSource(config);
    }

    private static void fill(ShardingDataSource logical) throws SQLException {
        try (Connection connection = logical.getConnection();
                PreparedStatement order = connection.prepareStatement("INSERT INTO t_order VALUES (?, 0, 'filled')");
                PreparedStatement item = connection.prepareStatement("INSERT INTO t_order_item VALUES (?, 0, 0)")) {
            for (int row = 0; row < ROWS; row++) {
                for (PreparedStatement insert : List.of(order, item)) {
                    insert.setLong(1, WRITERS * USERS_OF_WRITER + row);
                    insert.addBatch();
                    if (row % ROWS_AT_ONCE == ROWS_AT_ONCE - 1 || row == ROWS - 1) {
                        insert.executeBatch();
                    }
                }
            }
        }
    }

    private Thread writing(OrderWriter writer) {
        Thread thread = new Thread(() -> {
            long nanos = RATE == 0 ? 0 : TimeUnit.SECONDS.toNanos(1) * WRITERS / RATE;
            long next = System.nanoTime();
            try {
                while (!over.get()) {
                    next = RATE == 0 ? System.nanoTime() : next + nanos;
                    while (next > System.nanoTime()) {
                        LockSupport.parkNanos(next - System.nanoTime());
                    }
                    writer.step();
                    // From the time when it was due, also if the one before it was late.
                    latencies.add(System.nanoTime() - next);
                }
            } catch (SQLException | RuntimeException | AssertionError failure) {
                failures.add(failure);
            }
        });
        thread.start();
        return thread;
    }

    /** Transactions within a time. */
    private record Felt(double seconds, Latencies operations) {
        double perSecond() {
            return operations.count() / seconds;
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%.0f transactions/s, p50 %.1f, p99 %.1f, max %.0f ms in %.1f s",
                    perSecond(),
                    operations.millis(0.5),
                    operations.millis(0.99),
                    operations.millis(1),
                    seconds);
        }
    }

    private interface Ending {
        void await() throws Exception;
    }

    private Felt felt(Ending ending) throws Exception {
        latencies.take();
        long start = System.nanoTime();
        ending.await();
        double seconds = (System.nanoTime() - start) / 1e9;
        return new Felt(seconds, Latencies.parse(latencies.take()));
    }

    private void await(Moves moves, String id, MovePhase phase) throws Exception {
        MoveState now = moves.state(id);
        while (now.phase().ordinal() < phase.ordinal()) {
            assertThat(failures).isEmpty();
            Thread.sleep(20);
            now = moves.state(id);
        }
        assertThat(now.phase()).as("%s", now).isNotEqualTo(MovePhase.FAILED);
    }

    @ParameterizedTest
    @OnDatabases(except = {TestDatabase.H2, TestDatabase.MARIADB_CONNECTOR_J})
    void aServerIsAddedWhileOrdersAreWritten(TestDatabase database) throws Exception {
        List<DatabaseServer> servers = new ArrayList<>();
        ShardingDataSource.Builder builder = ShardingDataSource.builder().rule(rule());
        List<HikariDataSource> pools = new ArrayList<>();
        try {
            for (int i = 0; i <= SERVERS; i++) {
                servers.add(MoveModelIT.server(database, SIZE));
                pools.add(pool(servers.get(i)));
                builder.dataSource("ds" + i, pools.get(i));
            }
            for (int unit = 0; unit < UNITS; unit++) {
                try (Connection connection = pools.get(unit * SERVERS / UNITS).getConnection();
                        Statement statement = connection.createStatement()) {
                    for (String table : OrderWriter.tables("t_order_" + unit, "t_order_item_" + unit)) {
                        statement.execute(table);
                    }
                }
            }
            builder.options(
                    ShardingOptions.builder().ruleStore(RuleStore.DEFAULTS).build());
            try (ShardingDataSource logical = builder.build()) {
                add(logical, database);
            }
        } finally {
            over.set(true);
            pools.forEach(HikariDataSource::close);
            for (DatabaseServer server : servers) {
                server.close();
            }
        }
    }

    private void add(ShardingDataSource logical, TestDatabase database) throws Exception {
        fill(logical);
        List<OrderWriter> writers = new ArrayList<>();
        long seed = System.nanoTime();
        for (int i = 0; i < WRITERS; i++) {
            OrderWriter writer = new OrderWriter(logical, i, WRITERS, USERS_OF_WRITER, seed + i);
            writer.fill();
            writers.add(writer);
        }
        List<Thread> threads = writers.stream().map(this::writing).toList();
        // The first transactions load classes and plan.
        Thread.sleep(MEASURED_MILLIS);
        Felt before = felt(() -> Thread.sleep(MEASURED_MILLIS));
        Moves moves = logical.moves();
        List<String> units = List.of("ds0.t_order_0", "ds1.t_order_5", "ds2.t_order_10", "ds3.t_order_15");
        String[] id = {null};
        Felt copying = felt(() -> {
            id[0] = moves.start(MoveRequest.of(units, "ds4"));
            await(moves, id[0], MovePhase.SWITCHING);
        });
        Felt switching = felt(() -> await(moves, id[0], MovePhase.SWITCHED));
        MoveState state = moves.state(id[0]);
        Felt after = felt(() -> Thread.sleep(MEASURED_MILLIS));
        over.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(database + ", seed " + seed + ": " + state.rows() + " rows moved, transactions held for "
                + state.pauseMillis() + " ms\n  before: " + before + "\n  copying: " + copying + "\n  switching: "
                + switching + "\n  after: " + after);
        assertThat(failures).isEmpty();
        for (OrderWriter writer : writers) {
            writer.checkAll();
        }
        for (String table : List.of("t_order", "t_order_item")) {
            assertThat(rows(
                            logical,
                            "SELECT COUNT(*) FROM " + table + " WHERE user_id >= " + WRITERS * USERS_OF_WRITER))
                    .isEqualTo(ROWS);
        }
    }

    private static long rows(ShardingDataSource logical, String count) throws SQLException {
        try (Connection connection = logical.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(count)) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
