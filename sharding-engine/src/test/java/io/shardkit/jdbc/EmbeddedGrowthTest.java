package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.AlgorithmSpec;
import io.shardkit.algorithm.Algorithms;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.keygen.KeyGenerator;
import io.shardkit.keygen.KeyGenerators;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.StrategySpec;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.ToIntFunction;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** Keys tell more shards apart than there are, so that their rows are found among more shards later. */
class EmbeddedGrowthTest {
    private static KeyGenerator keys(int shards) {
        return KeyGenerators.snowflake(s -> s.worker(1).embed("user_id").embedShards(shards));
    }

    private static ShardingRule rule(AlgorithmSpec byUser, int shards, String... dataSources) {
        return ShardingRuleBuilder.over(dataSources)
                .table("t_order", table -> table.nodes("ds{0.." + (dataSources.length - 1) + "}.t_order_{0..1}")
                        .database(StrategySpec.by("user_id", byUser).alsoBy("order_id"))
                        .tableBy("order_id", Algorithms.hashMod())
                        .generateKeys("order_id", keys(shards)))
                .build();
    }

    private static void holds(String type, AlgorithmSpec byUser, List<String> users, ToIntFunction<String> shard)
            throws SQLException {
        try (HikariDataSource first = TestDatabase.H2.create("growth", 0);
                HikariDataSource second = TestDatabase.H2.create("growth", 1);
                ShardingDataSource sharded = ShardingDataSource.builder()
                        .dataSource("ds0", first)
                        .dataSource("ds1", second)
                        .rule(rule(byUser, 64, "ds0", "ds1"))
                        .build()) {
            run(sharded, "CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id " + type + " NOT NULL)");
            for (String user : users) {
                run(sharded, "INSERT INTO t_order (user_id) VALUES ('" + user + "')");
            }
            run(sharded, "INSERT INTO t_order (user_id) VALUES ('" + String.join("'), ('", users) + "')");
            run(sharded, "INSERT INTO t_order (user_id) SELECT user_id FROM t_order");
            try (Connection connection = sharded.getConnection();
                    PreparedStatement insert =
                            connection.prepareStatement("INSERT INTO t_order (user_id) VALUES (?)")) {
                for (String user : users) {
                    insert.setObject(1, type.equals("BIGINT") ? Long.valueOf(user) : user);
                    insert.addBatch();
                }
                insert.executeBatch();
            }
            try (Connection connection = sharded.getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT order_id, user_id FROM t_order")) {
                int count = 0;
                for (; rows.next(); count++) {
                    assertThat(rows.getLong(1) & 63).isEqualTo(shard.applyAsInt(rows.getString(2)));
                }
                assertThat(count).isEqualTo(5 * users.size());
            }
        }
    }

    private static void run(DataSource sharded, String sql) throws SQLException {
        try (Connection connection = sharded.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void keysHoldTheShardThatThereWouldBeAmongMore() throws SQLException {
        holds(
                "BIGINT",
                Algorithms.mod(),
                List.of("-3", "0", "7", "62", "1001"),
                user -> Math.floorMod(Long.parseLong(user), 64));
        holds(
                "BIGINT",
                Algorithms.hashMod(),
                List.of("-3", "0", "7", "62", "4294967301"),
                user -> Math.abs(Long.hashCode(Long.parseLong(user))) % 64);
        holds(
                "VARCHAR(20)",
                Algorithms.hashMod(),
                List.of("anna", "bob", "carla", "dan"),
                user -> Math.abs(user.hashCode()) % 64);
    }

    @Test
    void theNumbersHaveToFit() {
        assertThat(rule(Algorithms.mod(), 2, "ds0", "ds1")).isNotNull();
        for (AlgorithmSpec each : List.of(Algorithms.consistentHash(), Algorithms.boundaryRange(100))) {
            assertThatThrownBy(() -> rule(each, 64, "ds0", "ds1")).hasMessageContaining("takes no remainder");
        }
        assertThatThrownBy(() -> rule(Algorithms.mod(), 2, "ds0", "ds1", "ds2", "ds3"))
                .isInstanceOf(ShardingConfigurationException.class)
                .hasMessageContaining("its keys tell 2 shards of user_id apart, and there are 4");
        assertThatThrownBy(() -> rule(Algorithms.mod(), 64, "ds0", "ds1", "ds2"))
                .hasMessageContaining("both have to be powers of two");
        assertThatThrownBy(() -> keys(48)).hasMessageContaining("48 is not a power of two");
        assertThatThrownBy(() -> keys(2048)).hasMessageContaining("embed-shards");
        assertThatThrownBy(() -> KeyGenerators.snowflake(s -> s.worker(1).embedShards(8)))
                .hasMessageContaining("needs embed");
    }
}
