package io.shardkit.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.execute.StartCheck;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.observe.ReplicaState;
import io.shardkit.options.AfterWrite;
import io.shardkit.options.Limits;
import io.shardkit.options.LoadBalance;
import io.shardkit.options.Replica;
import io.shardkit.options.ReplicaGroup;
import io.shardkit.options.ReplicaSettings;
import io.shardkit.options.Replication;
import io.shardkit.options.ShardingOptions;
import io.shardkit.options.Start;
import io.shardkit.options.WithoutReplica;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.DatabaseServer;
import io.shardkit.testing.FreezableProxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads and writes where replicas follow their primary. */
abstract class ReplicationSuite extends ReplicatedServer {
    private static final long SEED = 21;
    private static final int ROUNDS = Integer.getInteger("shardkit.replica.rounds", 1_000);
    private static final int KEYS = 20;
    private static final int READERS = 6;
    private static final int GUARD_SECONDS = 4;

    /** Far more than it takes to notice, and far less than pools wait. */
    private static final long MOST_MILLIS = 12_000;

    private static final Pattern ADDRESS = Pattern.compile("//127\\.0\\.0\\.1:(\\d+)/");

    private final ExecutorService executor = Executors.newCachedThreadPool();
    private HikariDataSource primary;
    private HikariDataSource replica;
    private ShardingDataSource dataSource;

    /** Returns the database in which both servers have their tables. */
    abstract String database();

    /** Stops the replica's applying of what it gets, or lets it go on. */
    abstract String applies(boolean on);

    private HikariDataSource pool(DatabaseServer server, String name) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(server.url(database()));
        pool.setUsername(server.username());
        pool.setPassword(server.password());
        pool.setPoolName(name);
        pool.setMaximumPoolSize(8);
        pool.setConnectionTimeout(2_000);
        return pool;
    }

    static ReplicaSettings settings(AfterWrite afterWrite, Duration waitTimeout, Duration maxLag) {
        return new ReplicaSettings(
                afterWrite,
                Duration.ofMinutes(1),
                waitTimeout,
                maxLag,
                Duration.ofMillis(50),
                Duration.ofMillis(200),
                WithoutReplica.PRIMARY);
    }

    private ShardingDataSource open(ReplicaSettings settings) throws SQLException {
        return open(settings, replica, 0);
    }

    private ShardingDataSource open(ReplicaSettings settings, DataSource replica, int guardSeconds)
            throws SQLException {
        Limits limits = Limits.builder()
                .gatherMaxRows(1000)
                .maxMergedRows(1000)
                .maxOffset(1000)
                .timeoutSeconds(guardSeconds)
                .build();
        return ShardingDataSource.builder()
                .dataSource("ds0", primary)
                .rule(TestRules.over(List.of("ds0")).build())
                .options(ShardingOptions.builder()
                        .executor(executor)
                        .limits(limits)
                        .planCacheSize(100)
                        .build())
                .replication(new Replication(
                        Map.of(
                                "ds0",
                                new ReplicaGroup(
                                        "ds0-primary",
                                        List.of(new Replica("ds0-replica-0", replica, 1)),
                                        LoadBalance.ROUND_ROBIN)),
                        settings))
                .build();
    }

    @BeforeEach
    void openPools() throws Exception {
        primary = pool(primaryServer(), "primary");
        replica = pool(replicaServer(), "replica");
        run(primary, "DROP TABLE IF EXISTS item");
        run(primary, "CREATE TABLE item (id BIGINT PRIMARY KEY, amount BIGINT NOT NULL)");
        await(() -> rowsOf(replica) == 0);
        dataSource = open(settings(AfterWrite.WAIT, Duration.ofSeconds(2), Duration.ofSeconds(5)));
    }

    /** Returns the number of rows that a server has, or -1 while it has no table. */
    private static long rowsOf(DataSource server) {
        try (Connection connection = server.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM item")) {
            rows.next();
            return rows.getLong(1);
        } catch (SQLException notYet) {
            return -1;
        }
    }

    @AfterEach
    void closePools() throws SQLException {
        dataSource.close();
        run(replica, applies(true));
        primary.close();
        replica.close();
    }

    private static void run(DataSource dataSource, String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private long read(long id) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return read(connection, id);
        }
    }

    private static long read(Connection connection, long id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT amount FROM item WHERE id = ?")) {
            statement.setLong(1, id);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? rows.getLong(1) : -1;
            }
        }
    }

    private static void write(Connection connection, long id, long amount) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement("UPDATE item SET amount = ? WHERE id = ?")) {
            update.setLong(1, amount);
            update.setLong(2, id);
            if (update.executeUpdate() > 0) {
                return;
            }
        }
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO item VALUES (?, ?)")) {
            insert.setLong(1, id);
            insert.setLong(2, amount);
            insert.executeUpdate();
        }
    }

    private ReplicaState state() {
        return dataSource.replicas().get(0);
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long until = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(until);
            Thread.sleep(10);
        }
    }

    /** Writes and reads of one thread, each on a connection of its own or within one, beside a model of the table. */
    @Test
    void ownWritesAreSeenOnReplicas() throws Exception {
        Random random = new Random(SEED);
        Map<Long, Long> model = new HashMap<>();
        int stale = 0;
        await(() -> state().usable());
        for (int i = 0; i < ROUNDS; i++) {
            long id = random.nextInt(KEYS);
            switch (random.nextInt(4)) {
                case 0 -> {
                    try (Connection connection = dataSource.getConnection()) {
                        write(connection, id, i);
                        model.put(id, (long) i);
                        stale += read(connection, id) == i ? 0 : 1;
                    }
                }
                case 1 -> {
                    try (Connection connection = dataSource.getConnection()) {
                        connection.setAutoCommit(false);
                        write(connection, id, i);
                        stale += read(connection, id) == i ? 0 : 1;
                        if (random.nextBoolean()) {
                            connection.commit();
                            model.put(id, (long) i);
                        } else {
                            connection.rollback();
                        }
                    }
                }
                case 2 -> {
                    try (Connection connection = dataSource.getConnection()) {
                        connection.setReadOnly(true);
                        connection.setAutoCommit(false);
                        stale += read(connection, id) == model.getOrDefault(id, -1L) ? 0 : 1;
                        connection.commit();
                    }
                }
                default -> stale += read(id) == model.getOrDefault(id, -1L) ? 0 : 1;
            }
        }
        assertThat(stale).isZero();
        assertThat(state().reads()).isGreaterThan(ROUNDS / 4);
    }

    @Test
    void ownWritesAreSeenWhileTheReplicaAppliesNothing() throws Exception {
        dataSource.close();
        dataSource = open(settings(AfterWrite.WAIT, Duration.ofMillis(50), Duration.ofMinutes(10)));
        await(() -> state().usable());
        run(replica, applies(false));
        for (int i = 0; i < 20; i++) {
            try (Connection connection = dataSource.getConnection()) {
                write(connection, 1, i);
            }
            assertThat(read(1)).isEqualTo(i);
        }
    }

    @Test
    void aReplicaThatFallsBehindIsLeftOutAndComesBack() throws Exception {
        dataSource.close();
        dataSource = open(settings(AfterWrite.PRIMARY, Duration.ZERO, Duration.ofMillis(300)));
        await(() -> state().usable());
        run(replica, applies(false));
        run(primary, "INSERT INTO item VALUES (7, 7)");
        await(() -> !state().usable());
        assertThat(state().reason()).isNotEmpty();
        long before = state().reads();
        assertThat(read(7)).isEqualTo(7);
        assertThat(state().reads()).isEqualTo(before);
        run(replica, applies(true));
        await(() -> rowsOf(replica) == 1);
        await(() -> state().usable());
        // When the replica has warmed up, it gets every read, unless it lags again for a moment.
        long until = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        do {
            Thread.sleep(300);
            assertThat(read(7)).isEqualTo(7);
        } while (state().reads() == before && System.nanoTime() < until);
        assertThat(state().reads()).isGreaterThan(before);
    }

    /** Its pool would let readers wait for half a minute. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aReplicaThatIsGoneHoldsNoReads(boolean killed) throws Exception {
        dataSource.close();
        run(primary, "INSERT INTO item VALUES (1, 1)");
        await(() -> rowsOf(replica) == 1);
        Matcher address = ADDRESS.matcher(replica.getJdbcUrl());
        assertThat(address.find()).isTrue();
        try (FreezableProxy proxy = new FreezableProxy(Integer.parseInt(address.group(1)));
                HikariDataSource far = pool(replicaServer(), "far")) {
            far.setJdbcUrl(address.replaceFirst("//127.0.0.1:" + proxy.port() + "/"));
            far.setConnectionTimeout(30_000);
            // A server that was killed is noticed without a deadline.
            dataSource = open(
                    settings(AfterWrite.PRIMARY, Duration.ZERO, Duration.ofSeconds(5)),
                    far,
                    killed ? 0 : GUARD_SECONDS);
            await(() -> state().usable());
            List<Future<Long>> readers = new ArrayList<>();
            AtomicBoolean ends = new AtomicBoolean();
            for (int i = 0; i < READERS; i++) {
                readers.add(executor.submit(() -> longestRead(ends, killed)));
            }
            await(() -> state().reads() > READERS);
            if (killed) {
                proxy.kill();
            } else {
                proxy.freeze();
            }
            await(() -> !state().usable());
            long reads = state().reads();
            for (int i = 0; i < READERS; i++) {
                assertThat(read(1)).isEqualTo(1);
            }
            assertThat(state().reads()).isEqualTo(reads);
            ends.set(true);
            for (Future<Long> reader : readers) {
                assertThat(reader.get()).isLessThan(MOST_MILLIS);
            }
        }
    }

    /** In milliseconds. */
    private long longestRead(AtomicBoolean ends, boolean all) throws Exception {
        long longest = 0;
        while (!ends.get()) {
            long start = System.nanoTime();
            try {
                assertThat(read(1)).isEqualTo(1);
            } catch (SQLException late) {
                // What was sent to a server that froze ends at its deadline.
                assertThat(all).as("%s", late).isFalse();
            }
            longest = Math.max(
                    longest, Duration.ofNanos(System.nanoTime() - start).toMillis());
        }
        return longest;
    }

    @Test
    void anIdlePrimaryLeavesNobodyBehind() throws Exception {
        dataSource.close();
        dataSource = open(settings(AfterWrite.PRIMARY, Duration.ZERO, Duration.ofSeconds(1)));
        await(() -> state().usable());
        Thread.sleep(2_500);
        await(() -> state().usable() && state().lag().compareTo(Duration.ofSeconds(1)) < 0);
    }

    /** Each row would be read and written twice. */
    @Test
    void aPrimaryAndItsReplicaAreNotTwoShards() throws SQLException {
        Map<String, DataSource> two = new LinkedHashMap<>();
        two.put("ds0", primary);
        two.put("ds1", replica);
        assertThat(StartCheck.ofGroup(two, Runnable::run, 0)).hasSize(2);
        assertRefused(two);
        Map<String, DataSource> turned = new LinkedHashMap<>();
        turned.put("ds0", replica);
        turned.put("ds1", primary);
        assertRefused(turned);
    }

    private static void assertRefused(Map<String, DataSource> two) {
        assertThatThrownBy(() -> StartCheck.of(two, Runnable::run, 0, Start.STOP))
                .isInstanceOfSatisfying(ShardingConfigurationException.class, e -> {
                    assertThat(e.property()).isEqualTo("sharding.data-sources.ds1");
                    assertThat(e.detail()).contains("with the same rows", "sharding.data-sources.ds0");
                });
    }

    @Test
    void locksAndWritesAreThePrimarys() throws Exception {
        await(() -> state().usable());
        long before = state().reads();
        try (Connection connection = dataSource.getConnection()) {
            write(connection, 3, 30);
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT amount FROM item WHERE id = 3 FOR UPDATE")) {
                assertThat(rows.next()).isTrue();
            }
            write(connection, 3, 31);
            connection.commit();
        }
        assertThat(state().reads()).isEqualTo(before);
        assertThat(read(3)).isEqualTo(31);
    }
}
