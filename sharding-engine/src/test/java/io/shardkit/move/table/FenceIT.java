package io.shardkit.move.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.dialect.Dialect;
import io.shardkit.move.FaultyPool;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;

/** A connection is lost while the server renames tables, or a process goes on to rename them when it is too late. */
class FenceIT {
    private static final List<Renaming> RENAMINGS =
            List.of(new Renaming("t_a", "t_a_old"), new Renaming("t_b", "t_b_old"));

    @ParameterizedTest
    @OnDatabases(always = {TestDatabase.MYSQL, TestDatabase.MARIADB_CONNECTOR_J})
    void aRenamingIsUndoneThatTheServerFinishesAfterItsClientIsLost(TestDatabase database) throws Exception {
        try (HikariDataSource pool = database.create("fence", 0);
                Connection holder = pool.getConnection();
                Statement reading = holder.createStatement()) {
            TableMoveIT.execute(
                    pool,
                    "CREATE TABLE t_a (id INT NOT NULL PRIMARY KEY)",
                    "CREATE TABLE t_b (id INT NOT NULL PRIMARY KEY)",
                    "INSERT INTO t_b VALUES (1)");
            Dialect dialect = Dialect.of(holder.getMetaData());
            holder.setAutoCommit(false);
            reading.execute("UPDATE t_b SET id = 2");
            AtomicReference<Thread> server = new AtomicReference<>();
            Fence cut = new Fence(new TablePlace(losing(pool, server), null), dialect, "sk_fence", RENAMINGS, 20);
            Thread release = new Thread(() -> {
                try {
                    while (server.get() == null) {
                        Thread.sleep(1);
                    }
                    // As the server waits for locks for a second, the end of this comes in time for it.
                    Thread.sleep(300);
                    holder.rollback();
                } catch (SQLException | InterruptedException failure) {
                    throw new IllegalStateException(failure);
                }
            });
            release.start();
            cut.arm();
            Fence.Outcome outcome = cut.close();
            assertThat(outcome.done()).as(outcome.toString()).isFalse();
            release.join();
            server.get().join();
            Fence fence = new Fence(new TablePlace(pool, null), dialect, "sk_fence", RENAMINGS, 20);
            assertThat(fence.state()).isEqualTo(Fence.State.OPEN);
            holder.setAutoCommit(true);
            fence.arm();
            assertThat(fence.close().done()).isTrue();
        }
    }

    /** A worker was replaced right before, and its move is cancelled, so that no other one looks for its tables any more. */
    @ParameterizedTest
    @OnDatabases(always = {TestDatabase.MYSQL, TestDatabase.MARIADB_CONNECTOR_J})
    void aRenamingThatComesWhenItsMoveIsOverTakesNoTable(TestDatabase database) throws Exception {
        try (HikariDataSource pool = database.create("late", 0)) {
            TableMoveIT.execute(
                    pool,
                    "CREATE TABLE t_a (id INT NOT NULL PRIMARY KEY)",
                    "CREATE TABLE t_b (id INT NOT NULL PRIMARY KEY)");
            Dialect dialect;
            try (Connection connection = pool.getConnection()) {
                dialect = Dialect.of(connection.getMetaData());
            }
            Fence fence = new Fence(new TablePlace(pool, null), dialect, "sk_fence", RENAMINGS, 20);
            fence.arm();
            CountDownLatch isReached = new CountDownLatch(1);
            CountDownLatch isOver = new CountDownLatch(1);
            Fence late = new Fence(
                    new TablePlace(stopping(pool, isReached, isOver), null), dialect, "sk_fence", RENAMINGS, 20);
            FutureTask<Fence.Outcome> stopped = new FutureTask<>(late::close);
            new Thread(stopped, "late").start();
            isReached.await();
            fence.open();
            isOver.countDown();
            assertThatThrownBy(stopped::get).hasMessageContaining("this process has ended");
            assertThat(fence.state()).isEqualTo(Fence.State.OPEN);
            TableMoveIT.execute(pool, "SELECT * FROM t_a", "SELECT * FROM t_b");
        }
    }

    /** Stops before a renaming, and ends after it. */
    private static DataSource stopping(HikariDataSource pool, CountDownLatch isReached, CountDownLatch isOver) {
        AtomicBoolean ended = new AtomicBoolean();
        return new FaultyPool(pool, (sql, isDone) -> {
                    if (ended.get()) {
                        throw new IllegalStateException("this process has ended");
                    }
                    if (sql.contains("RENAME") && isDone) {
                        ended.set(true);
                        throw new IllegalStateException("this process has ended");
                    }
                    if (sql.contains("RENAME")) {
                        isReached.countDown();
                        try {
                            isOver.await();
                        } catch (InterruptedException stop) {
                            throw new IllegalStateException(stop);
                        }
                    }
                })
                .dataSource();
    }

    /** Gives a connection whose first renaming goes on at the server when it has failed here. */
    private static DataSource losing(HikariDataSource pool, AtomicReference<Thread> server) {
        return wrap(DataSource.class, pool, server);
    }

    private static <T> T wrap(Class<T> type, Object real, AtomicReference<Thread> server) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    boolean renaming = method.getName().equals("execute")
                            && String.valueOf(arguments[0]).contains("RENAME");
                    if (renaming && server.get() == null) {
                        Thread running = new Thread(() -> {
                            try {
                                method.invoke(real, arguments);
                            } catch (ReflectiveOperationException ended) {
                                // Nothing hears of it.
                            }
                        });
                        server.set(running);
                        running.start();
                        Thread.sleep(100);
                        throw new SQLException("lost", "08006");
                    }
                    try {
                        Object answer = method.invoke(real, arguments);
                        return switch (method.getName()) {
                            case "getConnection" -> wrap(Connection.class, answer, server);
                            case "createStatement" -> wrap(Statement.class, answer, server);
                            default -> answer;
                        };
                    } catch (InvocationTargetException failure) {
                        throw failure.getCause();
                    }
                }));
    }
}
