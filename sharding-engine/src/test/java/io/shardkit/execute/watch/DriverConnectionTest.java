package io.shardkit.execute.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.dialect.Dialect;
import io.shardkit.execute.SessionModes;
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

/** The driver's own connection is found behind pools that answer for it by what they lend. */
class DriverConnectionTest {
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
                        return h2.executeQuery("SELECT ''");
                    }
                    return method.invoke(h2, arguments);
                });
    }

    /** A pool's connection that says nothing of its driver's. */
    private static Connection hiding(Connection connection) {
        return (Connection) Proxy.newProxyInstance(
                DriverConnectionTest.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "isWrapperFor" -> false;
                    case "unwrap" -> throw new SQLException("hidden");
                    default -> method.invoke(connection, arguments);
                });
    }

    @Test
    void isFoundBehindWrappersThatAnswerForThemselves() throws SQLException {
        try (HikariDataSource pool = TestDatabase.H2.create("own");
                Connection connection = pool.getConnection()) {
            JdbcConnection own = connection.unwrap(JdbcConnection.class);
            assertThat(DriverConnection.of(own)).isSameAs(own);
            assertThat(DriverConnection.of(connection)).isSameAs(own);
            assertThat(DriverConnection.of(LockedPool.lend(connection))).isSameAs(own);
            assertThat(DriverConnection.of(LockedPool.lend(own))).isSameAs(own);
            Connection hidden = hiding(connection);
            assertThat(DriverConnection.of(hidden)).isSameAs(hidden);
        }
    }

    @Test
    void modesAreAskedOncePerPhysicalConnectionAndNotRememberedWithoutBound() throws SQLException {
        try (HikariDataSource pool = TestDatabase.H2.create("modes");
                Connection connection = pool.getConnection()) {
            SessionModes modes = new SessionModes(Dialect.MARIADB.sqlModes(), List.of(""), null);
            Connection physical = asked(connection.unwrap(JdbcConnection.class));
            for (int i = 0; i < 5; i++) {
                modes.check(0, LockedPool.lend(physical), null);
            }
            assertThat(questions).hasValue(1);
            Connection[] lent = new Connection[SessionModes.MOST_KNOWN + 100];
            for (int i = 0; i < lent.length; i++) {
                lent[i] = hiding(physical);
                modes.check(0, lent[i], null);
            }
            assertThat(modes.known(0)).isEqualTo(SessionModes.MOST_KNOWN);
        }
    }
}
