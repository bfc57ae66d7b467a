package io.shardkit.membership;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.Algorithms;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.RuleStore;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.RuleText;
import io.shardkit.rule.ShardMap;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.testing.Eventually;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/**
 * The rule changes while instances write: tables get other names, one instance is told of it, and another one never looks
 * and only meets tables that are gone. Each acknowledged write is there once.
 */
@ParameterizedClass
@OnDatabases(always = {TestDatabase.MYSQL, TestDatabase.MARIADB_CONNECTOR_J})
class SwitchIT {
    private static final int ROWS = 40;
    private static final int SWITCHES = 10;
    private static final int WRITERS = 4;

    @Parameter
    TestDatabase database;

    private final Map<String, DataSource> pools = new LinkedHashMap<>();
    private final List<ShardingDataSource> instances = new ArrayList<>();
    private final AtomicLongArray acknowledged = new AtomicLongArray(ROWS);
    private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean over = new AtomicBoolean();

    @BeforeEach
    void open() throws SQLException {
        for (int i = 0; i < 2; i++) {
            HikariDataSource pool = database.create("switched", i);
            pools.put("ds" + i, pool);
            execute(pool, "CREATE TABLE t_count_a (id BIGINT, user_id BIGINT, n BIGINT, PRIMARY KEY (user_id, id))");
            execute(pool, "CREATE TABLE t_other (id BIGINT, user_id BIGINT, n BIGINT, PRIMARY KEY (user_id, id))");
        }
    }

    @AfterEach
    void close() {
        instances.forEach(ShardingDataSource::close);
        pools.values().forEach(pool -> ((HikariDataSource) pool).close());
    }

    private static Membership membership(ShardingDataSource instance) throws SQLException {
        return instance.unwrap(Membership.class);
    }

    private static void execute(DataSource pool, String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static ShardingRule rule(String ending) {
        return ShardingRuleBuilder.over("ds0", "ds1")
                .table("t_count", table -> table.nodes("ds{0..1}.t_count_" + ending)
                        .databaseBy("user_id", Algorithms.mod()))
                .table("t_other", table -> table.nodes("ds{0..1}.t_other").databaseBy("user_id", Algorithms.mod()))
                .build();
    }

    private ShardingDataSource start(Duration poll) throws SQLException {
        ShardingDataSource instance = ShardingDataSource.builder()
                .dataSources(pools)
                .rule(rule("a"))
                .options(ShardingOptions.builder()
                        .ruleStore(RuleStore.DEFAULTS.every(poll))
                        .build())
                .build();
        instances.add(instance);
        return instance;
    }

    /** Names the tables of an epoch, and those of the one before away. */
    private void rename(String from, String to) throws SQLException {
        for (DataSource pool : pools.values()) {
            execute(pool, "ALTER TABLE t_count_" + from + " RENAME TO t_count_" + to);
        }
    }

    private void write(ShardingDataSource instance, long seed) {
        Random random = new Random(seed);
        while (!over.get()) {
            try (Connection connection = instance.getConnection()) {
                for (int i = 0; i < 50 && !over.get(); i++) {
                    step(connection, random);
                }
            } catch (SQLException | RuntimeException failure) {
                failures.add(failure);
                return;
            }
        }
    }

    private void step(Connection connection, Random random) throws SQLException {
        if (random.nextInt(4) == 0) {
            batch(connection, random);
            return;
        }
        int row = random.nextInt(ROWS);
        boolean scatter = random.nextInt(10) == 0;
        boolean transaction = random.nextBoolean();
        connection.setAutoCommit(!transaction);
        try (PreparedStatement update = connection.prepareStatement(
                scatter
                        ? "UPDATE t_count SET n = n + 1 WHERE n >= 0"
                        : "UPDATE t_count SET n = n + 1 WHERE user_id = ? AND id = ?")) {
            if (!scatter) {
                update.setLong(1, row);
                update.setLong(2, row);
            }
            int count = update.executeUpdate();
            if (transaction) {
                connection.commit();
            }
            if (count != (scatter ? ROWS : 1)) {
                failures.add(new AssertionError(count + " rows updated, scatter " + scatter));
            }
            for (int i = 0; i < ROWS; i++) {
                if (scatter || i == row) {
                    acknowledged.incrementAndGet(i);
                }
            }
        } catch (SQLException failure) {
            if (!mayFail(failure, transaction)) {
                throw failure;
            }
            if (transaction) {
                connection.rollback();
            }
        } finally {
            connection.setAutoCommit(true);
        }
    }

    /** Returns true if a failure leaves nothing of its transaction, and tells to run it again. */
    private static boolean mayFail(SQLException failure, boolean transaction) {
        boolean restarts = transaction
                && failure instanceof ShardingException coded
                && coded.errorCode() == ErrorCode.RULE_CHANGED;
        boolean deadlock =
                failure.getSQLState() != null && failure.getSQLState().startsWith("40");
        return restarts || deadlock || failure.getErrorCode() == 1205 || "HYT00".equals(failure.getSQLState());
    }

    /** Several rows by one batch; outside a transaction those that its counts tell are written. */
    private void batch(Connection connection, Random random) throws SQLException {
        // H2 alone tells counts of entries that a deadlock in a batch in autocommit has rolled back.
        boolean transaction = database == TestDatabase.H2 || random.nextBoolean();
        int first = random.nextInt(ROWS);
        // By twos all lie in one unit, whose driver commits each entry of a batch by itself.
        int distance = 1 + random.nextInt(2);
        int size = 15;
        connection.setAutoCommit(!transaction);
        int[] counts;
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE t_count SET n = n + 1 WHERE user_id = ? AND id = ?")) {
            for (int i = 0; i < size; i++) {
                // In one order, so that no two wait for one another.
                update.setLong(1, rowOf(first, i * distance));
                update.setLong(2, rowOf(first, i * distance));
                update.addBatch();
            }
            counts = update.executeBatch();
            if (transaction) {
                connection.commit();
            }
        } catch (SQLException failure) {
            boolean isMissing = String.valueOf(failure.getSQLState()).startsWith("42");
            if (!mayFail(failure, transaction) && (transaction || !isMissing)) {
                throw failure;
            }
            // Without counts nothing of it ran.
            counts = !transaction && failure instanceof BatchUpdateException partly
                    ? partly.getUpdateCounts()
                    : new int[0];
        }
        if (transaction && counts.length == 0) {
            connection.rollback();
        }
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] >= 0 || counts[i] == Statement.SUCCESS_NO_INFO) {
                acknowledged.incrementAndGet(rowOf(first, i * distance));
            }
        }
        connection.setAutoCommit(true);
    }

    private static int rowOf(int first, int number) {
        return (first + number) % ROWS;
    }

    @Test
    void eachAcknowledgedWriteIsThereOnce() throws Exception {
        long seed = System.nanoTime();
        System.out.println("SwitchIT seed " + seed);
        ShardingDataSource told = start(Duration.ofMillis(100));
        ShardingDataSource asleep = start(Duration.ofHours(1));
        try (Connection connection = told.getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO t_count VALUES (?, ?, 0)")) {
            for (int i = 0; i < ROWS; i++) {
                insert.setLong(1, i);
                insert.setLong(2, i);
                insert.executeUpdate();
            }
        }
        List<Thread> writers = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            ShardingDataSource instance = i % 2 == 0 ? told : asleep;
            long own = seed + i;
            writers.add(new Thread(() -> write(instance, own)));
        }
        writers.forEach(Thread::start);
        String from = "a";
        try {
            for (int i = 0; i < SWITCHES; i++) {
                String to = "g" + i;
                change(told, from, to);
                from = to;
                long moved = acknowledged.get(0);
                assertThat(Eventually.zero(() -> acknowledged.get(0) > moved || !failures.isEmpty() ? 0 : 1))
                        .isZero();
            }
        } finally {
            over.set(true);
            for (Thread writer : writers) {
                writer.join();
            }
        }
        assertThat(failures).isEmpty();
        try (Connection connection = told.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT user_id, n FROM t_count ORDER BY user_id")) {
            for (int i = 0; i < ROWS; i++) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getLong(2)).as("row %s", i).isEqualTo(acknowledged.get(i));
            }
            assertThat(rows.next()).isFalse();
        }
        assertThat(membership(asleep).epoch()).isGreaterThan(1);
    }

    private void change(ShardingDataSource instance, String from, String to) throws SQLException {
        Membership membership = membership(instance);
        RuleText next = RuleText.of(ShardMap.of(rule(to)));
        assertThat(RuleChange.begin(membership, next, "")).isTrue();
        assertThat(RuleChange.begin(membership, next, "")).isFalse();
        RuleChange change = RuleChange.take(membership);
        assertThat(change.advance(Change.State.PREPARED, Change.State.ARMED)).isTrue();
        assertThat(Eventually.zero(() -> state(membership, "armed"))).isZero();
        assertThat(change.advance(Change.State.ARMED, Change.State.PAUSED)).isTrue();
        assertThat(Eventually.zero(() -> state(membership, "paused"))).isZero();
        fence(from, from + "_was");
        assertThat(change.decide(newest -> next)).isPositive();
        rename(from + "_was", to);
        assertThat(change.keep(Change.State.DECIDED, "")).isTrue();
        assertThat(change.end(Change.State.SWITCHED)).isTrue();
    }

    /** Tries until no transaction holds the tables. */
    private void fence(String from, String to) throws SQLException {
        for (DataSource pool : pools.values()) {
            for (int tries = 0; ; tries++) {
                try {
                    execute(pool, "ALTER TABLE t_count_" + from + " RENAME TO t_count_" + to);
                    break;
                } catch (SQLException held) {
                    if (tries > 100) {
                        throw held;
                    }
                }
            }
        }
    }

    private static int state(Membership membership, String state) {
        try {
            return membership.members().stream()
                            .anyMatch(member -> member.state().equals(state))
                    ? 0
                    : 1;
        } catch (SQLException failure) {
            throw new AssertionError(failure);
        }
    }
}
