package io.shardkit.differential.server;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.differential.fixture.Fixture;
import io.shardkit.differential.fixture.Topology;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The timeout of a statement holds for the query over gathered rows too. */
class GatherTimeoutIT {
    @Test
    @Timeout(120)
    void endsTheQueryOverGatheredRows() throws SQLException {
        Fixture fixture = Fixture.of(Topology.MARIADB_2X2);
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
