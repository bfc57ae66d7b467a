package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.options.HeatSettings;
import io.shardkit.options.ShardingOptions;
import io.shardkit.options.StatisticsSettings;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.TestDatabase;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The garbage of the one-unit path: what an operation allocates beyond the same done by hand, that is over the pool of
 * the right database with the name of the right table. The bounds are a little above what was measured; allocation,
 * unlike time, does not depend on the machine.
 */
@Tag("optimized")
class AllocationTest {
    private static final int DATABASES = 2;
    private static final int TABLES = 4;
    private static final int USERS = 64;
    private static final int OPERATIONS = 4_000;
    private static final int WARM_UP = 6;
    private static final int ROUNDS = 7;

    private static final HikariDataSource[] POOLS = new HikariDataSource[DATABASES];
    private static ShardingDataSource sharding;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static final String SELECT =
            "SELECT order_id, user_id, status, amount FROM t_order WHERE user_id = ? AND order_id = ?";
    private static final String JOIN = "SELECT o.order_id, i.quantity FROM t_order o JOIN t_item i"
            + " ON o.user_id = i.user_id AND o.order_id = i.order_id WHERE o.user_id = ? AND o.order_id = ?";
    private static final String JOIN_BOTH_KEYS = JOIN + " AND i.user_id = ? AND i.order_id = ?";
    private static final String JOIN_NOT_BY_KEY = "SELECT o.order_id, i.quantity FROM t_order o JOIN t_item i"
            + " ON o.order_id = i.order_id WHERE o.user_id = ? AND o.order_id = ? AND i.user_id = ? AND i.order_id = ?";
    private static final String UPDATE = "UPDATE t_order SET status = ? WHERE user_id = ? AND order_id = ?";
    private static final String INSERT =
            "INSERT INTO t_item (item_id, order_id, user_id, quantity) VALUES (?, ?, ?, ?)";
    private static final String DELETE = "DELETE FROM t_item WHERE user_id = ? AND order_id = ? AND quantity = -1";

    /** Something done with one database, or as if there were one. */
    enum Work {
        POINT_SELECT(650) {
            @Override
            void run(Subject on, long user) throws SQLException {
                try (Connection connection = on.connection(user)) {
                    select(connection, on.sql(SELECT, user), user);
                }
            }
        },
        BINDING_JOIN(650) {
            @Override
            void run(Subject on, long user) throws SQLException {
                try (Connection connection = on.connection(user)) {
                    select(connection, on.sql(JOIN, user), user);
                }
            }
        },
        /** As mappers write it: each table with its own condition. */
        BINDING_JOIN_BOTH_KEYS(700) {
            @Override
            void run(Subject on, long user) throws SQLException {
                try (Connection connection = on.connection(user)) {
                    selectByFour(connection, on.sql(JOIN_BOTH_KEYS, user), user);
                }
            }
        },
        BINDING_JOIN_NOT_BY_KEY(700) {
            @Override
            void run(Subject on, long user) throws SQLException {
                try (Connection connection = on.connection(user)) {
                    selectByFour(connection, on.sql(JOIN_NOT_BY_KEY, user), user);
                }
            }
        },
        UPDATE_ONE(650) {
            @Override
            void run(Subject on, long user) throws SQLException {
                try (Connection connection = on.connection(user)) {
                    update(connection, on.sql(UPDATE, user), user);
                }
            }
        },
        INSERT_AND_DELETE(1_200) {
            @Override
            void run(Subject on, long user) throws SQLException {
                try (Connection connection = on.connection(user);
                        PreparedStatement insert = connection.prepareStatement(on.sql(INSERT, user))) {
                    insert.setLong(1, user + USERS);
                    insert.setLong(2, user);
                    insert.setLong(3, user);
                    insert.setInt(4, -1);
                    one(insert.executeUpdate());
                }
                try (Connection connection = on.connection(user);
                        PreparedStatement delete = connection.prepareStatement(on.sql(DELETE, user))) {
                    delete.setLong(1, user);
                    delete.setLong(2, user);
                    one(delete.executeUpdate());
                }
            }
        },
        SHORT_TRANSACTION(1_400) {
            @Override
            void run(Subject on, long user) throws SQLException {
                try (Connection connection = on.connection(user)) {
                    connection.setAutoCommit(false);
                    select(connection, on.sql(SELECT, user), user);
                    update(connection, on.sql(UPDATE, user), user);
                    connection.commit();
                    connection.setAutoCommit(true);
                }
            }
        },
        /** A text that never came before: it has the plan of its shape. */
        LITERAL_SELECT(2_400) {
            private long texts;

            @Override
            void run(Subject on, long user) throws SQLException {
                String text = on.sql(SELECT, user).replaceFirst("\\?", String.valueOf(user));
                String sql = text.replaceFirst("\\?", String.valueOf(user)) + " AND amount < " + (1_000 + texts++);
                try (Connection connection = on.connection(user);
                        Statement select = connection.createStatement();
                        ResultSet rows = select.executeQuery(sql)) {
                    one(rows.next() && rows.getLong(1) == user ? 1 : 0);
                }
            }
        };

        final int bound;

        Work(int bound) {
            this.bound = bound;
        }

        abstract void run(Subject on, long user) throws SQLException;

        static void one(int rows) {
            if (rows != 1) {
                throw new AssertionError("the row of the user");
            }
        }

        static void select(Connection connection, String sql, long user) throws SQLException {
            try (PreparedStatement select = connection.prepareStatement(sql)) {
                select.setLong(1, user);
                select.setLong(2, user);
                try (ResultSet rows = select.executeQuery()) {
                    one(rows.next() && rows.getLong(1) == user ? 1 : 0);
                }
            }
        }

        static void selectByFour(Connection connection, String sql, long user) throws SQLException {
            try (PreparedStatement select = connection.prepareStatement(sql)) {
                for (int i = 1; i <= 4; i++) {
                    select.setLong(i, user);
                }
                try (ResultSet rows = select.executeQuery()) {
                    one(rows.next() && rows.getLong(1) == user ? 1 : 0);
                }
            }
        }

        static void update(Connection connection, String sql, long user) throws SQLException {
            try (PreparedStatement update = connection.prepareStatement(sql)) {
                update.setString(1, "PAID");
                update.setLong(2, user);
                update.setLong(3, user);
                one(update.executeUpdate());
            }
        }
    }

    /** The side that is measured: the engine, or SQL routed by hand. */
    private interface Subject {
        Connection connection(long user) throws SQLException;

        String sql(String logical, long user);
    }

    private static final Subject SHARDING = new Subject() {
        @Override
        public Connection connection(long user) throws SQLException {
            return sharding.getConnection();
        }

        @Override
        public String sql(String logical, long user) {
            return logical;
        }
    };

    private static final Subject BY_HAND = new Subject() {
        private final Map<String, String[]> texts = new LinkedHashMap<>();

        @Override
        public Connection connection(long user) throws SQLException {
            return POOLS[(int) (user % DATABASES)].getConnection();
        }

        @Override
        public String sql(String logical, long user) {
            return texts.computeIfAbsent(logical, AllocationTest::actual)[(int) (user % TABLES)];
        }
    };

    private static String[] actual(String logical) {
        String[] texts = new String[TABLES];
        for (int table = 0; table < TABLES; table++) {
            texts[table] = logical.replaceAll("\\b(t_order|t_item)\\b", "$1_" + table);
        }
        return texts;
    }

    @BeforeAll
    static void open() throws SQLException {
        Map<String, DataSource> named = new LinkedHashMap<>();
        for (int i = 0; i < DATABASES; i++) {
            POOLS[i] = TestDatabase.H2.create("allocation" + i, i);
            named.put("ds" + i, POOLS[i]);
            try (Connection connection = POOLS[i].getConnection();
                    Statement create = connection.createStatement()) {
                for (int table = 0; table < TABLES; table++) {
                    create.execute("CREATE TABLE t_order_" + table + " (order_id BIGINT, user_id BIGINT,"
                            + " status VARCHAR(20), amount DECIMAL(10, 2), PRIMARY KEY (order_id, user_id))");
                    create.execute("CREATE TABLE t_item_" + table + " (item_id BIGINT, order_id BIGINT,"
                            + " user_id BIGINT, quantity INT, PRIMARY KEY (order_id, user_id, item_id))");
                }
            }
        }
        ShardingRule rule = TestRules.over(List.of("ds0", "ds1"))
                .table(table("t_order"))
                .table(table("t_item"))
                .bind(List.of("t_order", "t_item"))
                .build();
        sharding = ShardingDataSource.create(
                named, rule, ShardingOptions.builder().executor(Runnable::run).build());
        for (long user = 0; user < USERS; user++) {
            try (Connection connection = sharding.getConnection();
                    PreparedStatement order = connection.prepareStatement("INSERT INTO t_order VALUES (?, ?, ?, ?)");
                    PreparedStatement item = connection.prepareStatement(INSERT)) {
                order.setLong(1, user);
                order.setLong(2, user);
                order.setString(3, "NEW");
                order.setBigDecimal(4, BigDecimal.TEN);
                order.executeUpdate();
                item.setLong(1, user);
                item.setLong(2, user);
                item.setLong(3, user);
                item.setInt(4, 1);
                item.executeUpdate();
            }
        }
    }

    private static TableRule table(String name) {
        return new TableRule(
                name,
                "ds{0..1}." + name + "_{0..3}",
                new ShardingStrategy("user_id", new ModAlgorithm(DATABASES)),
                new ShardingStrategy("user_id", new ModAlgorithm(TABLES)),
                null);
    }

    @AfterAll
    static void close() {
        for (HikariDataSource pool : POOLS) {
            pool.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void leavesLittleMoreGarbageThanByHand(Work work) throws SQLException {
        measure(work, WARM_UP);
        long median = measure(work, ROUNDS);
        for (int again = 0; again < 5 && median > work.bound; again++) {
            // The compiler may not have kept up.
            median = measure(work, ROUNDS);
        }
        System.out.println("bytes beyond by hand: " + work + " " + median);
        assertThat(median).as("bytes of one operation beyond the same by hand").isLessThanOrEqualTo(work.bound);
    }

    /** An execution that is not counted costs a random number; hardly one is counted here. */
    @Test
    void countsOfTheTrafficAllocateForCountedExecutionsOnly() throws SQLException {
        HeatSettings rarely = new HeatSettings(Duration.ofHours(1), 200, 10_000, false, HeatSettings.TABLE);
        assertAllocatesLittleMore("counts", 4, ShardingOptions.builder().heat(rarely));
    }

    /** Each execution is counted. */
    @Test
    void statisticsOfStatementsAllocateLittle() throws SQLException {
        assertAllocatesLittleMore("statistics", 50, ShardingOptions.builder().statistics(StatisticsSettings.DEFAULTS));
    }

    private static void assertAllocatesLittleMore(String what, long bound, ShardingOptions.Builder options)
            throws SQLException {
        Map<String, DataSource> named = new LinkedHashMap<>();
        for (int i = 0; i < DATABASES; i++) {
            named.put("ds" + i, POOLS[i]);
        }
        try (ShardingDataSource counting = ShardingDataSource.create(
                named, sharding.rule(), options.executor(Runnable::run).build())) {
            Subject counted = new Subject() {
                @Override
                public Connection connection(long user) throws SQLException {
                    return counting.getConnection();
                }

                @Override
                public String sql(String logical, long user) {
                    return logical;
                }
            };
            measure(Work.POINT_SELECT, counted, SHARDING, WARM_UP);
            long median = measure(Work.POINT_SELECT, counted, SHARDING, ROUNDS);
            for (int again = 0; again < 5 && median > bound; again++) {
                median = measure(Work.POINT_SELECT, counted, SHARDING, ROUNDS);
            }
            System.out.println("bytes of " + what + ": " + median);
            assertThat(median).isLessThanOrEqualTo(bound);
        }
    }

    private static long measure(Work work, int rounds) throws SQLException {
        return measure(work, SHARDING, BY_HAND, rounds);
    }

    /** The median of so many rounds. */
    private static long measure(Work work, Subject subject, Subject other, int rounds) throws SQLException {
        long[] beyond = new long[rounds];
        for (int round = 0; round < rounds; round++) {
            long without = bytes(work, other);
            beyond[round] = (bytes(work, subject) - without) / OPERATIONS;
        }
        Arrays.sort(beyond);
        return beyond[rounds / 2];
    }

    private static long bytes(Work work, Subject subject) throws SQLException {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < OPERATIONS; i++) {
            work.run(subject, i % USERS);
        }
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}
