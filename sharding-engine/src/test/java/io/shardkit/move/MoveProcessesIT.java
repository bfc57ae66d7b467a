package io.shardkit.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/**
 * A unit moves to and fro while several processes write, and processes are killed, stopped and cut off. Each acknowledged
 * write is there once, and no answer is stale.
 */
@Tag("thorough")
@ParameterizedClass
@OnDatabases(except = TestDatabase.H2)
class MoveProcessesIT {
    private static final long SEED = Long.getLong("shardkit.seed", 20261128);
    private static final int USERS = 24;
    private static final int WRITERS = 2;
    private static final int POLL = 100;
    private static final int NEVER = 3_600_000;
    private static final String SHORT = "-Dmodel.short-leases=true";

    @Parameter
    TestDatabase database;

    private MoveModel model;

    @BeforeEach
    void open() throws Exception {
        Map<String, HikariDataSource> pools = new LinkedHashMap<>();
        int server = 0;
        for (String name : List.of("ds0", "ds1", "ds2", MemberProcess.STORE)) {
            pools.put(name, database.create("model", server++));
        }
        model = new MoveModel(pools, USERS, SEED);
    }

    @AfterEach
    void close() {
        model.close();
    }

    private void start(long lastPoll, String... properties) throws Exception {
        model.start(0, WRITERS, POLL, properties);
        model.start(1, WRITERS, POLL, properties);
        model.start(2, WRITERS, lastPoll, properties);
        for (MoveModel.Member each : model.members()) {
            each.awaitStart();
        }
    }

    private void move() throws Exception {
        String answer = model.members().get(0).ask("move ds0.t_order_1 ds2");
        assertThat(answer).startsWith("asked m");
        model.awaitSwitch(true);
    }

    private void progress() throws Exception {
        for (MoveModel.Member each : model.members()) {
            each.awaitProgress();
        }
    }

    /** Goes to the other place; the worker meets a fault, and another one takes over. */
    private void switched(boolean moved, String fault) throws Exception {
        MoveModel.Member worker = model.named(model.stored().worker());
        worker.troubled = true;
        worker.tell("fault " + fault);
        model.request(MoveWorker.BACK);
        model.await("the switch or its holder", () -> {
            MoveModel.Stored now = model.stored();
            boolean switched = now.isSwitched() && now.operation().isBack() == moved;
            // A process that is stopped within a transaction holds the tables.
            return switched
                    || (worker.at != null && !now.operation().state(0).holders().isEmpty());
        });
        if (worker.at == null) {
            worker.tell("no-fault");
        }
        if (worker.at != null && worker.at.startsWith("at halt")) {
            worker.kill();
            model.start(worker.number, WRITERS, POLL, SHORT).awaitStart();
        } else if (worker.at != null) {
            worker.goOn();
            model.await("the statement", () -> worker.passed != null);
            worker.at = null;
            worker.passed = null;
        }
        model.awaitSwitch(moved);
        settled(moved);
    }

    private void settled(boolean moved) throws Exception {
        progress();
        model.awaitPlaced(moved);
        model.checkNothingWrong();
        for (MoveModel.Member each : model.members()) {
            each.troubled = false;
            each.errors.clear();
        }
    }

    @Test
    void processesAreKilledStoppedAndCutOff() throws Exception {
        start(POLL, SHORT);
        move();
        boolean moved = true;
        for (String fault : List.of("1 before stop RENAME", "1 after halt RENAME", "2 before stop RENAME")) {
            moved = !moved;
            switched(moved, fault);
        }
        MoveModel.Member other = model.members().stream()
                .filter(each -> !each.name.equals(worker()))
                .findFirst()
                .orElseThrow();
        other.troubled = true;
        other.tell("cut " + MemberProcess.STORE);
        model.request(MoveWorker.BACK);
        moved = !moved;
        model.awaitSwitch(moved);
        other.tell("mend " + MemberProcess.STORE);
        settled(moved);
        MoveModel.Member different = model.start(3, WRITERS, POLL, "-Dmodel.other-rule=true");
        assertThat(different.answer()).startsWith("refused").contains("SK-1021");
        different.kill();
        model.start(3, WRITERS, POLL, SHORT).awaitStart();
        progress();
        model.request(MoveWorker.COMPLETE);
        model.await("the end", () -> model.stored() == null);
        for (String name : List.of("ds0", "ds2")) {
            assertThat(model.tables(name)).noneMatch(table -> table.startsWith("sk_") || table.contains("__"));
        }
        model.checkAll();
    }

    private String worker() {
        try {
            return model.stored().worker();
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** A writer past Shardkit, which writes to the actual table where it finds it. */
    private final class Foreigner implements Runnable {
        static final int USER = 4 * 1_000_000 + ModelWriter.MOVING;
        final AtomicBoolean over = new AtomicBoolean();
        volatile long acknowledged;
        volatile @Nullable Throwable failure;

        @Override
        public void run() {
            try {
                while (!over.get()) {
                    for (String name : List.of("ds0", "ds2")) {
                        write(name);
                    }
                }
            } catch (SQLException | RuntimeException unexpected) {
                failure = unexpected;
            }
        }

        private void write(String name) throws SQLException {
            try {
                MoveModel.execute(
                        model.pool(name),
                        "UPDATE t_order_1 SET n = " + (acknowledged + 1) + " WHERE user_id = " + USER);
                acknowledged++;
            } catch (SQLException gone) {
                String state = String.valueOf(gone.getSQLState());
                boolean isExpected = state.startsWith("42") || state.startsWith("40") || gone.getErrorCode() == 1205;
                if (!isExpected) {
                    throw gone;
                }
            }
        }
    }

    @Test
    void transactionsAndForeignWritersAreInTheWay() throws Exception {
        start(POLL, SHORT);
        model.fill(Foreigner.USER, 1);
        model.fill(1_000_000, 8);
        Foreigner foreigner = new Foreigner();
        Thread writing = new Thread(foreigner, "foreigner");
        try (ShardingDataSource asleep = model.instance();
                Connection before = asleep.getConnection()) {
            before.setAutoCommit(false);
            before.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            // Its snapshots at the source and at the target are older than the copy.
            assertThat(value(before, 0)).isNotNegative();
            assertThat(value(before, 3)).isNotNegative();
            writing.start();
            move();
            assertThatThrownBy(() -> value(before, ModelWriter.MOVING))
                    .isInstanceOfSatisfying(SQLException.class, failure -> assertThat(failure.getSQLState())
                            .isEqualTo("40001"))
                    .hasMessageContaining("SK-5015");
            before.rollback();
            assertThat(value(before, ModelWriter.MOVING)).isNotNegative();
            before.rollback();
            // Faults in the table that is to be in use again.
            String parked = model.tables("ds0").stream()
                    .filter(name -> name.startsWith("t_order_1__"))
                    .findFirst()
                    .orElseThrow();
            MoveModel.execute(model.pool("ds0"), "DELETE FROM " + parked + " WHERE user_id = 1000001");
            MoveModel.execute(model.pool("ds0"), "UPDATE " + parked + " SET note = 'wrong' WHERE user_id = 1000005");
            try (Connection holder = model.pool("ds2").getConnection();
                    Statement statement = holder.createStatement()) {
                holder.setAutoCommit(false);
                statement
                        .executeQuery("SELECT * FROM t_order_1 WHERE user_id = 1")
                        .close();
                model.request(MoveWorker.BACK);
                model.await(
                        "an undone switch", () -> model.stored().operation().figure(MoveOperation.Figure.UNDONE) > 0);
                MoveState state = model.stored().operation().state(0);
                assertThat(state.message()).contains("could not be had");
                assertThat(state.holders()).isNotEmpty();
                assertThat(state.repaired()).isGreaterThanOrEqualTo(2);
                progress();
                holder.rollback();
                holder.setAutoCommit(true);
            }
            model.awaitSwitch(false);
            settled(false);
            foreigner.over.set(true);
            writing.join();
            assertThat(foreigner.failure).isNull();
            assertThat(foreigner.acknowledged).isPositive();
            assertThat(value(before, Foreigner.USER)).isEqualTo(foreigner.acknowledged);
            before.rollback();
        } finally {
            foreigner.over.set(true);
        }
        model.checkAll();
    }

    private static long value(Connection connection, int user) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT n FROM t_order WHERE user_id = " + user)) {
            return rows.next() ? rows.getLong(1) : -1;
        }
    }

    @Test
    void withoutTheFenceWritesAreLost() throws Exception {
        start(NEVER, SHORT, "-Dmodel.omitted=fence");
        move();
        model.members().get(2).awaitProgress();
        model.end();
        assertThat(model.differences()).isNotEmpty();
    }

    @Test
    void withoutTheLastChangesWritesAreLost() throws Exception {
        start(POLL, SHORT, "-Dmodel.omitted=drain");
        model.members().forEach(each -> each.troubled = true);
        assertThat(model.members().get(0).ask("move ds0.t_order_1 ds2")).startsWith("asked m");
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (model.wrong().isEmpty() && System.nanoTime() < until) {
            MoveModel.Stored now = model.stored();
            if (now.isSwitched()) {
                model.request(MoveWorker.BACK);
            }
            Thread.sleep(20);
        }
        assertThat(model.wrong()).isNotEmpty();
    }
}
