package io.shardkit.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.Algorithms;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.move.MovePhase;
import io.shardkit.move.MoveRequest;
import io.shardkit.move.MoveState;
import io.shardkit.observe.ReplicaState;
import io.shardkit.options.AfterWrite;
import io.shardkit.options.LoadBalance;
import io.shardkit.options.Replica;
import io.shardkit.options.ReplicaGroup;
import io.shardkit.options.ReplicaSettings;
import io.shardkit.options.Replication;
import io.shardkit.options.RuleStore;
import io.shardkit.options.ShardingOptions;
import io.shardkit.options.WithoutReplica;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.testing.DatabaseServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tables move from one data source to another while the replicas of both apply nothing. The data sources are two databases
 * of a primary, and their replicas those of a server that follows it.
 */
abstract class MovedTablesSuite extends ReplicatedServer {
    private static final Duration OFTEN = Duration.ofMillis(100);
    private static final Duration NEVER = Duration.ofHours(1);

    private static final int DATA_SOURCES = 3;
    private static final int ROWS = 10;
    private static final MoveRequest REQUEST = MoveRequest.of(List.of("ds0.t_1"), "ds1");

    private final Map<String, HikariDataSource> primaries = new LinkedHashMap<>();
    private final Map<String, HikariDataSource> replicas = new LinkedHashMap<>();
    private final List<ShardingDataSource> instances = new ArrayList<>();

    /** Has the replica apply nothing of what it gets, without a fault that it tells of, or lets it go on. */
    abstract void applying(boolean on, DataSource replica) throws SQLException;

    private static HikariDataSource pool(DatabaseServer server, String database) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(server.url(database));
        pool.setUsername(server.username());
        pool.setPassword(server.password());
        pool.setMaximumPoolSize(8);
        pool.setConnectionTimeout(5_000);
        return pool;
    }

    private static ReplicaSettings settings(Duration afterWriteFor) {
        return settings(afterWriteFor, Duration.ofMinutes(10));
    }

    private static ReplicaSettings settings(Duration afterWriteFor, Duration maxLag) {
        return new ReplicaSettings(
                AfterWrite.WAIT,
                afterWriteFor,
                Duration.ofMillis(50),
                maxLag,
                Duration.ofMillis(50),
                Duration.ZERO,
                WithoutReplica.PRIMARY);
    }

    /** The unit {@code t_1} has the odd keys; {@code u} is a table of its own at the target. */
    private static ShardingRule rule() {
        return ShardingRuleBuilder.over("ds0", "ds1")
                .table("t", table -> table.nodes("ds0.t_{0..1}").tableBy("id", Algorithms.mod()))
                .single("ds1", "u")
                .single("ds1", "v")
                .build();
    }

    private ShardingDataSource start(Duration poll, ReplicaSettings settings) throws Exception {
        return start(poll, settings, replicas);
    }

    private ShardingDataSource start(Duration poll, ReplicaSettings settings, Map<String, HikariDataSource> replicated)
            throws Exception {
        Map<String, ReplicaGroup> groups = new LinkedHashMap<>();
        replicated.forEach((name, pool) -> groups.put(
                name,
                new ReplicaGroup(
                        name + "-primary",
                        List.of(new Replica(name + "-replica-0", pool, 1)),
                        LoadBalance.ROUND_ROBIN)));
        ShardingDataSource instance = ShardingDataSource.builder()
                .dataSource("ds0", primaries.get("ds0"))
                .dataSource("ds1", primaries.get("ds1"))
                .furtherDataSources(primaries::get)
                .rule(rule())
                .options(ShardingOptions.builder()
                        .ruleStore(RuleStore.DEFAULTS.every(poll).named("instance-" + instances.size()))
                        .build())
                .replication(new Replication(groups, settings))
                .build();
        instances.add(instance);
        return instance;
    }

    @BeforeEach
    void open() throws Exception {
        for (int i = 0; i < DATA_SOURCES; i++) {
            primaryServer().createDatabase("moved" + i);
            primaries.put("ds" + i, pool(primaryServer(), "moved" + i));
        }
        for (String name : List.of("t_0", "t_1")) {
            execute("ds0", "CREATE TABLE " + name + " (id BIGINT PRIMARY KEY, n BIGINT NOT NULL)");
        }
        execute("ds1", "CREATE TABLE u (id BIGINT PRIMARY KEY, n BIGINT NOT NULL)");
        execute("ds1", "INSERT INTO u VALUES (1, 1)");
        for (int i = 0; i < ROWS; i++) {
            execute("ds0", "INSERT INTO t_" + i % 2 + " VALUES (" + i + ", 0)");
        }
        awaitReplica();
        for (int i = 0; i < DATA_SOURCES; i++) {
            replicas.put("ds" + i, pool(replicaServer(), "moved" + i));
        }
    }

    /** Waits until the replica has all that the primary had until now. */
    private void awaitReplica() throws Exception {
        String mark = "mark_" + System.nanoTime();
        execute("ds1", "CREATE TABLE " + mark + " (id INT)");
        await(() -> {
            try (HikariDataSource there = pool(replicaServer(), "moved1")) {
                return value(there, "SELECT COUNT(*) FROM " + mark) == 0;
            } catch (SQLException | RuntimeException notYet) {
                return false;
            }
        });
        execute("ds1", "DROP TABLE " + mark);
    }

    private void applying(boolean on) throws SQLException {
        applying(on, replicas.get("ds0"));
    }

    @AfterEach
    void close() throws SQLException {
        applying(true);
        instances.forEach(ShardingDataSource::close);
        instances.clear();
        replicas.values().forEach(HikariDataSource::close);
        primaries.values().forEach(HikariDataSource::close);
    }

    private void execute(String dataSource, String sql) throws SQLException {
        execute(primaries.get(dataSource), sql);
    }

    private static void execute(DataSource dataSource, String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static long value(DataSource dataSource, String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return value(connection, sql);
        }
    }

    private static long value(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getLong(1) : -1;
        }
    }

    /** A state that comes a moment later. */
    private interface Awaited {
        boolean isThere() throws SQLException;
    }

    private static void await(Awaited state) throws Exception {
        long until = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!state.isThere()) {
            assertThat(System.nanoTime()).as("a state that does not come").isLessThan(until);
            Thread.sleep(5);
        }
    }

    private static void awaitSwitch(ShardingDataSource instance, String id, boolean back) throws Exception {
        await(() -> {
            MoveState now = instance.moves().state(id);
            assertThat(now.phase()).as("%s", now).isNotEqualTo(MovePhase.FAILED);
            return now.phase() == MovePhase.SWITCHED
                    && now.back() == back
                    && instance.ruleState().epoch() == now.epoch();
        });
    }

    /** Waits until the replica has the tables that there were at the start, so that it is read. */
    private static void awaitReads(ShardingDataSource instance) throws Exception {
        for (String sql : List.of("SELECT n FROM t WHERE id = 1", "SELECT n FROM u WHERE id = 1")) {
            long before = reads(instance);
            await(() -> value(instance, sql) >= 0 && reads(instance) > before);
        }
    }

    private static String move(ShardingDataSource instance) throws Exception {
        return move(instance, REQUEST);
    }

    private static String move(ShardingDataSource instance, MoveRequest request) throws Exception {
        String id = instance.moves().start(request);
        awaitSwitch(instance, id, false);
        return id;
    }

    /** Returns the number of reads that replicas got. */
    private static long reads(ShardingDataSource instance) {
        return instance.replicas().stream().mapToLong(ReplicaState::reads).sum();
    }

    @Test
    void readsGoElsewhereUntilTheReplicaHasReplayedTheSwitch() throws Exception {
        ShardingDataSource instance = start(OFTEN, settings(Duration.ZERO));
        awaitReads(instance);
        applying(false);
        move(instance);
        long before = reads(instance);
        for (int i = 0; i < ROWS; i++) {
            assertThat(value(instance, "SELECT n FROM t WHERE id = " + i)).isZero();
        }
        assertThat(value(instance, "SELECT COUNT(*) FROM t")).isEqualTo(ROWS);
        assertThat(reads(instance)).isEqualTo(before);
        applying(true);
        awaitReads(instance);
        assertThat(value(instance, "SELECT COUNT(*) FROM t")).isEqualTo(ROWS);
    }

    /** A read by the rule before is as old as the replica that answers it, and no older. */
    @Test
    void anInstanceThatNeverLooksReadsOldRowsOnlyFromReplicasThatLag() throws Exception {
        ShardingDataSource instance = start(OFTEN, settings(Duration.ZERO));
        ShardingDataSource asleep = start(NEVER, settings(Duration.ZERO));
        awaitReads(asleep);
        applying(false);
        move(instance);
        execute("ds1", "UPDATE t_1 SET n = 1");
        assertThat(value(asleep, "SELECT n FROM t WHERE id = 1")).isZero();
        applying(true);
        awaitReplica();
        assertThat(value(asleep, "SELECT n FROM t WHERE id = 1")).isEqualTo(1);
    }

    /** A replica of the former source still has the table, with the rows of long ago. */
    @Test
    void ownWritesAreSeenAfterTheTableHasGoneBack() throws Exception {
        ShardingDataSource instance = start(OFTEN, settings(Duration.ofMinutes(10)));
        awaitReads(instance);
        applying(false);
        String id = move(instance);
        execute(instance, "UPDATE t SET n = 1 WHERE id = 1");
        instance.moves().goBack(id);
        awaitSwitch(instance, id, true);
        assertThat(value(instance, "SELECT n FROM t WHERE id = 1")).isEqualTo(1);
        applying(true);
        awaitReads(instance);
        assertThat(value(instance, "SELECT n FROM t WHERE id = 1")).isEqualTo(1);
    }

    /** By a snapshot that is older than the copy the table would have none of its rows. */
    @Test
    void aTransactionReadsTheTableByNoSnapshotThatIsOlderThanTheSwitch() throws Exception {
        ShardingDataSource instance = start(OFTEN, settings(Duration.ZERO));
        awaitReads(instance);
        applying(false);
        move(instance);
        try (Connection connection = instance.getConnection()) {
            connection.setReadOnly(true);
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            connection.setAutoCommit(false);
            assertThat(value(connection, "SELECT n FROM u WHERE id = 1")).isEqualTo(1);
            applying(true);
            awaitReplica();
            assertThat(value(connection, "SELECT n FROM t WHERE id = 1")).isZero();
            connection.commit();
        }
    }

    /** An instance that starts after the switch has not seen it. */
    @Test
    void anInstanceThatStartsLaterReadsWhatTheReplicaLacks() throws Exception {
        ShardingDataSource instance = start(OFTEN, settings(Duration.ZERO));
        applying(false);
        move(instance);
        ShardingDataSource later = start(OFTEN, settings(Duration.ZERO));
        assertThat(later.replicas()).allMatch(ReplicaState::usable);
        assertThat(value(later, "SELECT COUNT(*) FROM t")).isEqualTo(ROWS);
        try (Connection connection = later.getConnection()) {
            connection.setReadOnly(true);
            connection.setAutoCommit(false);
            assertThat(value(connection, "SELECT COUNT(*) FROM t")).isEqualTo(ROWS);
            connection.commit();
        }
    }

    /** Any process may create a table. */
    @Test
    void aTableThatTheReplicaLacksIsReadFromThePrimary() throws Exception {
        ShardingDataSource instance = start(OFTEN, settings(Duration.ZERO));
        awaitReads(instance);
        long before = reads(instance);
        applying(false);
        execute("ds1", "CREATE TABLE v (id BIGINT PRIMARY KEY, n BIGINT NOT NULL)");
        execute("ds1", "INSERT INTO v VALUES (1, 7)");
        for (int i = 0; i < 3; i++) {
            assertThat(value(instance, "SELECT n FROM v WHERE id = 1")).isEqualTo(7);
        }
        assertThat(reads(instance)).isEqualTo(before + 1);
    }

    @Test
    void aTransactionReadsATableThatTheReplicaLacks() throws Exception {
        ShardingDataSource instance = start(OFTEN, settings(Duration.ZERO));
        awaitReads(instance);
        applying(false);
        execute("ds1", "CREATE TABLE v (id BIGINT PRIMARY KEY, n BIGINT NOT NULL)");
        try (Connection connection = instance.getConnection()) {
            connection.setReadOnly(true);
            connection.setAutoCommit(false);
            assertThat(value(connection, "SELECT COUNT(*) FROM v")).isZero();
            connection.commit();
        }
    }

    @Test
    void aTableThatIsNowhereIsMissed() throws Exception {
        ShardingDataSource instance = start(OFTEN, settings(Duration.ZERO));
        awaitReads(instance);
        applying(false);
        execute("ds1", "INSERT INTO u VALUES (2, 2)");
        assertThatThrownBy(() -> value(instance, "SELECT n FROM v WHERE id = 1"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("v");
        long before = reads(instance);
        assertThat(value(instance, "SELECT n FROM u WHERE id = 2")).isEqualTo(-1);
        assertThat(reads(instance)).isEqualTo(before + 1);
    }

    /** With replicas of its own, or without, while others have some. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void tablesMoveToADataSourceThatJoins(boolean replicated) throws Exception {
        Map<String, HikariDataSource> groups = new LinkedHashMap<>(replicas);
        groups.keySet().removeIf(name -> name.equals("ds2") && !replicated);
        ShardingDataSource instance = start(OFTEN, settings(Duration.ofMinutes(10)), groups);
        awaitReads(instance);
        try (Connection connection = instance.getConnection()) {
            assertThat(value(connection, "SELECT COUNT(*) FROM t")).isEqualTo(ROWS);
            applying(false);
            execute(instance, "UPDATE u SET n = 2 WHERE id = 1");
            String id = move(instance, MoveRequest.of(List.of("ds0.t_1"), "ds2"));
            assertThat(instance.replicas()).hasSize(groups.size());
            assertThat(value(connection, "SELECT n FROM u WHERE id = 1")).isEqualTo(2);
            assertThat(value(connection, "SELECT COUNT(*) FROM t")).isEqualTo(ROWS);
            execute(instance, "UPDATE t SET n = 3 WHERE id = 1");
            assertThat(value(instance, "SELECT n FROM t WHERE id = 1")).isEqualTo(3);
            applying(true);
            if (replicated) {
                awaitReads(instance);
            }
            assertThat(value(connection, "SELECT n FROM t WHERE id = 1")).isEqualTo(3);
            ShardingDataSource later = start(OFTEN, settings(Duration.ZERO), groups);
            assertThat(later.replicas()).hasSize(groups.size());
            assertThat(value(later, "SELECT COUNT(*) FROM t")).isEqualTo(ROWS);
            instance.moves().goBack(id);
            awaitSwitch(instance, id, true);
            assertThat(value(connection, "SELECT n FROM t WHERE id = 1")).isEqualTo(3);
        }
    }

    @Test
    void theCopyRestsWhileAReplicaLags() throws Exception {
        ShardingDataSource instance = start(OFTEN, settings(Duration.ZERO, Duration.ofSeconds(2)));
        awaitReads(instance);
        applying(false);
        execute("ds1", "INSERT INTO u VALUES (2, 2)");
        await(() -> lag(instance).compareTo(Duration.ofSeconds(1)) > 0);
        String id = instance.moves().start(REQUEST);
        await(() -> instance.moves().state(id).message().startsWith("the copy rests, as replica ds"));
        MoveState resting = instance.moves().state(id);
        assertThat(resting.phase()).isEqualTo(MovePhase.COPYING);
        assertThat(resting.message()).matches("the copy rests, as replica ds[01]-replica-0 of ds[01] lags by \\d+ ms");
        assertThat(resting.rows()).isZero();
        applying(true);
        awaitSwitch(instance, id, false);
        assertThat(instance.moves().state(id).message()).isEmpty();
    }

    private static Duration lag(ShardingDataSource instance) {
        return instance.replicas().stream()
                .map(ReplicaState::lag)
                .map(lag -> lag == null ? Duration.ZERO : lag)
                .max(Duration::compareTo)
                .orElseThrow();
    }
}
