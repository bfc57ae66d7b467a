package io.shardkit.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.rule.PlacedKey;
import io.shardkit.rule.RoutedTable;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;

/** One sharding value gets units of its own while its rows are written, and loses them again. */
class IsolatedKeysIT {
    private static final Duration OFTEN = Duration.ofMillis(100);

    private static List<PlacedKey> keys(ShardingDataSource instance, String table) {
        return ((RoutedTable) Objects.requireNonNull(instance.rule().shardedTable(table))).placedKeys();
    }

    private static int rows(ShardingDataSource instance, String table) throws SQLException {
        try (Connection connection = instance.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM " + table + " WHERE user_id = 7")) {
            row.next();
            return row.getInt(1);
        }
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void aKeyGetsAUnitAndLosesIt(TestDatabase database) throws Exception {
        try (MovingOrders orders = new MovingOrders(database)) {
            ShardingDataSource instance = orders.start(OFTEN);
            orders.write(instance);
            Moves moves = instance.moves();
            ReshardRequest request = moves.isolating("t_order", "7", "ds2", null);
            MoveReport report = moves.check(request);
            assertThat(report.errors()).isEmpty();
            MoveReport.TablePlan plan = report.tables().get(0);
            assertThat(plan.table()).isEqualTo("t_order");
            assertThat(plan.to()).contains("by user_id with mod", "the key 7 in ds2.t_order_k7");
            assertThat(plan.targets())
                    .extracting(MoveReport.Target::unit)
                    .hasSize(2)
                    .contains("ds2.t_order_k7");
            assertThat(plan.rows()).isPositive().isGreaterThanOrEqualTo(plan.sampled());
            assertThat(plan.targets().stream()
                            .mapToLong(MoveReport.Target::rows)
                            .sum())
                    .isCloseTo(plan.rows(), Offset.offset(5L));
            assertThat(plan.staying()).isBetween(1L, plan.rows());
            String id = moves.start(request);
            orders.awaitSwitch(moves, id, false);
            orders.find(instance);
            orders.await(() -> !keys(instance, "t_order").isEmpty());
            assertThat(keys(instance, "t_order")).containsExactly(new PlacedKey("7", "ds2.t_order_k7"));
            assertThat(keys(instance, "t_order_item")).containsExactly(new PlacedKey("7", "ds2.t_order_item_k7"));
            assertThat(orders.tables("ds2")).contains("t_order_k7", "t_order_item_k7");
            moves.complete(id);
            orders.await(() -> moves.list().isEmpty());
            assertThatThrownBy(() -> moves.isolating("t_order", "7", "ds1", null))
                    .hasMessageContaining("already");
            int before = rows(instance, "t_order");
            String released = moves.start(moves.releasing("t_order_item", "7"));
            orders.awaitSwitch(moves, released, false);
            // The instance takes the rule a little later than it is decided.
            orders.await(() -> keys(instance, "t_order").isEmpty());
            assertThat(rows(instance, "t_order")).isGreaterThanOrEqualTo(before);
            orders.find(instance);
            orders.check();
        }
    }

    @ParameterizedTest
    @OnDatabases
    void whatCannotBeIsSaid(TestDatabase database) throws Exception {
        try (MovingOrders orders = new MovingOrders(database)) {
            Moves moves = orders.start(OFTEN).moves();
            assertThat(moves.check(moves.isolating("t_order", "007", "ds2", null))
                            .errors())
                    .anySatisfy(error -> assertThat(error).contains("'007'", "t_order"));
            assertThatThrownBy(() -> moves.isolating("t_order", "7", "ds2", "vip"))
                    .hasMessageContaining("t_order_vip");
            assertThatThrownBy(() -> moves.isolating("t_other", "7", "ds2", null))
                    .hasMessageContaining("not a sharded table");
            assertThatThrownBy(() -> moves.releasing("t_order", "7")).hasMessageContaining("has no unit of its own");
            assertThatThrownBy(() -> moves.wanted(List.of())).hasMessageContaining("sharding.next");
            assertThat(moves.wantedTables()).isEmpty();
        }
    }
}
