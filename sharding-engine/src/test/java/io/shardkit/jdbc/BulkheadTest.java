package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.options.ShardingOptions;
import io.shardkit.options.Start;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.TestDatabase;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks that a database that is down, slow or used up holds up the threads that need it, and no others. */
class BulkheadTest {
    private static final ShardingRule RULE = TestRules.over(List.of("ds0", "ds1"))
            .table(new TableRule("t", "ds{0..1}.t_0", new ShardingStrategy("k", new ModAlgorithm(2)), null, null))
            .build();

    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final Map<String, DataSource> sources = new LinkedHashMap<>();
    private final AtomicInteger asked = new AtomicInteger();
    private volatile CountDownLatch down = new CountDownLatch(0);
    private volatile boolean refused;
    private HikariDataSource first;
    private HikariDataSource second;

    @BeforeEach
    void create() throws SQLException {
        first = TestDatabase.H2.create("bulkhead", 0);
        second = TestDatabase.H2.create("bulkhead", 1);
        for (HikariDataSource pool : List.of(first, second)) {
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE t_0 (k INT PRIMARY KEY)");
                statement.execute("INSERT INTO t_0 VALUES (" + (pool == first ? 2 : 1) + ")");
            }
        }
        sources.put("ds0", first);
        sources.put("ds1", failing(second));
    }

    @AfterEach
    void close() {
        down.countDown();
        executor.shutdownNow();
        first.close();
        second.close();
    }

    /** A pool whose database cannot be reached while {@link #refused}, after what it takes it to find that out. */
    private DataSource failing(DataSource pool) {
        return (DataSource) Proxy.newProxyInstance(
                DataSource.class.getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("getConnection")) {
                        asked.incrementAndGet();
                        down.await(10, TimeUnit.SECONDS);
                        if (refused) {
                            throw new SQLTransientConnectionException("connection refused", "08001");
                        }
                        return pool.getConnection();
                    }
                    return method.invoke(pool, arguments);
                });
    }

    private ShardingDataSource open(int maxWaiting, Start start) throws SQLException {
        return ShardingDataSource.create(
                sources,
                RULE,
                ShardingOptions.builder()
                        .executor(executor)
                        .planCacheSize(100)
                        .maxWaiting(maxWaiting)
                        .start(start)
                        .build());
    }

    private static int read(DataSource logical, int k) throws SQLException {
        try (Connection connection = logical.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM t WHERE k = " + k)) {
            rows.next();
            return rows.getInt(1);
        }
    }

    @Test
    void whoHoldsTheConnectionsIsSaid() throws Exception {
        second.setMaximumPoolSize(1);
        second.setConnectionTimeout(300);
        sources.put("ds1", second);
        try (ShardingDataSource logical = open(0, Start.STOP);
                Connection holder = logical.getConnection()) {
            holder.setAutoCommit(false);
            Thread.currentThread().setName("the-holder");
            try (Statement statement = holder.createStatement()) {
                statement.executeQuery("SELECT k FROM t WHERE k = 1");
                Future<Integer> other = executor.submit(() -> read(logical, 1));
                assertThatThrownBy(other::get)
                        .cause()
                        .hasMessageContaining("Connection is not available")
                        .satisfies(failure -> assertThat(List.of(failure.getSuppressed()))
                                .anySatisfy(said -> assertThat(said)
                                        .hasMessageContaining("data source ds1")
                                        .hasMessageContaining("held by the-holder for ")));
            }
            holder.rollback();
        }
    }

    @Test
    void oneThreadTriesWhatIsDownAndTheOthersFailAtOnce() throws Exception {
        try (ShardingDataSource logical = open(0, Start.STOP)) {
            assertThat(read(logical, 1)).isEqualTo(1);
            refused = true;
            CountDownLatch stuck = new CountDownLatch(1);
            down = stuck;
            int first = asked.get();
            Future<Integer> finder = executor.submit(() -> read(logical, 1));
            while (asked.get() == first) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
            TimeUnit.MILLISECONDS.sleep(600);
            stuck.countDown();
            assertThatThrownBy(finder::get).cause().hasMessageContaining("connection refused");

            CountDownLatch again = new CountDownLatch(1);
            down = again;
            int before = asked.get();
            Future<Integer> probe = executor.submit(() -> read(logical, 1));
            while (asked.get() == before) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
            for (int i = 0; i < 20; i++) {
                SQLException failure = catchThrowableOfType(SQLException.class, () -> read(logical, 1));
                assertThat((Throwable) failure)
                        .hasMessageContaining(ErrorCode.DATA_SOURCE_DOWN.code())
                        .hasMessageContaining("ds1")
                        .hasMessageContaining("connection refused");
                assertThat(failure.getSQLState()).startsWith("08");
                assertThat(read(logical, 2)).isEqualTo(1);
            }
            assertThat(asked.get()).isEqualTo(before + 1);

            refused = false;
            again.countDown();
            assertThat(probe.get()).isEqualTo(1);
            assertThat(read(logical, 1)).isEqualTo(1);
        }
    }

    @Test
    void onlySoManyWait() throws Exception {
        try (ShardingDataSource logical = open(3, Start.STOP)) {
            assertThat(read(logical, 1)).isEqualTo(1);
            CountDownLatch hanging = new CountDownLatch(1);
            int before = asked.get();
            down = hanging;
            List<Future<Integer>> waiting = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                waiting.add(executor.submit(() -> read(logical, 1)));
            }
            while (asked.get() < before + 3) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
            assertThatThrownBy(() -> read(logical, 1))
                    .hasMessageContaining(ErrorCode.TOO_MANY_WAITING.code())
                    .hasMessageContaining("ds1, for which 3 threads wait");
            assertThat(read(logical, 2)).isEqualTo(1);
            hanging.countDown();
            for (Future<Integer> each : waiting) {
                assertThat(each.get()).isEqualTo(1);
            }
            assertThat(read(logical, 1)).isEqualTo(1);
        }
    }

    @Test
    void whatIsMissingAtTheStartComesLater() throws SQLException {
        refused = true;
        assertThatThrownBy(() -> open(0, Start.STOP))
                .isInstanceOf(ShardingConfigurationException.class)
                .hasMessageContaining("sharding.data-sources.ds1");
        try (ShardingDataSource logical = open(0, Start.TOLERATE)) {
            assertThat(read(logical, 2)).isEqualTo(1);
            assertThatThrownBy(() -> read(logical, 1)).hasMessageContaining("connection refused");
            assertThat(read(logical, 2)).isEqualTo(1);
            refused = false;
            assertThat(read(logical, 1)).isEqualTo(1);
            assertThat(read(logical, 2)).isEqualTo(1);
        }
    }

    @Test
    void tablesAreLearnedFromWhatIsThere() throws SQLException {
        sources.clear();
        sources.put("ds0", failing(second));
        sources.put("ds1", first);
        refused = true;
        try (ShardingDataSource logical = open(0, Start.TOLERATE)) {
            assertThat(read(logical, 1)).isZero();
            assertThatThrownBy(() -> read(logical, 2)).hasMessageContaining("connection refused");
        }
    }

    @Test
    void whatComesLaterHasToFit() throws SQLException {
        refused = true;
        sources.put("ds1", failing(first));
        try (ShardingDataSource logical = open(0, Start.TOLERATE)) {
            refused = false;
            assertThatThrownBy(() -> read(logical, 1))
                    .hasMessageContaining(ErrorCode.DATA_SOURCE_DOWN.code())
                    .hasMessageContaining("the same database as");
            assertThat(read(logical, 2)).isEqualTo(1);
        }
    }

    @Test
    void noneAtAllStopsTheStart() {
        refused = true;
        sources.put("ds0", failing(first));
        assertThatThrownBy(() -> open(0, Start.TOLERATE)).isInstanceOf(ShardingConfigurationException.class);
    }
}
