package io.shardkit.restore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.Algorithms;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.branch.BranchId;
import io.shardkit.dialect.branch.TwoPhase;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.observe.RestorePoint;
import io.shardkit.options.AtomicCommits;
import io.shardkit.options.CrossSource;
import io.shardkit.options.RuleStore;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/**
 * Instances move money between accounts of two databases while restore points are made; copies of the databases that stop at
 * their positions have the same sum.
 */
@ParameterizedClass
@OnDatabases(except = TestDatabase.H2)
class RestorePointsIT {
    private static final int ACCOUNTS = 20;
    private static final int SUM = ACCOUNTS * 1_000;
    private static final int WRITERS = 2;

    @Parameter
    private TestDatabase kind;

    private final List<AutoCloseable> opened = new ArrayList<>();
    private final List<StoppedCopies> servers = new ArrayList<>();
    private final Map<String, DataSource> pools = new LinkedHashMap<>();

    @AfterEach
    void close() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }

    private void start() throws SQLException {
        for (int i = 0; i < 2; i++) {
            StoppedCopies server = new StoppedCopies(kind);
            opened.add(server);
            servers.add(server);
            HikariConfig config = new HikariConfig();
            config.setJdbcUrl(server.url());
            config.setUsername(server.primary().username());
            config.setPassword(server.primary().password());
            config.setMaximumPoolSize(20);
            HikariDataSource pool = new HikariDataSource(config);
            opened.add(pool);
            pools.put("ds" + i, pool);
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE t_account (id BIGINT PRIMARY KEY, balance INT)");
                for (int id = i; id < ACCOUNTS; id += 2) {
                    statement.execute("INSERT INTO t_account VALUES (" + id + ", 1000)");
                }
            }
        }
    }

    private ShardingDataSource instance(String name, CrossSource commits) throws SQLException {
        return instance(name, commits, pools, new AtomicCommits(AtomicCommits.TABLE, true, Duration.ofSeconds(2)));
    }

    private ShardingDataSource instance(
            String name, CrossSource commits, Map<String, DataSource> sources, @Nullable AtomicCommits atomic)
            throws SQLException {
        ShardingRule rule = ShardingRuleBuilder.over("ds0", "ds1")
                .table("t_account", table -> table.nodes("ds{0..1}.t_account").databaseBy("id", Algorithms.mod()))
                .build();
        ShardingDataSource instance = ShardingDataSource.builder()
                .dataSources(sources)
                .rule(rule)
                .options(ShardingOptions.builder()
                        .ruleStore(
                                RuleStore.DEFAULTS.every(Duration.ofMillis(200)).named(name))
                        .crossSource(commits)
                        .atomic(atomic)
                        .build())
                .build();
        opened.add(instance);
        return instance;
    }

    /** Moves money between accounts of both databases until it is stopped. */
    private final class Transfers extends Thread {
        private final ShardingDataSource instance;
        private final Random random;
        private final AtomicLong done = new AtomicLong();
        private final AtomicReference<SQLException> failure = new AtomicReference<>();
        private volatile boolean stopping;

        Transfers(ShardingDataSource instance, long seed) {
            this.instance = instance;
            this.random = new Random(seed);
            opened.add(this::end);
            start();
        }

        @Override
        public void run() {
            try (Connection connection = instance.getConnection()) {
                connection.setAutoCommit(false);
                while (!stopping) {
                    int even = 2 * random.nextInt(ACCOUNTS / 2);
                    int odd = 1 + 2 * random.nextInt(ACCOUNTS / 2);
                    int amount = random.nextInt(100) - 50;
                    // In one order, so that no two wait for each other.
                    add(connection, even, amount);
                    add(connection, odd, -amount);
                    connection.commit();
                    done.incrementAndGet();
                }
            } catch (SQLException unexpected) {
                failure.set(unexpected);
            }
        }

        private static void add(Connection connection, int id, int amount) throws SQLException {
            try (PreparedStatement update =
                    connection.prepareStatement("UPDATE t_account SET balance = balance + ? WHERE id = ?")) {
                update.setInt(1, amount);
                update.setInt(2, id);
                update.executeUpdate();
            }
        }

        void end() throws Exception {
            stopping = true;
            join();
            if (failure.get() != null) {
                throw failure.get();
            }
        }
    }

    private List<Transfers> transfers(ShardingDataSource... instances) {
        List<Transfers> transfers = new ArrayList<>();
        for (ShardingDataSource instance : instances) {
            for (int i = 0; i < WRITERS; i++) {
                long seed = System.nanoTime();
                System.out.println("transfers by seed " + seed);
                transfers.add(new Transfers(instance, seed));
            }
        }
        return transfers;
    }

    private List<RestorePoint> points(int count, List<Transfers> transfers, ShardingDataSource instance)
            throws Exception {
        List<RestorePoint> points = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            // Between two points something is written.
            for (Transfers each : transfers) {
                long before = each.done.get();
                while (each.done.get() < before + 2 && each.failure.get() == null) {
                    Thread.sleep(1);
                }
            }
            points.add(instance.restorePoints().create("point-" + i, false));
        }
        return points;
    }

    private void copiesAreWhole(List<RestorePoint> points, int step) throws Exception {
        List<Long> evens = new ArrayList<>();
        for (int i = 0; i < points.size(); i += step) {
            long sum = 0;
            for (int server = 0; server < 2; server++) {
                StoppedCopies copy = servers.get(server);
                copy.applyUntil(points.get(i).positions().get("ds" + server));
                long part = copy.ask("SELECT SUM(balance) FROM t_account");
                sum += part;
                if (server == 0) {
                    evens.add(part);
                }
            }
            assertThat(sum).as(points.get(i).toString()).isEqualTo(SUM);
        }
        assertThat(evens.stream().distinct().count()).as("moments that differ").isGreaterThan(1);
    }

    private void nothingIsTorn(int count, int step) throws Exception {
        start();
        ShardingDataSource first = instance("first", CrossSource.ATOMIC);
        ShardingDataSource second = instance("second", CrossSource.BEST_EFFORT);
        for (StoppedCopies server : servers) {
            server.copy();
        }
        List<Transfers> transfers = transfers(first, second);
        List<RestorePoint> points = points(count, transfers, first);
        for (Transfers each : transfers) {
            each.end();
        }
        assertThat(second.restorePoints().list()).containsExactlyElementsOf(points);
        List<Duration> held = points.stream().map(RestorePoint::held).sorted().toList();
        System.out.printf(
                "%s: %d restore points, commits held p50 %d ms, p99 %d ms, at most %d ms%n",
                kind,
                count,
                held.get(count / 2).toMillis(),
                held.get(count * 99 / 100).toMillis(),
                held.get(count - 1).toMillis());
        copiesAreWhole(points, step);
    }

    @Test
    void copiesThatStopAtAPointHaveNoTornTransaction() throws Exception {
        nothingIsTorn(8, kind == TestDatabase.POSTGRESQL ? 4 : 1);
    }

    @Tag("thorough")
    @Test
    void copiesThatStopAtAHundredPointsHaveNoTornTransaction() throws Exception {
        nothingIsTorn(100, kind == TestDatabase.POSTGRESQL ? 5 : 1);
    }

    @Test
    void pointsThatCannotBeMadeAreRefusedWithTheReason() throws Exception {
        start();
        ShardingDataSource instance = instance("only", CrossSource.ATOMIC);
        instance.restorePoints().create("nightly", false);
        assertThatThrownBy(() -> instance.restorePoints().create("nightly", false))
                .hasMessageContaining("SK-1026")
                .hasMessageContaining("there is one named nightly");
        assertThatThrownBy(() -> instance.restorePoints().create("no spaces", false))
                .hasMessageContaining("'no spaces' is not a name");
        if (kind == TestDatabase.MYSQL) {
            refusedWithoutTheRightToSeePreparedTransactions();
        }
        member("gone", "expires_at - 100000");
        assertThatThrownBy(() -> instance.restorePoints().create("second", false))
                .hasMessageContaining("gone")
                .hasMessageContaining("--without-silent");
        assertThat(instance.restorePoints().create("second", true).name()).isEqualTo("second");
        member("mute", "expires_at + 600000");
        assertThatThrownBy(() -> instance.restorePoints().create("third", true))
                .hasMessageContaining("these instances do not answer, and may commit: mute");
        assertThat(instance.restorePoints().list())
                .extracting(RestorePoint::name)
                .containsExactly("nightly", "second");
    }

    /** Other instances may have prepared transactions, which MySQL shows to those who have a right to it. */
    private void refusedWithoutTheRightToSeePreparedTransactions() throws SQLException {
        Map<String, DataSource> restricted = new LinkedHashMap<>();
        for (int i = 0; i < 2; i++) {
            try (Connection connection = pools.get("ds" + i).getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE USER 'app'@'%' IDENTIFIED BY 'secret'");
                statement.execute("GRANT ALL ON shop.* TO 'app'@'%'");
            }
            HikariConfig config = new HikariConfig();
            config.setJdbcUrl(servers.get(i).url());
            config.addDataSourceProperty("allowPublicKeyRetrieval", "true");
            config.setUsername("app");
            config.setPassword("secret");
            HikariDataSource pool = new HikariDataSource(config);
            opened.add(pool);
            restricted.put("ds" + i, pool);
        }
        try (ShardingDataSource instance = instance("restricted", CrossSource.BEST_EFFORT, restricted, null)) {
            assertThatThrownBy(() -> instance.restorePoints().create("hidden", false))
                    .hasMessageContaining("ds0 does not tell which transactions are prepared")
                    .hasMessageContaining("XA_RECOVER_ADMIN");
        }
    }

    /** A row of an instance that is not there. */
    private void member(String name, String expires) throws SQLException {
        try (Connection connection = pools.get("ds0").getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "INSERT INTO sharding_member (member_id, instance, epoch, state, problem, started_at, seen_at,"
                            + " expires_at) SELECT '" + name + "', '" + name
                            + "', epoch, 'running', '', started_at, seen_at, "
                            + expires + " FROM sharding_member WHERE instance = 'only'");
        }
    }

    /** A transaction in doubt may be committed on one database and not on another. */
    @Test
    void noPointIsMadeWhileATransactionIsInDoubt() throws Exception {
        start();
        ShardingDataSource instance = instance("only", CrossSource.ATOMIC);
        BranchId branch = new BranchId("0".repeat(32), "1".repeat(16), "2".repeat(16));
        TwoPhase twoPhase = kind == TestDatabase.POSTGRESQL
                ? Dialect.POSTGRESQL.twoPhase()
                : (kind == TestDatabase.MYSQL ? Dialect.MYSQL : Dialect.MARIADB).twoPhase();
        try (Connection connection = DriverManager.getConnection(
                        servers.get(1).url(),
                        servers.get(1).primary().username(),
                        servers.get(1).primary().password());
                Statement statement = connection.createStatement()) {
            if (twoPhase.isNamedAtBegin()) {
                statement.execute(twoPhase.begin(branch));
            } else {
                connection.setAutoCommit(false);
            }
            statement.execute("UPDATE t_account SET balance = balance + 1 WHERE id = 1");
            if (twoPhase.isNamedAtBegin()) {
                statement.execute(twoPhase.end(branch));
            }
            statement.execute(twoPhase.prepare(branch));
            assertThatThrownBy(() -> instance.restorePoints().create("doubtful", false))
                    .hasMessageContaining("is prepared on ds1 and has not ended");
        }
    }
}
