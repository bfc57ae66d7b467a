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
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** H2 takes the type of a computed column from parameters that were set before, on one database and not on another. */
class PreparedAgainTest {
    private static final int ROWS = 12;

    private final Map<String, DataSource> pools = new LinkedHashMap<>();
    private ShardingDataSource sharding;

    @BeforeEach
    void open() throws SQLException {
        ShardingRule rule = TestRules.over(List.of("ds0", "ds1"))
                .table(new TableRule("o", "ds{0..1}.o", new ShardingStrategy("id", new ModAlgorithm(2)), null, null))
                .build();
        for (String name : rule.dataSources()) {
            HikariDataSource pool = TestDatabase.H2.create("again", pools.size());
            pools.put(name, pool);
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE o (id BIGINT PRIMARY KEY, status VARCHAR(20))");
            }
        }
        sharding = ShardingDataSource.create(
                pools, rule, ShardingOptions.builder().executor(Runnable::run).build());
        try (Connection connection = sharding.getConnection();
                Statement statement = connection.createStatement()) {
            for (int id = 0; id < ROWS; id++) {
                statement.execute(
                        "INSERT INTO o (id, status) VALUES (" + id + ", '" + (id % 3 == 0 ? "NEW" : "PAID") + "')");
            }
        }
    }

    @AfterEach
    void close() {
        pools.values().forEach(pool -> ((HikariDataSource) pool).close());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT id FROM o ORDER BY CASE WHEN status = ? THEN ? ELSE ? END, id",
                "SELECT id FROM (SELECT id, status FROM o) s ORDER BY CASE WHEN status = ? THEN ? ELSE ? END, id",
                "SELECT id, CASE WHEN status = ? THEN ? ELSE ? END AS v FROM o ORDER BY v, id"
            })
    void ordersByParametersEachTime(String sql) throws SQLException {
        List<Long> newFirst = List.of(0L, 3L, 6L, 9L, 1L, 2L, 4L, 5L, 7L, 8L, 10L, 11L);
        for (int i = 0; i < 3; i++) {
            try (Connection connection = sharding.getConnection();
                    PreparedStatement statement = connection.prepareStatement(sql)) {
                for (int again = 0; again < 4; again++) {
                    assertThat(ids(statement)).isEqualTo(newFirst);
                }
            }
        }
    }

    private static List<Long> ids(PreparedStatement statement) throws SQLException {
        statement.setString(1, "NEW");
        statement.setLong(2, 0);
        statement.setLong(3, 1);
        List<Long> ids = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                ids.add(rows.getLong(1));
            }
        }
        return ids;
    }
}
