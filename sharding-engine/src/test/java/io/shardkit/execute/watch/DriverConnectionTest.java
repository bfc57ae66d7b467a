package io.shardkit.execute.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.testing.LockedPool;
import io.shardkit.testing.TestDatabase;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import org.h2.jdbc.JdbcConnection;
import org.junit.jupiter.api.Test;

/** The driver's own connection is found behind pools that answer for it by what they lend. */
class DriverConnectionTest {
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
}
