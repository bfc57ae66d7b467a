package io.shardkit.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;

/** Foreign keys between tables that move together are there, and kept, wherever the tables are in use. */
@Tag("thorough")
class ForeignKeysIT {
    private static final Duration OFTEN = Duration.ofMillis(100);
    private static final MoveRequest REQUEST = MoveRequest.of(List.of("ds0.t_order_1"), "ds2");

    /** The first user of the writer of parents and children, in unit 1. */
    private static final int FIRST = 1001;

    private static void key(MovingOrders orders, String dataSource, int unit, String more) throws SQLException {
        orders.execute(
                dataSource,
                "ALTER TABLE t_order_item_" + unit + " ADD CONSTRAINT fk_item_" + unit
                        + " FOREIGN KEY (user_id) REFERENCES t_order_" + unit + " (user_id)" + more);
    }

    /** Inserts parents with children, each in one transaction, and deletes some of them again. */
    private static final class Families implements AutoCloseable {
        private final ShardingDataSource orders;
        private final AtomicBoolean over = new AtomicBoolean();
        private final AtomicInteger done = new AtomicInteger();
        private final TreeSet<Integer> users = new TreeSet<>();
        private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
        private final Thread thread = new Thread(this::run);

        Families(ShardingDataSource orders) {
            this.orders = orders;
            thread.start();
        }

        private void run() {
            try {
                for (int i = 0; !over.get(); i++) {
                    int user = FIRST + 4 * i;
                    insert(user);
                    if (i % 3 == 0) {
                        delete(user);
                    }
                    done.incrementAndGet();
                }
            } catch (SQLException | RuntimeException failure) {
                failures.add(failure);
            }
        }

        private void insert(int user) throws SQLException {
            run(
                    "INSERT INTO t_order VALUES (" + user + ", 0, 'family')",
                    "INSERT INTO t_order_item VALUES (" + user + ", 0, 0)",
                    "INSERT INTO t_order_item VALUES (" + user + ", 1, 0)");
            users.add(user);
        }

        private void delete(int user) throws SQLException {
            run("DELETE FROM t_order_item WHERE user_id = " + user, "DELETE FROM t_order WHERE user_id = " + user);
            users.remove(user);
        }

        /** Runs a transaction, again while it is told to. */
        private void run(String... statements) throws SQLException {
            for (int i = 0; ; i++) {
                try (Connection connection = orders.getConnection()) {
                    connection.setAutoCommit(false);
                    try (Statement statement = connection.createStatement()) {
                        for (String each : statements) {
                            statement.execute(each);
                        }
                        connection.commit();
                        return;
                    } catch (SQLException failure) {
                        connection.rollback();
                        boolean passes = String.valueOf(failure.getSQLState()).startsWith("40")
                                || failure.getErrorCode() == 1205;
                        if (!passes || i == 20) {
                            throw failure;
                        }
                    } finally {
                        connection.setAutoCommit(true);
                    }
                }
            }
        }

        void await(MovingOrders moving) throws Exception {
            int now = done.get();
            moving.await(() -> {
                assertThat(failures).isEmpty();
                return done.get() > now + 10;
            });
        }

        void end() {
            over.set(true);
            try {
                thread.join();
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
            assertThat(failures).isEmpty();
        }

        @Override
        public void close() {
            end();
        }
    }

    /** A child without a parent is refused, and a parent with children stays. */
    private static void isKept(ShardingDataSource instance) throws SQLException {
        try (Connection connection = instance.getConnection();
                Statement statement = connection.createStatement()) {
            isRefused(statement, "INSERT INTO t_order_item VALUES (900001, 0, 0)");
            isRefused(statement, "DELETE FROM t_order WHERE user_id = 1");
        }
    }

    private static void isRefused(Statement statement, String sql) {
        SQLException failure = assertThrows(SQLException.class, () -> statement.execute(sql));
        // The writers lock rows of both tables as well, so one of them may be the victim of a deadlock.
        for (int i = 0; i < 20 && String.valueOf(failure.getSQLState()).startsWith("40"); i++) {
            failure = assertThrows(SQLException.class, () -> statement.execute(sql));
        }
        assertThat(failure.getSQLState()).as(failure.getMessage()).startsWith("23");
    }

    private static List<Integer> users(ShardingDataSource instance, String table) throws SQLException {
        TreeSet<Integer> users = new TreeSet<>();
        try (Connection connection = instance.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT DISTINCT user_id FROM " + table + " WHERE user_id >= " + FIRST)) {
            while (rows.next()) {
                users.add(rows.getInt(1));
            }
        }
        return List.copyOf(users);
    }

    @ParameterizedTest
    @OnDatabases(always = TestDatabase.MYSQL, except = TestDatabase.H2)
    void foreignKeysMoveToAndFroWithTheirTables(TestDatabase database) throws Exception {
        try (MovingOrders orders = new MovingOrders(database)) {
            for (int unit = 0; unit < 4; unit++) {
                key(orders, "ds" + unit / 2, unit, unit == 1 ? " ON DELETE RESTRICT" : "");
            }
            // On MySQL and MariaDB no two foreign keys of a schema have the same name.
            orders.execute("ds2", "CREATE TABLE t_p (id INT PRIMARY KEY)");
            orders.execute("ds2", "CREATE TABLE t_c (id INT PRIMARY KEY, p INT)");
            orders.execute("ds2", "ALTER TABLE t_c ADD CONSTRAINT fk_item_1 FOREIGN KEY (p) REFERENCES t_p (id)");
            ShardingDataSource instance = orders.start(OFTEN);
            orders.write(instance);
            Moves moves = instance.moves();
            assertThat(moves.check(REQUEST).errors()).isEmpty();
            try (Families families = new Families(instance)) {
                families.await(orders);
                String id = moves.start(REQUEST);
                orders.awaitSwitch(moves, id, false);
                isKept(instance);
                families.await(orders);
                orders.awaitWrites();
                moves.goBack(id);
                orders.awaitSwitch(moves, id, true);
                isKept(instance);
                families.await(orders);
                moves.goBack(id);
                orders.awaitSwitch(moves, id, false);
                families.await(orders);
                orders.awaitWrites();
                moves.complete(id);
                orders.await(() -> moves.list().isEmpty());
                isKept(instance);
                String second = moves.start(MoveRequest.of(List.of("ds2.t_order_1"), "ds1"));
                orders.awaitSwitch(moves, second, false);
                isKept(instance);
                if (database == TestDatabase.POSTGRESQL) {
                    orders.await(() -> unvalidated(orders, "ds1") == 0);
                }
                families.await(orders);
                families.end();
                assertThat(users(instance, "t_order")).isEqualTo(List.copyOf(families.users));
                assertThat(users(instance, "t_order_item")).isEqualTo(List.copyOf(families.users));
                for (int user : List.copyOf(families.users)) {
                    families.delete(user);
                }
                orders.check();
            }
        }
    }

    /** A row that no writer of this class has, with another one that refers to it. */
    private static void fill(MovingOrders orders) throws SQLException {
        orders.execute("ds0", "INSERT INTO t_order_1 VALUES (1, 0, 'one')");
        orders.execute("ds0", "INSERT INTO t_order_item_1 VALUES (1, 0, 0)");
        key(orders, "ds0", 1, "");
    }

    private static final Pattern MADE = Pattern.compile("ALTER TABLE .* FOREIGN KEY \\(.*");
    private static final Pattern TO_BE_DROPPED = Pattern.compile("ALTER TABLE .* DROP (CONSTRAINT|FOREIGN KEY) .*");

    /** An instance that is cut off from all databases at a statement, after it or before it. */
    private static final class Breaking {
        private final AtomicReference<Pattern> at = new AtomicReference<>();
        private final Map<String, FaultyPool> pools;
        private final ShardingDataSource instance;

        Breaking(MovingOrders orders) throws SQLException {
            pools = orders.faulty(this::told);
            instance = orders.start(OFTEN, pools);
        }

        private void told(String sql, boolean isRun) throws SQLException {
            Pattern fault = at.get();
            if (fault != null
                    && isRun == (fault == MADE)
                    && fault.matcher(sql).matches()
                    && at.compareAndSet(fault, null)) {
                pools.values().forEach(pool -> pool.cut(true));
                throw new SQLException("broken off", "08006");
            }
        }

        void revive() {
            pools.values().forEach(pool -> pool.cut(false));
        }
    }

    /** The work of an instance that breaks off at a statement, and of another one that goes on. */
    private interface Going {
        void on(Moves moves) throws Exception;
    }

    private static void breakOff(MovingOrders orders, Breaking worker, String id, Pattern at, Going begin, Going goOn)
            throws Exception {
        try (ShardingDataSource other = orders.start(OFTEN)) {
            orders.await(() -> worker.instance.moves().state(id).worker().equals("instance-0"));
            try (Families families = new Families(other)) {
                families.await(orders);
                worker.at.set(at);
                begin.on(other.moves());
                orders.await(() -> worker.at.get() == null);
                goOn.on(other.moves());
                isKept(other);
                families.await(orders);
                families.end();
                assertThat(users(other, "t_order")).isEqualTo(List.copyOf(families.users));
                assertThat(users(other, "t_order_item")).isEqualTo(List.copyOf(families.users));
                for (int user : List.copyOf(families.users)) {
                    families.delete(user);
                }
            }
            worker.revive();
        }
    }

    @ParameterizedTest
    @OnDatabases(always = TestDatabase.MYSQL, except = TestDatabase.H2)
    void anotherWorkerGoesOnWhereOneIsBrokenOff(TestDatabase database) throws Exception {
        long lease = MoveLease.leaseMillis;
        long shortLease = MoveLease.shortLeaseMillis;
        MoveLease.leaseMillis = 2_000;
        MoveLease.shortLeaseMillis = 1_000;
        try (MovingOrders orders = new MovingOrders(database)) {
            fill(orders);
            Breaking worker = new Breaking(orders);
            Moves own = worker.instance.moves();
            String id = own.start(REQUEST.switchedByHand());
            orders.await(own, id, MovePhase.READY);
            breakOff(
                    orders,
                    worker,
                    id,
                    MADE,
                    moves -> moves.switchNow(id),
                    moves -> orders.awaitSwitch(moves, id, false));
            // Decided, but the tables that are not in use any more still have their keys.
            breakOff(
                    orders,
                    worker,
                    id,
                    TO_BE_DROPPED,
                    moves -> moves.goBack(id),
                    moves -> orders.awaitSwitch(moves, id, true));
            breakOff(
                    orders, worker, id, MADE, moves -> moves.goBack(id), moves -> orders.awaitSwitch(moves, id, false));
            orders.await(() -> own.state(id).worker().equals("instance-0"));
            own.goBack(id);
            orders.awaitSwitch(own, id, true);
            own.complete(id);
            orders.await(() -> own.list().isEmpty());
            String second = own.start(REQUEST.switchedByHand());
            orders.await(own, second, MovePhase.READY);
            breakOff(orders, worker, second, MADE, moves -> moves.switchNow(second), moves -> {
                moves.cancel(second);
                orders.await(() -> moves.list().isEmpty());
                assertThat(orders.tables("ds2")).noneMatch(name -> name.contains("order"));
                assertThat(orders.tables("ds0")).contains("t_order_1", "t_order_item_1");
            });
        } finally {
            MoveLease.leaseMillis = lease;
            MoveLease.shortLeaseMillis = shortLease;
        }
    }

    @ParameterizedTest
    @OnDatabases(except = {TestDatabase.H2, TestDatabase.MARIADB, TestDatabase.MARIADB_CONNECTOR_J, TestDatabase.MYSQL})
    void whatIsNotValidatedIsTold(TestDatabase database) throws Exception {
        try (MovingOrders orders = new MovingOrders(database)) {
            fill(orders);
            ShardingDataSource instance = orders.start(OFTEN, orders.faulty((sql, isRun) -> {
                if (sql.contains(" VALIDATE CONSTRAINT ")) {
                    throw new SQLException("canceling statement due to statement timeout", "57014");
                }
            }));
            Moves moves = instance.moves();
            String id = moves.start(REQUEST);
            orders.awaitSwitch(moves, id, false);
            orders.await(() -> !moves.state(id).message().isEmpty());
            assertThat(unvalidated(orders, "ds2")).isEqualTo(1);
            isKept(instance);
            String message = moves.state(id).message();
            assertThat(message).endsWith("run ALTER TABLE \"t_order_item_1\" VALIDATE CONSTRAINT \"fk_item_1\"");
            // It may go back as it is.
            moves.goBack(id);
            orders.awaitSwitch(moves, id, true);
            isKept(instance);
            orders.await(() -> !moves.state(id).message().isEmpty());
            orders.execute("ds0", message.substring(message.indexOf("ALTER TABLE")));
            assertThat(unvalidated(orders, "ds0")).isZero();
            moves.complete(id);
            orders.await(() -> moves.list().isEmpty());
        }
    }

    /** Returns the number of foreign keys of which PostgreSQL does not know that they hold for all rows. */
    private static int unvalidated(MovingOrders orders, String dataSource) throws SQLException {
        try (Connection connection = orders.pool(dataSource).getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT COUNT(*) FROM pg_constraint WHERE contype = 'f' AND NOT convalidated")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    @ParameterizedTest
    @OnDatabases(always = TestDatabase.MYSQL, except = TestDatabase.H2)
    void oneThatIsMadeMeanwhileMovesOnceTheMoveIsResumed(TestDatabase database) throws Exception {
        try (MovingOrders orders = new MovingOrders(database)) {
            ShardingDataSource instance = orders.start(OFTEN);
            Moves moves = instance.moves();
            String id = moves.start(REQUEST.switchedByHand());
            orders.await(moves, id, MovePhase.READY);
            fill(orders);
            MoveState failed = orders.await(moves, id, MovePhase.FAILED);
            assertThat(failed.message()).contains("structure of table t_order_item_1");
            moves.resume(id);
            orders.await(() -> moves.state(id).phase() != MovePhase.FAILED);
            orders.await(moves, id, MovePhase.READY);
            moves.switchNow(id);
            orders.awaitSwitch(moves, id, false);
            isKept(instance);
            moves.goBack(id);
            orders.awaitSwitch(moves, id, true);
            isKept(instance);
        }
    }
}
