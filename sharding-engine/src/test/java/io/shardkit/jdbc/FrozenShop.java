package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.options.Limits;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.FreezableProxy;
import io.shardkit.testing.TestDatabase;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/**
 * Two databases reached through proxies that can freeze; rows of user u are on data source u % 2, those of id i in table
 * i % 2.
 */
final class FrozenShop implements AutoCloseable {
    private static final int STARTS = 5;
    private static final int WIDTH = 8_000;
    private static final int DOUBLINGS = 11;

    private static final Pattern ADDRESS = Pattern.compile("//127\\.0\\.0\\.1:(\\d+)/");

    final List<FreezableProxy> proxies = new ArrayList<>();
    final List<HikariDataSource> pools = new ArrayList<>();
    private final List<HikariDataSource> direct = new ArrayList<>();
    private final ExecutorService executor = Executors.newCachedThreadPool();
    final ShardingDataSource dataSource;

    final ShardingRule rule;
    private final ShardingOptions options;
    final Map<String, DataSource> lent = new LinkedHashMap<>();

    FrozenShop(TestDatabase kind, int guardSeconds) throws SQLException, IOException {
        this(kind, guardSeconds, true, pool -> pool);
    }

    /**
     * As the other.
     *
     * @param autoCommit in which the pools lend their connections
     * @param around another pool in front of a pool
     */
    FrozenShop(TestDatabase kind, int guardSeconds, boolean autoCommit, UnaryOperator<DataSource> around)
            throws SQLException, IOException {
        for (int i = 0; i < 2; i++) {
            HikariDataSource real = kind.create("frozen" + i, i);
            direct.add(real);
            Matcher address = ADDRESS.matcher(real.getJdbcUrl());
            address.find();
            FreezableProxy proxy = new FreezableProxy(Integer.parseInt(address.group(1)));
            proxies.add(proxy);
            HikariConfig config = new HikariConfig();
            config.setJdbcUrl(address.replaceFirst("//127.0.0.1:" + proxy.port() + "/"));
            config.setUsername(real.getUsername());
            config.setPassword(real.getPassword());
            config.setMaximumPoolSize(4);
            config.setMinimumIdle(1);
            config.setAutoCommit(autoCommit);
            HikariDataSource pool = new HikariDataSource(config);
            pools.add(pool);
            lent.put("ds" + i, around.apply(pool));
        }
        rule = TestRules.over(List.copyOf(lent.keySet()))
                .table(new TableRule(
                        "t_order",
                        "ds{0..1}.t_order_{0..1}",
                        new ShardingStrategy("user_id", new ModAlgorithm(2)),
                        new ShardingStrategy("id", new ModAlgorithm(2)),
                        null))
                .build();
        Limits limits = Limits.builder()
                .gatherMaxRows(1000)
                .maxMergedRows(1000)
                .maxOffset(1000)
                .timeoutSeconds(guardSeconds)
                .build();
        options = ShardingOptions.builder()
                .executor(executor)
                .limits(limits)
                .planCacheSize(100)
                .build();
        dataSource = started();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(60);
            statement.execute("CREATE TABLE t_order (id BIGINT, user_id BIGINT, name VARCHAR(" + WIDTH + "))");
            statement.execute("INSERT INTO t_order VALUES (0, 0, 'a'), (1, 1, 'b'), (2, 3, 'c'), (3, 2, 'd')");
            read(connection, "SELECT COUNT(*) FROM t_order");
            read(connection, "SELECT COUNT(*) FROM t_order a, t_order b WHERE a.name = b.name");
        }
    }

    /** A machine that stands still for a moment may miss the deadline at the start, when nothing is frozen yet. */
    private ShardingDataSource started() throws SQLException {
        for (int i = 1; i < STARTS; i++) {
            try {
                return again();
            } catch (ShardingConfigurationException late) {
                assertThat(late.errorCode()).isEqualTo(ErrorCode.UNREACHABLE_DATA_SOURCE);
            }
        }
        return again();
    }

    /** Another logical data source over the same pools. */
    ShardingDataSource again() throws SQLException {
        return ShardingDataSource.create(lent, rule, options);
    }

    static long read(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** Puts more into the first table of a database than drivers, proxies and sockets hold: 16 MB. */
    void fill(int database) throws SQLException {
        runDirectly(database, "INSERT INTO t_order_0 VALUES (0, " + database + ", '" + "x".repeat(WIDTH) + "')");
        fillMore(database, DOUBLINGS);
    }

    /** Doubles what was filled in, some times. */
    void fillMore(int database, int doublings) throws SQLException {
        for (int i = 0; i < doublings; i++) {
            runDirectly(
                    database,
                    "INSERT INTO t_order_0 SELECT id, user_id, name FROM t_order_0 WHERE user_id = " + database);
        }
    }

    /** A connection to a database itself. */
    Connection direct(int database) throws SQLException {
        return direct.get(database).getConnection();
    }

    /** Asks a database itself. */
    long readDirectly(int database, String sql) throws SQLException {
        try (Connection connection = direct.get(database).getConnection()) {
            return read(connection, sql);
        }
    }

    /** Runs a statement on a database itself. */
    void runDirectly(int database, String sql) throws SQLException {
        try (Connection connection = direct.get(database).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    int activeConnections() {
        return pools.stream()
                .mapToInt(pool -> pool.getHikariPoolMXBean().getActiveConnections())
                .sum();
    }

    @Override
    public void close() throws IOException {
        for (FreezableProxy proxy : proxies) {
            proxy.close();
        }
        executor.shutdownNow();
        pools.forEach(HikariDataSource::close);
        direct.forEach(HikariDataSource::close);
    }
}
