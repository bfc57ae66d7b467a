package io.shardkit.differential.server;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.differential.fixture.Fixture;
import io.shardkit.differential.fixture.Topology;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;

/** The timeout of a statement holds for the query over gathered rows too. */
class GatherTimeoutIT {
    @ParameterizedTest
    @OnDatabases(
            except = {TestDatabase.H2, TestDatabase.POSTGRESQL},
            always = TestDatabase.MARIADB_CONNECTOR_J)
    @Timeout(120)
    void endsTheQueryOverGatheredRows(TestDatabase database) throws SQLException {
        Fixture fixture = Fixture.of(Topology.of(database));
        try (Connection connection = fixture.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(1);
            assertThatThrownBy(
                            () -> statement.executeQuery(
                                    "SELECT COUNT(DISTINCT a.a) FROM o a, o b, o c, o d, o e, o f WHERE a.n + b.n + c.n + d.n + e.n + f.n = -1"))
                    .isInstanceOf(SQLTimeoutException.class);
        }
    }
}
