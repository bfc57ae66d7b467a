package io.shardkit.dialect.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * A statement whose rows a server sends without being asked for each piece ends when it is cancelled, however many rows are
 * left; PostgreSQL sends none of those.
 */
class StreamedCancelIT {
    /** One hundred million rows. */
    private static final String MANY = "SELECT a.n FROM t a, t b, t c, t d";

    private static final int ROWS = 100;

    @ParameterizedTest
    @OnDatabases(
            value = {TestDatabase.MARIADB, TestDatabase.MYSQL},
            always = TestDatabase.MYSQL)
    void readEnds(TestDatabase database) throws SQLException {
        try (HikariDataSource pool = database.create("streamed");
                Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (n INT PRIMARY KEY)");
            for (int n = 0; n < ROWS; n++) {
                statement.executeUpdate("INSERT INTO t VALUES (" + n + ")");
            }
            connection.setAutoCommit(false);
            JdbcDriver driver = JdbcDrivers.named(connection.getMetaData().getDriverName());
            statement.setFetchSize(driver.fetchSize(ROWS));
            try (ResultSet rows = statement.executeQuery(MANY)) {
                assertThat(rows.next()).isTrue();
                driver.cancel(statement, connection.unwrap(Connection.class));
                assertThatThrownBy(() -> readAll(rows)).isInstanceOf(SQLException.class);
            }
            connection.rollback();
            try (ResultSet again = statement.executeQuery("SELECT COUNT(*) FROM t")) {
                again.next();
                assertThat(again.getInt(1)).isEqualTo(ROWS);
            }
        }
    }

    private static void readAll(ResultSet rows) throws SQLException {
        while (rows.next()) {
            rows.getInt(1);
        }
    }
}
