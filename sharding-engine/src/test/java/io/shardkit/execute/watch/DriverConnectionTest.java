package io.shardkit.execute.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.testing.LockedPool;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import org.h2.jdbc.JdbcConnection;
import org.junit.jupiter.api.Test;

/** Checks that the driver's own connection is found through pools that answer for it by what they lend. */
class DriverConnectionTest {
    @Test
    void isFoundBehindWrappersThatAnswerForThemselves() throws SQLException {
        try (HikariDataSource pool = TestDatabase.H2.create("own");
                Connection connection = pool.getConnection()) {
            JdbcConnection own = connection.unwrap(JdbcConnection.class);
            assertThat(DriverConnection.of(own)).isSameAs(own);
            assertThat(DriverConnection.of(connection)).isSameAs(own);
            assertThat(DriverConnection.of(LockedPool.lend(connection))).isSameAs(own);
            assertThat(DriverConnection.of(LockedPool.lend(own))).isSameAs(own);
            Connection hidden = LockedPool.hide(connection);
            assertThat(DriverConnection.of(hidden)).isSameAs(hidden);
        }
    }
}
