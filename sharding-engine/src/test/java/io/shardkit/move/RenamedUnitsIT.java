package io.shardkit.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.rule.ShardingRule;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;

/** Units move to a data source that has, or has had, tables of their names. */
class RenamedUnitsIT {
    private static final Duration OFTEN = Duration.ofMillis(100);
    private static final Duration NEVER = Duration.ofHours(1);

    private static MoveRequest request(String unit, String to) {
        return MoveRequest.of(List.of(unit), to);
    }

    private static void move(MovingOrders orders, Moves moves, String unit, String to) throws Exception {
        String id = moves.start(request(unit, to));
        orders.awaitSwitch(moves, id, false);
        complete(orders, moves, id);
    }

    private static void complete(MovingOrders orders, Moves moves, String id) throws Exception {
        moves.complete(id);
        orders.await(() -> moves.list().isEmpty());
    }

    private static List<String> names(MoveReport report) {
        return report.units().stream()
                .map(unit -> unit.unit() + " -> " + unit.to() + "." + unit.name())
                .sorted()
                .toList();
    }

    /** H2 fails now and then with an internal error when triggers change while a table is written. */
    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void aNameStandsForTheSameRowsForEver(TestDatabase database) throws Exception {
        try (MovingOrders orders = new MovingOrders(database, MovingOrders.ruleOfSameNames())) {
            ShardingDataSource told = orders.start(OFTEN);
            ShardingDataSource asleep = orders.start(NEVER);
            ShardingDataSource fastAsleep = orders.start(NEVER);
            orders.write(told, orders.start(NEVER));
            for (ShardingDataSource each : List.of(asleep, fastAsleep)) {
                count(each);
            }
            Moves moves = told.moves();
            assertThat(names(moves.check(request("ds0.t_order_1", "ds1"))))
                    .containsExactly("ds0.t_order_1 -> ds1.t_order_1_g2", "ds0.t_order_item_1 -> ds1.t_order_item_1");
            String id = moves.start(request("ds0.t_order_1", "ds1"));
            orders.awaitSwitch(moves, id, false);
            assertThat(orders.tables("ds1")).contains("t_order_1", "t_order_1_g2", "t_order_item_1");
            orders.awaitWrites();
            moves.goBack(id);
            orders.awaitSwitch(moves, id, true);
            assertThat(orders.tables("ds0")).contains("t_order_1", "t_order_item_1");
            assertThat(orders.tables("ds1")).contains("t_order_1").doesNotContain("t_order_1_g2");
            orders.awaitWrites();
            moves.goBack(id);
            orders.awaitSwitch(moves, id, false);
            complete(orders, moves, id);
            assertThat(orders.tables("ds0")).doesNotContain("t_order_1", "t_order_item_1");

            // The name is not in use there any more, but an instance that sleeps since then looks for other rows there.
            assertThat(names(moves.check(request("ds1.t_order_1", "ds0"))))
                    .containsExactly("ds1.t_order_1 -> ds0.t_order_1_g2", "ds1.t_order_item_3 -> ds0.t_order_item_3");
            move(orders, moves, "ds1.t_order_1", "ds0");
            orders.awaitWrites();
            orders.find(asleep);

            move(orders, moves, "ds1.t_order_1_g2", "ds2");
            assertThat(orders.tables("ds2")).contains("t_order_1", "t_order_item_1");
            orders.awaitWrites();
            ShardingDataSource later = orders.start(NEVER);
            count(later);
            move(orders, moves, "ds2.t_order_1", "ds0");
            assertThat(orders.tables("ds0")).contains("t_order_1", "t_order_1_g2", "t_order_item_1", "t_order_item_3");
            // No unit was declared there, but one has passed through.
            move(orders, moves, "ds0.t_order_1_g2", "ds2");
            assertThat(orders.tables("ds2"))
                    .contains("t_order_1_g2", "t_order_item_3")
                    .doesNotContain("t_order_1");
            orders.awaitWrites();
            orders.find(later);
            orders.check();
            for (ShardingDataSource each : List.of(told, asleep, fastAsleep, later, orders.start(NEVER))) {
                orders.check(each);
                assertThat(count(each)).isEqualTo(60);
            }
            ShardingRule more = MovingOrders.sameNames()
                    .table("t_more", table -> table.nodes("ds1.t_order_1_g2"))
                    .build();
            assertThatThrownBy(() -> orders.start(NEVER, more))
                    .hasMessageContaining(
                            "an actual table of t_more is ds1.t_order_1_g2 here, which is, or was, another");
        }
    }

    private static long count(ShardingDataSource instance) throws SQLException {
        try (Connection connection = instance.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM t_order")) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
