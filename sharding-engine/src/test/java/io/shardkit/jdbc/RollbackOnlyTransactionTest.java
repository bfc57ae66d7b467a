package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.error.ErrorCode;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** A write that failed half way must not be seen, not even by its own transaction: one database would have undone it. */
class RollbackOnlyTransactionTest {

    @Test
    void nothingRunsAfterAHalfDoneWriteUntilItIsRolledBack() throws SQLException {
        try (HikariDataSource one = h2("spoilt0");
                HikariDataSource two = h2("spoilt1")) {
            Map<String, DataSource> pools = new LinkedHashMap<>();
            pools.put("ds0", one);
            pools.put("ds1", two);
            ShardingRule rule = TestRules.over(List.of("ds0", "ds1"))
                    .table(new TableRule(
                            "t_log", "ds{0..1}.t_log", new ShardingStrategy("id", new ModAlgorithm(2)), null, null))
                    .build();
            try (ShardingDataSource sharded = ShardingDataSource.create(
                            pools,
                            rule,
                            ShardingOptions.builder().executor(Runnable::run).build());
                    Connection connection = sharded.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE t_log (id BIGINT PRIMARY KEY, note VARCHAR(10))");
                statement.executeUpdate("INSERT INTO t_log VALUES (1, 'a')");
                connection.setAutoCommit(false);
                assertThatThrownBy(() -> statement.executeUpdate("INSERT INTO t_log VALUES (2, 'b'), (1, 'c')"))
                        .isInstanceOf(SQLException.class);
                assertThatThrownBy(() -> statement.executeQuery("SELECT COUNT(*) FROM t_log"))
                        .hasMessageStartingWith(ErrorCode.ROLLBACK_ONLY.code());
                assertThatThrownBy(() -> statement.executeUpdate("INSERT INTO t_log VALUES (4, 'd')"))
                        .hasMessageStartingWith(ErrorCode.ROLLBACK_ONLY.code());
                connection.rollback();
                try (ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM t_log")) {
                    rows.next();
                    assertThat(rows.getInt(1)).isEqualTo(1);
                }
                connection.rollback();
            }
        }
    }

    private static HikariDataSource h2(String name) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl("jdbc:h2:mem:" + name);
        return pool;
    }
}
