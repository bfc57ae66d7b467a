package io.shardkit.differential.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.HashModAlgorithm;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.UniqueKeyChoice;
import io.shardkit.rule.UniqueKeyChoices;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;

/** Unique keys without a sharding column that are chosen to be checked hold whatever runs at the same time. */
@ParameterizedClass
@OnDatabases(always = {TestDatabase.MYSQL, TestDatabase.MARIADB_CONNECTOR_J})
class CheckedKeysIT {
    private static final int THREADS = 8;
    private static final int ROUNDS = 12;

    private final TestDatabase database;
    private final Map<String, DataSource> sources = new LinkedHashMap<>();
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private DataSource engine;

    CheckedKeysIT(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws SQLException {
        for (int i = 0; i < 2; i++) {
            HikariDataSource source = database.create("keys" + i, i);
            source.setMaximumPoolSize(THREADS + 2);
            sources.put("ds" + i, source);
        }
        engine = engine(UniqueKeyChoice.CHECK);
        run("CREATE TABLE person (id BIGINT NOT NULL, code BIGINT UNIQUE, email VARCHAR(40) NOT NULL, note VARCHAR(40),"
                + " PRIMARY KEY (id))");
        run("CREATE TABLE source (id BIGINT NOT NULL PRIMARY KEY, code BIGINT)");
    }

    private DataSource engine(UniqueKeyChoice choice) throws SQLException {
        ShardingStrategy byId = new ShardingStrategy("id", new ModAlgorithm(2));
        ShardingStrategy byHash = new ShardingStrategy("id", new HashModAlgorithm(2));
        return ShardingDataSource.create(
                sources,
                ShardingRuleBuilder.over(List.of("ds0", "ds1"))
                        .table(new TableRule("person", "ds{0..1}.person_{0..1}", byId, byHash, null))
                        .table(new TableRule("source", "ds{0..1}.source_{0..1}", byId, byHash, null))
                        .uniqueKeys("person", UniqueKeyChoices.NONE.with(List.of("code"), choice))
                        .build(),
                ShardingOptions.builder().executor(executor).build());
    }

    @AfterEach
    void close() {
        executor.shutdownNow();
        sources.values().forEach(source -> ((HikariDataSource) source).close());
    }

    private void run(String sql) throws SQLException {
        try (Connection connection = engine.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private List<Long> longs(String sql) throws SQLException {
        try (Connection connection = engine.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<Long> longs = new ArrayList<>();
            while (rows.next()) {
                longs.add(rows.getLong(1));
            }
            return longs;
        }
    }

    /** The attempt of one thread to get a key, over its own connection. */
    private interface Attempt {
        void run(Connection connection, long id, long code) throws SQLException;
    }

    /** Returns true if a failure says that the key is taken, or asks for another attempt. */
    private boolean isExpected(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        return failure instanceof ShardingException coded
                ? coded.errorCode() == ErrorCode.DUPLICATE_KEY || coded.errorCode() == ErrorCode.UNIQUE_KEY_ELSEWHERE
                : state.startsWith("23") || state.startsWith("40") || state.equals("HYT00");
    }

    /** Has all threads want the same key in different units, round after round. */
    private void race(Attempt attempt) throws Exception {
        CyclicBarrier round = new CyclicBarrier(THREADS);
        List<Future<Integer>> threads = new ArrayList<>();
        Queue<SQLException> unexpected = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < THREADS; i++) {
            int thread = i;
            threads.add(executor.submit(() -> {
                int won = 0;
                for (int code = 0; code < ROUNDS; code++) {
                    round.await(20, TimeUnit.SECONDS);
                    try (Connection connection = engine.getConnection()) {
                        attempt.run(connection, code * 100L + thread, code);
                        won++;
                    } catch (SQLException failure) {
                        if (!isExpected(failure)) {
                            unexpected.add(failure);
                        }
                    }
                }
                return won;
            }));
        }
        int won = 0;
        for (Future<Integer> thread : threads) {
            won += thread.get(40, TimeUnit.SECONDS);
        }
        assertThat(unexpected).isEmpty();
        assertThat(longs("SELECT code FROM person WHERE code IS NOT NULL")).doesNotHaveDuplicates();
        assertThat(won).as("threads that got a key").isPositive();
    }

    private static void update(Connection connection, String sql, long... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setLong(i + 1, values[i]);
            }
            statement.executeUpdate();
        }
    }

    @Test
    void insertsInAutocommit() throws Exception {
        race((connection, id, code) ->
                update(connection, "INSERT INTO person (id, code, email) VALUES (?, ?, 'a')", id, code));
        assertThat(longs("SELECT code FROM person")).hasSize(ROUNDS);
    }

    @Test
    void insertsOfSeveralRows() throws Exception {
        race((connection, id, code) -> update(
                connection,
                "INSERT INTO person (id, code, email) VALUES (?, ?, 'a'), (?, ?, 'b')",
                id,
                code,
                id + 11,
                code + 1000));
        assertThat(longs("SELECT code FROM person WHERE code < 1000")).hasSize(ROUNDS);
    }

    @Test
    void insertsInTransactionsThatHaveReadBefore() throws Exception {
        race((connection, id, code) -> {
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM person")) {
                rows.next();
            }
            update(connection, "INSERT INTO person (id, code, email) VALUES (?, ?, 'a')", id, code);
            connection.commit();
        });
    }

    @Test
    void batches() throws Exception {
        race((connection, id, code) -> {
            connection.setAutoCommit(false);
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO person (id, code, email) VALUES (?, ?, 'a')")) {
                for (int i = 0; i < 3; i++) {
                    insert.setLong(1, id + 17L * i);
                    insert.setLong(2, code + 1000L * i);
                    insert.addBatch();
                }
                insert.executeBatch();
            }
            connection.commit();
        });
    }

    @Test
    void rowsOfQueries() throws Exception {
        for (int code = 0; code < ROUNDS; code++) {
            for (int thread = 0; thread < THREADS; thread++) {
                try (Connection connection = engine.getConnection()) {
                    update(connection, "INSERT INTO source VALUES (?, ?)", code * 100L + thread, code);
                }
            }
        }
        race((connection, id, code) -> update(
                connection, "INSERT INTO person (id, code, email) SELECT id, code, 'a' FROM source WHERE id = ?", id));
    }

    @Test
    void updates() throws Exception {
        for (int code = 0; code < ROUNDS; code++) {
            for (int thread = 0; thread < THREADS; thread++) {
                try (Connection connection = engine.getConnection()) {
                    long id = code * 100L + thread;
                    update(connection, "INSERT INTO person (id, code, email) VALUES (?, ?, 'a')", id, 10_000 + id);
                }
            }
        }
        race((connection, id, code) -> update(connection, "UPDATE person SET code = ? WHERE id = ?", code, id));
        assertThat(longs("SELECT code FROM person WHERE code < 10000")).hasSize(ROUNDS);
    }

    @Test
    void upserts() throws Exception {
        String upsert = database.speaksMysql()
                ? "INSERT INTO person (id, code, email, note) VALUES (?, ?, 'a', 'n')"
                        + " ON DUPLICATE KEY UPDATE note = 'again'"
                : database == TestDatabase.POSTGRESQL
                        ? "INSERT INTO person (id, code, email, note) VALUES (?, ?, 'a', 'n')"
                                + " ON CONFLICT (code) DO UPDATE SET note = 'again'"
                        : "INSERT IGNORE INTO person (id, code, email, note) VALUES (?, ?, 'a', 'n')";
        race((connection, id, code) -> update(connection, upsert, id, code));
        assertThat(longs("SELECT code FROM person")).hasSize(ROUNDS);
    }

    @Test
    void locksEndWithTheirTransaction() throws SQLException {
        try (Connection one = engine.getConnection();
                Connection other = engine.getConnection()) {
            one.setAutoCommit(false);
            update(one, "INSERT INTO person (id, code, email) VALUES (1, 7, 'a')");
            one.rollback();
            update(other, "INSERT INTO person (id, code, email) VALUES (2, 7, 'a')");
            assertThatThrownBy(() -> update(one, "INSERT INTO person (id, code, email) VALUES (1, 7, 'a')"))
                    .hasMessageContaining(ErrorCode.DUPLICATE_KEY.code());
            one.rollback();
            update(one, "UPDATE person SET code = 8 WHERE id = 2");
            one.commit();
            update(other, "INSERT INTO person (id, code, email) VALUES (1, 7, 'a')");
        }
        assertThat(longs("SELECT code FROM person")).containsExactlyInAnyOrder(7L, 8L);
    }
}
