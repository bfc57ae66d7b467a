package io.shardkit.differential.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mysql.cj.jdbc.result.ResultSetImpl;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.SQLExceptionOverride;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.TestDatabase;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TimeZone;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mariadb.jdbc.client.result.Result;
import org.postgresql.PGConnection;
import org.postgresql.jdbc.PgResultSet;

/**
 * Checks that statements stay prepared on connections while the connections lie in their pool, without any effect on
 * callers.
 */
class KeptStatementsIT {
    private static final String READ = "SELECT v FROM t WHERE k = ?";

    private final List<HikariDataSource> pools = new ArrayList<>();
    private final ExecutorService executor = Executors.newCachedThreadPool();

    @AfterEach
    void close() {
        pools.forEach(HikariDataSource::close);
        executor.shutdownNow();
    }

    @Test
    void statementIsPreparedOncePerConnection() throws SQLException {
        try (ShardingDataSource sharded = sharded("mariadb", UnaryOperator.identity())) {
            assertThat(read(sharded, 2)).containsExactly("v2");
            long before = preparedOnServer();
            for (int i = 0; i < 10; i++) {
                assertThat(read(sharded, 2 * i)).containsExactly("v" + 2 * i);
            }
            assertThat(preparedOnServer()).isEqualTo(before);
        }
    }

    @Test
    void noMoreStatementsStayThanAFew() throws SQLException {
        try (ShardingDataSource sharded = sharded("mariadb", UnaryOperator.identity())) {
            for (int i = 0; i < 50; i++) {
                assertThat(read(sharded, "SELECT v, " + i + " FROM t WHERE k = ?", 4))
                        .containsExactly("v4");
            }
            assertThat(preparedOnServer() - closedOnServer()).isBetween(1L, 16L);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mariadb", "mysql", "postgresql"})
    void rowsAndValuesDoNotStay(String driver) throws SQLException {
        try (ShardingDataSource sharded = sharded(driver, UnaryOperator.identity())) {
            read(sharded, 4);
            long before = usedBytes();
            for (int i = 0; i < 8; i++) {
                try (Connection connection = sharded.getConnection();
                        PreparedStatement statement = connection.prepareStatement(
                                "SELECT REPEAT('x', 4000000), " + i + ", LENGTH(?) FROM t WHERE k = 4")) {
                    statement.setString(1, "y".repeat(4_000_000));
                    assertThat(texts(statement.executeQuery())).hasSize(1);
                }
            }
            // A statement that kept its own would hold 8 MB, all of them 64.
            assertThat(usedBytes() - before).isLessThan(24_000_000);
        }
    }

    @SuppressWarnings("SystemGc") // what is still reachable afterwards is what the test is about
    private static long usedBytes() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    @ParameterizedTest
    @ValueSource(strings = {"mariadb", "mysql", "postgresql"})
    void whatWasSetOnAStatementIsNotSetOnTheNext(String driver) throws SQLException {
        try (ShardingDataSource sharded = sharded(driver, UnaryOperator.identity());
                Connection connection = sharded.getConnection()) {
            String all = "SELECT v FROM t WHERE k IN (?, ?)";
            for (int rows = 0; rows < 3; rows++) {
                try (PreparedStatement statement = connection.prepareStatement(all)) {
                    statement.setMaxRows(rows);
                    statement.setInt(1, 2);
                    statement.setInt(2, 4);
                    assertThat(texts(statement.executeQuery())).hasSize(rows == 1 ? 1 : 2);
                }
                try (PreparedStatement statement = connection.prepareStatement(all)) {
                    statement.setInt(1, 2);
                    assertThatThrownBy(statement::executeQuery).hasMessageContaining("SK-");
                    statement.setInt(2, 4);
                    assertThat(texts(statement.executeQuery())).containsExactlyInAnyOrder("v2", "v4");
                    statement.addBatch();
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mariadb", "mysql", "postgresql"})
    void statementThatFailsLeavesOnlyItsError(String driver) throws SQLException {
        try (ShardingDataSource sharded = sharded(driver, UnaryOperator.identity())) {
            for (int i = 0; i < 3; i++) {
                try (Connection connection = sharded.getConnection();
                        PreparedStatement statement =
                                connection.prepareStatement("INSERT INTO t VALUES (?, 'again')")) {
                    statement.setInt(1, 2);
                    assertThatThrownBy(statement::executeUpdate).isInstanceOf(SQLException.class);
                    statement.setInt(1, 100 + 2 * i);
                    assertThat(statement.executeUpdate()).isEqualTo(1);
                    statement.setInt(1, 4);
                    assertThatThrownBy(statement::executeUpdate).isInstanceOf(SQLException.class);
                }
                try (Connection connection = sharded.getConnection();
                        PreparedStatement statement =
                                connection.prepareStatement("INSERT INTO t VALUES (?, 'never" + i + "')")) {
                    statement.setInt(1, 2);
                    assertThatThrownBy(statement::executeUpdate).isInstanceOf(SQLException.class);
                }
            }
            assertThat(read(sharded, 104)).containsExactly("again");
        }
    }

    @Test
    void sameTextTwiceAtATimeHasAStatementForEach() throws SQLException {
        try (ShardingDataSource sharded = sharded("mariadb", UnaryOperator.identity())) {
            for (int i = 0; i < 3; i++) {
                try (Connection connection = sharded.getConnection();
                        PreparedStatement one = connection.prepareStatement(READ);
                        PreparedStatement other = connection.prepareStatement(READ)) {
                    connection.setAutoCommit(false);
                    one.setInt(1, 2);
                    other.setInt(1, 4);
                    try (ResultSet first = one.executeQuery();
                            ResultSet second = other.executeQuery()) {
                        assertThat(second.next() && first.next()).isTrue();
                        assertThat(first.getString(1)).isEqualTo("v2");
                        assertThat(second.getString(1)).isEqualTo("v4");
                    }
                    connection.commit();
                }
            }
        }
    }

    /** A session gives a connection back that it needs no longer, and its statement is closed although the user's is open. */
    @Test
    void statementsOfConnectionsThatWentBackTakeNoPlaces() throws SQLException {
        try (ShardingDataSource sharded = sharded("mariadb", UnaryOperator.identity())) {
            for (int i = 0; i < 40; i++) {
                try (Connection connection = sharded.getConnection();
                        PreparedStatement statement = connection.prepareStatement(READ)) {
                    for (int key : new int[] {3, 2}) {
                        statement.setInt(1, key);
                        assertThat(texts(statement.executeQuery())).containsExactly("v" + key);
                    }
                    assertThat(read(sharded, 3)).containsExactly("v3");
                }
            }
            read(sharded, 3);
            long before = preparedOnServer(1);
            for (int i = 0; i < 10; i++) {
                assertThat(read(sharded, 3)).containsExactly("v3");
            }
            assertThat(preparedOnServer(1)).isEqualTo(before);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mariadb", "mysql", "postgresql"})
    void connectionThatDiedUnderAKeptStatementIsNotLentAgain(String driver) throws Exception {
        try (ShardingDataSource sharded = sharded(driver, UnaryOperator.identity())) {
            int plain = 0;
            int failures = 0;
            // None if that takes so long that the pool asks the connection whether it is alive.
            for (int attempt = 0; attempt < 5 && (plain == 0 || failures == 0); attempt++) {
                plain = failuresAfterKill(pools.get(0));
                read(sharded, 2);
                failures = failuresAfterKill(sharded);
            }
            assertThat(failures).isBetween(1, plain);
        }
    }

    /**
     * Returns the number of reads that fail once the server has ended the only connection of the first pool, which does
     * not check a connection that was used within half a second.
     */
    private int failuresAfterKill(DataSource source) throws SQLException {
        try (HikariDataSource killers = alike(pools.get(0));
                Connection killer = killers.getConnection();
                Statement statement = killer.createStatement()) {
            read(source, 2);
            boolean postgres = killers.getJdbcUrl().startsWith("jdbc:postgresql:");
            long id;
            try (Connection connection = pools.get(0).getConnection()) {
                id = number(connection, postgres ? "SELECT pg_backend_pid()" : "SELECT CONNECTION_ID()");
            }
            statement.execute(postgres ? "SELECT pg_terminate_backend(" + id + ")" : "KILL CONNECTION " + id);
            String there = postgres
                    ? "SELECT COUNT(*) FROM pg_stat_activity WHERE pid = "
                    : "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE ID = ";
            long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
            while (number(killer, there + id) > 0) {
                assertThat(System.nanoTime()).isLessThan(until);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
            for (int failures = 0; ; failures++) {
                try {
                    read(source, 2);
                    return failures;
                } catch (SQLException dead) {
                    assertThat(failures).isLessThan(10);
                }
            }
        }
    }

    /** By a result an application gets to the driver's statement, which it may change for good, or close at any time. */
    @ParameterizedTest
    @ValueSource(strings = {"mariadb", "mysql", "postgresql"})
    void statementThatWasHandedOutDoesNotStay(String driver) throws SQLException {
        try (ShardingDataSource sharded = sharded(driver, UnaryOperator.identity())) {
            assertThat(read(sharded, 2)).containsExactly("v2");
            Statement own;
            try (Connection connection = sharded.getConnection();
                    PreparedStatement statement = connection.prepareStatement(READ)) {
                statement.setInt(1, 2);
                try (ResultSet rows = statement.executeQuery()) {
                    own = rows.unwrap(resultOf(driver)).getStatement();
                }
            }
            assertThat(read(sharded, 2)).containsExactly("v2");
            own.close();
            assertThat(read(sharded, 2)).containsExactly("v2");
        }
    }

    private static Class<? extends ResultSet> resultOf(String driver) {
        return switch (driver) {
            case "mariadb" -> Result.class;
            case "mysql" -> ResultSetImpl.class;
            default -> PgResultSet.class;
        };
    }

    /** Some of its settings were made and some were not. */
    @ParameterizedTest
    @ValueSource(strings = {"mariadb", "mysql", "postgresql"})
    void statementWhoseSettingsFailedDoesNotStay(String driver) throws SQLException {
        try (ShardingDataSource sharded = sharded(driver, UnaryOperator.identity())) {
            assertThat(read(sharded, 2)).containsExactly("v2");
            try (Connection connection = sharded.getConnection();
                    PreparedStatement statement = connection.prepareStatement(READ)) {
                statement.setFetchDirection(ResultSet.FETCH_REVERSE);
                // More than any driver but MariaDB's takes.
                statement.setLargeMaxRows(1L << 40);
                statement.setInt(1, 2);
                try {
                    assertThat(texts(statement.executeQuery())).containsExactly("v2");
                } catch (SQLException refused) {
                    assertThat(driver).isNotEqualTo("mariadb");
                }
            }
            for (int i = 0; i < 3; i++) {
                assertThat(read(sharded, 2)).containsExactly("v2");
            }
        }
    }

    @Test
    void warningsDoNotStay() throws SQLException {
        try (ShardingDataSource sharded = sharded("postgresql", UnaryOperator.identity())) {
            try (Connection connection = pools.get(0).getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE FUNCTION warned(text) RETURNS text LANGUAGE plpgsql AS"
                        + " 'BEGIN RAISE WARNING ''w''; RETURN $1; END'");
            }
            String sql = "SELECT warned(v) FROM t WHERE k = ? AND v = ?";
            for (int i = 0; i < 2; i++) {
                try (Connection connection = sharded.getConnection();
                        PreparedStatement statement = connection.prepareStatement(sql)) {
                    statement.setInt(1, 2);
                    statement.setString(2, "v2");
                    assertThat(texts(statement.executeQuery())).containsExactly("v2");
                    assertThat((Throwable) statement.getWarnings()).hasMessage("w");
                }
            }
            try (Connection connection = sharded.getConnection();
                    PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setInt(1, 2);
                statement.setObject(2, new Object());
                assertThatThrownBy(statement::executeQuery).isInstanceOf(SQLException.class);
                assertThat((Throwable) statement.getWarnings()).isNull();
            }
        }
    }

    /** A value that is refused leaves the others in a statement that never ran, and with them the zone that they were meant in. */
    @Test
    void zoneOfValuesDoesNotStay() throws SQLException {
        TimeZone before = TimeZone.getDefault();
        try (ShardingDataSource sharded = sharded("postgresql", UnaryOperator.identity())) {
            String sql = "SELECT CAST(? AS TIMESTAMP) FROM t WHERE k = ? AND v <> ?";
            Timestamp time = new Timestamp(0);
            for (String zone : List.of("Asia/Tokyo", "America/New_York", "Asia/Tokyo")) {
                TimeZone.setDefault(TimeZone.getTimeZone(zone));
                for (Object last : List.of("-", new Object())) {
                    try (Connection connection = sharded.getConnection();
                            PreparedStatement statement = connection.prepareStatement(sql)) {
                        statement.setTimestamp(1, time);
                        statement.setInt(2, 2);
                        statement.setObject(3, last);
                        if (last instanceof String) {
                            assertThat(texts(statement.executeQuery()))
                                    .containsExactly(time.toString().replace(".0", ""));
                        } else {
                            assertThatThrownBy(statement::executeQuery).isInstanceOf(SQLException.class);
                        }
                    }
                }
            }
        } finally {
            TimeZone.setDefault(before);
        }
    }

    /** As with a statement that only its owner has. */
    @Test
    void closingARunningStatementEndsItOnPostgres() throws Exception {
        try (ShardingDataSource sharded = sharded("postgresql", UnaryOperator.identity());
                Connection connection = sharded.getConnection()) {
            try (Connection own = pools.get(0).getConnection();
                    Statement statement = own.createStatement()) {
                statement.execute("CREATE FUNCTION slow(seconds int) RETURNS int LANGUAGE plpgsql AS"
                        + " 'BEGIN PERFORM pg_sleep(seconds); RETURN seconds; END'");
            }
            String sql = "SELECT slow(?) FROM t WHERE k = 2";
            assertThat(read(sharded, sql, 0)).containsExactly("0");
            PreparedStatement statement = connection.prepareStatement(sql);
            statement.setInt(1, 60);
            long start = System.nanoTime();
            Future<?> running = executor.submit(() -> statement.executeQuery());
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(500));
            statement.close();
            assertThatThrownBy(() -> running.get(30, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasRootCauseInstanceOf(SQLException.class);
            assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(30));
        }
    }

    /** A rule that an application gives to its pool is applied to each failure. */
    @ParameterizedTest
    @ValueSource(strings = {"mariadb", "postgresql"})
    void poolsOwnRuleSeesEachFailure(String driver) throws SQLException {
        // What is prepared on a server cannot be closed on a connection that has ended, as MariaDB's driver says.
        Map<String, String> onClient = Map.of("useServerPrepStmts", "false");
        try (ShardingDataSource sharded = sharded(
                driver, UnaryOperator.identity(), onClient, config -> config.setExceptionOverride(new Judge()))) {
            Set<Long> connections = new HashSet<>();
            for (int i = 0; i < 4; i++) {
                try (Connection connection = sharded.getConnection();
                        PreparedStatement statement =
                                connection.prepareStatement("INSERT INTO t VALUES (?, 'again')")) {
                    statement.setInt(1, 100 + 2 * i);
                    assertThat(statement.executeUpdate()).isEqualTo(1);
                    statement.setInt(1, 2);
                    assertThatThrownBy(statement::executeUpdate).isInstanceOf(SQLException.class);
                }
                try (Connection connection = pools.get(0).getConnection()) {
                    connections.add(number(
                            connection,
                            driver.equals("mariadb") ? "SELECT CONNECTION_ID()" : "SELECT pg_backend_pid()"));
                }
            }
            assertThat(connections).hasSize(4);
        }
    }

    /** Ends connections after each duplicate key. */
    private static final class Judge implements SQLExceptionOverride {
        @java.lang.Override
        public Override adjudicate(SQLException failure) {
            return failure.getSQLState().startsWith("23") ? Override.MUST_EVICT : Override.CONTINUE_EVICT;
        }
    }

    /** A pooler between the driver and its server may have been promised that nothing is prepared. */
    @Test
    void nothingIsPreparedOnPostgresWhereTheDriverCachesNothing() throws SQLException {
        Map<String, String> none = Map.of("preparedStatementCacheQueries", "0");
        try (ShardingDataSource sharded = sharded("postgresql", UnaryOperator.identity(), none, config -> {})) {
            for (int i = 0; i < 20; i++) {
                assertThat(read(sharded, 2)).containsExactly("v2");
            }
            try (Connection connection = pools.get(0).getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet prepared = statement.executeQuery(
                            "SELECT statement FROM pg_prepared_statements WHERE statement <> 'COMMIT'")) {
                assertThat(texts(prepared)).isEmpty();
            }
        }
    }

    @Test
    void nullHasNotTheTypeOfTheValueBefore() throws SQLException {
        try (ShardingDataSource sharded = sharded("postgresql", UnaryOperator.identity())) {
            String sql = "SELECT COALESCE(?, '5') FROM t WHERE k = 2";
            for (int i = 0; i < 3; i++) {
                assertThat(one(sharded, sql, 7L)).isEqualTo(7L);
                assertThat(one(sharded, sql, null)).isEqualTo("5");
            }
        }
    }

    private static Object one(DataSource sharded, String sql, @Nullable Long value) throws SQLException {
        try (Connection connection = sharded.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            if (value == null) {
                statement.setNull(1, Types.NULL);
            } else {
                statement.setLong(1, value);
            }
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return rows.getObject(1);
            }
        }
    }

    /** Checks that another session may change the table under a statement that the server has prepared. */
    @Test
    void tableMayBeChangedUnderAKeptStatement() throws SQLException {
        try (ShardingDataSource sharded = sharded("postgresql", UnaryOperator.identity());
                HikariDataSource others = alike(pools.get(0));
                Connection other = others.getConnection();
                Statement statement = other.createStatement()) {
            for (int columns = 2; columns < 5; columns++) {
                for (int i = 0; i < 10; i++) {
                    assertThat(columns(sharded, "SELECT * FROM t WHERE k = ?")).isEqualTo(columns);
                }
                statement.execute("ALTER TABLE t ADD COLUMN more" + columns + " INT");
            }
        }
    }

    private static int columns(DataSource sharded, String sql) throws SQLException {
        try (Connection connection = sharded.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setInt(1, 2);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.getMetaData().getColumnCount();
            }
        }
    }

    private static HikariDataSource alike(HikariDataSource pool) {
        HikariConfig config = new HikariConfig();
        pool.copyStateTo(config);
        return new HikariDataSource(config);
    }

    /** By a driver's connection an application changes what later statements begin with. */
    @Test
    void defaultsOfTheConnectionReachLaterStatements() throws SQLException {
        try (ShardingDataSource sharded = sharded("postgresql", UnaryOperator.identity())) {
            assertThat(read(sharded, 2)).containsExactly("v2");
            try (Connection connection = sharded.getConnection();
                    PreparedStatement statement = connection.prepareStatement("SELECT v, 1 FROM t WHERE k = 4")) {
                assertThat(texts(statement.executeQuery())).containsExactly("v4");
                connection.unwrap(PGConnection.class).setPrepareThreshold(1);
            }
            assertThat(read(sharded, 2)).containsExactly("v2");
            try (Connection connection = pools.get(0).getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet prepared = statement.executeQuery(
                            "SELECT statement FROM pg_prepared_statements WHERE statement LIKE 'SELECT v FROM%'")) {
                assertThat(texts(prepared)).hasSize(1);
            }
        }
    }

    /** A statement that fails gives its place up, also while its connection stays borrowed. */
    @Test
    void statementsThatFailTakeNoPlaces() throws SQLException {
        try (ShardingDataSource sharded = sharded("mariadb", UnaryOperator.identity())) {
            try (Connection connection = sharded.getConnection()) {
                for (int i = 0; i < 20; i++) {
                    String sql = "INSERT INTO t VALUES (?, 'again" + i + "')";
                    insert(connection, sql, 100 + 2 * i);
                    assertThatThrownBy(() -> insert(connection, sql, 2)).isInstanceOf(SQLException.class);
                }
                for (int i = 0; i < 2; i++) {
                    insert(connection, "INSERT INTO t VALUES (?, 'last')", 200 + 2 * i);
                }
            }
            long before = preparedOnServer();
            try (Connection connection = sharded.getConnection()) {
                insert(connection, "INSERT INTO t VALUES (?, 'last')", 300);
            }
            assertThat(preparedOnServer()).isEqualTo(before);
        }
    }

    private static void insert(Connection connection, String sql, int key) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setInt(1, key);
            assertThat(statement.executeUpdate()).isEqualTo(1);
        }
    }

    @Test
    void wrapperAroundAPoolSeesEachStatement() throws SQLException {
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        try (ShardingDataSource sharded = sharded("mariadb", pool -> watched(pool, seen))) {
            seen.clear();
            for (int i = 0; i < 5; i++) {
                assertThat(read(sharded, 2)).containsExactly("v2");
            }
            assertThat(seen).filteredOn(READ::equals).hasSize(5);
        }
    }

    private static List<String> read(DataSource sharded, int key) throws SQLException {
        return read(sharded, READ, key);
    }

    private static List<String> read(DataSource sharded, String sql, int key) throws SQLException {
        try (Connection connection = sharded.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setInt(1, key);
            return texts(statement.executeQuery());
        }
    }

    private static List<String> texts(ResultSet rows) throws SQLException {
        List<String> texts = new ArrayList<>();
        while (rows.next()) {
            texts.add(rows.getString(1));
        }
        return texts;
    }

    /** Returns the number of statements that the only connection of the first pool has had prepared. */
    private long preparedOnServer() throws SQLException {
        return preparedOnServer(0);
    }

    private long preparedOnServer(int pool) throws SQLException {
        return status(pool, "SHOW SESSION STATUS LIKE 'Com_stmt_prepare'");
    }

    private long closedOnServer() throws SQLException {
        return status(0, "SHOW SESSION STATUS LIKE 'Com_stmt_close'");
    }

    private long status(int pool, String sql) throws SQLException {
        try (Connection connection = pools.get(pool).getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(2);
        }
    }

    private static long number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** A data source whose connections lead to the driver's, and which writes down what is prepared. */
    private static DataSource watched(DataSource pool, List<String> seen) {
        return proxy(
                DataSource.class,
                pool,
                (method, answer, arguments) ->
                        answer instanceof Connection connection ? watched(connection, seen) : answer);
    }

    private static Connection watched(Connection connection, List<String> seen) {
        return proxy(Connection.class, connection, (method, answer, arguments) -> {
            if (method.equals("prepareStatement")) {
                seen.add((String) arguments[0]);
            }
            return answer;
        });
    }

    private interface After {
        Object see(String method, Object answer, Object[] arguments);
    }

    private static <T> T proxy(Class<T> type, T target, After after) {
        return type.cast(Proxy.newProxyInstance(
                KeptStatementsIT.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    try {
                        return after.see(method.getName(), method.invoke(target, arguments), arguments);
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                }));
    }

    private ShardingDataSource sharded(String driver, UnaryOperator<DataSource> around) throws SQLException {
        return sharded(driver, around, Map.of(), config -> {});
    }

    private ShardingDataSource sharded(
            String driver,
            UnaryOperator<DataSource> around,
            Map<String, String> properties,
            Consumer<HikariConfig> settings)
            throws SQLException {
        Map<String, DataSource> sources = new LinkedHashMap<>();
        for (int i = 0; i < 2; i++) {
            HikariConfig config = new HikariConfig();
            TestDatabase database = driver.equals("postgresql") ? TestDatabase.POSTGRESQL : TestDatabase.MARIADB;
            try (HikariDataSource pool = database.create("kept", i)) {
                pool.copyStateTo(config);
            }
            config.setJdbcUrl(config.getJdbcUrl().replace("jdbc:mariadb:", "jdbc:" + driver + ":"));
            config.setMaximumPoolSize(1);
            // The server can tell what is prepared on it.
            config.addDataSourceProperty("useServerPrepStmts", "true");
            config.addDataSourceProperty("cachePrepStmts", "false");
            properties.forEach(config::addDataSourceProperty);
            settings.accept(config);
            HikariDataSource one = new HikariDataSource(config);
            pools.add(one);
            sources.put("ds" + i, around.apply(one));
        }
        ShardingRule rule = TestRules.over(List.copyOf(sources.keySet()))
                .table(new TableRule("t", "ds{0..1}.t", new ShardingStrategy("k", new ModAlgorithm(2)), null, null))
                .build();
        ShardingDataSource sharded = ShardingDataSource.create(
                sources, rule, ShardingOptions.builder().executor(executor).build());
        try (Connection connection = sharded.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (k INT PRIMARY KEY, v VARCHAR(20))");
            for (int k = 0; k < 20; k++) {
                statement.execute("INSERT INTO t VALUES (" + k + ", 'v" + k + "')");
            }
        }
        return sharded;
    }
}
