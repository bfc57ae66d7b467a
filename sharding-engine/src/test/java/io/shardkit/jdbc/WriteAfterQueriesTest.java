package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.error.ErrorCode;
import io.shardkit.rule.CrossSource;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.Limits;
import io.shardkit.rule.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.testing.TestDatabase;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Writes made of answers, DDL and upserts, through JDBC on two H2 databases with two tables each. */
class WriteAfterQueriesTest {
    private final Map<String, DataSource> pools = new LinkedHashMap<>();
    private ShardingDataSource dataSource;
    private Connection connection;

    @BeforeEach
    void open() throws SQLException {
        AtomicLong keys = new AtomicLong(100);
        pools.put("ds0", TestDatabase.H2.create("after0"));
        pools.put("ds1", TestDatabase.H2.create("after1"));
        ShardingRule rule = ShardingRule.over(List.of("ds0", "ds1"))
                .table(table("t_order", null))
                .table(table("t_copy", new KeyGeneration("id", keys::getAndIncrement)))
                .build();
        dataSource = ShardingDataSource.create(
                pools,
                rule,
                new ShardingOptions(
                        CrossSource.BEST_EFFORT,
                        Runnable::run,
                        new Limits(true, 6, 1024, 1000, 1000, true, 0),
                        ShardingOptions.DEFAULT_PLAN_CACHE_SIZE,
                        io.shardkit.observe.StatementListener.NONE));
        connection = dataSource.getConnection();
        execute("CREATE TABLE t_order (id BIGINT PRIMARY KEY, v INT NOT NULL)");
        execute("CREATE TABLE t_copy (id BIGINT PRIMARY KEY, v INT NOT NULL)");
        execute("INSERT INTO t_order (id, v) VALUES (1, 10), (2, 20), (3, 30), (4, 40), (5, 50)");
    }

    private static TableRule table(String name, KeyGeneration keys) {
        return new TableRule(
                name,
                "ds0." + name + "_{0..1},ds1." + name + "_{2..3}",
                null,
                new ShardingStrategy("id", new ModAlgorithm(4)),
                keys);
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
        dataSource.close();
        pools.values().forEach(pool -> ((HikariDataSource) pool).close());
    }

    private int execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    private List<String> rows(String table) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT id, v FROM " + table + " ORDER BY id")) {
            while (result.next()) {
                rows.add(result.getLong(1) + "=" + result.getInt(2));
            }
        }
        return rows;
    }

    @Test
    void generatesAndReportsKeysOfSelectedRows() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            int count = statement.executeUpdate(
                    "INSERT INTO t_copy (v) SELECT v FROM t_order ORDER BY id", Statement.RETURN_GENERATED_KEYS);
            List<Long> keys = new ArrayList<>();
            try (ResultSet made = statement.getGeneratedKeys()) {
                while (made.next()) {
                    keys.add(made.getLong(1));
                }
            }
            assertThat(count).isEqualTo(5);
            assertThat(keys).containsExactly(100L, 101L, 102L, 103L, 104L);
        }
        assertThat(rows("t_copy")).containsExactly("100=10", "101=20", "102=30", "103=40", "104=50");
    }

    @Test
    void undoesAllOfAWriteThatFailsInAutocommit() throws SQLException {
        execute("INSERT INTO t_copy (id, v) VALUES (5, 0)");
        assertThatThrownBy(() -> execute("INSERT INTO t_copy (id, v) SELECT id, v FROM t_order"))
                .isInstanceOf(SQLException.class);
        assertThat(connection.getAutoCommit()).isTrue();
        assertThat(rows("t_copy")).containsExactly("5=0");
    }

    @Test
    void refusesMoreRowsThanMayBeGathered() throws SQLException {
        execute("INSERT INTO t_order (id, v) VALUES (6, 60), (7, 70)");
        assertThatThrownBy(() -> execute("INSERT INTO t_copy (id, v) SELECT id, v FROM t_order"))
                .hasMessageContaining(String.valueOf(ErrorCode.GATHER_TOO_LARGE.number()));
        assertThat(rows("t_copy")).isEmpty();
    }

    @Test
    void refusesASubqueryOfSeveralValuesWhereOneIsNeeded() throws SQLException {
        assertThatThrownBy(() -> execute("UPDATE t_order SET v = 0 WHERE v = (SELECT v FROM t_order)"))
                .hasMessageContaining(String.valueOf(ErrorCode.SUBQUERY_ROWS.number()));
        assertThat(rows("t_order")).hasSize(5).doesNotContain("1=0");
    }

    @Test
    void seesInABatchWhatEarlierEntriesWrote() throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE t_order SET v = v + ? WHERE v = (SELECT MAX(v) FROM t_order)")) {
            update.setInt(1, -45);
            update.addBatch();
            update.setInt(1, 1);
            update.addBatch();
            assertThat(update.executeBatch()).containsExactly(1, 1);
        }
        assertThat(rows("t_order")).containsExactly("1=10", "2=20", "3=30", "4=41", "5=5");
    }

    @Test
    void undoesABatchThatFails() throws SQLException {
        try (Statement batch = connection.createStatement()) {
            batch.addBatch("DELETE FROM t_order WHERE v IN (SELECT MAX(v) FROM t_order)");
            batch.addBatch("UPDATE t_order SET v = NULL WHERE v IN (SELECT MIN(v) FROM t_order)");
            assertThatThrownBy(batch::executeBatch).isInstanceOf(BatchUpdateException.class);
        }
        assertThat(rows("t_order")).hasSize(5);
    }

    @Test
    void rollsBackWithTheTransaction() throws SQLException {
        connection.setAutoCommit(false);
        assertThat(execute("DELETE FROM t_order WHERE id IN (SELECT id FROM t_order WHERE v > 25)"))
                .isEqualTo(3);
        assertThat(rows("t_order")).containsExactly("1=10", "2=20");
        connection.rollback();
        connection.setAutoCommit(true);
        assertThat(rows("t_order")).hasSize(5);
    }

    @Test
    void forgetsAfterDdlWhatWasKnownOfTables() throws SQLException {
        String upsert = "INSERT INTO t_order (id, v) VALUES (1, 11) ON DUPLICATE KEY UPDATE v = VALUES(v)";
        assertThat(execute(upsert)).isPositive();
        execute("CREATE UNIQUE INDEX by_v ON t_order (v)");
        assertThatThrownBy(() -> execute(upsert))
                .hasMessageContaining(String.valueOf(ErrorCode.UNIQUE_KEY_OVER_UNITS.number()));
    }
}
