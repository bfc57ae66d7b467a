package io.shardkit.move;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.AlgorithmSpec;
import io.shardkit.algorithm.Algorithms;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.RuleStore;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/** Four units of orders, with their items, on two data sources and an empty third one; instances, and threads that write. */
final class MovingOrders implements AutoCloseable {
    private static final int WRITERS = 4;
    private static final int USERS = 60;
    private static final long PAUSE_NANOS = 8_000_000;

    private final TestDatabase database;
    private final ShardingRule rule;
    private final Map<String, DataSource> pools = new LinkedHashMap<>();
    private final List<HikariDataSource> furtherPools = new ArrayList<>();
    private final List<ShardingDataSource> instances = new ArrayList<>();
    private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean over = new AtomicBoolean();
    private final List<OrderWriter> writers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    MovingOrders(TestDatabase database) throws SQLException {
        this(database, rule());
    }

    MovingOrders(TestDatabase database, ShardingRule rule) throws SQLException {
        this.database = database;
        this.rule = rule;
        for (int i = 0; i < 3; i++) {
            pools.put("ds" + i, database.create("moves", i));
        }
        List<DataNode> orders = nodes(rule, "t_order");
        List<DataNode> items = nodes(rule, "t_order_item");
        for (int unit = 0; unit < orders.size(); unit++) {
            for (String each :
                    OrderWriter.tables(orders.get(unit).table(), items.get(unit).table())) {
                execute(orders.get(unit).dataSourceName(), each);
            }
        }
    }

    private static List<DataNode> nodes(ShardingRule rule, String table) {
        String home = rule.singleTables().get(table);
        return home != null
                ? List.of(new DataNode(rule.dataSources().indexOf(home), home, table))
                : Objects.requireNonNull(rule.shardedTable(table)).nodes();
    }

    void execute(String dataSource, String sql) throws SQLException {
        try (Connection connection = pools.get(dataSource).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    DataSource pool(String dataSource) {
        return pools.get(dataSource);
    }

    static ShardingRule rule() {
        return by(Algorithms.mod());
    }

    /** The same tables by another algorithm. */
    static ShardingRule otherRule() {
        return by(Algorithms.hashMod());
    }

    private static ShardingRule by(AlgorithmSpec algorithm) {
        return ShardingRuleBuilder.over("ds0", "ds1", "ds2")
                .table("t_order", table -> table.nodes("ds0.t_order_{0..1}, ds1.t_order_{2..3}")
                        .tableBy("user_id", algorithm))
                .table("t_order_item", table -> table.nodes("ds0.t_order_item_{0..1}, ds1.t_order_item_{2..3}")
                        .tableBy("user_id", algorithm))
                .bind("t_order", "t_order_item")
                .build();
    }

    /** Orders have the same names on both data sources; items have names of their own. */
    static ShardingRule ruleOfSameNames() {
        return sameNames().build();
    }

    static ShardingRuleBuilder sameNames() {
        return ShardingRuleBuilder.over("ds0", "ds1", "ds2")
                .table("t_order", table -> table.nodes("ds{0..1}.t_order_{0..1}")
                        .databaseBy("user_id", Algorithms.mod())
                        .tableBy("user_id", Algorithms.crc32Mod()))
                .table("t_order_item", table -> table.nodes("ds0.t_order_item_{0..1}, ds1.t_order_item_{2..3}")
                        .databaseBy("user_id", Algorithms.mod())
                        .tableBy("user_id", Algorithms.crc32Mod()))
                .bind("t_order", "t_order_item");
    }

    ShardingDataSource start(Duration poll) throws SQLException {
        return start(poll, rule);
    }

    ShardingDataSource start(Duration poll, ShardingRule by) throws SQLException {
        return start(poll, by, pools);
    }

    /** Starts one that can be broken off. */
    ShardingDataSource start(Duration poll, Map<String, FaultyPool> own) throws SQLException {
        Map<String, DataSource> wrapped = new LinkedHashMap<>();
        own.forEach((name, pool) -> wrapped.put(name, pool.dataSource()));
        return start(poll, rule, wrapped);
    }

    /** Returns further pools to the same data sources, which tell of their statements. */
    Map<String, FaultyPool> faulty(FaultyPool.Told told) {
        Map<String, FaultyPool> faulty = new LinkedHashMap<>();
        pools.forEach((name, pool) -> {
            HikariConfig config = new HikariConfig();
            ((HikariDataSource) pool).copyStateTo(config);
            HikariDataSource own = new HikariDataSource(config);
            furtherPools.add(own);
            faulty.put(name, new FaultyPool(own, told));
        });
        return faulty;
    }

    private ShardingDataSource start(Duration poll, ShardingRule by, Map<String, DataSource> dataSources)
            throws SQLException {
        ShardingDataSource instance = ShardingDataSource.builder()
                .dataSources(dataSources)
                .rule(by)
                .options(ShardingOptions.builder()
                        .ruleStore(RuleStore.DEFAULTS.every(poll).named("instance-" + instances.size()))
                        .build())
                .build();
        instances.add(instance);
        return instance;
    }

    /** A state that comes a moment later. */
    interface Awaited {
        boolean isThere() throws SQLException;
    }

    void await(Awaited state) throws Exception {
        long until = System.nanoTime() + Duration.ofSeconds(180).toNanos();
        while (!state.isThere()) {
            assertThat(failures).isEmpty();
            assertThat(System.nanoTime()).as("a state that does not come").isLessThan(until);
            Thread.sleep(5);
        }
    }

    MoveState await(Moves moves, String id, MovePhase phase) throws Exception {
        await(() -> {
            MoveState now = moves.state(id);
            assertThat(phase == MovePhase.FAILED || now.phase() != MovePhase.FAILED)
                    .as("%s", now)
                    .isTrue();
            return now.phase() == phase;
        });
        return moves.state(id);
    }

    MoveState awaitSwitch(Moves moves, String id, boolean back) throws Exception {
        await(() -> {
            MoveState now = moves.state(id);
            assertThat(now.phase()).as("%s", now).isNotEqualTo(MovePhase.FAILED);
            return now.phase() == MovePhase.SWITCHED && now.back() == back;
        });
        return moves.state(id);
    }

    List<String> tables(String dataSource) throws SQLException {
        List<String> names = new ArrayList<>();
        try (Connection connection = pools.get(dataSource).getConnection();
                ResultSet tables = connection
                        .getMetaData()
                        .getTables(connection.getCatalog(), null, "%", new String[] {"TABLE", "BASE TABLE"})) {
            while (tables.next()) {
                names.add(tables.getString("TABLE_NAME").toLowerCase(Locale.ROOT));
            }
        }
        return names;
    }

    /** Fills the tables, and has threads write by these instances in turn. */
    void write(ShardingDataSource... by) throws SQLException {
        long seed = System.nanoTime();
        System.out.println("MovingOrders on " + database + ", seed " + seed);
        for (int i = 0; i < WRITERS; i++) {
            OrderWriter writer = new OrderWriter(by[i % by.length], i, WRITERS, USERS / WRITERS, seed + i);
            writer.fill();
            writers.add(writer);
        }
        for (OrderWriter writer : writers) {
            Thread thread = new Thread(() -> {
                try {
                    while (!over.get()) {
                        writer.step();
                        // Leaves the machine to the move.
                        LockSupport.parkNanos(PAUSE_NANOS);
                    }
                } catch (SQLException | RuntimeException | AssertionError failure) {
                    failures.add(failure);
                }
            });
            thread.start();
            threads.add(thread);
        }
    }

    /** Waits until each writer has done some transactions more. */
    void awaitWrites() throws Exception {
        for (OrderWriter writer : writers) {
            long now = writer.transactions();
            await(() -> writer.transactions() > now + 20);
        }
        assertThat(failures).isEmpty();
    }

    /** Finds the orders of all users, while they are written. */
    void find(ShardingDataSource instance) throws SQLException {
        for (OrderWriter writer : writers) {
            writer.find(instance);
        }
    }

    /** Compares what an instance finds with what was acknowledged, once the writers have ended. */
    void check(ShardingDataSource instance) throws SQLException {
        for (OrderWriter writer : writers) {
            writer.checkEach(instance);
        }
    }

    /** Ends the writers, and compares all that is there with what was acknowledged. */
    void check() throws Exception {
        end();
        assertThat(failures).isEmpty();
        for (OrderWriter writer : writers) {
            System.out.println(writer.transactions() + " transactions, " + writer.restarts()
                    + " run again, the longest " + writer.longestMillis() + " ms");
            writer.checkAll();
        }
    }

    private void end() {
        over.set(true);
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() {
        end();
        instances.forEach(ShardingDataSource::close);
        furtherPools.forEach(HikariDataSource::close);
        pools.values().forEach(pool -> ((HikariDataSource) pool).close());
    }
}
