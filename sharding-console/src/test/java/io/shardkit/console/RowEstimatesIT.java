package io.shardkit.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;

class RowEstimatesIT {
    @ParameterizedTest
    @OnDatabases
    void comeFromEachDatabasesStatistics(TestDatabase kind) throws SQLException {
        ShardingRule rule = ShardingRuleBuilder.over(List.of("ds0", "ds1"))
                .table(new TableRule(
                        "t_order",
                        "ds{0..1}.t_order",
                        new ShardingStrategy("user_id", new ModAlgorithm(2)),
                        null,
                        null))
                .build();
        try (HikariDataSource full = kind.create("rows");
                HikariDataSource gone = new HikariDataSource()) {
            try (Connection connection = full.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE t_order (user_id BIGINT PRIMARY KEY)");
                for (int i = 0; i < 50; i++) {
                    statement.execute("INSERT INTO t_order VALUES (" + i + ")");
                }
                statement.execute(
                        kind.speaksMysql()
                                ? "ANALYZE TABLE t_order"
                                : kind == TestDatabase.H2 ? "ANALYZE" : "ANALYZE t_order");
            }
            RowEstimates.Rows rows = new RowEstimates(() -> Map.of("ds0", full, "ds1", gone), () -> rule).ask();
            assertThat(rows.units()).containsOnlyKeys("ds0.t_order");
            assertThat(rows.units().get("ds0.t_order")).isBetween(40L, 60L);
            assertThat(rows.unknown()).containsExactly("ds1");
        }
    }
}
