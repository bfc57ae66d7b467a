package io.shardkit.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.algorithm.Algorithms;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.move.MovePhase;
import io.shardkit.move.MoveReport;
import io.shardkit.move.MoveRequest;
import io.shardkit.move.MoveState;
import io.shardkit.move.Moves;
import io.shardkit.move.ReshardRequest;
import io.shardkit.options.RuleStore;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.Test;

/** The code of docs/growing.md moves a table. */
class GrowingPageTest {

    @Test
    void aTableMoves() throws Exception {
        Map<String, DataSource> pools = new LinkedHashMap<>();
        for (String name : List.of("ds0", "ds4")) {
            pools.put(
                    name, JdbcConnectionPool.create("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "", ""));
        }
        for (int i = 0; i < 4; i++) {
            execute(pools.get("ds0"), "CREATE TABLE t_order_" + i + " (user_id BIGINT PRIMARY KEY, total INT)");
        }
        try (ShardingDataSource dataSource = ShardingDataSource.builder()
                .dataSources(pools)
                .rule(ShardingRuleBuilder.over("ds0", "ds4")
                        .table("t_order", table -> table.nodes("ds0.t_order_{0..3}")
                                .tableBy("user_id", Algorithms.mod()))
                        .build())
                .options(ShardingOptions.builder()
                        .ruleStore(RuleStore.DEFAULTS.every(Duration.ofMillis(100)))
                        .build())
                .build()) {
            execute(dataSource, "INSERT INTO t_order VALUES (3, 5), (7, 6), (8, 7)");
            // region: moves
            Moves moves = dataSource.moves();
            MoveReport report = moves.check(MoveRequest.of(List.of("ds0.t_order_3"), "ds4"));
            String id = moves.start(MoveRequest.of(List.of("ds0.t_order_3"), "ds4"));
            MoveState state = moves.state(id);
            // endregion
            assertThat(report.errors()).isEmpty();
            assertThat(state.units()).containsExactly("ds0.t_order_3");
            awaitSwitch(moves, id);
            assertThat(count(pools.get("ds4"), "t_order_3")).isEqualTo(2);
            assertThat(count(dataSource, "t_order")).isEqualTo(3);
            complete(moves, id);
            ShardingRule wanted = ShardingRuleBuilder.over("ds0", "ds4")
                    .table("t_order", table -> table.nodes("ds0.t_order_{0..2}, ds4.t_order_{3..5}")
                            .tableBy("user_id", Algorithms.mod()))
                    .build();
            // region: reshard
            MoveReport plan = moves.check(ReshardRequest.of(wanted, List.of("t_order")));
            String resharded = moves.start(ReshardRequest.of(wanted, List.of("t_order")));
            // endregion
            assertThat(plan.tables().get(0).sampled()).isEqualTo(3);
            awaitSwitch(moves, resharded);
            assertThat(count(dataSource, "t_order")).isEqualTo(3);
            complete(moves, resharded);
            // region: isolate
            ReshardRequest alone = moves.isolating("t_order", "4711", "ds4", null);
            String isolated = moves.start(alone);
            // endregion
            awaitSwitch(moves, isolated);
            execute(dataSource, "INSERT INTO t_order VALUES (4711, 5)");
            assertThat(count(pools.get("ds4"), "t_order_k4711")).isEqualTo(1);
            assertThat(dataSource.forecast(wanted, List.of("SELECT * FROM t_order WHERE total = ?")))
                    .isEmpty();
        } finally {
            pools.values().forEach(pool -> ((JdbcConnectionPool) pool).dispose());
        }
    }

    private static void awaitSwitch(Moves moves, String id) throws Exception {
        while (moves.state(id).phase() != MovePhase.SWITCHED) {
            assertThat(moves.state(id).phase()).as("%s", moves.state(id)).isNotEqualTo(MovePhase.FAILED);
            Thread.sleep(10);
        }
    }

    private static void complete(Moves moves, String id) throws Exception {
        moves.complete(id);
        while (!moves.list().isEmpty()) {
            Thread.sleep(10);
        }
    }

    private static void execute(DataSource pool, String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static int count(DataSource pool, String table) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
