package io.shardkit.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.shardkit.algorithm.Algorithms;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.rule.Lookup;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;

/** Tables whose rows move to where another rule has them, while they are written. */
@Tag("thorough")
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

    private static ShardingRule lookingUp(int tables, String by, boolean writeOnly) {
        return ShardingRuleBuilder.over("ds0", "ds1", "ds2")
                .table("t_order", table -> table.nodes("ds0.t_order_{0.." + (tables - 1) + "}")
                        .tableBy(by, Algorithms.mod())
                        .lookup(new Lookup("note", "t_order_note", writeOnly)))
                .table("t_order_item", table -> table.nodes("ds0.t_order_item_{0.." + (tables - 1) + "}")
                        .tableBy("user_id", Algorithms.mod()))
                .build();
    }

    @ParameterizedTest
    @OnDatabases
    void lookupTablesThatHoldTheSameStayAsTheyAre(TestDatabase database) throws Exception {
        List<String> tables = List.of("t_order");
        try (MovingOrders orders = new MovingOrders(database, lookingUp(2, "user_id", false))) {
            orders.execute(
                    "ds0",
                    "CREATE TABLE t_order_note (note VARCHAR(40) NOT NULL PRIMARY KEY, user_id BIGINT NOT NULL)");
            Moves moves = orders.start(OFTEN).moves();
            assertThat(moves.check(ReshardRequest.of(lookingUp(3, "user_id", false), tables))
                            .errors())
                    .isEmpty();
            assertThat(moves.check(ReshardRequest.of(lookingUp(3, "user_id", true), tables))
                            .units())
                    .noneMatch(unit -> unit.table().equals("t_order_note"));
            assertThatThrownBy(() -> moves.check(ReshardRequest.of(lookingUp(3, "n", false), tables)))
                    .hasMessageContaining("t_order_note of t_order is to be made anew");
        }
        try (MovingOrders orders = new MovingOrders(database)) {
            Moves moves = orders.start(OFTEN).moves();
            assertThat(moves.check(ReshardRequest.of(lookingUp(3, "user_id", false), tables))
                            .units())
                    .anyMatch(unit -> unit.table().equals("t_order_note"));
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
    @OnDatabases
    void aTableThatKeepsItsNameIsRefused(TestDatabase database) throws Exception {
        ShardingRule single = MovingOrders.sameNames().single("ds0", "t_kind").build();
        ShardingRule broadcast = MovingOrders.sameNames().broadcast("t_kind").build();
        for (boolean spreads : List.of(true, false)) {
            try (MovingOrders orders = new MovingOrders(database, spreads ? single : broadcast)) {
                Moves moves = orders.start(OFTEN).moves();
                ReshardRequest request = ReshardRequest.of(spreads ? broadcast : single, List.of("t_kind"));
                assertThatThrownBy(() -> moves.start(request))
                        .hasMessageContaining("SK-1024")
                        .hasMessageContaining(spreads ? "cannot become a broadcast table" : "cannot become another one")
                        .hasMessageContaining("sharding.rule-store.accept");
            }
        }
    }

    private static ShardingRule withOwn(String user) {
        return ShardingRuleBuilder.over("ds0", "ds1", "ds2")
                .table("t_order", table -> table.nodes("ds0.t_order_{0..1}, ds1.t_order_{2..3}")
                        .tableBy("user_id", Algorithms.mod())
                        .placedKey(user, "ds2.t_order_own"))
                .table("t_order_item", table -> table.nodes("ds0.t_order_item_{0..1}, ds1.t_order_item_{2..3}")
                        .tableBy("user_id", Algorithms.mod())
                        .placedKey(user, "ds2.t_order_item_own"))
                .bind("t_order", "t_order_item")
                .build();
    }

    @ParameterizedTest
    @OnDatabases(always = TestDatabase.MYSQL, except = TestDatabase.H2)
    void onlyTheUnitOfAKeyIsCopiedThatGetsItsOwn(TestDatabase database) throws Exception {
        try (MovingOrders orders = new MovingOrders(database)) {
            ShardingDataSource instance = orders.start(OFTEN);
            orders.write(instance);
            Moves moves = instance.moves();
            ReshardRequest request = ReshardRequest.of(withOwn("7"), List.of("t_order"));
            assertThat(moves.check(request).units())
                    .extracting(MoveReport.Unit::unit, MoveReport.Unit::name)
                    .containsExactly(
                            tuple("ds1.t_order_3", "t_order_3_g2, t_order_own"),
                            tuple("ds1.t_order_item_3", "t_order_item_3_g2, t_order_item_own"));
            String id = moves.start(request);
            orders.awaitSwitch(moves, id, false);
            orders.find(instance);
            orders.awaitWrites();
            // A unit that kept its rows belongs to the move: going back is by the former rule.
            assertThatThrownBy(() -> moves.start(MoveRequest.of(List.of("ds0.t_order_0"), "ds2")))
                    .hasMessageContaining("way back is still open");
            moves.goBack(id);
            orders.awaitSwitch(moves, id, true);
            orders.awaitWrites();
            moves.goBack(id);
            orders.awaitSwitch(moves, id, false);
            moves.complete(id);
            orders.await(() -> moves.list().isEmpty());
            orders.awaitWrites();
            assertThat(orders.tables("ds0")).contains("t_order_0", "t_order_1");
            assertThat(orders.tables("ds1"))
                    .contains("t_order_2", "t_order_3_g2")
                    .doesNotContain("t_order_3");
            assertThat(orders.tables("ds2")).contains("t_order_own", "t_order_item_own");
            // A unit that has moved, and keeps its rows by the next rule, stays where it is.
            String moved = moves.start(MoveRequest.of(List.of("ds0.t_order_1"), "ds2"));
            orders.awaitSwitch(moves, moved, false);
            moves.complete(moved);
            orders.await(() -> moves.list().isEmpty());
            String other = moves.start(ReshardRequest.of(withOwn("8"), List.of("t_order")));
            orders.awaitSwitch(moves, other, false);
            orders.find(instance);
            orders.awaitWrites();
            moves.complete(other);
            orders.await(() -> moves.list().isEmpty());
            orders.find(orders.start(OFTEN, withOwn("8")));
            orders.check();
        }
    }

    private static void refers(MovingOrders orders, String table, String columns, String parent, String parentColumns)
            throws SQLException {
        for (int unit = 0; unit < 4; unit++) {
            orders.execute(
                    "ds" + unit / 2,
                    "ALTER TABLE " + table + unit + " ADD CONSTRAINT fk_" + table + unit + " FOREIGN KEY (" + columns
                            + ") REFERENCES " + parent + unit + " (" + parentColumns + ")");
        }
    }

    private static void isKept(ShardingDataSource instance) throws SQLException {
        try (Connection connection = instance.getConnection();
                Statement statement = connection.createStatement()) {
            for (int user = 0; user < 12; user++) {
                for (String refused : List.of(
                        "INSERT INTO t_order_item VALUES (" + (100 + user) + ", 0, 0)",
                        "INSERT INTO t_order_item VALUES (" + user + ", 8, 7)",
                        "DELETE FROM t_order WHERE user_id = " + user,
                        "DELETE FROM t_order_item WHERE item_id = 0 AND user_id = " + user)) {
                    assertThatThrownBy(() -> statement.execute(refused), refused)
                            .isInstanceOf(SQLException.class)
                            .matches(failure -> String.valueOf(((SQLException) failure).getSQLState())
                                    .startsWith("23"));
                }
            }
        }
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void foreignKeysThatHoldTheShardingColumnsGoAlong(TestDatabase database) throws Exception {
        try (MovingOrders orders = new MovingOrders(database)) {
            refers(orders, "t_order_item_", "user_id", "t_order_", "user_id");
            for (int unit = 0; unit < 4; unit++) {
                String item = "t_order_item_" + unit;
                orders.execute(
                        "ds" + unit / 2,
                        "ALTER TABLE " + item + " ADD FOREIGN KEY (user_id, n) REFERENCES " + item
                                + " (user_id, item_id)");
            }
            ShardingDataSource instance = orders.start(OFTEN);
            try (Connection connection = instance.getConnection();
                    Statement statement = connection.createStatement()) {
                for (int user = 0; user < 12; user++) {
                    statement.execute("INSERT INTO t_order VALUES (" + user + ", 0, 'one')");
                    statement.execute("INSERT INTO t_order_item VALUES (" + user + ", 0, 0)");
                    statement.execute("INSERT INTO t_order_item VALUES (" + user + ", 1, 0)");
                }
            }
            isKept(instance);
            Moves moves = instance.moves();
            String id = moves.start(ReshardRequest.of(wider(), List.of("t_order")));
            orders.awaitSwitch(moves, id, false);
            isKept(instance);
            moves.goBack(id);
            orders.awaitSwitch(moves, id, true);
            isKept(instance);
            moves.goBack(id);
            orders.awaitSwitch(moves, id, false);
            isKept(instance);
            moves.complete(id);
            orders.await(() -> moves.list().isEmpty());
            isKept(instance);
        }
    }

    @ParameterizedTest
    @OnDatabases(always = TestDatabase.MYSQL, except = TestDatabase.H2)
    void foreignKeysWhoseRowsMayLieApartAreNamed(TestDatabase database) throws Exception {
        ReshardRequest request = ReshardRequest.of(wider(), List.of("t_order"));
        try (MovingOrders orders = new MovingOrders(database)) {
            Moves moves = orders.start(OFTEN).moves();
            assertThat(moves.check(request).errors()).isEmpty();
            refers(orders, "t_order_item_", "item_id", "t_order_", "user_id");
            assertThat(moves.check(request).errors()).hasSize(4).allSatisfy(error -> assertThat(error)
                    .contains("fk_t_order_item_")
                    .contains("may lie on another shard")
                    .contains("drop the foreign key"));
        }
        try (MovingOrders orders = new MovingOrders(database)) {
            Moves moves = orders.start(OFTEN).moves();
            refers(orders, "t_order_", "n", "t_order_", "user_id");
            assertThat(moves.check(request).errors()).hasSize(4).allSatisfy(error -> assertThat(error)
                    .contains("may lie on another shard"));
        }
        try (MovingOrders orders = new MovingOrders(database)) {
            Moves moves = orders.start(OFTEN).moves();
            orders.execute(
                    "ds1", "ALTER TABLE t_order_item_2 ADD FOREIGN KEY (user_id) REFERENCES t_order_2 (user_id)");
            assertThat(moves.check(request).errors())
                    .singleElement()
                    .asString()
                    .contains("its foreign keys are not those of ds0.t_order_item_0");
            orders.execute("ds0", "CREATE TABLE t_kind (id BIGINT NOT NULL PRIMARY KEY)");
            orders.execute("ds0", "ALTER TABLE t_order_0 ADD FOREIGN KEY (n) REFERENCES t_kind (id)");
            assertThat(moves.check(request).errors())
                    .anySatisfy(error -> assertThat(error).contains("t_kind, which does not move along"));
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
