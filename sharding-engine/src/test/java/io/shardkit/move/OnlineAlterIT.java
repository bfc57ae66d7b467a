package io.shardkit.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.dialect.Dialect;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.move.alter.AlterSql;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/** Indexes that databases make and drop in place while tables are written and read: those of all actual tables, or none. */
@ParameterizedClass
@OnDatabases(
        value = {TestDatabase.MARIADB, TestDatabase.MYSQL},
        always = TestDatabase.MYSQL)
class OnlineAlterIT {
    private static final Duration OFTEN = Duration.ofMillis(100);
    private static final String ADDING = "ADD INDEX by_n (n), ADD INDEX by_note (note)";
    private static final Set<String> NONE = Set.of();

    @Parameter
    TestDatabase database;

    private MovingOrders orders;

    @BeforeEach
    void open() throws SQLException {
        orders = new MovingOrders(database);
    }

    @AfterEach
    void close() {
        orders.close();
    }

    private Set<String> indexes(int unit) throws SQLException {
        Set<String> names = new TreeSet<>();
        try (Connection connection = orders.pool("ds" + unit / 2).getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SHOW INDEX FROM t_order_" + unit)) {
            while (rows.next()) {
                names.add(rows.getString("Key_name") + rows.getInt("Seq_in_index"));
            }
        }
        names.remove("PRIMARY1");
        return names;
    }

    private void assertIndexes(Set<String> names) throws SQLException {
        for (int unit = 0; unit < 4; unit++) {
            assertThat(indexes(unit)).as("t_order_%s", unit).isEqualTo(names);
        }
    }

    /** Pools in which the ALTER of one actual table meets something before it runs. */
    private Map<String, FaultyPool> meeting(FaultyPool.Told told) {
        return orders.faulty((sql, run) -> {
            if (!run && sql.startsWith("ALTER TABLE `t_order_3` ADD INDEX by_n")) {
                told.statement(sql, run);
            }
        });
    }

    @Test
    void tablesKeepTheirNamesAndNoTransactionIsHeld() throws Exception {
        ShardingDataSource one = orders.start(OFTEN);
        ShardingDataSource other = orders.start(OFTEN);
        orders.write(one, other);
        try (AlterReaders readers = AlterReaders.start(one, other)) {
            Moves moves = other.moves();
            AlterReport report = moves.check(AlterRequest.of("t_order", ADDING));
            assertThat(report.errors()).isEmpty();
            assertThat(report.inPlace()).as(report.why()).isTrue();
            assertThat(report.units())
                    .extracting(MoveReport.Unit::name)
                    .containsExactly("t_order_0", "t_order_1", "t_order_2", "t_order_3");
            String id = moves.start(AlterRequest.of("t_order", ADDING).switchedByHand());
            orders.await(moves, id, MovePhase.READY);
            assertIndexes(NONE);
            moves.switchNow(id);
            MoveState state = orders.awaitSwitch(moves, id, false);
            assertThat(state.switches()).isZero();
            assertIndexes(Set.of("by_n1", "by_note1"));
            assertThatThrownBy(() -> moves.goBack(id)).hasMessageContaining("no way back");
            moves.complete(id);
            orders.await(() -> moves.list().isEmpty());
            String next = moves.start(
                    AlterRequest.of("t_order", "DROP INDEX by_note, DROP INDEX by_n, ADD INDEX by_n (n, note)"));
            orders.awaitSwitch(moves, next, false);
            assertIndexes(Set.of("by_n1", "by_n2"));
            moves.complete(next);
            orders.await(() -> moves.list().isEmpty());
            orders.awaitWrites();
            readers.awaitReads();
        }
        orders.check();
    }

    @Test
    void whatOneDatabaseRefusesIsGoneOnWithOrPutBack() throws Exception {
        AtomicBoolean refusing = new AtomicBoolean(true);
        Moves moves = orders.start(OFTEN, meeting((sql, run) -> {
                    if (refusing.get()) {
                        throw new SQLException("refused by the test", "HY000");
                    }
                }))
                .moves();
        String first = moves.start(AlterRequest.of("t_order", ADDING));
        assertThat(orders.await(moves, first, MovePhase.FAILED).message())
                .contains("ds1.t_order_3")
                .contains("refused by the test");
        assertThat(indexes(0)).isNotEmpty();
        moves.cancel(first);
        orders.await(() -> moves.list().isEmpty());
        assertIndexes(NONE);
        String second = moves.start(AlterRequest.of("t_order", ADDING));
        orders.await(moves, second, MovePhase.FAILED);
        refusing.set(false);
        moves.resume(second);
        orders.await(() -> moves.state(second).phase() == MovePhase.SWITCHED);
        assertIndexes(Set.of("by_n1", "by_note1"));
    }

    private boolean isFree(String id) throws SQLException {
        Dialect dialect = database == TestDatabase.MYSQL ? Dialect.MYSQL : Dialect.MARIADB;
        try (Connection connection = orders.pool("ds1").getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT IS_FREE_LOCK(" + AlterSql.lockName(dialect, id + " t_order_3") + ")")) {
            row.next();
            return row.getBoolean(1);
        }
    }

    @Test
    void aRequestToHaltEndsTheSessionThatAlters() throws Exception {
        AtomicBoolean reached = new AtomicBoolean();
        Semaphore goingOn = new Semaphore(0);
        Moves moves = orders.start(OFTEN, meeting((sql, run) -> {
                    reached.set(true);
                    goingOn.acquireUninterruptibly();
                }))
                .moves();
        String id = moves.start(AlterRequest.of("t_order", ADDING));
        orders.await(moves, id, MovePhase.ALTERING);
        orders.await(reached::get);
        moves.halt(id);
        orders.await(() -> isFree(id));
        goingOn.release(2);
        orders.await(moves, id, MovePhase.HALTED);
        assertThat(indexes(3)).isEmpty();
        moves.resume(id);
        orders.awaitSwitch(moves, id, false);
        assertIndexes(Set.of("by_n1", "by_note1"));
    }
}
