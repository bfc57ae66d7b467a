package io.shardkit.replica;

import io.shardkit.testing.DatabaseServer;
import io.shardkit.testing.EmbeddedServers;
import io.shardkit.testing.ServerSize;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class PostgresqlMovedTablesIT extends MovedTablesSuite {
    private DatabaseServer primary;
    private DatabaseServer replica;

    @BeforeAll
    void start() throws Exception {
        primary = EmbeddedServers.startPostgres(ServerSize.SMALL);
        replica = EmbeddedServers.startPostgresReplica(primary);
    }

    @AfterAll
    void stop() {
        replica.close();
        primary.close();
    }

    @Override
    DatabaseServer primaryServer() {
        return primary;
    }

    @Override
    DatabaseServer replicaServer() {
        return replica;
    }

    @Override
    void applying(boolean on, DataSource replica) throws SQLException {
        try (Connection connection = replica.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(on ? "SELECT pg_wal_replay_resume()" : "SELECT pg_wal_replay_pause()");
        }
    }
}
