package io.shardkit.docs;

import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.observe.StatementListener;
import io.shardkit.options.Limits;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;

/** The shop that the pages speak of: over two H2 databases, and once more unsharded in a third. */
final class Shop implements AutoCloseable {
    static final List<String> TABLES = List.of("t_order", "t_order_item", "t_customer", "t_country", "t_audit");

    private static final long FIRST_KEY = 1000;
    private static final List<String> CONTENT = List.of(
            "CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL, country VARCHAR(2) NOT NULL,"
                    + " status VARCHAR(20) NOT NULL, total DECIMAL(12, 2) NOT NULL, created_at TIMESTAMP NOT NULL)",
            "CREATE TABLE t_order_item (item_id BIGINT PRIMARY KEY, order_id BIGINT NOT NULL,"
                    + " user_id BIGINT NOT NULL, product VARCHAR(100) NOT NULL)",
            "CREATE TABLE t_customer (user_id BIGINT PRIMARY KEY, name VARCHAR_IGNORECASE(40) NOT NULL)",
            "CREATE TABLE t_country (code VARCHAR(2) PRIMARY KEY, title VARCHAR(60) NOT NULL)",
            "CREATE TABLE t_audit (id INT PRIMARY KEY, note VARCHAR(60) NOT NULL)",
            "INSERT INTO t_country VALUES ('DE', 'Germany'), ('CH', 'Switzerland'), ('AT', 'Austria')",
            "INSERT INTO t_audit VALUES (1, 'opened')",
            "INSERT INTO t_customer VALUES (1, 'Ada'), (2, 'bob'), (3, 'Cleo')",
            "INSERT INTO t_order VALUES (11, 1, 'DE', 'NEW', 10.00, '2025-03-01 10:00:00'),"
                    + " (12, 2, 'CH', 'PAID', 20.50, '2025-04-01 10:00:00'),"
                    + " (13, 1, 'DE', 'NEW', 5.25, '2026-03-01 10:00:00'),"
                    + " (14, 1, 'DE', 'PAID', 10.00, '2026-04-01 10:00:00'),"
                    + " (15, 3, 'CH', 'NEW', 99.99, '2026-05-01 10:00:00'),"
                    + " (16, 2, 'DE', 'SENT', 1.01, '2026-06-01 10:00:00')",
            "INSERT INTO t_order_item VALUES (1, 11, 1, 'Tea'), (2, 11, 1, 'Cup'), (3, 12, 2, 'Tea'),"
                    + " (4, 14, 1, 'Kettle'), (5, 15, 3, 'Tea')");

    private final List<JdbcDataSource> databases = List.of(database(), database(), database());

    /** A call to a shard. */
    record Call(String dataSource, String sql) {}

    final List<Call> calls = new ArrayList<>();
    final ShardingDataSource sharded;

    private @Nullable Runnable onCall;
    private @Nullable Runnable onDriver;

    Shop() throws SQLException {
        this(Limits.DEFAULTS);
    }

    /** With these limits. */
    Shop(Limits limits) throws SQLException {
        Map<String, DataSource> shards = new LinkedHashMap<>();
        shards.put("ds0", told(databases.get(0), DataSource.class));
        shards.put("ds1", told(databases.get(1), DataSource.class));
        StatementListener listener = new StatementListener() {
            @Override
            public void shardCalled(String dataSource, String sql, long nanos, boolean failed) {
                calls.add(new Call(dataSource, sql));
                if (onCall != null) {
                    onCall.run();
                }
            }
        };
        sharded = ShardingDataSource.create(
                shards,
                rule(),
                ShardingOptions.builder()
                        .executor(Runnable::run)
                        .limits(limits)
                        .planCacheSize(100)
                        .listener(listener)
                        .build());
        for (String sql : CONTENT) {
            run(sharded, sql);
            run(whole(), sql);
        }
        run(whole(), "ALTER TABLE t_order_item ALTER COLUMN item_id BIGINT AUTO_INCREMENT(" + FIRST_KEY + ")");
        calls.clear();
    }

    private static ShardingRule rule() {
        AtomicLong keys = new AtomicLong(FIRST_KEY);
        return TestRules.over(List.of("ds0", "ds1"))
                .table(new TableRule("t_order", "ds{0..1}.t_order_{0..1}", byUser(), byOrder(), null))
                .table(new TableRule(
                        "t_order_item",
                        "ds{0..1}.t_order_item_{0..1}",
                        byUser(),
                        byOrder(),
                        new KeyGeneration("item_id", keys::getAndIncrement)))
                .bind(List.of("t_order", "t_order_item"))
                .table(new TableRule("t_customer", "ds{0..1}.t_customer", byUser(), null, null))
                .broadcast("t_country")
                .single("ds1", "t_audit")
                .build();
    }

    private static ShardingStrategy byUser() {
        return new ShardingStrategy("user_id", new ModAlgorithm(2));
    }

    private static ShardingStrategy byOrder() {
        return new ShardingStrategy("order_id", new ModAlgorithm(2));
    }

    private static JdbcDataSource database() {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:" + UUID.randomUUID()
                + ";MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE;DB_CLOSE_DELAY=-1");
        database.setUser("sa");
        return database;
    }

    /** The same tables and rows, unsharded. */
    DataSource whole() {
        return databases.get(2);
    }

    /** Sets the action after each call to a shard, on the thread that made the call. */
    void onCall(Runnable action) {
        onCall = action;
    }

    /** Sets the action before a driver's statement runs, on the thread that calls it. */
    void onDriver(Runnable action) {
        onDriver = action;
    }

    /** A driver's object, whose statements tell when they are run. */
    private <T> T told(T driver, Class<T> type) {
        return type.cast(
                Proxy.newProxyInstance(Shop.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, given) -> {
                    if (driver instanceof Statement && method.getName().startsWith("execute") && onDriver != null) {
                        onDriver.run();
                    }
                    Object answer;
                    try {
                        answer = method.invoke(driver, given);
                    } catch (InvocationTargetException failure) {
                        throw failure.getCause();
                    }
                    if (method.getName().equals("unwrap")) {
                        return answer;
                    }
                    if (answer instanceof PreparedStatement prepared) {
                        return told(prepared, PreparedStatement.class);
                    }
                    if (answer instanceof Statement statement) {
                        return told(statement, Statement.class);
                    }
                    return answer instanceof Connection connection ? told(connection, Connection.class) : answer;
                }));
    }

    /** Runs a statement that returns no rows; gives its update count. */
    static int run(DataSource database, String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    /** The rows of a query. */
    static List<List<@Nullable Object>> read(DataSource database, String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<List<@Nullable Object>> rows = new ArrayList<>();
            while (result.next()) {
                List<@Nullable Object> row = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    row.add(result.getObject(i));
                }
                rows.add(row);
            }
            return rows;
        }
    }

    @Override
    public void close() throws SQLException {
        sharded.close();
        for (JdbcDataSource database : databases) {
            run(database, "SHUTDOWN");
        }
    }
}
