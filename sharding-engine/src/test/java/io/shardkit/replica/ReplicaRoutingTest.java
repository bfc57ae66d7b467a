package io.shardkit.replica;

import static io.shardkit.replica.Servers.ask;
import static io.shardkit.replica.Servers.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.hint.ShardingHint;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.AfterWrite;
import io.shardkit.options.LoadBalance;
import io.shardkit.options.ReplicaSettings;
import io.shardkit.options.WithoutReplica;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks which server answers which statement. */
@SuppressWarnings("try") // the scopes are there to be open
class ReplicaRoutingTest {
    private static final String WHO = "SELECT name FROM who WHERE id = 1";

    private static final ReplicaSettings SETTINGS = settings(Duration.ZERO, WithoutReplica.PRIMARY);

    private Servers servers;
    private ShardingDataSource dataSource;

    private static ReplicaSettings settings(Duration afterWriteFor, WithoutReplica without) {
        return new ReplicaSettings(
                AfterWrite.PRIMARY,
                afterWriteFor,
                Duration.ofMillis(100),
                Duration.ofSeconds(5),
                Duration.ofMillis(50),
                Duration.ZERO,
                without);
    }

    @BeforeEach
    void start() throws SQLException {
        servers = new Servers(2, 2);
        dataSource = servers.open(SETTINGS);
    }

    @AfterEach
    void stop() {
        dataSource.close();
        servers.close();
    }

    @Test
    void readsTakeTurns() throws SQLException {
        List<String> answers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            answers.add(ask(dataSource, WHO));
        }
        assertThat(answers).containsExactly("replica0", "replica1", "replica0", "replica1");
        assertThat(dataSource.replicas()).allMatch(state -> state.usable() && state.reads() == 2);
    }

    @Test
    void oneConnectionStaysWithOneReplica() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement("SELECT name FROM t WHERE k = ?")) {
            for (int i = 0; i < 4; i++) {
                statement.setInt(1, 0);
                try (ResultSet rows = statement.executeQuery()) {
                    rows.next();
                    assertThat(rows.getString(1)).isEqualTo("replica0");
                }
                assertThat(ask(connection, WHO)).isEqualTo("replica0");
            }
        }
    }

    /** It may have come to the primary a moment ago. */
    @Test
    void aTableThatAReplicaLacksIsReadFromThePrimary() throws SQLException {
        for (String server : List.of("replica0", "replica1")) {
            servers.run(server, "DROP TABLE who");
            servers.run(server, "DROP TABLE t_0");
        }
        assertThat(ask(dataSource, WHO)).isEqualTo("ds0");
        assertThat(ask(dataSource, "SELECT name FROM t ORDER BY id LIMIT 1")).isEqualTo("ds0");
        servers.run("ds0", "DROP TABLE who");
        assertThatThrownBy(() -> ask(dataSource, WHO))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("who");
    }

    @Test
    void eachDataSourceHasItsOwn() throws SQLException {
        assertThat(ask(dataSource, "SELECT name FROM t WHERE k = 0")).startsWith("replica");
        assertThat(ask(dataSource, "SELECT name FROM t WHERE k = 1")).isEqualTo("ds1");
        assertThat(ask(dataSource, "SELECT MAX(name) FROM t")).startsWith("replica");
        assertThat(ask(dataSource, "SELECT MIN(name) FROM t")).isEqualTo("ds1");
        assertThat(ask(dataSource, "SELECT name FROM t ORDER BY id LIMIT 1")).startsWith("replica");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT name FROM who WHERE id = 1 FOR UPDATE",
                "SELECT name FROM t WHERE k = 0 FOR UPDATE",
                "SELECT name, NEXT VALUE FOR numbers FROM who WHERE id = 1",
                "SELECT name, nextval('numbers') FROM who WHERE id = 1",
                "SELECT name FROM who WHERE id = 1 AND lock_mode() <> 7",
                "SELECT name FROM who, INFORMATION_SCHEMA.USERS WHERE id = 1",
                "/* sharding: primary */ SELECT name FROM who WHERE id = 1",
                "/* sharding: ds=ds0, primary */ SELECT name FROM who WHERE id = 1",
            })
    void thePrimaryAnswers(String sql) throws SQLException {
        assertThat(ask(dataSource, sql)).isEqualTo("ds0");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT UPPER(name) AS x, COUNT(*) FROM who GROUP BY UPPER(name)",
                "SELECT name FROM who WHERE id IN (1, 2) AND (name IS NOT NULL OR EXISTS (SELECT 1))",
                "WITH w (n) AS (SELECT name FROM who) SELECT n FROM w",
                "SELECT CAST(name AS VARCHAR(20)) FROM who WHERE id = 1",
                "(SELECT name FROM who) UNION ALL (SELECT name FROM who)",
                "SELECT name, ROW_NUMBER() OVER (ORDER BY id) FROM who",
                "/* sharding: ds=ds0 */ SELECT name FROM who",
            })
    void aReplicaAnswers(String sql) throws SQLException {
        assertThat(ask(dataSource, sql)).startsWithIgnoringCase("replica");
    }

    @Test
    void anOwnWriteIsSeenOnTheSameConnection() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            assertThat(ask(connection, WHO)).startsWith("replica");
            update(connection, "UPDATE who SET name = 'new' WHERE id = 1");
            assertThat(ask(connection, WHO)).isEqualTo("new");
            assertThat(ask(connection, "SELECT name FROM t WHERE k = 0")).isEqualTo("ds0");
        }
        assertThat(ask(dataSource, WHO)).startsWith("replica");
    }

    @Test
    void aBatchIsAnOwnWrite() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement("UPDATE t SET name = 'new' WHERE k = ?")) {
            statement.setInt(1, 0);
            statement.addBatch();
            statement.executeBatch();
            assertThat(ask(connection, "SELECT name FROM t WHERE k = 0")).isEqualTo("new");
        }
    }

    @Test
    void aWriteOverSeveralUnitsIsAnOwnWrite() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            update(connection, "UPDATE t SET name = 'new'");
            assertThat(ask(connection, "SELECT name FROM t WHERE k = 0")).isEqualTo("new");
        }
    }

    @Test
    void whatMayLeaveSomethingKeepsTheConnectionAtThePrimary() throws SQLException {
        for (String sql : List.of(
                "CREATE TEMPORARY TABLE mine (id INT)", "CREATE LOCAL TEMPORARY TABLE IF NOT EXISTS b (id INT)")) {
            try (Connection connection = dataSource.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute(sql);
                assertThat(ask(connection, WHO)).isEqualTo("ds0");
            }
        }
        try (Connection connection = dataSource.getConnection()) {
            assertThat(ask(connection, "SELECT nextval('numbers')")).isNotEmpty();
            assertThat(ask(connection, WHO)).isEqualTo("ds0");
        }
    }

    @Test
    void aResultToWriteThroughIsThePrimarys() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement =
                        connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE);
                ResultSet rows = statement.executeQuery("SELECT id, name FROM who WHERE id = 1")) {
            rows.next();
            assertThat(rows.getString(2)).isEqualTo("ds0");
        }
    }

    @Test
    void transactionsReadFromThePrimaryUnlessTheyAreReadOnly() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            assertThat(ask(connection, WHO)).isEqualTo("ds0");
            connection.commit();
            connection.setReadOnly(true);
            assertThat(ask(connection, WHO)).isEqualTo("replica0");
            assertThat(ask(connection, "SELECT name FROM t WHERE k = 0")).isEqualTo("replica0");
            connection.commit();
            connection.setReadOnly(false);
            assertThat(ask(connection, WHO)).isEqualTo("ds0");
            connection.rollback();
        }
    }

    @Test
    void aHintSendsReadsToThePrimary() throws SQLException {
        try (ShardingHint hint = ShardingHint.primaryOnly()) {
            assertThat(ask(dataSource, WHO)).isEqualTo("ds0");
            try (ShardingHint inner = ShardingHint.allowScatter()) {
                assertThat(ask(dataSource, "SELECT MAX(name) FROM t")).isEqualTo("ds1");
            }
        }
        assertThat(ask(dataSource, WHO)).startsWith("replica");
    }

    @Test
    void aThreadSeesItsWritesForATime() throws Exception {
        dataSource.close();
        dataSource = servers.open(settings(Duration.ofSeconds(2), WithoutReplica.PRIMARY));
        try (Connection connection = dataSource.getConnection()) {
            update(connection, "UPDATE who SET name = 'new' WHERE id = 1");
        }
        assertThat(ask(dataSource, WHO)).isEqualTo("new");
        String[] other = new String[1];
        Thread thread = new Thread(() -> other[0] = quietly(WHO));
        thread.start();
        thread.join();
        assertThat(other[0]).startsWith("replica");
        Thread.sleep(2_100);
        assertThat(ask(dataSource, WHO)).startsWith("replica");
    }

    @Test
    void aClientSeesItsWritesOnAnyThread() throws Exception {
        dataSource.close();
        dataSource = servers.open(settings(Duration.ofMinutes(1), WithoutReplica.PRIMARY));
        try (ShardingHint hint = ShardingHint.client("anna");
                Connection connection = dataSource.getConnection()) {
            update(connection, "UPDATE who SET name = 'new' WHERE id = 1");
        }
        assertThat(ask(dataSource, WHO)).startsWith("replica");
        Map<String, String> answers = new TreeMap<>();
        Thread thread = new Thread(() -> {
            for (String client : List.of("anna", "otto")) {
                try (ShardingHint hint = ShardingHint.client(client)) {
                    answers.put(client, quietly(WHO));
                }
            }
        });
        thread.start();
        thread.join();
        assertThat(answers.get("anna")).isEqualTo("new");
        assertThat(answers.get("otto")).startsWith("replica");
    }

    private String quietly(String sql) {
        try {
            return ask(dataSource, sql);
        } catch (SQLException failure) {
            return failure.toString();
        }
    }

    @Test
    void anOpenTransactionCountsUntilItsCommit() throws SQLException {
        dataSource.close();
        dataSource = servers.open(settings(Duration.ofMinutes(1), WithoutReplica.PRIMARY));
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            update(connection, "UPDATE who SET name = 'new' WHERE id = 1");
            assertThat(ask(dataSource, WHO)).isEqualTo("ds0");
            connection.commit();
            assertThat(ask(dataSource, WHO)).isEqualTo("new");
        }
    }

    @Test
    void aDeadReplicaIsLeftOutAndItsReadsGoOn() throws Exception {
        try (Connection connection = dataSource.getConnection()) {
            assertThat(ask(connection, WHO)).isEqualTo("replica0");
            servers.shutdown("replica0");
            assertThat(ask(connection, WHO)).isEqualTo("replica1");
        }
        for (int i = 0; i < 3; i++) {
            assertThat(ask(dataSource, WHO)).isEqualTo("replica1");
        }
    }

    @Test
    void transactionsThatWriteDoNotDependOnReplicas() throws Exception {
        try (Connection connection = dataSource.getConnection()) {
            assertThat(ask(connection, WHO)).isEqualTo("replica0");
            servers.shutdown("replica0");
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            connection.setAutoCommit(false);
            update(connection, "UPDATE who SET name = 'new' WHERE id = 1");
            connection.commit();
            assertThat(ask(connection, WHO)).isEqualTo("new");
            connection.rollback();
        }
    }

    @Test
    void serializableReadsAreThePrimarys() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            assertThat(ask(connection, WHO)).isEqualTo("ds0");
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            assertThat(ask(connection, WHO)).startsWith("replica");
        }
    }

    @Test
    void withoutAReplicaThePrimaryAnswers() throws Exception {
        shutdownAll();
        assertThat(ask(dataSource, WHO)).isEqualTo("ds0");
        assertThat(ask(dataSource, "SELECT MIN(name) FROM t")).isEqualTo("ds0");
    }

    @Test
    void withoutAReplicaReadsAreRefusedWhereThatIsSaid() throws Exception {
        dataSource.close();
        dataSource = servers.open(settings(Duration.ZERO, WithoutReplica.REFUSE));
        shutdownAll();
        assertThatThrownBy(() -> ask(dataSource, WHO))
                .isInstanceOfSatisfying(ShardingException.class, refusal -> assertThat(refusal.errorCode())
                        .isEqualTo(ErrorCode.NO_REPLICA))
                .hasMessageContaining("replica0");
        try (ShardingHint hint = ShardingHint.primaryOnly()) {
            assertThat(ask(dataSource, WHO)).isEqualTo("ds0");
        }
    }

    private void shutdownAll() throws Exception {
        servers.pool("replica0").close();
        servers.pool("replica1").close();
        while (dataSource.replicas().stream().anyMatch(state -> state.usable())) {
            Thread.sleep(10);
        }
    }

    @Test
    void weightsShareOutReads() throws SQLException {
        dataSource.close();
        dataSource = servers.open(SETTINGS, LoadBalance.WEIGHT, 3, 1);
        Map<String, Integer> counts = new TreeMap<>();
        for (int i = 0; i < 800; i++) {
            counts.merge(ask(dataSource, WHO), 1, Integer::sum);
        }
        assertThat(counts.get("replica0")).isBetween(500, 700);
        assertThat(counts.get("replica1")).isBetween(100, 300);
    }

    @Test
    void theLeastActiveOneIsChosen() throws SQLException {
        dataSource.close();
        dataSource = servers.open(SETTINGS, LoadBalance.LEAST_ACTIVE, 1, 1);
        try (Connection busy = dataSource.getConnection()) {
            String first = ask(busy, WHO);
            for (int i = 0; i < 4; i++) {
                assertThat(ask(dataSource, WHO)).isNotEqualTo(first);
            }
        }
        assertThat(dataSource.replicas()).allMatch(state -> state.active() == 0);
    }

    @Test
    void oneMomentIsNotMixedFromTwoServers() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            connection.setReadOnly(true);
            connection.setAutoCommit(false);
            assertThat(ask(connection, WHO)).startsWith("replica");
            assertThatThrownBy(() -> ask(connection, "SELECT name FROM who WHERE id = 1 AND lock_mode() <> 7"))
                    .isInstanceOfSatisfying(ShardingException.class, refusal -> assertThat(refusal.errorCode())
                            .isEqualTo(ErrorCode.REPLICA_SNAPSHOT));
            assertThat(ask(connection, WHO)).startsWith("replica");
            connection.rollback();
        }
    }

    @Test
    void aTransactionNeverGoesBackInTime() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setReadOnly(true);
            connection.setAutoCommit(false);
            assertThat(ask(connection, WHO)).isEqualTo("replica0");
            try (ShardingHint hint = ShardingHint.primaryOnly()) {
                assertThat(ask(connection, WHO)).isEqualTo("ds0");
            }
            assertThat(ask(connection, WHO)).isEqualTo("ds0");
            connection.commit();
            assertThat(ask(connection, WHO)).isEqualTo("replica0");
            connection.rollback();
        }
    }

    @Test
    void settingsReachTheReplicasToo() throws SQLException {
        servers.run("ds0", "CREATE SCHEMA other");
        for (String replica : List.of("replica0", "replica1")) {
            servers.run(replica, "CREATE SCHEMA other");
            servers.run(replica, "CREATE TABLE other.nobody (name VARCHAR(20))");
            servers.run(replica, "INSERT INTO other.nobody VALUES ('other of " + replica + "')");
        }
        servers.run("ds0", "CREATE TABLE other.nobody (name VARCHAR(20))");
        servers.run("ds1", "CREATE SCHEMA other");
        try (Connection connection = dataSource.getConnection()) {
            connection.setSchema("other");
            assertThat(ask(connection, "SELECT name FROM nobody")).startsWith("other of replica");
        }
    }
}
