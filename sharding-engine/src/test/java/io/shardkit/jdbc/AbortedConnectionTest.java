package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Checks what becomes of a pool's connection that a session has lost. */
final class AbortedConnectionTest {
    private static final int ROUNDS = 3_000;

    /** An embedded database keeps the connection alive, so that the pool lends it again: the end must not come later. */
    @Test
    void whoGetsItNextKeepsIt() throws Exception {
        ExecutorService executor = Executors.newCachedThreadPool();
        try (HikariDataSource pool = TestDatabase.H2.create("aborted")) {
            pool.setMaximumPoolSize(1);
            try (ShardingDataSource dataSource = ShardingDataSource.create(
                    Map.of("ds0", pool),
                    TestRules.over(List.of("ds0")).build(),
                    ShardingOptions.builder().executor(executor).build())) {
                for (int round = 0; round < ROUNDS; round++) {
                    Connection lost = dataSource.getConnection();
                    count(lost);
                    lost.abort(Runnable::run);
                    try (Connection next = pool.getConnection()) {
                        assertThat(count(next)).as("round %d", round).isEqualTo(2_000);
                    }
                }
            }
        } finally {
            executor.shutdownNow();
        }
    }

    private static long count(Connection connection) throws Exception {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM SYSTEM_RANGE(1, 2000) WHERE X > 0")) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
