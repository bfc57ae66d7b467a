package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.options.ShardingOptions;
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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The nodes of a table may name data sources in any order, and every kind of statement works, on pools of one too. */
@Timeout(60)
class NodeOrderTest {
    private static final int ROWS = 18;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ds2.t_order_{0..1}, ds1.t_order_{0..1}, ds0.t_order_{0..1}",
                "ds1.t_order_{0..1}, ds2.t_order_{0..1}, ds0.t_order_{0..1}",
                "ds0.t_order_{0..1}, ds2.t_order_{0..1}, ds1.t_order_{0..1}"
            })
    void everyKindOfStatementWorks(String nodes) throws SQLException {
        List<HikariDataSource> pools = new ArrayList<>();
        ExecutorService executor = Executors.newCachedThreadPool();
        try {
            Map<String, DataSource> named = new LinkedHashMap<>();
            for (int i = 0; i < 3; i++) {
                HikariDataSource pool = TestDatabase.H2.create("nodes" + i, i);
                pool.setMaximumPoolSize(1);
                pool.setConnectionTimeout(2_000);
                pools.add(pool);
                named.put("ds" + i, pool);
            }
            ShardingRule rule = TestRules.over(List.copyOf(named.keySet()))
                    .table(table("t_order", nodes))
                    .table(table("t_other", "ds{0..2}.t_other_{0..1}"))
                    .single("ds2", "t_last")
                    .single("ds0", "t_first")
                    .build();
            DataSource sharded = ShardingDataSource.create(
                    named, rule, ShardingOptions.builder().executor(executor).build());
            for (boolean autoCommit : new boolean[] {true, false}) {
                try (Connection connection = sharded.getConnection()) {
                    ddl(connection);
                    connection.setAutoCommit(autoCommit);
                    writes(connection);
                    reads(connection);
                    copies(connection);
                    deletes(connection);
                    if (!autoCommit) {
                        connection.commit();
                        connection.setAutoCommit(true);
                    }
                    for (String name : List.of("t_order", "t_other", "t_first", "t_last")) {
                        run(connection, "DROP TABLE " + name);
                    }
                }
                assertThat(pools).allSatisfy(pool -> assertThat(
                                pool.getHikariPoolMXBean().getActiveConnections())
                        .isZero());
            }
        } finally {
            executor.shutdownNow();
            pools.forEach(HikariDataSource::close);
        }
    }

    private static TableRule table(String name, String nodes) {
        return new TableRule(
                name,
                nodes,
                new ShardingStrategy("user_id", new ModAlgorithm(3)),
                new ShardingStrategy("id", new ModAlgorithm(2)),
                null);
    }

    private static void ddl(Connection connection) throws SQLException {
        for (String name : List.of("t_order", "t_other", "t_first", "t_last")) {
            run(connection, "CREATE TABLE " + name + " (id BIGINT PRIMARY KEY, user_id BIGINT, name VARCHAR(20))");
        }
    }

    private static void writes(Connection connection) throws SQLException {
        // From the highest data source to the lowest, so that an idle connection to a higher one is open.
        run(connection, "INSERT INTO t_last VALUES (1, 1, 'last')");
        List<String> rows = LongStream.range(0, ROWS / 2)
                .mapToObj(id -> "(" + id + ", " + id / 2 + ", 'n')")
                .toList();
        assertThat(run(connection, "INSERT INTO t_order VALUES " + String.join(", ", rows)))
                .isEqualTo(ROWS / 2);
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t_order VALUES (?, ?, ?)")) {
            for (long id = ROWS / 2; id < ROWS; id++) {
                insert.setLong(1, id);
                insert.setLong(2, id / 2);
                insert.setString(3, "n");
                insert.addBatch();
            }
            assertThat(insert.executeBatch()).hasSize(ROWS / 2).containsOnly(1);
        }
        assertThat(run(connection, "UPDATE t_order SET name = 'm' WHERE id >= 0"))
                .isEqualTo(ROWS);
    }

    private static void reads(Connection connection) throws SQLException {
        List<Long> all = LongStream.range(0, ROWS).boxed().toList();
        assertThat(read(connection, "SELECT id FROM t_order ORDER BY id")).isEqualTo(all);
        assertThat(read(connection, "SELECT id FROM t_order ORDER BY id FOR UPDATE"))
                .isEqualTo(all);
        assertThat(read(connection, "SELECT COUNT(*) FROM t_order WHERE name = 'm'"))
                .containsExactly((long) ROWS);
        assertThat(read(
                        connection,
                        "SELECT a.id FROM t_order a JOIN t_order b ON b.id = a.id + 1 ORDER BY a.id DESC LIMIT 2"))
                .containsExactly(16L, 15L);
    }

    private static void copies(Connection connection) throws SQLException {
        assertThat(run(connection, "INSERT INTO t_other SELECT id, user_id, name FROM t_order WHERE id >= 0"))
                .isEqualTo(ROWS);
        assertThat(run(connection, "INSERT INTO t_first SELECT id, user_id, name FROM t_order WHERE id >= 0"))
                .isEqualTo(ROWS);
        assertThat(run(connection, "INSERT INTO t_order SELECT id + 100, user_id, name FROM t_other WHERE id >= 0"))
                .isEqualTo(ROWS);
        assertThat(read(connection, "SELECT COUNT(*) FROM t_order")).containsExactly(2L * ROWS);
    }

    private static void deletes(Connection connection) throws SQLException {
        assertThat(
                        run(
                                connection,
                                "DELETE FROM t_order WHERE id IN (SELECT o.id + 100 FROM t_other o, t_order p WHERE p.id = o.id)"))
                .isEqualTo(ROWS);
        assertThat(run(connection, "DELETE FROM t_order WHERE id >= 0")).isEqualTo(ROWS);
    }

    private static int run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    private static List<Long> read(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<Long> values = new ArrayList<>();
            while (rows.next()) {
                values.add(rows.getLong(1));
            }
            return values;
        }
    }
}
