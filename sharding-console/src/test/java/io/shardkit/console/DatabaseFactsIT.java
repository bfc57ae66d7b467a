package io.shardkit.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;

class DatabaseFactsIT {
    @ParameterizedTest
    @OnDatabases
    void comeFromEachDatabase(TestDatabase kind) throws SQLException {
        try (HikariDataSource full = kind.create("facts");
                HikariDataSource gone = new HikariDataSource();
                Connection connection = full.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_order (id BIGINT PRIMARY KEY)");
            connection.setAutoCommit(false);
            statement.execute("INSERT INTO t_order VALUES (1)");
            DatabaseFacts.Answer answer = new DatabaseFacts(() -> Map.of("ds0", full, "ds1", gone)).ask();
            assertThat(answer.unknown()).containsExactly("ds1");
            DatabaseFacts.Facts facts = answer.dataSources().get("ds0");
            assertThat(facts.version()).containsPattern("^\\w+ \\d+\\.\\d+[.\\d]*$");
            assertThat(facts.transactions()).isPositive();
            assertThat(facts.waiting()).isZero();
            if (kind != TestDatabase.H2) {
                assertThat(facts.bytes()).isPositive();
                assertThat(facts.oldestSeconds()).isBetween(0L, 600L);
            }
            connection.rollback();
        }
    }
}
