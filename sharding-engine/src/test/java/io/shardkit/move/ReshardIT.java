package io.shardkit.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.algorithm.Algorithms;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;

/** Tables whose rows move to where another rule has them, while they are written. */
class ReshardIT {
    private static final Duration OFTEN = Duration.ofMillis(100);

    /** Six tables on three data sources instead of four on two. */
    private static ShardingRule wider() {
        return ShardingRuleBuilder.over("ds0", "ds1", "ds2")
                .table("t_order", table -> table.nodes("ds{0..2}.t_order_{0..1}")
                        .databaseBy("user_id", Algorithms.mod())
                        .tableBy("user_id", Algorithms.crc32Mod()))
                .table("t_order_item", table -> table.nodes("ds{0..2}.t_order_item_{0..1}")
                        .databaseBy("user_id", Algorithms.mod())
                        .tableBy("user_id", Algorithms.crc32Mod()))
                .bind("t_order", "t_order_item")
                .build();
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void anOrdinaryTableIsSharded(TestDatabase database) throws Exception {
        ShardingRule ordinary = ShardingRuleBuilder.over("ds0", "ds1", "ds2")
                .single("ds0", "t_order")
                .single("ds0", "t_order_item")
                .build();
        try (MovingOrders orders = new MovingOrders(database, ordinary)) {
            ShardingDataSource instance = orders.start(OFTEN);
            orders.write(instance);
            Moves moves = instance.moves();
            String id = moves.start(ReshardRequest.of(wider(), List.of("t_order")));
            orders.awaitSwitch(moves, id, false);
            orders.find(instance);
            orders.awaitWrites();
            moves.complete(id);
            orders.await(() -> moves.list().isEmpty());
            assertThat(orders.tables("ds0")).contains("t_order_0").doesNotContain("t_order");
            String back = moves.start(ReshardRequest.of(ordinary, List.of("t_order", "t_order_item")));
            orders.awaitSwitch(moves, back, false);
            orders.find(instance);
            orders.check();
        }
    }

    @ParameterizedTest
    @OnDatabases
    void aKeyThatTheWantedRuleCannotKeepUniqueIsNamed(TestDatabase database) throws Exception {
        ShardingRule byNumber = ShardingRuleBuilder.over("ds0", "ds1", "ds2")
                .table("t_order", table -> table.nodes("ds{0..2}.t_order_{0..1}")
                        .databaseBy("n", Algorithms.mod())
                        .tableBy("n", Algorithms.crc32Mod()))
                .build();
        try (MovingOrders orders = new MovingOrders(database)) {
            Moves moves = orders.start(OFTEN).moves();
            assertThat(moves.check(ReshardRequest.of(byNumber, List.of("t_order")))
                            .errors())
                    .anySatisfy(error -> assertThat(error)
                            .contains("t_order: the unique key")
                            .contains("[user_id]")
                            .contains("unique-keys"));
            assertThatThrownBy(() -> moves.start(ReshardRequest.of(MovingOrders.rule(), List.of("t_order"))))
                    .hasMessageContaining("as it is wanted already");
        }
    }

    @ParameterizedTest
    @OnDatabases(always = TestDatabase.MYSQL, except = TestDatabase.H2)
    void rowsMoveToMoreTablesAndBack(TestDatabase database) throws Exception {
        try (MovingOrders orders = new MovingOrders(database)) {
            ShardingDataSource one = orders.start(OFTEN);
            ShardingDataSource other = orders.start(OFTEN);
            orders.write(one, other);
            Moves moves = one.moves();
            ReshardRequest request = ReshardRequest.of(wider(), List.of("t_order"));
            MoveReport report = moves.check(request);
            assertThat(report.errors()).isEmpty();
            assertThat(report.units()).hasSize(8);
            String id = moves.start(request);
            assertThatThrownBy(() -> moves.start(request)).hasMessageContaining("SK-1024");
            MoveState switched = orders.awaitSwitch(moves, id, false);
            assertThat(switched.repaired()).isZero();
            orders.find(one);
            orders.find(other);
            orders.awaitWrites();
            // A configuration that has the wanted rule need not say which names the tables have.
            orders.find(orders.start(OFTEN, wider()));
            moves.goBack(id);
            orders.awaitSwitch(moves, id, true);
            orders.awaitWrites();
            orders.find(one);
            moves.goBack(id);
            orders.awaitSwitch(moves, id, false);
            moves.complete(id);
            orders.await(() -> moves.list().isEmpty());
            orders.awaitWrites();
            assertThat(orders.tables("ds2")).contains("t_order_0", "t_order_item_1");
            assertThat(orders.tables("ds0"))
                    .contains("t_order_0_g2", "t_order_item_1_g2")
                    .noneMatch(name -> name.startsWith("sk_") || name.contains("__"));
            String back = moves.start(ReshardRequest.of(MovingOrders.rule(), List.of("t_order_item")));
            orders.awaitSwitch(moves, back, false);
            orders.awaitWrites();
            orders.check();
        }
    }
}
