package io.shardkit.move.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.dialect.Dialect;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;

/** Follows writers that never rest; in H2, which has its threads here, they leave it some time. */
class FollowLoadIT {
    private static final int WRITERS = 6;
    private static final int ROWS = 5000;
    private static final int FEW = 200;
    private static final int CHUNK = Integer.getInteger("shardkit.move.chunk", 100);

    @Tag("thorough")
    @ParameterizedTest
    @OnDatabases(always = {TestDatabase.MYSQL, TestDatabase.MARIADB_CONNECTOR_J})
    void catchesUpOrSaysThatItCannot(TestDatabase database) throws Exception {
        try (HikariDataSource source = database.create("load", 0);
                HikariDataSource target = database.create("load", 1);
                Connection connection = source.getConnection()) {
            TableMove move = TableMove.of(
                            "load",
                            Dialect.of(connection.getMetaData()),
                            new TablePlace(source, null),
                            new TablePlace(target, null),
                            "t")
                    .within(new MoveLimits(CHUNK, 8 << 20, 20, 20));
            TableMoveIT.execute(source, "CREATE TABLE t (id INT NOT NULL PRIMARY KEY, v INT, w VARCHAR(100))");
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, 0, 'some text')")) {
                connection.setAutoCommit(false);
                for (int i = 0; i < ROWS; i++) {
                    insert.setInt(1, i);
                    insert.addBatch();
                }
                insert.executeBatch();
                connection.commit();
                connection.setAutoCommit(true);
            }
            new TargetTables(move).create();
            new Journal(move).create();
            Progress progress = Progress.take(move);
            new Copy(move, progress).all(Throttle.NONE);
            Follow follow = new Follow(move, progress);
            AtomicBoolean stopped = new AtomicBoolean();
            AtomicLong written = new AtomicLong();
            Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
            List<Thread> writers = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                int number = i;
                Thread writer = new Thread(() -> {
                    try {
                        write(source, new Random(number), stopped, written, database == TestDatabase.H2 ? 1 : 0);
                    } catch (SQLException | InterruptedException | RuntimeException failure) {
                        failures.add(failure);
                    }
                });
                writers.add(writer);
                writer.start();
            }
            long start = System.nanoTime();
            while (written.get() < 10L * FEW && failures.isEmpty()) {
                Thread.sleep(1);
            }
            Follow.CatchUp caught = follow.catchUp(FEW);
            double perSecond = written.get() * 1e9 / (System.nanoTime() - start);
            stopped.set(true);
            for (Thread writer : writers) {
                writer.join();
            }
            assertThat(failures).isEmpty();
            System.out.println(String.format(
                    Locale.ROOT, "%s: %s, while %.0f rows per second were written", database, caught, perSecond));
            assertThat(caught.caughtUp()).isEqualTo(caught.length().entries() <= FEW);
            TableMoveIT.followAll(follow);
            assertThat(new Verify(move, progress).all(10, Throttle.NONE))
                    .isEqualTo(new Verify.Verified(ROWS, List.of(), List.of()));
        }
    }

    private static void write(
            HikariDataSource source, Random random, AtomicBoolean stopped, AtomicLong written, int pauseMillis)
            throws SQLException, InterruptedException {
        try (Connection connection = source.getConnection();
                PreparedStatement update = connection.prepareStatement("UPDATE t SET v = v + 1 WHERE id = ?")) {
            while (!stopped.get()) {
                update.setInt(1, random.nextInt(ROWS));
                update.executeUpdate();
                written.incrementAndGet();
                Thread.sleep(pauseMillis);
            }
        }
    }
}
