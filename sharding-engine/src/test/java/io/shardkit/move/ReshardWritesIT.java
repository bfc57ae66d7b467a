package io.shardkit.move;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.algorithm.Algorithms;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.UniqueKeyChoice;
import io.shardkit.rule.UniqueKeyChoices;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;

/** Tables whose primary key lacks the sharding column are written while their rows move, and after they went back. */
class ReshardWritesIT {
    private static final Duration OFTEN = Duration.ofMillis(100);
    private static final List<String> TICKETS = List.of("t_ticket");
    private static final UniqueKeyChoices ACCEPTED = new UniqueKeyChoices(Map.of(), true, UniqueKeyChoice.ACCEPT);

    /** So many that no order in which journals are followed is right for all of them by chance. */
    private static final int ROWS = 20;

    private static ShardingRule by(String column) {
        return MovingOrders.sameNames()
                .table("t_ticket", table -> table.nodes("ds0.t_ticket_{0..1}")
                        .tableBy(column, Algorithms.mod())
                        .uniqueKeys(ACCEPTED))
                .build();
    }

    private static ShardingRule byHash() {
        return MovingOrders.sameNames()
                .table("t_ticket", table -> table.nodes("ds0.t_ticket_{0..1}")
                        .tableBy("user_id", Algorithms.hashMod())
                        .uniqueKeys(ACCEPTED))
                .build();
    }

    private static void create(ShardingDataSource instance) throws SQLException {
        execute(
                instance,
                "CREATE TABLE t_ticket (id BIGINT NOT NULL PRIMARY KEY, user_id BIGINT NOT NULL,"
                        + " shop_id BIGINT NOT NULL, code VARCHAR(20) NOT NULL, UNIQUE (code))");
        for (int id = 0; id < ROWS; id++) {
            insert(instance, id);
        }
    }

    private static void insert(ShardingDataSource instance, int id) throws SQLException {
        execute(
                instance,
                "INSERT INTO t_ticket (id, user_id, shop_id, code) VALUES (" + id + ", " + id + ", " + id / 2 + ", 'c"
                        + id + "')");
    }

    private static void execute(ShardingDataSource instance, String sql) throws SQLException {
        try (Connection connection = instance.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Takes each row to the other actual table by one of the columns. */
    private static void change(ShardingDataSource instance, String column, LongUnaryOperator from) throws SQLException {
        for (int id = 0; id < ROWS; id++) {
            long present = from.applyAsLong(id);
            execute(
                    instance,
                    "UPDATE t_ticket SET " + column + " = " + (present + 1) + " WHERE id = " + id + " AND " + column
                            + " = " + present);
        }
    }

    private static Map<Long, List<Long>> rows(ShardingDataSource instance) throws SQLException {
        Map<Long, List<Long>> rows = new TreeMap<>();
        try (Connection connection = instance.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT id, user_id, shop_id FROM t_ticket")) {
            while (row.next()) {
                List<Long> other = rows.put(row.getLong(1), List.of(row.getLong(2), row.getLong(3)));
                assertThat(other).as("id %s", row.getLong(1)).isNull();
            }
        }
        return rows;
    }

    private static Map<Long, List<Long>> expected(long users, long shops) {
        Map<Long, List<Long>> rows = new TreeMap<>();
        for (long id = 0; id < ROWS; id++) {
            rows.put(id, List.of(id + users, id / 2 + shops));
        }
        return rows;
    }

    @ParameterizedTest
    @OnDatabases
    void rowsThatMeetInOneTableWithTheSameValueAreNamed(TestDatabase database) throws Exception {
        try (MovingOrders orders = new MovingOrders(database, by("user_id"))) {
            ShardingDataSource instance = orders.start(OFTEN);
            create(instance);
            String both = "UPDATE t_ticket SET code = 'twice' WHERE id = ";
            execute(instance, both + 6);
            execute(instance, both + 7);
            Moves moves = instance.moves();
            String id = moves.start(ReshardRequest.of(by("shop_id"), TICKETS));
            orders.await(moves, id, MovePhase.FAILED);
            assertThat(moves.state(id).message())
                    .contains("The unique key (code) of ds0.t_ticket_1_g2 takes each value once, and (twice) is in")
                    .contains("(6) of ds0.t_ticket_0", "(7) of ds0.t_ticket_1", "SELECT code FROM the logical table");
            execute(instance, "DELETE FROM t_ticket WHERE id = 7");
            moves.resume(id);
            orders.await(() -> moves.state(id).phase() == MovePhase.SWITCHED);
            assertThat(rows(instance)).hasSize(ROWS - 1).doesNotContainKey(7L);
        }
    }

    @ParameterizedTest
    @OnDatabases(always = TestDatabase.MYSQL)
    void anUpdateTakesRowsFromOneSourceToAnother(TestDatabase database) throws Exception {
        try (MovingOrders orders = new MovingOrders(database, by("user_id"))) {
            ShardingDataSource instance = orders.start(OFTEN);
            create(instance);
            Moves moves = instance.moves();
            String id = moves.start(ReshardRequest.of(by("shop_id"), TICKETS).switchedByHand());
            orders.await(moves, id, MovePhase.READY);
            change(instance, "user_id", row -> row);
            moves.switchNow(id);
            orders.awaitSwitch(moves, id, false);
            assertThat(rows(instance)).isEqualTo(expected(1, 0));
            // The former tables, which are kept up to date, get rows from one source as well as from the other.
            change(instance, "shop_id", row -> row / 2);
            moves.goBack(id);
            orders.awaitSwitch(moves, id, true);
            assertThat(rows(instance)).isEqualTo(expected(1, 1));
            change(instance, "user_id", row -> row + 1);
            moves.goBack(id);
            orders.awaitSwitch(moves, id, false);
            assertThat(rows(instance)).isEqualTo(expected(2, 1));
        }
    }

    @ParameterizedTest
    @OnDatabases
    void choicesForUniqueKeysAreThereAgainAfterGoingBack(TestDatabase database) throws Exception {
        ShardingRule ordinary =
                MovingOrders.sameNames().single("ds0", "t_ticket").build();
        try (MovingOrders orders = new MovingOrders(database, ordinary)) {
            ShardingDataSource instance = orders.start(OFTEN);
            create(instance);
            Moves moves = instance.moves();
            String first = moves.start(ReshardRequest.of(by("user_id"), TICKETS));
            orders.awaitSwitch(moves, first, false);
            moves.complete(first);
            orders.await(() -> moves.list().isEmpty());
            String id = moves.start(ReshardRequest.of(by("shop_id"), TICKETS));
            orders.awaitSwitch(moves, id, false);
            moves.goBack(id);
            orders.awaitSwitch(moves, id, true);
            insert(instance, ROWS);
            assertThat(rows(instance)).hasSize(ROWS + 1);
        }
    }

    private static ShardingRule byTenant(int tables) {
        return MovingOrders.sameNames()
                .table("t_doc", table -> table.nodes("ds0.t_doc_{0.." + (tables - 1) + "}")
                        .tableBy("tenant", Algorithms.hashMod()))
                .build();
    }

    private static int count(ShardingDataSource instance, String sql) throws SQLException {
        try (Connection connection = instance.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getInt(1);
        }
    }

    @ParameterizedTest
    @OnDatabases(
            always = TestDatabase.MYSQL,
            except = {TestDatabase.H2, TestDatabase.POSTGRESQL})
    void rowsAreFoundInAnyCaseOfATextThatIgnoresIt(TestDatabase database) throws Exception {
        try (MovingOrders orders = new MovingOrders(database, byTenant(2))) {
            ShardingDataSource instance = orders.start(OFTEN);
            execute(
                    instance,
                    "CREATE TABLE t_doc (tenant VARCHAR(20) COLLATE utf8mb4_general_ci NOT NULL, id INT NOT NULL,"
                            + " PRIMARY KEY (tenant, id))");
            for (int i = 0; i < ROWS; i++) {
                execute(instance, "INSERT INTO t_doc (tenant, id) VALUES ('Tenant" + i + "', 1)");
            }
            Moves moves = instance.moves();
            ReshardRequest request = ReshardRequest.of(byTenant(3), List.of("t_doc"));
            assertThat(moves.check(request).errors()).isEmpty();
            String id = moves.start(request.switchedByHand());
            orders.await(moves, id, MovePhase.READY);
            for (int i = 0; i < ROWS; i++) {
                execute(instance, "UPDATE t_doc SET tenant = 'TENANT" + i + "' WHERE tenant = 'tenant" + i + "'");
                execute(instance, "INSERT INTO t_doc (tenant, id) VALUES ('tenant" + i + "', 2)");
            }
            moves.switchNow(id);
            orders.awaitSwitch(moves, id, false);
            for (int i = 0; i < ROWS; i++) {
                String ofTenant = "SELECT COUNT(*) FROM t_doc WHERE tenant = 'TeNant" + i + "'";
                assertThat(count(instance, ofTenant)).as(ofTenant).isEqualTo(2);
            }
            assertThat(count(instance, "SELECT COUNT(*) FROM t_doc")).isEqualTo(2 * ROWS);
        }
    }

    @ParameterizedTest
    @OnDatabases(
            always = TestDatabase.MYSQL,
            except = {TestDatabase.H2, TestDatabase.POSTGRESQL})
    void aTypeThatSessionsReadDifferentlyIsRefusedWithTheWay(TestDatabase database) throws Exception {
        ShardingRule ordinary =
                MovingOrders.sameNames().single("ds0", "t_ticket").build();
        try (MovingOrders orders = new MovingOrders(database, ordinary)) {
            ShardingDataSource instance = orders.start(OFTEN);
            execute(
                    instance,
                    "CREATE TABLE t_ticket (id BIGINT NOT NULL PRIMARY KEY, user_id TIMESTAMP NOT NULL DEFAULT '2024-01-01')");
            assertThat(instance.moves()
                            .check(ReshardRequest.of(byHash(), TICKETS))
                            .errors())
                    .anySatisfy(error ->
                            assertThat(error).contains("placed by user_id").contains("DATETIME instead of TIMESTAMP"));
        }
    }
}
