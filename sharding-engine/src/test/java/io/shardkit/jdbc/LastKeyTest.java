package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A mapper asks for the key of the row it has just inserted, by the database's function. */
class LastKeyTest {
    private final Map<String, DataSource> pools = new LinkedHashMap<>();
    private final AtomicLong keys = new AtomicLong(100);
    private ShardingDataSource dataSource;

    @BeforeEach
    void open() throws SQLException {
        for (int i = 0; i < 2; i++) {
            HikariDataSource pool = TestDatabase.H2.create("lastkey" + i, i);
            pools.put("ds" + i, pool);
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE t_0 (id BIGINT PRIMARY KEY, k BIGINT)");
                statement.execute("CREATE TABLE counted (id BIGINT AUTO_INCREMENT PRIMARY KEY, note VARCHAR(9))");
            }
        }
        ShardingRule rule = TestRules.over(List.of("ds0", "ds1"))
                .table(new TableRule(
                        "t",
                        "ds{0..1}.t_0",
                        new ShardingStrategy("k", new ModAlgorithm(2)),
                        null,
                        new KeyGeneration("id", keys::incrementAndGet)))
                .single("ds0", "counted")
                .build();
        dataSource = ShardingDataSource.create(
                pools,
                rule,
                ShardingOptions.builder()
                        .executor(Runnable::run)
                        .planCacheSize(100)
                        .build());
    }

    @AfterEach
    void close() {
        pools.values().forEach(pool -> ((HikariDataSource) pool).close());
    }

    @Test
    void tellsTheFirstKeyOfTheLastInsert() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO t (k) VALUES (1)");
            assertThat(lastKey(connection, "SELECT LAST_INSERT_ID()")).isEqualTo(101);
            statement.executeUpdate("INSERT INTO t (k) VALUES (1), (2)");
            statement.executeUpdate("UPDATE t SET id = id + 1000 WHERE id = 101");
            assertThat(lastKey(connection, "select last_insert_id() AS id")).isEqualTo(102);
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t (k) VALUES (?)")) {
                insert.setLong(1, 7);
                insert.execute();
            }
            assertThat(lastKey(connection, "SELECT LAST_INSERT_ID() FROM DUAL;"))
                    .isEqualTo(104);
        }
    }

    @Test
    void aKeyThatIsTakenIsSaidToBeMade() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO t (k) VALUES (1)");
            keys.set(100);
            assertThatThrownBy(() -> statement.executeUpdate("INSERT INTO t (k) VALUES (1)"))
                    .hasStackTraceContaining("the key generator fills id where the statement leaves it out")
                    .hasStackTraceContaining("first-key");
        }
    }

    @Test
    void isRefusedWhereADatabaseMayHaveMadeTheKey() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            assertRefused(connection);
            statement.executeUpdate("INSERT INTO t (k) VALUES (1)");
            statement.executeUpdate("INSERT INTO counted (note) VALUES ('x')");
            assertRefused(connection);
            statement.executeUpdate("INSERT INTO t (k) VALUES (1)");
            statement.execute("INSERT INTO t (id, k) VALUES (7, 1)");
            assertRefused(connection);
        }
    }

    @Test
    void theOnlyDatabaseThatMadeKeysTellsThem() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO counted (note) VALUES ('x')");
            statement.executeUpdate("INSERT INTO counted (note) VALUES ('y')");
            assertThat(lastKey(connection, "SELECT LAST_INSERT_ID()")).isEqualTo(2);
            statement.executeUpdate("INSERT INTO t (k) VALUES (1)");
            assertThat(lastKey(connection, "SELECT LAST_INSERT_ID()")).isEqualTo(101);
        }
    }

    @Test
    void keysOfASingleTableFilledFromShardsAreTheDatabases() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO t (k) VALUES (1), (2)");
            statement.executeUpdate("INSERT INTO counted (note) SELECT 'x' FROM t", Statement.RETURN_GENERATED_KEYS);
            try (ResultSet made = statement.getGeneratedKeys()) {
                assertThat(made.next()).isTrue();
                assertThat(made.getLong("id")).isEqualTo(1);
                assertThat(made.next()).isTrue();
                assertThat(made.getLong("id")).isEqualTo(2);
            }
        }
    }

    private static void assertRefused(Connection connection) {
        assertThatThrownBy(() -> lastKey(connection, "SELECT LAST_INSERT_ID()"))
                .isInstanceOfSatisfying(ShardingException.class, refusal -> assertThat(refusal.errorCode())
                        .isSameAs(ErrorCode.SESSION_FUNCTION));
    }

    private static long lastKey(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet rows = statement.executeQuery()) {
            assertThat(rows.next()).isTrue();
            String label = rows.getMetaData().getColumnLabel(1);
            assertThat(label).isEqualTo(sql.contains(" AS ") ? "id" : "LAST_INSERT_ID()");
            return rows.getLong(1);
        }
    }
}
