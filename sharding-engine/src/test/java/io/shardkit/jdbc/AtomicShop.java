package io.shardkit.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.options.AtomicCommits;
import io.shardkit.options.CrossSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.TestDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.h2.jdbc.JdbcConnection;
import org.jspecify.annotations.Nullable;

/**
 * Three databases with a table of accounts each, an account's being its user modulo 3, in one logical data source that
 * commits atomically. Connections can be told to break just before or just after what is sent.
 */
final class AtomicShop implements AutoCloseable {
    static final int DATABASES = 3;

    private static final Pattern TELLS =
            Pattern.compile("XA RECOVER|pg_prepared_xacts|IN_DOUBT", Pattern.CASE_INSENSITIVE);

    final List<HikariDataSource> pools = new ArrayList<>();
    final List<String> sent = new CopyOnWriteArrayList<>();
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final boolean fenced;
    private final Map<String, DataSource> wrapped = new LinkedHashMap<>();
    ShardingDataSource dataSource;
    private volatile @Nullable Fault fault;
    private volatile @Nullable Runnable beforeDecision;
    private volatile @Nullable Runnable beforeLastTells;
    private volatile @Nullable Runnable afterLastTold;
    private volatile int unreachable = -1;

    /** The fault that breaks a connection, once. */
    private record Fault(int database, Predicate<String> sql, boolean after) {}

    AtomicShop(TestDatabase kind) throws SQLException {
        this(kind, CrossSource.ATOMIC, false);
    }

    AtomicShop(TestDatabase kind, CrossSource crossSource) throws SQLException {
        this(kind, crossSource, false);
    }

    AtomicShop(TestDatabase kind, CrossSource crossSource, boolean fenced) throws SQLException {
        this.fenced = fenced;
        for (int i = 0; i < DATABASES; i++) {
            HikariDataSource pool = kind.create("atomic" + i, i);
            pools.add(pool);
            wrapped.put("ds" + i, wrap(i, pool));
            run(i, "CREATE TABLE t_account (id BIGINT PRIMARY KEY, user_id BIGINT, balance INT)");
        }
        dataSource = start(crossSource);
    }

    /** From now on a statement waits for a lock as long as it takes: H2 gives up after seconds, on a slow machine too. */
    void waitForLocks() throws SQLException {
        if (pools.get(0).getJdbcUrl().startsWith("jdbc:h2:")) {
            for (int i = 0; i < DATABASES; i++) {
                run(i, "SET DEFAULT_LOCK_TIMEOUT 100000");
                pools.get(i).getHikariPoolMXBean().softEvictConnections();
            }
        }
    }

    /** Another process over the same databases. */
    ShardingDataSource start(CrossSource crossSource) throws SQLException {
        return start(crossSource, new AtomicCommits(AtomicCommits.TABLE, true, Duration.ofSeconds(1)));
    }

    /** One that has this table of decisions, or none. */
    ShardingDataSource start(CrossSource crossSource, @Nullable AtomicCommits atomic) throws SQLException {
        return ShardingDataSource.create(
                wrapped,
                rule(),
                ShardingOptions.builder()
                        .crossSource(crossSource)
                        .executor(executor)
                        .planCacheSize(100)
                        .planCacheWeight(1 << 20)
                        .atomic(atomic)
                        .commitFence(fenced)
                        .build());
    }

    /** An atomic data source over databases that have the accounts. */
    static ShardingDataSource over(Map<String, DataSource> databases) throws SQLException {
        return ShardingDataSource.create(
                databases,
                rule(),
                ShardingOptions.builder()
                        .crossSource(CrossSource.ATOMIC)
                        .executor(Runnable::run)
                        .planCacheSize(100)
                        .build());
    }

    private static ShardingRule rule() {
        return TestRules.over(List.of("ds0", "ds1", "ds2"))
                .table(new TableRule(
                        "t_account",
                        "ds{0..2}.t_account",
                        new ShardingStrategy("user_id", new ModAlgorithm(DATABASES)),
                        null,
                        null))
                .build();
    }

    /** The next connection to a database that is to send such a statement is lost before or after that. */
    void breakAt(int database, Predicate<String> sql, boolean after) {
        fault = new Fault(database, sql, after);
    }

    /** Once something is prepared and before the decision, this is run. */
    void beforeDecision(Runnable step) {
        beforeDecision = step;
    }

    /** Before the last database tells what is prepared on it, when the others have told, this is run once. */
    void beforeLastTells(Runnable step) {
        beforeLastTells = step;
    }

    /** Once the last database has told what is prepared on it, and before that is looked at, this is run once. */
    void afterLastTold(Runnable step) {
        afterLastTold = step;
    }

    /** From now on a database, or none if this is negative, takes no new connections. */
    void refuseConnections(int database) {
        unreachable = database;
    }

    /** Returns true if the fault has happened. */
    boolean isBroken() {
        return fault == null;
    }

    void run(int database, String sql) throws SQLException {
        try (Connection connection = pools.get(database).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The first column of all rows of a query on one database. */
    List<Object> ask(int database, String sql) throws SQLException {
        try (Connection connection = pools.get(database).getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<Object> all = new ArrayList<>();
            while (rows.next()) {
                all.add(rows.getObject(1));
            }
            return all;
        }
    }

    /** Returns the number of accounts in each database. */
    List<Integer> counts() throws SQLException {
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < DATABASES; i++) {
            // H2 answers the same text as before where another session has committed for one that is gone.
            String sql = "SELECT COUNT(*) FROM t_account /* " + System.nanoTime() + " */";
            all.add(((Number) ask(i, sql).get(0)).intValue());
        }
        return all;
    }

    private DataSource wrap(int database, DataSource real) {
        return (DataSource) Proxy.newProxyInstance(
                AtomicShop.class.getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, given) -> {
                    if (method.getName().equals("getConnection") && unreachable == database) {
                        throw new SQLException("the database cannot be reached", "08001");
                    }
                    try {
                        Object answer = method.invoke(real, given);
                        return answer instanceof Connection connection ? wrap(database, connection) : answer;
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                });
    }

    private Connection wrap(int database, Connection real) {
        return (Connection) Proxy.newProxyInstance(
                AtomicShop.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, given) -> {
                    boolean commits = method.getName().equals("commit");
                    Fault now = commits ? before(database, real, "COMMIT") : null;
                    Object answer;
                    try {
                        answer = method.invoke(real, given);
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                    after(now, real);
                    if (answer instanceof PreparedStatement statement && given[0] instanceof String sql) {
                        return wrap(PreparedStatement.class, database, real, statement, sql);
                    }
                    return answer instanceof Statement statement && !(answer instanceof PreparedStatement)
                            ? wrap(Statement.class, database, real, statement, null)
                            : answer;
                });
    }

    private Object wrap(Class<?> type, int database, Connection connection, Statement real, @Nullable String prepared) {
        return Proxy.newProxyInstance(
                AtomicShop.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, given) -> {
                    Fault now = null;
                    String sql = null;
                    if (method.getName().startsWith("execute")) {
                        sql = prepared == null ? String.valueOf(given[0]) : prepared;
                        now = before(database, connection, sql);
                    }
                    Object answer;
                    try {
                        answer = method.invoke(real, given);
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                    after(now, connection);
                    Runnable looked = afterLastTold;
                    if (sql != null && looked != null && tellsLast(database, sql)) {
                        afterLastTold = null;
                        looked.run();
                    }
                    return answer;
                });
    }

    private static boolean tellsLast(int database, String sql) {
        return database == DATABASES - 1 && TELLS.matcher(sql).find();
    }

    private @Nullable Fault before(int database, Connection connection, String sql) throws SQLException {
        sent.add("ds" + database + " " + sql);
        Runnable step = beforeDecision;
        if (step != null && sql.startsWith("INSERT INTO") && sql.contains("sharding_transaction")) {
            beforeDecision = null;
            step.run();
        }
        Runnable meanwhile = beforeLastTells;
        if (meanwhile != null && tellsLast(database, sql)) {
            beforeLastTells = null;
            meanwhile.run();
        }
        Fault now = fault;
        if (now == null || now.database() != database || !now.sql().test(sql)) {
            return null;
        }
        fault = null;
        if (now.after()) {
            return now;
        }
        lose(database, connection);
        throw new SQLException("the connection is lost", "08006");
    }

    private void after(@Nullable Fault fault, Connection connection) throws SQLException {
        if (fault != null) {
            lose(fault.database(), connection);
            throw new SQLException("the connection is lost", "08006");
        }
    }

    private void lose(int database, Connection connection) throws SQLException {
        if (connection.isWrapperFor(JdbcConnection.class)) {
            // To abort one does nothing, to close it rolls back, and the pool does not notice that it is gone.
            connection.unwrap(JdbcConnection.class).getSession().close();
            pools.get(database).evictConnection(connection);
        }
        connection.abort(Runnable::run);
    }

    /** Ends what a failed test has left prepared, since the next tests ask a server that they share. */
    @Override
    public void close() {
        unreachable = -1;
        fault = null;
        beforeDecision = null;
        beforeLastTells = null;
        afterLastTold = null;
        dataSource.recover();
        dataSource.close();
        pools.forEach(HikariDataSource::close);
        executor.shutdownNow();
    }
}
