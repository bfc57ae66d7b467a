package io.shardkit.jdbc;

import static io.shardkit.testing.TestDatabase.H2;
import static io.shardkit.testing.TestDatabase.MYSQL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.error.ShardingException;
import io.shardkit.observe.StatementListener;
import io.shardkit.options.Limits;
import io.shardkit.options.ShardingOptions;
import io.shardkit.testing.Eventually;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * A connection breaks while rows are read from it for a gather, as where a server ends a read whose reader waits too long for
 * the database that the rows are written to. In autocommit the rows are read once more, by a new connection.
 */
@Timeout(120)
class StalledGatherIT {
    /** Copies whole rows, 16 MB of them from the second database. */
    private static final String GATHER = "SELECT COUNT(*), SUM(CHAR_LENGTH(d.name)), MAX(d.n) FROM"
            + " (SELECT name, ROW_NUMBER() OVER (ORDER BY id) AS n FROM t_order) d";

    private static final String MERGED = "SELECT COUNT(*), SUM(CHAR_LENGTH(name)), COUNT(*) FROM t_order";

    private static final String READS = "SELECT COUNT(*) FROM information_schema.processlist WHERE db = DATABASE()"
            + " AND command <> 'Sleep' AND id <> CONNECTION_ID()";

    /** Fault that begins as soon as a database sends rows, on the thread that reads them. */
    private static final Consumer<FrozenShop> CUT = shop -> shop.proxies.get(1).cut();

    @ParameterizedTest
    @OnDatabases(except = H2, always = MYSQL)
    void brokenReadIsMadeOnceMore(TestDatabase database) throws Exception {
        try (FrozenShop shop = new FrozenShop(database, 0);
                Gathering gathering = new Gathering(shop, CUT)) {
            assertThat(gathering.rows(true, GATHER)).isEqualTo(gathering.rows(true, MERGED));
            assertThat(gathering.reads.get()).isEqualTo(2);
            assertThat(gathering.rows(true, GATHER)).isEqualTo(gathering.rows(true, MERGED));
            assertThat(Eventually.zero(shop::activeConnections)).isZero();
        }
    }

    /** Reads and writes of the transaction are gone with the connection. */
    @ParameterizedTest
    @OnDatabases(except = H2, always = MYSQL)
    void brokenReadOfATransactionFails(TestDatabase database) throws Exception {
        try (FrozenShop shop = new FrozenShop(database, 0);
                Gathering gathering = new Gathering(shop, CUT)) {
            assertThatThrownBy(() -> gathering.rows(false, GATHER))
                    .isInstanceOf(SQLException.class)
                    .isNotInstanceOf(ShardingException.class);
            assertThat(gathering.reads.get()).isEqualTo(1);
            shop.pools.get(1).getHikariPoolMXBean().softEvictConnections();
            assertThat(gathering.rows(false, GATHER)).isEqualTo(gathering.rows(false, MERGED));
            assertThat(Eventually.zero(shop::activeConnections)).isZero();
        }
    }

    /** The database that rows are written to stalls until the other one has ended the read. */
    @ParameterizedTest
    @OnDatabases(except = H2, always = MYSQL)
    void readThatWaitedTooLongIsMadeOnceMore(TestDatabase database) throws Exception {
        try (FrozenShop shop = new FrozenShop(database, 0, true, pool -> patient(pool, database));
                Gathering gathering = new Gathering(shop, stalled -> {
                    stalled.proxies.get(0).freeze();
                    if (database == TestDatabase.MARIADB) {
                        new Thread(() -> thawAfterRead(stalled)).start();
                    } else {
                        // Connector/J has the server wait for longer, and PostgreSQL waits for ever.
                        CUT.accept(stalled);
                        stalled.proxies.get(0).thaw();
                    }
                })) {
            if (database == TestDatabase.MARIADB) {
                // The driver reads 8 MB at a time.
                shop.fillMore(1, 2);
            }
            assertThat(gathering.rows(true, GATHER)).isEqualTo(gathering.rows(true, MERGED));
            assertThat(gathering.reads.get()).isEqualTo(2);
            assertThat(Eventually.zero(shop::activeConnections)).isZero();
        }
    }

    private static void thawAfterRead(FrozenShop shop) {
        Eventually.zero(() -> reads(shop));
        shop.proxies.get(0).thaw();
    }

    private static int reads(FrozenShop shop) {
        try {
            return (int) shop.readDirectly(1, READS);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** A pool whose connections wait one second for a reader, where servers end reads. */
    private static DataSource patient(DataSource pool, TestDatabase database) {
        return (DataSource) Proxy.newProxyInstance(
                StalledGatherIT.class.getClassLoader(),
                new Class<?>[] {DataSource.class, AutoCloseable.class},
                (proxy, method, arguments) -> {
                    try {
                        Object answer = method.invoke(pool, arguments);
                        if (database == TestDatabase.MARIADB && answer instanceof Connection connection) {
                            try (Statement statement = connection.createStatement()) {
                                statement.execute("SET SESSION net_write_timeout = 1");
                            }
                        }
                        return answer;
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                });
    }

    /** The shop with limits that let all rows be copied, and with one fault in the first read of many rows. */
    private static final class Gathering implements StatementListener, AutoCloseable {
        private final FrozenShop shop;
        private final Consumer<FrozenShop> fault;
        private final ExecutorService executor = Executors.newCachedThreadPool();
        private final AtomicInteger reads = new AtomicInteger();
        private final ShardingDataSource dataSource;

        Gathering(FrozenShop shop, Consumer<FrozenShop> fault) throws SQLException {
            this.shop = shop;
            this.fault = fault;
            shop.fill(1);
            dataSource = ShardingDataSource.create(
                    shop.lent,
                    shop.rule,
                    ShardingOptions.builder()
                            .executor(executor)
                            .listener(this)
                            .limits(Limits.builder().gatherMaxRows(10_000).build())
                            .build());
        }

        @Override
        public void shardCalled(String source, String sql, long nanos, boolean failed) {
            boolean many = source.equals("ds1") && sql.contains("t_order_0") && !sql.contains("SUM(");
            if (many && !failed && reads.incrementAndGet() == 1) {
                fault.accept(shop);
            }
        }

        List<String> rows(boolean autoCommit, String sql) throws SQLException {
            List<String> rows = new ArrayList<>();
            try (Connection connection = dataSource.getConnection();
                    Statement statement = connection.createStatement()) {
                connection.setAutoCommit(autoCommit);
                try (ResultSet result = statement.executeQuery(sql)) {
                    while (result.next()) {
                        rows.add(result.getLong(1) + " " + result.getLong(2) + " " + result.getLong(3));
                    }
                }
                if (!autoCommit) {
                    connection.rollback();
                }
            }
            return rows;
        }

        @Override
        public void close() {
            executor.shutdownNow();
        }
    }
}
