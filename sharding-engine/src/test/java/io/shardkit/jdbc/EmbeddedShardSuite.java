package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.AlgorithmRegistry;
import io.shardkit.algorithm.HashModAlgorithm;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.algorithm.ShardingAlgorithm;
import io.shardkit.algorithm.Targets;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.keygen.EmbeddingKeyGenerator;
import io.shardkit.keygen.KeyDatabases;
import io.shardkit.keygen.KeyGenerator;
import io.shardkit.keygen.KeyGeneratorRegistry;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.KeyGeneration;
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
import java.util.StringJoiner;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An order's id holds the data source of its user, so that each of the two alone finds it on one data source. */
abstract class EmbeddedShardSuite {
    private final TestDatabase database;
    private static final KeyDatabases NONE = new KeyDatabases() {
        @Override
        public List<String> names() {
            return List.of();
        }

        @Override
        public DataSource named(String name) {
            throw new IllegalArgumentException(name);
        }
    };
    private final List<HikariDataSource> pools = new ArrayList<>();
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private DataSource sharded;

    EmbeddedShardSuite(TestDatabase database) {
        this.database = database;
    }

    private static KeyGenerator embedding(String column) {
        return KeyGeneratorRegistry.builtIn()
                .create("keys", "keys", "snowflake", Map.of("worker-id", "3", "embed", column), NONE);
    }

    private static TableRule order(String name, KeyGeneration keys) {
        return new TableRule(
                name,
                "ds{0..2}." + name + "_{0..3}",
                new ShardingStrategy("user_id", new ModAlgorithm(3)).withAlsoBy("ORDER_ID"),
                new ShardingStrategy("order_id", new HashModAlgorithm(4)),
                keys);
    }

    @BeforeEach
    void open() throws SQLException {
        Map<String, DataSource> sources = new LinkedHashMap<>();
        for (int i = 0; i < 3; i++) {
            HikariDataSource pool = database.create("embedded", i);
            pools.add(pool);
            sources.put("ds" + i, pool);
        }
        sharded = ShardingDataSource.create(
                sources,
                TestRules.over(List.copyOf(sources.keySet()))
                        .table(order("t_order", new KeyGeneration("order_id", embedding("user_id"))))
                        .table(order("t_item", null))
                        .bind(List.of("t_order", "t_item"))
                        .build(),
                ShardingOptions.builder().executor(executor).build());
        run("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL, note VARCHAR(20))");
        run("CREATE TABLE t_item (item_id INT, order_id BIGINT NOT NULL, user_id BIGINT NOT NULL)");
    }

    @AfterEach
    void close() {
        pools.forEach(HikariDataSource::close);
        executor.shutdownNow();
    }

    @Test
    void anOrderIsFoundByItsIdAloneInOneTable() throws SQLException {
        for (long user = -4; user <= 40; user++) {
            long id = insert(user);
            assertThat(id & 3).isEqualTo(Math.floorMod(user, 3));
            assertThat(units("SELECT user_id FROM t_order WHERE order_id = " + id))
                    .isEqualTo(1);
            assertThat(rows("SELECT user_id FROM t_order WHERE order_id = " + id))
                    .containsExactly("" + user);
            assertThat(rows("SELECT order_id FROM t_order WHERE user_id = " + user))
                    .containsExactly("" + id);
            assertThat(units("SELECT 1 FROM t_order WHERE order_id = " + id + " AND user_id = " + user))
                    .isEqualTo(1);
            run("UPDATE t_order SET user_id = " + user + ", note = 'seen' WHERE order_id = " + id);
        }
        assertThat(rows("SELECT COUNT(*) FROM t_order WHERE note = 'seen'")).containsExactly("45");
        // Bits that hold no shard, and a user of another data source: no such row exists.
        assertThat(rows("SELECT * FROM t_order WHERE order_id = 3")).isEmpty();
        assertThat(rows("SELECT * FROM t_order WHERE order_id = 4 AND user_id = 1"))
                .isEmpty();
    }

    @Test
    void rowsOfOneStatementGetKeysOfTheirOwnShards() throws SQLException {
        run("INSERT INTO t_order (user_id, note) VALUES (1, 'a'), (2, 'b'), (3, 'c'), (4, 'd')");
        run("INSERT INTO t_order (user_id, note) SELECT user_id + 1, 'copied' FROM t_order");
        List<String> rows = rows("SELECT order_id, user_id FROM t_order");
        assertThat(rows).hasSize(8);
        for (String row : rows) {
            String[] parts = row.split(" ");
            assertThat(Long.parseLong(parts[0]) & 3).isEqualTo(Math.floorMod(Long.parseLong(parts[1]), 3));
        }
        try (Connection connection = sharded.getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO t_order (user_id) VALUES (?)")) {
            for (long user = 100; user < 110; user++) {
                insert.setLong(1, user);
                insert.addBatch();
            }
            assertThat(insert.executeBatch()).containsOnly(1);
        }
        for (long user = 100; user < 110; user++) {
            String id =
                    rows("SELECT order_id FROM t_order WHERE user_id = " + user).get(0);
            assertThat(rows("SELECT user_id FROM t_order WHERE order_id = " + id))
                    .containsExactly("" + user);
        }
    }

    @Test
    void aKeyThatHoldsAnotherShardIsRefused() throws SQLException {
        run("INSERT INTO t_order VALUES (5, 1, 'five')");
        for (String wrong : List.of(
                "INSERT INTO t_order VALUES (5, 2, 'x')",
                "INSERT INTO t_order VALUES (1, 1, 'x'), (5, 3, 'x')",
                "INSERT INTO t_order (order_id, user_id) SELECT order_id, user_id + 1 FROM t_order",
                "UPDATE t_order SET user_id = 2 WHERE order_id = 5",
                "UPDATE t_order SET user_id = 2 WHERE note = 'five'",
                "UPDATE t_order SET order_id = 6 WHERE order_id = 5",
                "UPDATE t_order SET order_id = 6 WHERE user_id = 1 AND order_id = 5",
                "INSERT INTO t_item VALUES (1, 6, 1)")) {
            assertThatThrownBy(() -> run(wrong))
                    .as(wrong)
                    .hasMessageStartingWith(ErrorCode.KEY_OF_ANOTHER_SHARD.code())
                    .hasMessageContaining("order_id");
        }
        assertThatThrownBy(() -> run("INSERT INTO t_order VALUES (7, 1, 'x')"))
                .hasMessageStartingWith(ErrorCode.KEY_OUTSIDE.code());
        assertThatThrownBy(() -> run("UPDATE t_order SET order_id = order_id + 4 WHERE user_id = 1"))
                .hasMessageStartingWith(ErrorCode.UPDATE_OF_SHARDING_COLUMN.code());
        // Both together, or another user of the same data source.
        run("UPDATE t_order SET user_id = 4, note = 'moved' WHERE order_id = 5");
        assertThat(rows("SELECT user_id, note FROM t_order WHERE order_id = 5")).hasSize(1);
        run("UPDATE t_order SET order_id = 10, user_id = 2 WHERE order_id = 5");
        assertThat(rows("SELECT order_id FROM t_order WHERE user_id = 2")).containsExactly("10");
        assertThat(rows("SELECT user_id FROM t_order WHERE order_id = 10")).containsExactly("2");
        assertThat(rows("SELECT COUNT(*) FROM t_order")).containsExactly("1");
    }

    @Test
    void boundTablesAreJoinedByTheIdAlone() throws SQLException {
        long id = insert(7);
        run("INSERT INTO t_item VALUES (1, " + id + ", 7), (2, " + id + ", 7)");
        String join = "SELECT i.item_id FROM t_order o JOIN t_item i ON i.order_id = o.order_id WHERE o.";
        assertThat(rows(join + "order_id = " + id + " ORDER BY 1")).containsExactly("1", "2");
        assertThat(units(join + "order_id = " + id)).isEqualTo(1);
        assertThat(rows(join + "note IS NULL ORDER BY 1")).containsExactly("1", "2");
    }

    @Test
    void sayWhoseShardItIsAndWhoLooksForIt() {
        KeyGeneration keys = new KeyGeneration("order_id", embedding("shop_id"));
        assertThatThrownBy(() -> rule(order("t_order", keys)))
                .isInstanceOf(ShardingConfigurationException.class)
                .hasMessageContaining("sharding.tables.t_order.key-generate-strategy.generator")
                .hasMessageContaining("shop_id");
        assertThatThrownBy(() -> rule(new TableRule(
                        "t",
                        "ds{0..2}.t_{0..3}",
                        new ShardingStrategy("a", new ModAlgorithm(3)).withAlsoBy("b"),
                        new ShardingStrategy("c", new ModAlgorithm(4)).withAlsoBy("b"),
                        null)))
                .hasMessageContaining("sharding.tables.t.table-strategy.also-by");
        assertThatThrownBy(() -> rule(new TableRule(
                        "t", "ds{0..2}.t", new ShardingStrategy("a", new ModAlgorithm(3)).withAlsoBy("a"), null, null)))
                .hasMessageContaining("sharding.tables.t.database-strategy.also-by");
        assertThat(embedding("user_id")).isInstanceOf(EmbeddingKeyGenerator.class);
        KeyGenerator without =
                KeyGeneratorRegistry.builtIn().create("keys", "keys", "snowflake", Map.of("worker-id", "3"), NONE);
        assertThatThrownBy(() -> rule(order("t_order", new KeyGeneration("order_id", without))))
                .hasMessageContaining("sharding.tables.t_order.key-generate-strategy.generator")
                .hasMessageContaining("hold no shard");
        ShardingAlgorithm ofTwo = AlgorithmRegistry.builtIn()
                .create(
                        "sharding.algorithms.a",
                        "complex-inline",
                        Map.of("algorithm-expression", "ds$->{(a + c) % 3}"),
                        Targets.of(List.of("ds0", "ds1", "ds2")).by(List.of("a", "c")));
        for (ShardingStrategy other : List.of(
                ShardingStrategy.hint(new ModAlgorithm(3)), new ShardingStrategy(List.of("a", "c"), ofTwo, false))) {
            rule(new TableRule("t", "ds{0..2}.t", other, null, null));
            assertThatThrownBy(() -> rule(new TableRule("t", "ds{0..2}.t", other.withAlsoBy("b"), null, null)))
                    .as(other.toString())
                    .isInstanceOf(ShardingConfigurationException.class)
                    .hasMessageContaining("sharding.tables.t.database-strategy.also-by");
        }
    }

    private static void rule(TableRule table) {
        TestRules.over(List.of("ds0", "ds1", "ds2")).table(table).build();
    }

    private long insert(long user) throws SQLException {
        try (Connection connection = sharded.getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO t_order (user_id) VALUES (?)", Statement.RETURN_GENERATED_KEYS)) {
            insert.setLong(1, user);
            insert.executeUpdate();
            try (ResultSet keys = insert.getGeneratedKeys()) {
                keys.next();
                return keys.getLong(1);
            }
        }
    }

    /** Returns the number of actual tables that a query asks. */
    private int units(String sql) throws SQLException {
        return (int) rows("EXPLAIN SHARDING " + sql).stream()
                .filter(row -> row.contains("t_order_"))
                .count();
    }

    private void run(String sql) throws SQLException {
        try (Connection connection = sharded.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private List<String> rows(String sql) throws SQLException {
        try (Connection connection = sharded.getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<String> rows = new ArrayList<>();
            while (result.next()) {
                StringJoiner row = new StringJoiner(" ");
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    row.add(result.getString(i));
                }
                rows.add(row.toString());
            }
            return rows;
        }
    }
}
