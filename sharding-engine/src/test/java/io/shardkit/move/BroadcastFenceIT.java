package io.shardkit.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.Algorithms;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.CrossSource;
import io.shardkit.options.RuleStore;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.RuleText;
import io.shardkit.rule.ShardMap;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.testing.Eventually;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/**
 * A data source joins the rule, and has a copy of each broadcast table from then on: no write by an earlier rule leaves
 * that copy as it was.
 */
@ParameterizedClass
@OnDatabases
class BroadcastFenceIT {
    private static final String CHANGED = "SK-5015";
    private static final Duration NEVER = Duration.ofHours(1);

    @Parameter
    TestDatabase database;

    private final HikariDataSource[] pools = new HikariDataSource[3];
    private final List<ShardingDataSource> instances = new ArrayList<>();
    private final List<HikariDataSource> further = new ArrayList<>();

    /** A write of an instance that has not noticed the switch. */
    @FunctionalInterface
    private interface Write {
        void run(Connection connection) throws SQLException;
    }

    @BeforeEach
    void open() throws SQLException {
        for (int i = 0; i < pools.length; i++) {
            pools[i] = database.create("fence", i);
            execute(pools[i], "CREATE TABLE t_word (id BIGINT PRIMARY KEY, word VARCHAR(20), made TIMESTAMP NULL)");
            execute(pools[i], "INSERT INTO t_word (id, word) VALUES (7, 'seven'), (8, NULL)");
        }
        for (int i = 0; i < 2; i++) {
            execute(pools[i], "CREATE TABLE t_count (user_id BIGINT PRIMARY KEY, n BIGINT)");
        }
        execute(pools[0], "CREATE TABLE t_other (id BIGINT PRIMARY KEY)");
    }

    @AfterEach
    void close() {
        instances.forEach(ShardingDataSource::close);
        further.forEach(HikariDataSource::close);
        for (HikariDataSource pool : pools) {
            pool.close();
        }
    }

    private static ShardingRule rule() {
        return ShardingRuleBuilder.over("ds0", "ds1")
                .table("t_count", table -> table.nodes("ds{0..1}.t_count").databaseBy("user_id", Algorithms.mod()))
                .broadcast("t_word")
                .build();
    }

    private ShardingDataSource start(Duration poll) throws SQLException {
        return start(poll, pools[0], pools[1], ShardingOptions.builder());
    }

    private ShardingDataSource start(
            Duration poll, DataSource first, DataSource second, ShardingOptions.Builder options) throws SQLException {
        ShardingDataSource instance = ShardingDataSource.builder()
                .dataSource("ds0", first)
                .dataSource("ds1", second)
                .furtherDataSources(name -> name.equals("ds2") ? another(pools[2], 5) : null)
                .rule(rule())
                .options(options.ruleStore(RuleStore.DEFAULTS.every(poll)).build())
                .build();
        instances.add(instance);
        return instance;
    }

    private ShardingDataSource awake() throws SQLException {
        return start(Duration.ofMillis(100));
    }

    /** Another pool of the same database. */
    private HikariDataSource another(HikariDataSource pool, int size) {
        HikariConfig config = new HikariConfig();
        pool.copyStateTo(config);
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(0);
        HikariDataSource made = new HikariDataSource(config);
        further.add(made);
        return made;
    }

    private static void execute(DataSource dataSource, String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            execute(connection, sql);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void await(Callable<Boolean> state) {
        assertThat(Eventually.zero(() -> {
                    try {
                        return state.call() ? 0 : 1;
                    } catch (Exception failure) {
                        throw new AssertionError(failure);
                    }
                }))
                .isZero();
    }

    private static String move(ShardingDataSource instance) throws SQLException {
        return instance.moves().start(MoveRequest.of(List.of("ds1.t_count"), "ds2"));
    }

    private static void join(ShardingDataSource instance) throws SQLException {
        String id = move(instance);
        await(() -> instance.moves().state(id).phase() == MovePhase.SWITCHED);
    }

    private static List<String> words(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT id, word, made FROM t_word ORDER BY id")) {
            List<String> words = new ArrayList<>();
            while (rows.next()) {
                words.add(rows.getLong(1) + "=" + rows.getString(2) + " " + rows.getTimestamp(3));
            }
            return words;
        }
    }

    private void copiesAreEqual() throws SQLException {
        assertThat(words(pools[2])).isEqualTo(words(pools[0])).isEqualTo(words(pools[1]));
    }

    @Test
    void anInstanceThatSleptWritesEachCopy() throws SQLException {
        ShardingDataSource asleep = start(NEVER);
        join(awake());
        execute(asleep, "UPDATE t_word SET word = 'VII' WHERE id = 7");
        copiesAreEqual();
        assertThat(words(pools[2])).contains("7=VII null");
        assertThat(asleep.ruleState().epoch()).isEqualTo(2);
    }

    @Test
    void aTransactionThatBeganBeforeWritesNoCopy() throws SQLException {
        ShardingDataSource awake = awake();
        try (Connection connection = awake.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeQuery("SELECT word FROM t_word WHERE id = 7").close();
            join(awake);
            assertThatThrownBy(() -> statement.executeUpdate("UPDATE t_word SET word = 'VII' WHERE id = 7"))
                    .hasMessageContaining(CHANGED);
            assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
            connection.rollback();
            statement.executeUpdate("UPDATE t_word SET word = 'VII' WHERE id = 7");
            connection.commit();
        }
        copiesAreEqual();
        assertThat(words(pools[2])).contains("7=VII null");
    }

    @Test
    void theFirstStatementOfATransactionRunsAgain() throws SQLException {
        ShardingDataSource asleep = start(NEVER);
        join(awake());
        try (Connection connection = asleep.getConnection()) {
            connection.setAutoCommit(false);
            execute(connection, "UPDATE t_word SET word = 'VII' WHERE id = 7");
            connection.commit();
        }
        copiesAreEqual();
        assertThat(words(pools[2])).contains("7=VII null");
    }

    @Test
    void aTransactionThatHasWrittenIsWaitedFor() throws SQLException {
        ShardingDataSource awake = awake();
        Moves moves = awake.moves();
        try (Connection connection = start(NEVER).getConnection()) {
            connection.setAutoCommit(false);
            execute(connection, "UPDATE t_word SET word = 'VII' WHERE id = 7");
            String id = move(awake);
            await(() -> moves.state(id).undone() > 0);
            assertThat(moves.state(id).message()).contains("ds2").contains("t_word");
            assertThat(moves.state(id).holders()).isNotEmpty();
            connection.commit();
            await(() -> moves.state(id).undone() > 0
                    && (moves.state(id).message().contains("has other rows there")
                            || moves.state(id).phase() == MovePhase.SWITCHED));
            assertThat(moves.state(id).phase()).isNotEqualTo(MovePhase.SWITCHED);
            execute(pools[2], "UPDATE t_word SET word = 'VII' WHERE id = 7");
            await(() -> moves.state(id).phase() == MovePhase.SWITCHED);
        }
        copiesAreEqual();
    }

    /** Goes back to a savepoint, which gives locks back that were taken after it. */
    @Test
    void aWriteAfterASavepointIsWaitedFor() throws SQLException {
        ShardingDataSource awake = awake();
        Moves moves = awake.moves();
        try (Connection connection = start(NEVER).getConnection()) {
            connection.setAutoCommit(false);
            execute(connection, "INSERT INTO t_count VALUES (2, 1)");
            Savepoint savepoint = connection.setSavepoint();
            execute(connection, "UPDATE t_word SET word = 'VII' WHERE id = 7");
            connection.rollback(savepoint);
            execute(connection, "DELETE FROM t_word WHERE id = 8");
            String id = move(awake);
            await(() -> moves.state(id).undone() > 0);
            connection.rollback();
            await(() -> moves.state(id).phase() == MovePhase.SWITCHED);
        }
        copiesAreEqual();
    }

    @Test
    void snapshotsSeeThatTheRuleChanged() throws SQLException {
        ShardingDataSource awake = awake();
        ShardingDataSource asleep = start(NEVER);
        try (Connection repeatable = asleep.getConnection();
                Connection serializable = asleep.getConnection();
                Connection alone = asleep.getConnection()) {
            repeatable.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            serializable.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            for (Connection connection : List.of(repeatable, serializable)) {
                connection.setAutoCommit(false);
                try (Statement statement = connection.createStatement()) {
                    // SERIALIZABLE locks the rows that it reads on some databases.
                    statement.executeQuery("SELECT COUNT(*) FROM t_other").close();
                }
            }
            join(awake);
            for (Connection connection : List.of(repeatable, serializable)) {
                assertThatThrownBy(() -> execute(connection, "UPDATE t_word SET word = 'VII' WHERE id = 7"))
                        .isInstanceOfSatisfying(SQLException.class, failure -> assertThat(failure.getSQLState())
                                .isEqualTo("40001"));
                assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
                connection.rollback();
            }
            alone.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            execute(alone, "UPDATE t_word SET word = 'VIII' WHERE id = 8");
        }
        copiesAreEqual();
        assertThat(words(pools[2])).contains("8=VIII null");
    }

    @Test
    void theCheckTellsOfTheRightToLock() throws SQLException {
        assumeTrue(database.speaksMysql());
        execute(pools[0], "CREATE USER 'lockless'@'%' IDENTIFIED BY 'lockless'");
        try {
            execute(
                    pools[0],
                    "GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, DROP, ALTER, INDEX, TRIGGER, CREATE TEMPORARY TABLES"
                            + " ON *.* TO 'lockless'@'%'");
            HikariDataSource lockless = another(pools[0], 5);
            HikariConfig config = new HikariConfig();
            lockless.copyStateTo(config);
            config.setUsername("lockless");
            config.setPassword("lockless");
            config.addDataSourceProperty("allowPublicKeyRetrieval", "true");
            HikariDataSource first = new HikariDataSource(config);
            further.add(first);
            ShardingDataSource instance = start(NEVER, first, pools[1], ShardingOptions.builder());
            assertThat(instance.moves()
                            .check(MoveRequest.of(List.of("ds1.t_count"), "ds2"))
                            .errors())
                    .singleElement()
                    .asString()
                    .startsWith("at ds0 the rights do not suffice for \"LOCK TABLES")
                    .endsWith("GRANT LOCK TABLES, SELECT ON the schema");
        } finally {
            execute(pools[0], "DROP USER 'lockless'@'%'");
        }
    }

    @Test
    void aPoolOfOneConnectionIsEnough() throws SQLException {
        ShardingDataSource asleep = start(NEVER, another(pools[0], 1), another(pools[1], 1), ShardingOptions.builder());
        join(awake());
        execute(asleep, "UPDATE t_word SET word = 'VII' WHERE id = 7");
        try (Connection connection = asleep.getConnection()) {
            connection.setAutoCommit(false);
            execute(connection, "UPDATE t_word SET word = 'eight' WHERE id = 8");
            connection.commit();
        }
        copiesAreEqual();
        assertThat(words(pools[2])).contains("7=VII null", "8=eight null");
    }

    @Test
    void atomicCommitsWriteEachCopy() throws SQLException {
        ShardingOptions.Builder atomic = ShardingOptions.builder().crossSource(CrossSource.ATOMIC);
        ShardingDataSource asleep = start(NEVER, pools[0], pools[1], atomic);
        join(start(Duration.ofMillis(100), pools[0], pools[1], atomic));
        execute(asleep, "UPDATE t_word SET word = 'VII' WHERE id = 7");
        copiesAreEqual();
        assertThat(words(pools[2])).contains("7=VII null");
    }

    private ShardingDataSource accepting(String hash) throws SQLException {
        ShardingDataSource.Builder builder = ShardingDataSource.builder()
                .rule(grown())
                .options(ShardingOptions.builder()
                        .ruleStore(RuleStore.DEFAULTS.every(NEVER).accepting(hash))
                        .build());
        for (int i = 0; i < pools.length; i++) {
            builder.dataSource("ds" + i, pools[i]);
        }
        ShardingDataSource instance = builder.build();
        instances.add(instance);
        return instance;
    }

    private static ShardingRule grown() {
        return ShardingRuleBuilder.over("ds0", "ds1", "ds2")
                .table("t_count", table -> table.nodes("ds{0..2}.t_count").databaseBy("user_id", Algorithms.mod()))
                .broadcast("t_word")
                .build();
    }

    /** The rows were moved by hand, and another instance is thought to have ended. */
    @Test
    void anAcceptedRuleNeedsEqualCopies() throws SQLException {
        ShardingDataSource asleep = start(NEVER);
        execute(pools[0], "DELETE FROM sharding_member");
        execute(pools[2], "CREATE TABLE t_count (user_id BIGINT PRIMARY KEY, n BIGINT)");
        execute(pools[2], "UPDATE t_word SET word = 'VII' WHERE id = 7");
        String hash = RuleText.of(ShardMap.of(grown())).hash();
        assertThatThrownBy(() -> accepting(hash)).hasMessageContaining("broadcast table t_word has other rows there");
        execute(asleep, "UPDATE t_word SET word = 'VII' WHERE id = 7");
        try (Connection connection = asleep.getConnection()) {
            connection.setAutoCommit(false);
            execute(connection, "UPDATE t_word SET word = 'VIII' WHERE id = 8");
            assertThatThrownBy(() -> accepting(hash)).hasMessageContaining("could not be had");
            connection.rollback();
        }
        accepting(hash);
        execute(asleep, "UPDATE t_word SET word = 'eight' WHERE id = 8");
        copiesAreEqual();
        assertThat(words(pools[2])).contains("8=eight null");
    }

    private Map<String, Write> writes() {
        boolean mysql = database.speaksMysql();
        Map<String, Write> writes = new LinkedHashMap<>();
        writes.put("prepared", connection -> {
            try (PreparedStatement update = connection.prepareStatement("UPDATE t_word SET word = ? WHERE id = ?")) {
                update.setString(1, "VII");
                update.setLong(2, 7);
                assertThat(update.executeUpdate()).isEqualTo(1);
            }
        });
        writes.put("insert", connection -> execute(connection, "INSERT INTO t_word VALUES (11, 'eleven', NULL)"));
        writes.put(
                "time",
                connection -> execute(connection, "INSERT INTO t_word VALUES (12, 'twelve', CURRENT_TIMESTAMP)"));
        writes.put(
                "selected",
                connection ->
                        execute(connection, "INSERT INTO t_word SELECT user_id + 100, 'of a row', NULL FROM t_count"));
        writes.put(
                "gathered",
                connection ->
                        execute(connection, "UPDATE t_word SET word = 'counted' WHERE id IN (SELECT n FROM t_count)"));
        writes.put("batch", connection -> {
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t_word VALUES (?, ?, NULL)")) {
                for (int i = 20; i < 23; i++) {
                    insert.setLong(1, i);
                    insert.setString(2, "row " + i);
                    insert.addBatch();
                }
                assertThat(insert.executeBatch()).hasSize(3);
            }
        });
        writes.put("batch of texts", connection -> {
            try (Statement statement = connection.createStatement()) {
                statement.addBatch("INSERT INTO t_count VALUES (60, 7)");
                statement.addBatch("INSERT INTO t_word VALUES (30, 'thirty', CURRENT_TIMESTAMP)");
                assertThat(statement.executeBatch()).hasSize(2);
            }
        });
        if (mysql) {
            writes.put("limited", connection -> execute(connection, "DELETE FROM t_word ORDER BY id LIMIT 1"));
            writes.put(
                    "upsert",
                    connection -> execute(
                            connection,
                            "INSERT INTO t_word VALUES (8, 'VIII', NULL) ON DUPLICATE KEY UPDATE word = VALUES(word)"));
            writes.put("replace", connection -> execute(connection, "REPLACE INTO t_word VALUES (7, 'again', NULL)"));
        } else {
            writes.put(
                    "merge",
                    connection -> execute(
                            connection,
                            database == TestDatabase.H2
                                    ? "MERGE INTO t_word (id, word) KEY (id) VALUES (8, 'VIII')"
                                    : "INSERT INTO t_word VALUES (8, 'VIII', NULL) ON CONFLICT (id) DO UPDATE"
                                            + " SET word = EXCLUDED.word"));
        }
        if (database == TestDatabase.POSTGRESQL) {
            writes.put("returning", connection -> {
                try (Statement statement = connection.createStatement();
                        ResultSet rows =
                                statement.executeQuery("UPDATE t_word SET word = 'back' WHERE id = 7 RETURNING word")) {
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.getString(1)).isEqualTo("back");
                }
            });
        }
        writes.put("delete", connection -> execute(connection, "DELETE FROM t_word WHERE id = 7"));
        writes.put("in a transaction", connection -> {
            connection.setAutoCommit(false);
            execute(connection, "INSERT INTO t_word VALUES (40, 'forty', NULL)");
            connection.commit();
        });
        writes.put("definition", connection -> execute(connection, "CREATE INDEX ix_word ON t_word (word)"));
        writes.put("truncate", connection -> execute(connection, "TRUNCATE TABLE t_word"));
        return writes;
    }

    @Test
    void eachKindOfWriteReachesEachCopy() throws SQLException {
        Map<String, Write> writes = writes();
        Map<String, ShardingDataSource> asleep = new LinkedHashMap<>();
        for (String kind : writes.keySet()) {
            asleep.put(kind, start(NEVER));
        }
        ShardingDataSource awake = awake();
        execute(awake, "INSERT INTO t_count VALUES (1, 7), (2, 8)");
        join(awake);
        for (Map.Entry<String, Write> each : writes.entrySet()) {
            ShardingDataSource instance = asleep.get(each.getKey());
            List<String> before = words(pools[2]);
            try (Connection connection = instance.getConnection()) {
                each.getValue().run(connection);
            } catch (SQLException failure) {
                throw new AssertionError(each.getKey(), failure);
            }
            assertThat(words(pools[2]))
                    .as(each.getKey())
                    .isEqualTo(words(pools[0]))
                    .isEqualTo(words(pools[1]));
            if (!each.getKey().equals("definition")) {
                assertThat(words(pools[2])).as(each.getKey()).isNotEqualTo(before);
            }
            assertThat(instance.ruleState().epoch()).as(each.getKey()).isEqualTo(2);
        }
    }
}
