package io.shardkit.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.proxy.auth.Account;
import io.shardkit.proxy.auth.Credentials;
import io.shardkit.proxy.backend.LogicalDatabase;
import io.shardkit.proxy.backend.ServerFacts;
import io.shardkit.proxy.session.Directory;
import io.shardkit.proxy.session.Settings;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.UniqueKeyChoice;
import io.shardkit.testing.DatabaseServer;
import io.shardkit.testing.EmbeddedServers;
import io.shardkit.testing.Eventually;
import io.shardkit.testing.MySqlPrograms;
import io.shardkit.testing.TestDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A server over the embedded databases: {@code plain}, which is one database and no rule, and {@code sharded}, which is
 * {@code t_order} in four tables on two servers.
 */
final class ProxyFixture implements AutoCloseable {
    static final String USER = "app";
    static final String PASSWORD = "s3cret";

    private final List<Runnable> closing = new ArrayList<>();
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final Map<String, HikariDataSource> pools = new LinkedHashMap<>();
    private final Map<String, LogicalDatabase> databases = new LinkedHashMap<>();
    private final TestDatabase database;
    private final DatabaseServer direct;
    final ProxyServer proxy;

    ProxyFixture() throws SQLException, IOException {
        this(settings(), null);
    }

    ProxyFixture(Settings settings, @Nullable SSLContext tls) throws SQLException, IOException {
        this(TestDatabase.MARIADB, settings, tls);
    }

    ProxyFixture(TestDatabase database) throws SQLException, IOException {
        this(database, settings(), null);
    }

    ProxyFixture(TestDatabase database, Settings settings, @Nullable SSLContext tls) throws SQLException, IOException {
        this.database = database;
        direct = server(0);
        String plainUrl = createDatabase(direct, "proxy_plain");
        ShardingRule none = ShardingRuleBuilder.over(List.of("plain0")).build();
        DataSource plain = dataSource(none, Map.of("plain0", plainUrl));

        Map<String, String> shards = new LinkedHashMap<>();
        shards.put("ds0", createDatabase(direct, "proxy_ds0"));
        shards.put("ds1", createDatabase(server(1), "proxy_ds1"));
        ShardingRule rule = ShardingRuleBuilder.over(List.copyOf(shards.keySet()))
                .uniqueKeys(UniqueKeyChoice.ACCEPT)
                .table(new TableRule(
                        "t_order",
                        "ds{0..1}.t_order_{0..1}",
                        new ShardingStrategy("user_id", new ModAlgorithm(2)),
                        new ShardingStrategy("order_id", new ModAlgorithm(2)),
                        null))
                .broadcast("t_country")
                .build();
        DataSource sharded = dataSource(rule, shards);

        databases.put("proxy_plain", new LogicalDatabase("proxy_plain", plain, ServerFacts.of(plain)));
        databases.put("sharded", new LogicalDatabase("sharded", sharded, ServerFacts.of(sharded)));
        databases.values().forEach(each -> closing.add(0, each::close));
        Map<String, Account> accounts = new LinkedHashMap<>();
        accounts.put(USER, new Account(USER, Credentials.of(PASSWORD), databases.keySet(), false, 0));
        accounts.put("guest", new Account("guest", Credentials.of(""), Set.of("sharded"), true, 1));
        accounts.put("clerk", new Account("clerk", Credentials.of(PASSWORD), Set.of("proxy_plain"), true, 0));
        accounts.put("sha2", new Account("sha2", Credentials.of(sha2("s3cret")), databases.keySet(), false, 0));
        proxy = ProxyServer.start(
                InetAddress.getLoopbackAddress(), 0, new Directory(accounts, databases), settings, tls);
    }

    private DatabaseServer server(int number) {
        if (database.isMariaDb()) {
            return EmbeddedServers.mariaDb(number);
        }
        MySqlPrograms.assume();
        return EmbeddedServers.mySql(number);
    }

    /** @return its URL for the driver by which the server is reached */
    private String createDatabase(DatabaseServer server, String name) throws SQLException {
        String url = server.createDatabase(name);
        return database.isByConnectorJ() ? url.replace("jdbc:mariadb:", "jdbc:mysql:") : url;
    }

    /** As an administrator makes it. */
    private static String sha2(String password) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] hash = digest.digest(digest.digest(password.getBytes(StandardCharsets.UTF_8)));
            return "{caching-sha2}" + HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    static Settings settings() {
        return new Settings(100, 50, 64 << 20, 500, Duration.ofMinutes(5), Duration.ofSeconds(10), false);
    }

    private DataSource dataSource(ShardingRule rule, Map<String, String> urls) throws SQLException {
        Map<String, DataSource> shards = new LinkedHashMap<>();
        for (Map.Entry<String, String> url : urls.entrySet()) {
            HikariConfig config = new HikariConfig();
            config.setJdbcUrl(url.getValue());
            config.setUsername(direct.username());
            config.setPassword(direct.password());
            BackendDefaults.apply(config);
            config.setMaximumPoolSize(5);
            config.setMinimumIdle(0);
            config.setConnectionTimeout(3000);
            HikariDataSource pool = new HikariDataSource(config);
            closing.add(pool::close);
            pools.put(url.getKey(), pool);
            shards.put(url.getKey(), pool);
        }
        ShardingDataSource made = ShardingDataSource.create(
                shards, rule, ShardingOptions.builder().executor(executor).build());
        closing.add(0, made::close);
        return made;
    }

    /**
     * A client has its answer, or is gone, a moment before its session gives its connections back. What is still in use
     * after twenty seconds is kept.
     */
    void assertNoneBorrowed() {
        assertThat(Eventually.zero(this::borrowed)).as("connections in use").isZero();
    }

    /** Returns the number of connections to databases that are in use. */
    private int borrowed() {
        return pools.values().stream()
                        .mapToInt(pool -> pool.getHikariPoolMXBean().getActiveConnections())
                        .sum()
                + databases.values().stream().mapToInt(LogicalDatabase::inUse).sum();
    }

    /** A connection to the database of {@code proxy_plain} itself, by MariaDB's driver. */
    Connection direct(String options) throws SQLException {
        return DriverManager.getConnection(
                direct.url("proxy_plain").replace("jdbc:mysql:", "jdbc:mariadb:") + "?" + options,
                direct.username(),
                direct.password());
    }

    RawClient raw(String database) throws IOException {
        return raw(database, RawClient.USUAL);
    }

    RawClient raw(String database, int capabilities) throws IOException {
        return new RawClient(proxy.port(), USER, PASSWORD, database, capabilities);
    }

    RawClient raw(String user, String database) throws IOException {
        return new RawClient(proxy.port(), user, PASSWORD, database, RawClient.USUAL);
    }

    /** As {@link #raw}, to the database of {@code proxy_plain} itself. */
    RawClient rawDirect() throws IOException {
        return rawDirect(RawClient.USUAL);
    }

    RawClient rawDirect(int capabilities) throws IOException {
        return new RawClient(directPort(), direct.username(), direct.password(), "proxy_plain", capabilities);
    }

    /** Clients that say that they talk in a collation, to the database of {@code proxy_plain} itself and to the others. */
    List<RawClient> inCollation(int collation) throws IOException {
        return List.of(
                new RawClient(
                        directPort(), direct.username(), direct.password(), "proxy_plain", RawClient.USUAL, collation),
                new RawClient(proxy.port(), USER, PASSWORD, "proxy_plain", RawClient.USUAL, collation),
                new RawClient(proxy.port(), USER, PASSWORD, "sharded", RawClient.USUAL, collation));
    }

    int directPort() {
        return URI.create(direct.url("x").substring("jdbc:".length())).getPort();
    }

    String directUser() {
        return direct.username();
    }

    String directPassword() {
        return direct.password();
    }

    Connection connect(String driver, String database, String options) throws SQLException {
        return DriverManager.getConnection(url(driver, database) + "?" + options, USER, PASSWORD);
    }

    String url(String driver, String database) {
        return "jdbc:" + driver + "://127.0.0.1:" + proxy.port() + "/" + database;
    }

    @Override
    public void close() {
        proxy.close();
        closing.forEach(Runnable::run);
        executor.shutdown();
    }
}
