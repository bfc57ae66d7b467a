package io.shardkit.execute;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.driver.JdbcDrivers;
import io.shardkit.execute.watch.DriverConnection;
import io.shardkit.testing.LockedPool;
import io.shardkit.testing.TestDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.h2.jdbc.JdbcConnection;
import org.junit.jupiter.api.Test;

/** Checks what is known of connections that were borrowed. */
class SessionModesTest {
    private final AtomicInteger questions = new AtomicInteger();

    /** A connection of MariaDB, as far as its modes are concerned. */
    private Connection asked(Connection h2) {
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    try {
                        Object answer = method.invoke(h2, arguments);
                        return answer instanceof Statement statement ? modeless(statement) : answer;
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                });
    }

    private Statement modeless(Statement h2) {
        return (Statement) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Statement.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("executeQuery")) {
                        questions.incrementAndGet();
                        return h2.executeQuery("SELECT '', '+00:00'");
                    }
                    return method.invoke(h2, arguments);
                });
    }

    @Test
    void modesAreAskedOncePerPhysicalConnectionAndNotRememberedWithoutBound() throws SQLException {
        try (HikariDataSource pool = TestDatabase.H2.create("modes");
                Connection connection = pool.getConnection()) {
            SessionModes modes = new SessionModes(Dialect.MARIADB.sqlModes(), List.of(""), "+00:00");
            Bulkhead bulkhead = new Bulkhead("modes", pool, 0);
            Connection physical = asked(connection.unwrap(JdbcConnection.class));
            for (int i = 0; i < 5; i++) {
                modes.check(0, LockedPool.lend(physical), bulkhead);
            }
            assertThat(questions).hasValue(1);
            Connection[] lent = new Connection[Bulkhead.MOST_KNOWN + 100];
            for (int i = 0; i < lent.length; i++) {
                lent[i] = LockedPool.hide(physical);
                modes.check(0, lent[i], bulkhead);
            }
            assertThat(bulkhead.known()).isEqualTo(Bulkhead.MOST_KNOWN);
        }
    }

    @Test
    void connectionsThatEndedAreForgotten() throws SQLException {
        try (HikariDataSource pool = TestDatabase.H2.create("ended")) {
            SessionModes modes = new SessionModes(Dialect.H2.sqlModes(), List.of(""), null);
            Bulkhead bulkhead = new Bulkhead("ended", pool, 0);
            for (int i = 0; i < 5; i++) {
                try (Connection connection = pool.getConnection()) {
                    assertThat(modes.check(0, connection, bulkhead)).isNotNull();
                    pool.evictConnection(connection);
                }
                assertThat(bulkhead.known()).isLessThanOrEqualTo(2);
            }
        }
    }

    @Test
    void connectionThatEndedIsNotLentAgain() throws SQLException {
        try (HikariDataSource pool = TestDatabase.H2.create("evicted")) {
            Bulkhead bulkhead = new Bulkhead("evicted", pool, 0);
            for (int i = 0; i < 20; i++) {
                try (Connection connection = pool.getConnection();
                        Statement statement = connection.createStatement()) {
                    statement.execute("SELECT 1");
                    Connection own = DriverConnection.of(connection);
                    JdbcDrivers.of(own).leave(own, Runnable::run);
                    bulkhead.evict(connection);
                }
            }
        }
    }

    @Test
    void connectionThatIsLentIsNotAskedWhetherItHasEnded() throws SQLException {
        try (HikariDataSource pool = TestDatabase.H2.create("lent");
                Connection connection = pool.getConnection()) {
            Bulkhead bulkhead = new Bulkhead("lent", pool, 0);
            Connection counting = counting(connection);
            PhysicalConnection lent = bulkhead.add(counting, counting);
            lent.borrowed(Thread.currentThread(), 1);
            bulkhead.add(connection, connection);
            assertThat(questions).hasValue(0);
            lent.returned();
            bulkhead.add(connection, connection);
            assertThat(questions).hasValue(1);
        }
    }

    /** Counts how often it is asked whether it is closed. */
    private Connection counting(Connection connection) {
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("isClosed")) {
                        questions.incrementAndGet();
                    }
                    return method.invoke(connection, arguments);
                });
    }
}
