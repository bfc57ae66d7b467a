package io.shardkit.differential.contract;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.keygen.SnowflakeKeyGenerator;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;

/**
 * Two databases with two tables of {@code orders} each, {@code user_id} choosing the database and {@code order_id} the
 * table, a broadcast table {@code country}, and the engine over them.
 */
final class ContractDatabase implements AutoCloseable {
    private static final int TABLES = 2;

    private final List<HikariDataSource> shards;
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final DataSource engine;

    /** Makes the tables on two empty databases. */
    ContractDatabase(HikariDataSource first, HikariDataSource second) throws SQLException {
        this.shards = List.of(first, second);
        Map<String, DataSource> sources = new LinkedHashMap<>();
        for (int i = 0; i < shards.size(); i++) {
            sources.put("ds" + i, shards.get(i));
            try (Connection connection = shards.get(i).getConnection();
                    Statement statement = connection.createStatement()) {
                for (int table = 0; table < TABLES; table++) {
                    statement.execute("CREATE TABLE orders_" + table
                            + " (order_id BIGINT NOT NULL PRIMARY KEY, user_id BIGINT NOT NULL,"
                            + " status VARCHAR(20), amount DECIMAL(10,2), placed TIMESTAMP NULL)");
                }
                statement.execute("CREATE TABLE country (code VARCHAR(2) NOT NULL PRIMARY KEY, name VARCHAR(40))");
            }
        }
        ShardingRule rule = TestRules.over(List.of("ds0", "ds1"))
                .table(new TableRule(
                        "orders",
                        "ds{0..1}.orders_{0..1}",
                        new ShardingStrategy("user_id", new ModAlgorithm(shards.size())),
                        new ShardingStrategy("order_id", new ModAlgorithm(TABLES)),
                        new KeyGeneration("order_id", new SnowflakeKeyGenerator(7, 100))))
                .broadcast("country")
                .build();
        engine = ShardingDataSource.create(
                sources, rule, ShardingOptions.builder().executor(executor).build());
    }

    DataSource engine() {
        return engine;
    }

    HikariDataSource shard(int number) {
        return shards.get(number);
    }

    int borrowedConnections() {
        return shards.stream()
                .mapToInt(shard -> shard.getHikariPoolMXBean().getActiveConnections())
                .sum();
    }

    void deleteAll() throws SQLException {
        for (HikariDataSource shard : shards) {
            try (Connection connection = shard.getConnection();
                    Statement statement = connection.createStatement()) {
                for (int table = 0; table < TABLES; table++) {
                    statement.execute("DELETE FROM orders_" + table);
                }
                statement.execute("DELETE FROM country");
            }
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
        shards.forEach(HikariDataSource::close);
    }
}
