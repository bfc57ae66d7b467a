package io.shardkit.move.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.dialect.Dialect;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;

/** A connection is lost while the server renames tables. */
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
            Fence cut = new Fence(new TablePlace(losing(pool, server), null), dialect, RENAMINGS, 20);
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
            Fence.Outcome outcome = cut.close();
            assertThat(outcome.done()).as(outcome.toString()).isFalse();
            release.join();
            server.get().join();
            Fence fence = new Fence(new TablePlace(pool, null), dialect, RENAMINGS, 20);
            assertThat(fence.state()).isEqualTo(Fence.State.OPEN);
            holder.setAutoCommit(true);
            assertThat(fence.close().done()).isTrue();
        }
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
