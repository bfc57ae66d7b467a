package io.shardkit.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.algorithm.Algorithms;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.UniqueKeyChoice;
import io.shardkit.rule.UniqueKeyChoices;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;

/** Tables that are altered while they are written and read. */
class AlterIT {
    private static final Duration OFTEN = Duration.ofMillis(100);
    private static final String ADDING = "ADD COLUMN remark VARCHAR(20) DEFAULT 'none'";

    /** No database changes this type in place. */
    private static String retyping(TestDatabase database) {
        return database == TestDatabase.POSTGRESQL
                ? "ALTER COLUMN n TYPE NUMERIC(20, 2)"
                : "MODIFY COLUMN n DECIMAL(20, 2) NOT NULL";
    }

    static String copying(TestDatabase database) {
        return ADDING + ", " + retyping(database);
    }

    private static List<String> firstColumn(ShardingDataSource instance, String query) throws SQLException {
        try (Connection connection = instance.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<String> values = new ArrayList<>();
            while (rows.next()) {
                values.add(rows.getString(1));
            }
            return values;
        }
    }

    private static void execute(ShardingDataSource instance, String sql) throws SQLException {
        try (Connection connection = instance.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<String> columns(ShardingDataSource instance) throws SQLException {
        try (Connection connection = instance.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT * FROM t_order")) {
            List<String> names = new ArrayList<>();
            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                names.add(rows.getMetaData().getColumnLabel(i).toLowerCase(Locale.ROOT));
            }
            return names;
        }
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void rowsAreCopiedToAlteredTablesAndBack(TestDatabase database) throws Exception {
        try (MovingOrders orders = new MovingOrders(database)) {
            ShardingDataSource one = orders.start(OFTEN);
            ShardingDataSource other = orders.start(OFTEN);
            orders.write(one, other);
            try (AlterReaders readers = AlterReaders.start(one, other)) {
                Moves moves = one.moves();
                AlterRequest request = AlterRequest.of("t_order", copying(database));
                AlterReport report = moves.check(request);
                assertThat(report.errors()).isEmpty();
                assertThat(report.inPlace()).isFalse();
                assertThat(report.why()).isNotEmpty();
                assertThat(report.oneWay()).isEmpty();
                assertThat(report.units())
                        .extracting(MoveReport.Unit::name)
                        .containsExactly("t_order_0_g2", "t_order_1_g2", "t_order_2_g2", "t_order_3_g2");
                String id = moves.start(request);
                MoveState state = orders.awaitSwitch(moves, id, false);
                assertThat(state.tables()).containsExactly("t_order");
                System.out.println("Pause of the switch on " + database + ": " + state.pauseMillis() + " ms");
                orders.find(other);
                orders.awaitWrites();
                readers.awaitReads();
                assertThat(columns(one)).containsExactly("user_id", "n", "note", "remark");
                assertThat(firstColumn(other, "SELECT DISTINCT remark FROM t_order"))
                        .containsExactly("none");
                execute(one, "UPDATE t_order SET remark = 'new' WHERE user_id = 7");
                moves.goBack(id);
                orders.awaitSwitch(moves, id, true);
                orders.awaitWrites();
                readers.awaitReads();
                orders.await(() -> columns(other).size() == 3);
                moves.goBack(id);
                orders.awaitSwitch(moves, id, false);
                orders.awaitWrites();
                assertThat(firstColumn(one, "SELECT remark FROM t_order WHERE user_id = 7"))
                        .containsExactly("new");
                moves.complete(id);
                orders.await(() -> moves.list().isEmpty());
                readers.awaitReads();
            }
            assertThat(orders.tables("ds0"))
                    .contains("t_order_0_g2", "t_order_item_0")
                    .noneMatch(name -> name.startsWith("sk_") || name.contains("__") || name.equals("t_order_0"));
            orders.find(orders.start(OFTEN));
            orders.check();
        }
    }

    @ParameterizedTest
    @OnDatabases(always = TestDatabase.MYSQL, except = TestDatabase.H2)
    void databasesAlterInPlaceWhatTheySayTheyCan(TestDatabase database) throws Exception {
        try (MovingOrders orders = new MovingOrders(database)) {
            ShardingDataSource one = orders.start(OFTEN);
            ShardingDataSource other = orders.start(OFTEN);
            orders.write(one, other);
            try (AlterReaders readers = AlterReaders.start(one, other)) {
                Moves moves = one.moves();
                AlterReport report = moves.check(AlterRequest.of("T_ORDER", ADDING));
                assertThat(report.errors()).isEmpty();
                assertThat(report.inPlace()).as(report.why()).isTrue();
                String id = moves.start(AlterRequest.of("t_order", ADDING));
                MoveState state = orders.awaitSwitch(moves, id, false);
                System.out.println("Pause of the switch on " + database + ": " + state.pauseMillis() + " ms, in place");
                orders.find(other);
                orders.awaitWrites();
                readers.awaitReads();
                assertThat(columns(other)).containsExactly("user_id", "n", "note", "remark");
                assertThat(firstColumn(one, "SELECT DISTINCT remark FROM t_order"))
                        .containsExactly("none");
                assertThatThrownBy(() -> moves.goBack(id)).hasMessageContaining("no way back");
                moves.complete(id);
                orders.await(() -> moves.list().isEmpty());
                // A generation later.
                String next = moves.start(AlterRequest.of("t_order", "DROP COLUMN remark"));
                orders.awaitSwitch(moves, next, false);
                moves.complete(next);
                orders.await(() -> moves.list().isEmpty());
                orders.awaitWrites();
                orders.await(() -> columns(other).size() == 3);
                readers.awaitReads();
            }
            assertThat(orders.tables("ds1"))
                    .contains("t_order_2_g3", "t_order_3_g3")
                    .noneMatch(name -> name.startsWith("sk_") || name.contains("__") || name.equals("t_order_2"));
            orders.check();
        }
    }

    private static void refuses(Moves moves, String clauses, String why) throws SQLException {
        assertThat(moves.check(AlterRequest.of("t_order", clauses)).errors())
                .as(clauses)
                .anySatisfy(error -> assertThat(error).contains(why));
        assertThatThrownBy(() -> moves.start(AlterRequest.of("t_order", clauses)))
                .as(clauses)
                .hasMessageContaining(why)
                .hasMessageContaining("SK-1024");
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void whatCannotBeDoneIsSaidBeforeAnythingIsChanged(TestDatabase database) throws Exception {
        try (MovingOrders orders = new MovingOrders(database)) {
            Moves moves = orders.start(OFTEN).moves();
            List<String> before = orders.tables("ds0");
            refuses(moves, "", "nothing is to be altered");
            refuses(moves, "ADD COLUMN a SOMETHING", "can't be altered");
            refuses(moves, "DROP COLUMN there_is_none", "can't be altered");
            refuses(moves, "RENAME TO t_other", "cannot get another name");
            refuses(moves, "ADD CONSTRAINT fk FOREIGN KEY (n) REFERENCES t_order_item (n)", "foreign keys");
            refuses(moves, "DROP COLUMN user_id", "sharding column");
            refuses(
                    moves,
                    database == TestDatabase.POSTGRESQL
                            ? "ALTER COLUMN user_id TYPE VARCHAR(40)"
                            : "MODIFY COLUMN user_id VARCHAR(40) NOT NULL",
                    "rows would be looked for elsewhere");
            if (database == TestDatabase.POSTGRESQL) {
                refuses(moves, "ALTER COLUMN note TYPE BIGINT USING n", "USING");
                refuses(moves, "ADD CONSTRAINT uq UNIQUE (user_id, n)", "leave out CONSTRAINT");
            } else {
                refuses(moves, "ADD COLUMN a INT, ALGORITHM=COPY", "for Shardkit to choose");
                refuses(moves, "CHANGE note remark TEXT", "another name");
            }
            assertThatThrownBy(() -> moves.check(AlterRequest.of("t_order", "ADD COLUMN a INT; DROP TABLE t_order_0")))
                    .hasMessageContaining("more than one statement");
            assertThatThrownBy(() -> moves.check(AlterRequest.of("t_other", ADDING)))
                    .hasMessageContaining("is not a sharded table");
            assertThat(orders.tables("ds0")).containsExactlyInAnyOrderElementsOf(before);
        }
        try (MovingOrders orders = new MovingOrders(database)) {
            Moves moves = orders.start(OFTEN).moves();
            String widening = database == TestDatabase.POSTGRESQL
                    ? "ALTER COLUMN n TYPE NUMERIC(20), DROP COLUMN note"
                    : "MODIFY COLUMN n DECIMAL(20, 0) NOT NULL, DROP COLUMN note";
            assertThat(moves.check(AlterRequest.of("t_order", widening)).oneWay())
                    .isEmpty();
            for (int unit = 0; unit < 4; unit++) {
                orders.execute(
                        "ds" + unit / 2,
                        database == TestDatabase.POSTGRESQL
                                ? "ALTER TABLE t_order_" + unit + " ALTER COLUMN note SET NOT NULL"
                                : "ALTER TABLE t_order_" + unit + " MODIFY COLUMN note VARCHAR(40) NOT NULL");
            }
            AlterReport report = moves.check(AlterRequest.of("t_order", widening));
            assertThat(report.errors()).isEmpty();
            assertThat(report.oneWay()).contains("[note]");
            String id = moves.start(AlterRequest.of("t_order", widening));
            orders.awaitSwitch(moves, id, false);
            assertThatThrownBy(() -> moves.goBack(id)).hasMessageContaining("[note]");
            moves.complete(id);
            orders.await(() -> moves.list().isEmpty());
            assertThat(orders.tables("ds0"))
                    .noneMatch(name -> name.startsWith("sk_") || name.contains("__") || name.equals("t_order_0"));
        }
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void rowsThatANewUniqueKeyRefusesAreNamedAndNothingIsLost(TestDatabase database) throws Exception {
        UniqueKeyChoices accepted = new UniqueKeyChoices(Map.of(), false, UniqueKeyChoice.ACCEPT);
        ShardingRule rule = ShardingRuleBuilder.over("ds0", "ds1", "ds2")
                .table("t_order", table -> table.nodes("ds0.t_order_0, ds1.t_order_1")
                        .tableBy("user_id", Algorithms.mod())
                        .uniqueKeys(accepted))
                .table("t_order_item", table -> table.nodes("ds0.t_order_item_0, ds1.t_order_item_1")
                        .tableBy("user_id", Algorithms.mod()))
                .build();
        try (MovingOrders orders = new MovingOrders(database, rule)) {
            ShardingDataSource instance = orders.start(OFTEN);
            // Another actual table may have the value, too.
            execute(instance, "INSERT INTO t_order VALUES (40, 1, 'same'), (41, 1, 'same'), (43, 2, 'same')");
            Moves moves = instance.moves();
            String id =
                    moves.start(AlterRequest.of("t_order", "ADD UNIQUE (note)").switchedByHand());
            orders.await(moves, id, MovePhase.FAILED);
            assertThat(moves.state(id).message())
                    .contains(
                            "The unique key (note) of ds1.t_order_1_g2 takes each value once, and (same) is in the rows"
                                    + " with the keys")
                    .contains("(41) of ds1.t_order_1", "(43) of ds1.t_order_1")
                    .contains(
                            "SELECT note FROM t_order_1 GROUP BY note HAVING COUNT(*) > 1",
                            "on ds1",
                            "resume the move");
            execute(instance, "UPDATE t_order SET note = 'other' WHERE user_id = 43");
            moves.resume(id);
            orders.await(() -> moves.state(id).phase() == MovePhase.READY);
            // The table takes it until it switches.
            execute(instance, "INSERT INTO t_order VALUES (45, 3, 'same')");
            orders.await(moves, id, MovePhase.FAILED);
            assertThat(moves.state(id).message()).contains("(41) of ds1.t_order_1", "(45) of ds1.t_order_1");
            execute(instance, "UPDATE t_order SET note = 'third' WHERE user_id = 41");
            moves.resume(id);
            orders.await(() -> moves.state(id).phase() == MovePhase.READY);
            moves.switchNow(id);
            orders.await(() -> moves.state(id).phase() == MovePhase.SWITCHED);
            assertThat(firstColumn(instance, "SELECT note FROM t_order ORDER BY user_id"))
                    .containsExactly("same", "third", "other", "same");
        }
    }

    @Tag("thorough")
    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void aValueThatDoesNotFitIsNamedAndNothingIsLost(TestDatabase database) throws Exception {
        try (MovingOrders orders = new MovingOrders(database)) {
            ShardingDataSource instance = orders.start(OFTEN);
            execute(instance, "INSERT INTO t_order VALUES (41, 300, 'short'), (42, 5, 'a note that is too long')");
            Moves moves = instance.moves();
            boolean isPostgresql = database == TestDatabase.POSTGRESQL;
            // A text is not cut.
            String cut = isPostgresql ? "ALTER COLUMN note TYPE VARCHAR(10)" : "MODIFY COLUMN note VARCHAR(10)";
            String id = moves.start(AlterRequest.of("t_order", cut));
            orders.await(moves, id, MovePhase.FAILED);
            assertThat(moves.state(id).message()).contains("(42)").contains("does not fit");
            // Once it fits, the move goes on.
            execute(instance, "UPDATE t_order SET note = 'fits' WHERE user_id = 42");
            moves.resume(id);
            orders.await(() -> moves.state(id).phase() == MovePhase.SWITCHED);
            assertThat(firstColumn(instance, "SELECT note FROM t_order WHERE user_id = 42"))
                    .containsExactly("fits");
            moves.complete(id);
            orders.await(() -> moves.list().isEmpty());
            // A fraction is not rounded.
            String rounded = isPostgresql ? "ALTER COLUMN n TYPE NUMERIC(20, 1)" : "MODIFY COLUMN n DECIMAL(20, 1)";
            String wide = moves.start(AlterRequest.of("t_order", rounded));
            orders.awaitSwitch(moves, wide, false);
            moves.complete(wide);
            orders.await(() -> moves.list().isEmpty());
            execute(instance, "UPDATE t_order SET n = 300.5 WHERE user_id = 41");
            String whole = isPostgresql ? "ALTER COLUMN n TYPE BIGINT" : "MODIFY COLUMN n BIGINT";
            String lossy = moves.start(AlterRequest.of("t_order", whole));
            orders.await(moves, lossy, MovePhase.FAILED);
            assertThat(moves.state(lossy).message()).contains("(41)").contains(" n");
            moves.cancel(lossy);
            orders.await(() -> moves.list().isEmpty());
            assertThat(firstColumn(instance, "SELECT n FROM t_order WHERE user_id = 41"))
                    .containsExactly("300.5");
            assertThat(orders.tables("ds1")).noneMatch(name -> name.startsWith("sk_") || name.contains("__"));
        }
    }

    @Tag("thorough")
    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void allTablesAreAlteredInPlaceOrNone(TestDatabase database) throws Exception {
        try (MovingOrders orders = new MovingOrders(database)) {
            AtomicBoolean refusing = new AtomicBoolean(true);
            ShardingDataSource instance = orders.start(OFTEN, orders.faulty((sql, after) -> {
                boolean isAlter =
                        sql.startsWith("ALTER TABLE") && sql.contains("t_order_3__") && sql.contains("remark");
                if (!after && isAlter && refusing.get() && sql.contains("ADD COLUMN")) {
                    throw new SQLException("refused by the test", "HY000");
                }
            }));
            orders.write(instance);
            Moves moves = instance.moves();
            String id = moves.start(AlterRequest.of("t_order", ADDING));
            orders.await(moves, id, MovePhase.FAILED);
            assertThat(moves.state(id).message()).contains("t_order_3").contains("refused by the test");
            orders.awaitWrites();
            assertThat(columns(instance)).containsExactly("user_id", "n", "note");
            moves.cancel(id);
            orders.await(() -> moves.list().isEmpty());
            assertThat(orders.tables("ds0"))
                    .contains("t_order_0", "t_order_1")
                    .noneMatch(name -> name.startsWith("sk_") || name.contains("__"));
            String again = moves.start(AlterRequest.of("t_order", ADDING));
            orders.await(moves, again, MovePhase.FAILED);
            refusing.set(false);
            moves.resume(again);
            orders.await(() -> moves.state(again).phase() == MovePhase.SWITCHED);
            orders.awaitWrites();
            assertThat(columns(instance)).containsExactly("user_id", "n", "note", "remark");
            orders.check();
        }
    }
}
