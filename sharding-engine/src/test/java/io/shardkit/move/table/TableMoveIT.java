package io.shardkit.move.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.catalog.ReportedTables;
import io.shardkit.dialect.Dialect;
import io.shardkit.differential.fixture.Effort;
import io.shardkit.move.FaultyPool;
import io.shardkit.move.table.Progress.MoveTakenOverException;
import io.shardkit.move.table.Verify.Difference;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/** A table moves while it is written, and nothing is lost, doubled or changed. */
@ParameterizedClass
@OnDatabases(always = TestDatabase.MYSQL)
class TableMoveIT {
    private static final String TABLE = "t_order_3";
    private static final int WRITERS = 3;

    @Parameter
    TestDatabase database;

    private HikariDataSource source;
    private HikariDataSource target;

    @BeforeEach
    void open() throws SQLException {
        source = database.create("moved", 0);
        target = database.create("moved", 1);
        for (String each : Writers.tables(TABLE)) {
            execute(source, each);
        }
    }

    @AfterEach
    void close() {
        if (source != null) {
            source.close();
        }
        if (target != null) {
            target.close();
        }
    }

    static void execute(DataSource pool, String... statements) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    private TableMove move() throws SQLException {
        return move(source, target);
    }

    private TableMove move(DataSource from, DataSource to) throws SQLException {
        try (Connection connection = source.getConnection()) {
            return TableMove.of(
                            "m1",
                            Dialect.of(connection.getMetaData()),
                            new TablePlace(from, null),
                            new TablePlace(to, null),
                            TABLE)
                    .within(new MoveLimits(200, 1 << 20, 20, 20));
        }
    }

    private static Progress prepare(TableMove move) throws SQLException {
        new TargetTables(move).create();
        new Journal(move).create();
        return Progress.take(move);
    }

    /** On PostgreSQL nothing can be asked in the transaction of a statement that has failed. */
    @Test
    void aWorkerThatMeetsALockTakesTheMoveOverOnceItIsFree() throws SQLException {
        TableMove move = move();
        prepare(move);
        try (Connection holder = target.getConnection();
                Statement statement = holder.createStatement()) {
            holder.setAutoCommit(false);
            statement.executeUpdate("UPDATE " + move.dialect().quoted(move.key() + "_p") + " SET worker = worker + 1");
            FaultyPool told = new FaultyPool(target, (sql, run) -> {
                boolean hasFailed = run && sql.contains(" SET worker") && sql.contains(" -- ");
                if (hasFailed) {
                    holder.rollback();
                }
            });
            Progress.take(move(source, told.dataSource()));
            holder.setAutoCommit(true);
        }
    }

    static void close(TableMove move) throws SQLException {
        Fence fence = Fence.of(List.of(move));
        Fence.Outcome outcome;
        int attempts = 0;
        do {
            fence.arm();
            outcome = fence.close();
        } while (!outcome.done() && attempts++ < 20);
        assertThat(outcome.done()).as(outcome.toString()).isTrue();
        assertThat(fence.state()).isEqualTo(Fence.State.CLOSED);
    }

    static void followLast(TableMove move, Progress progress) throws SQLException {
        try (LastChanges last = LastChanges.of(List.of(progress.of(move)))) {
            last.follow(Long.MAX_VALUE);
            last.raiseCounters();
        }
    }

    static void followAll(Follow follow) throws SQLException {
        while (follow.next() > 0) {
            // Each step follows some.
        }
    }

    private static void finish(TableMove move, Progress progress) throws SQLException {
        followLast(move, progress);
        assertThat(new Follow(move, progress).next()).isZero();
        Fence.publish(List.of(move));
    }

    @Tag("thorough")
    @Test
    void nothingIsLostDoubledOrChanged() throws Exception {
        TableMove move = move();
        assertThat(MoveCheck.run(move).errors()).isEmpty();
        long seed = new Random().nextLong();
        try (Writers writers = new Writers(source, TABLE, WRITERS, seed).start()) {
            writers.await(50);
            Progress progress = prepare(move);
            Copy copy = new Copy(move, progress);
            while (!copy.next().done()) {
                writers.await(20);
            }
            Follow follow = new Follow(move, progress);
            writers.await(100);
            follow.catchUp(100);
            Verify verify = new Verify(move, progress);
            for (int i = 0; i < 3; i++) {
                writers.await(30);
                Verify.Verified verified = verify.all(10, Throttle.NONE);
                assertThat(verified.differences()).as("seed " + seed).isEmpty();
                follow.next();
            }
            close(move);
            writers.join();
            finish(move, progress);
            assertThat(verify.all(10, Throttle.NONE).isSame()).isTrue();
            assertThat(Writers.rows(target, TABLE)).as("seed " + seed).isEqualTo(writers.acknowledged());
        }
        assertThat(new Journal(move).length().entries()).isZero();
        new Journal(move).drop();
    }

    /** A move in the opposite direction, whose tables have the same pairs of names. */
    private static TableMove back(TableMove move) {
        return new TableMove(
                move.id().endsWith("_back") ? "m1" : "m1_back",
                move.dialect(),
                move.target().place(),
                move.target().published(),
                move.target().filled(),
                List.of(new MoveTarget(move.source(), move.table(), move.fenced())),
                Placement.WHOLE,
                move.limits());
    }

    /** Switches from a source that is written to a target that follows, and back is possible afterwards. */
    private Writers change(TableMove move, Writers writers, long seed) throws Exception {
        writers.start().await(50);
        Progress progress = Progress.take(move);
        Follow follow = new Follow(move, progress);
        follow.catchUp(100);
        TableMove back = back(move);
        new Journal(back).create();
        new Copy(back, Progress.take(back)).adopt();
        writers.await(20);
        close(move);
        writers.join();
        followLast(move, progress);
        assertThat(new Verify(move, progress).all(10, Throttle.NONE).isSame()).isTrue();
        Fence.publish(List.of(move));
        new Journal(move).drop();
        assertThat(Writers.rows(move.target().place().pool(), TABLE))
                .as("seed " + seed)
                .isEqualTo(writers.acknowledged());
        return writers.at(move.target().place().pool(), seed + 1);
    }

    @Tag("thorough")
    @Test
    void aTableGoesBackAndForwardAgain() throws Exception {
        TableMove move = move();
        long seed = new Random().nextLong();
        try (Writers first = new Writers(source, TABLE, WRITERS, seed)) {
            new Copy(move, prepare(move)).all(Throttle.NONE);
            Writers second = change(move, first, seed);
            Writers third = change(back(move), second, seed);
            change(move, third, seed);
        }
    }

    @Test
    void aCopyThatIsNotCompleteIsNotAdopted() throws Exception {
        TableMove move = move();
        Writers.fill(source, TABLE, 1);
        Copy copy = new Copy(move, prepare(move));
        copy.next();
        assertThatThrownBy(copy::adopt).hasMessageContaining("go on with the copy");
    }

    @Test
    void withoutTheFenceRowsAreLost() throws Exception {
        TableMove move = move();
        try (Writers writers = new Writers(source, TABLE, WRITERS, 1).start()) {
            Progress progress = prepare(move);
            new Copy(move, progress).all(Throttle.NONE);
            new Follow(move, progress).next();
            writers.await(50);
            Fence.publish(List.of(move));
            writers.stop();
            writers.join();
            assertThat(Writers.rows(target, TABLE)).isNotEqualTo(writers.acknowledged());
            assertThat(new Verify(move, progress).all(10, Throttle.NONE).isSame())
                    .isFalse();
        }
    }

    @Test
    void withAJournalThatIsNotDrainedRowsAreLost() throws Exception {
        TableMove move = move();
        try (Writers writers = new Writers(source, TABLE, WRITERS, 2).start()) {
            Progress progress = prepare(move);
            new Copy(move, progress).all(Throttle.NONE);
            writers.await(50);
            close(move);
            writers.join();
            Verify verify = new Verify(move, progress);
            assertThat(verify.all(10, Throttle.NONE).pending()).isNotEmpty();
            assertThat(Writers.rows(target, move.target().filled())).isNotEqualTo(writers.acknowledged());
            finish(move, progress);
            assertThat(verify.all(10, Throttle.NONE).isSame()).isTrue();
            assertThat(Writers.rows(target, TABLE)).isEqualTo(writers.acknowledged());
        }
    }

    @Test
    void lastChangesAreLeftOnceTheirTimeIsOver() throws Exception {
        TableMove move = move();
        Writers.fill(source, TABLE, 1);
        Progress progress = prepare(move);
        new Copy(move, progress).all(Throttle.NONE);
        execute(source, "UPDATE " + TABLE + " SET v = 'late'");
        close(move);
        String late = "SELECT COUNT(*) FROM " + move.target().filled() + " WHERE v = 'late'";
        try (LastChanges last = LastChanges.of(List.of(progress.of(move)))) {
            long over = System.nanoTime() - 1;
            assertThatThrownBy(() -> last.follow(over)).hasMessageContaining("took longer");
        }
        assertThat(count(target, late)).isZero();
        followLast(move, progress);
        assertThat(count(target, late))
                .isEqualTo(count(source, "SELECT COUNT(*) FROM " + move.fenced()))
                .isPositive();
    }

    private static long count(DataSource pool, String query) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Everything of a move, from whichever step an earlier worker had come to. */
    private static void run(TableMove move, Writers writers) throws Exception {
        if (Fence.of(List.of(move)).state() == Fence.State.OPEN) {
            Progress progress = prepare(move);
            new Copy(move, progress).all(Throttle.NONE);
            new Follow(move, progress).catchUp(100);
            assertThat(new Verify(move, progress).all(10, Throttle.NONE).differences())
                    .isEmpty();
        }
        close(move);
        writers.join();
        Progress progress = Progress.take(move);
        finish(move, progress);
        assertThat(new Verify(move, progress).all(10, Throttle.NONE).isSame()).isTrue();
    }

    @Tag("thorough")
    @Test
    void aWorkerThatIsBrokenOffIsReplaced() throws Exception {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        int broken = 0;
        try (Writers writers = new Writers(source, TABLE, WRITERS, seed).start()) {
            int rounds = Effort.of(8);
            for (int round = 0; ; round++) {
                long statements = round < rounds ? 1 + random.nextInt(60 + 60 * round) : Long.MAX_VALUE;
                BreakingPool breaking = new BreakingPool(statements, random.nextBoolean());
                try {
                    run(move(breaking.over(source), breaking.over(target)), writers);
                    break;
                } catch (SQLException failure) {
                    if (!breaking.isBroken()) {
                        throw failure;
                    }
                    broken++;
                }
            }
            writers.join();
            assertThat(Writers.rows(target, TABLE)).as("seed " + seed).isEqualTo(writers.acknowledged());
        }
        System.out.println(database + ": broken off " + broken + " times, seed " + seed);
        assertThat(broken).isPositive();
    }

    @Test
    void aReplacedWorkerWritesNothing() throws Exception {
        TableMove move = move();
        try (Writers writers = new Writers(source, TABLE, 1, 3)) {
            Progress first = prepare(move);
            Copy old = new Copy(move, first);
            old.next();
            Progress second = Progress.take(move);
            assertThatThrownBy(old::next).isInstanceOf(MoveTakenOverException.class);
            assertThat(new Copy(move, second).all(Throttle.NONE).rows())
                    .isEqualTo(writers.acknowledged().size());
        }
    }

    @Test
    void nothingIsLeftOfAMoveThatIsOver() throws Exception {
        TableMove move = move();
        Progress first = prepare(move);
        Progress second = Progress.take(move);
        first.forget();
        new Copy(move, second).all(Throttle.NONE);
        new Journal(move).drop();
        new TargetTables(move).drop();
        second.forget();
        assertThat(tables(source)).containsExactly(TABLE);
        assertThat(tables(target)).isEmpty();
        assertThatThrownBy(() -> new Copy(move, second).next()).isInstanceOf(SQLException.class);
        Progress third = prepare(move);
        assertThatThrownBy(() -> new Copy(move, second).next()).isInstanceOf(MoveTakenOverException.class);
        third.forget();
    }

    private List<String> tables(DataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            return List.copyOf(
                    ReportedTables.names(connection, move().dialect(), null).keySet());
        }
    }

    @Test
    void plantedFaultsAreFoundAndRepaired() throws Exception {
        TableMove move = move();
        Writers.fill(source, TABLE, WRITERS);
        execute(
                source,
                "INSERT INTO " + TABLE + " VALUES (7, 'a', 'Trailing', 7)",
                "INSERT INTO " + TABLE + " VALUES (17, 'a', 'Case', 17)",
                "INSERT INTO " + TABLE + " VALUES (27, 'a', NULL, 27)");
        Progress progress = prepare(move);
        new Copy(move, progress).all(Throttle.NONE);
        Verify verify = new Verify(move, progress);
        assertThat(verify.all(10, Throttle.NONE).isSame()).isTrue();
        String filled = move.target().filled();
        execute(
                target,
                "DELETE FROM " + filled + " WHERE id = 1000",
                "INSERT INTO " + filled + " VALUES (1001, 'zz', 'more', -5)",
                "UPDATE " + filled + " SET v = 'other' WHERE id = 2000",
                "UPDATE " + filled + " SET v = 'Trailing ' WHERE id = 7",
                "UPDATE " + filled + " SET v = 'case' WHERE id = 17",
                "UPDATE " + filled + " SET v = '' WHERE id = 27",
                "INSERT INTO " + filled + " VALUES (100000, 'last', 'more', -6)");
        Verify.Verified verified = verify.all(100, Throttle.NONE);
        assertThat(verified.pending()).isEmpty();
        assertThat(verified.differences())
                .extracting(Difference::toString)
                .containsExactlyInAnyOrder(
                        "the target lacks the row with the key (1000, a)",
                        "only the target has a row with the key (1001, zz)",
                        "the row with the key (2000, a) differs in v",
                        "the row with the key (7, a) differs in v",
                        "the row with the key (17, a) differs in v",
                        "the row with the key (27, a) differs in v",
                        "only the target has a row with the key (100000, last)");
        List<MovedKey> keys =
                verified.differences().stream().map(Difference::key).toList();
        verify.repair(keys);
        assertThat(verify.keys(keys).isSame()).isTrue();
        assertThat(verify.all(10, Throttle.NONE).isSame()).isTrue();
    }

    @Test
    void aFenceThatIsHeldLeavesTheTablesAndTellsByWhom() throws Exception {
        execute(source, "CREATE TABLE t_item_3 (id BIGINT NOT NULL PRIMARY KEY)", "INSERT INTO t_item_3 VALUES (1)");
        TableMove move = move();
        Fence fence = new Fence(
                move.source(),
                move.dialect(),
                "sk_fence",
                List.of(new Renaming(TABLE, TABLE + "_old"), new Renaming("t_item_3", "t_item_3_old")),
                20);
        try (Connection holder = source.getConnection()) {
            holder.setAutoCommit(false);
            try (Statement statement = holder.createStatement()) {
                statement.execute("UPDATE t_item_3 SET id = 2");
            }
            fence.arm();
            Fence.Outcome outcome = fence.close();
            assertThat(outcome.done()).isFalse();
            assertThat(outcome.failure()).isNotEmpty();
            assertThat(outcome.holders()).as(outcome.toString()).isNotEmpty();
            assertThat(fence.state()).isEqualTo(Fence.State.OPEN);
            holder.rollback();
            holder.setAutoCommit(true);
        }
        assertThat(fence.close().done()).as("not armed").isFalse();
        fence.arm();
        assertThat(fence.close().done()).isTrue();
        assertThat(fence.state()).isEqualTo(Fence.State.CLOSED);
        fence.open();
        assertThat(fence.state()).isEqualTo(Fence.State.OPEN);
    }

    @Test
    void aTableThatIsChangedOrTruncatedMeanwhileIsNoticed() throws Exception {
        TableMove move = move();
        Writers.fill(source, TABLE, 1);
        Progress progress = prepare(move);
        new Copy(move, progress).all(Throttle.NONE);
        Follow follow = new Follow(move, progress);
        followAll(follow);
        if (database == TestDatabase.POSTGRESQL) {
            execute(source, "TRUNCATE TABLE " + TABLE, "INSERT INTO " + TABLE + " VALUES (1, 'a', 'b', 2)");
            followAll(follow);
            assertThat(Writers.rows(target, move.target().filled())).isEqualTo(Map.of("1/a", "b/2"));
        } else if (database.speaksMysql()) {
            execute(source, "TRUNCATE TABLE " + TABLE);
            assertThatThrownBy(follow::next).hasMessageContaining("was truncated or rebuilt");
            return;
        }
        execute(source, "ALTER TABLE " + TABLE + " ADD COLUMN more INT");
        assertThatThrownBy(follow::next).hasMessageContaining("structure of table");
    }
}
