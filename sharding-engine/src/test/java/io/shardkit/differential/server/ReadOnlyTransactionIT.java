package io.shardkit.differential.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.error.ErrorCode;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A read-only transaction, as services open one for their queries: it gathers what its own snapshot has, on the
 * connections that it has, and writes nothing.
 */
class ReadOnlyTransactionIT {
    private static final int THREADS = 32;
    private static final List<String> GATHERED = List.of(
            "SELECT COUNT(DISTINCT v) + 0 FROM t",
            "SELECT COUNT(*) FROM (SELECT v FROM t GROUP BY v HAVING COUNT(*) > 0) x",
            "SELECT COUNT(*) FROM t a JOIN t b ON a.v = b.v");

    private final List<HikariDataSource> pools = new ArrayList<>();
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final List<Outside> outside = new ArrayList<>();
    private final Map<String, DataSource> sources = new LinkedHashMap<>();

    @AfterEach
    void close() {
        pools.forEach(HikariDataSource::close);
        executor.shutdownNow();
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void gathersWhatItsSnapshotHas(TestDatabase database) throws SQLException {
        try (ShardingDataSource sharded = sharded(database, 1);
                Connection connection = sharded.getConnection()) {
            for (int isolation : List.of(Connection.TRANSACTION_REPEATABLE_READ, Connection.TRANSACTION_SERIALIZABLE)) {
                // What comes in between would have to wait for a SERIALIZABLE reader's locks.
                boolean locks = database.speaksMysql() && isolation == Connection.TRANSACTION_SERIALIZABLE;
                connection.setReadOnly(true);
                connection.setTransactionIsolation(isolation);
                connection.setAutoCommit(false);
                List<Long> before = numbers(connection);
                if (!locks) {
                    for (int i = 0; i < 2; i++) {
                        outside.get(i)
                                .execute("INSERT INTO t_0 VALUES (" + (2 + i) + ", " + 100 * isolation + ", 'new')");
                        outside.get(i).execute("DELETE FROM t_1 WHERE j = " + (isolation == 4 ? 1 : 3));
                    }
                }
                assertThat(numbers(connection)).isEqualTo(before);
                connection.commit();
                assertThat(numbers(connection).equals(before)).isEqualTo(locks);
                connection.rollback();
                connection.setAutoCommit(true);
            }
        }
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void writesNothing(TestDatabase database) throws SQLException {
        try (ShardingDataSource sharded = sharded(database, 1);
                Connection connection = sharded.getConnection();
                Statement statement = connection.createStatement()) {
            List<String> writes = new ArrayList<>(List.of(
                    "INSERT INTO t VALUES (2, 4, 'a')",
                    "INSERT INTO t VALUES (2, 4, 'a'), (3, 4, 'b')",
                    "INSERT INTO t SELECT k, j + 100, v FROM t",
                    "UPDATE t SET v = 'x' WHERE k = 2 AND j = 2",
                    "UPDATE t SET v = 'x' WHERE v <> ''",
                    "UPDATE t SET v = 'x' WHERE v IN (SELECT v FROM t)",
                    "DELETE FROM t WHERE v <> ''",
                    "CREATE TABLE u (id INT)"));
            if (database == TestDatabase.POSTGRESQL) {
                writes.addAll(List.of("SELECT * FROM t FOR UPDATE", "SELECT * FROM t WHERE k = 2 AND j = 2 FOR SHARE"));
            }
            for (String begin : List.of("autocommit", "setReadOnly", "START TRANSACTION READ ONLY")) {
                for (String sql : writes) {
                    for (boolean inBatch : sql.startsWith("SELECT") ? List.of(false) : List.of(false, true)) {
                        connection.setReadOnly(!begin.startsWith("START"));
                        connection.setAutoCommit(!begin.equals("setReadOnly"));
                        if (begin.startsWith("START")) {
                            statement.execute(begin);
                        }
                        assertThatThrownBy(() -> {
                                    if (inBatch) {
                                        statement.addBatch(sql);
                                        statement.executeBatch();
                                    } else {
                                        statement.execute(sql);
                                    }
                                })
                                .as(begin + ": " + sql)
                                .isInstanceOfSatisfying(SQLException.class, refusal -> {
                                    assertThat(refusal instanceof BatchUpdateException ? refusal.getCause() : refusal)
                                            .isInstanceOf(SQLInvalidAuthorizationSpecException.class);
                                    assertThat(refusal.getMessage()).startsWith(ErrorCode.READ_ONLY.code());
                                    assertThat(refusal.getSQLState()).isEqualTo("25006");
                                });
                        statement.clearBatch();
                        statement.execute("ROLLBACK");
                        connection.setAutoCommit(true);
                    }
                }
            }
            connection.setReadOnly(false);
            connection.setAutoCommit(true);
            assertThat(number(connection, "SELECT COUNT(*) FROM t")).isEqualTo(20);
            assertThat(statement.executeUpdate("UPDATE t SET v = 'x' WHERE v <> ''"))
                    .isEqualTo(20);
        }
    }

    @ParameterizedTest
    @CsvSource({"MARIADB,1", "MARIADB,2", "MARIADB,10", "POSTGRESQL,1", "POSTGRESQL,2", "POSTGRESQL,10"})
    void manyShareAFewConnections(TestDatabase database, int poolSize) throws Exception {
        try (ShardingDataSource sharded = sharded(database, poolSize)) {
            List<Future<Integer>> done = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                int number = thread;
                done.add(executor.submit(() -> {
                    int count = 0;
                    for (int i = 0; i < 6; i++) {
                        try (Connection connection = sharded.getConnection()) {
                            connection.setReadOnly((number + i) % 4 != 0);
                            connection.setAutoCommit((number + i) % 3 == 0);
                            for (String sql : GATHERED) {
                                assertThat(number(connection, sql)).isEqualTo(20);
                                count++;
                            }
                            if (!connection.getAutoCommit()) {
                                connection.commit();
                            }
                        }
                    }
                    return count;
                }));
            }
            for (Future<Integer> each : done) {
                assertThat(each.get(240, TimeUnit.SECONDS)).isEqualTo(18);
            }
        }
    }

    private static List<Long> numbers(Connection connection) throws SQLException {
        List<Long> numbers = new ArrayList<>();
        for (String sql : GATHERED) {
            numbers.add(number(connection, sql));
        }
        return numbers;
    }

    private static long number(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet rows = statement.executeQuery()) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private ShardingDataSource sharded(TestDatabase database, int poolSize) throws SQLException {
        for (int i = 0; i < 2; i++) {
            HikariDataSource pool = database.create("read_only", i);
            pools.add(pool);
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                for (int table = 0; table < 2; table++) {
                    statement.execute(
                            "CREATE TABLE t_" + table + " (k INT NOT NULL, j INT NOT NULL PRIMARY KEY, v VARCHAR(20))");
                    for (int row = 0; row < 5; row++) {
                        int j = row * 2 + table;
                        statement.execute("INSERT INTO t_" + table + " VALUES (" + (2 + i) + ", " + j + ", 'v" + i + "_"
                                + j + "')");
                    }
                }
            }
            HikariConfig few = new HikariConfig();
            pool.copyStateTo(few);
            few.setMaximumPoolSize(poolSize);
            few.setPoolName(pool.getPoolName() + "_few");
            few.setConnectionTimeout(200_000);
            HikariDataSource small = new HikariDataSource(few);
            pools.add(small);
            sources.put("ds" + i, small);
            outside.add(sql -> SpreadTable.execute(pool, List.of(sql)));
        }
        ShardingRule rule = TestRules.over(List.copyOf(sources.keySet()))
                .table(new TableRule(
                        "t",
                        "ds{0..1}.t_{0..1}",
                        new ShardingStrategy("k", new ModAlgorithm(2)),
                        new ShardingStrategy("j", new ModAlgorithm(2)),
                        null))
                .build();
        return ShardingDataSource.create(
                sources, rule, ShardingOptions.builder().executor(executor).build());
    }

    /** A session of another client. */
    @FunctionalInterface
    private interface Outside {
        void execute(String sql) throws SQLException;
    }
}
