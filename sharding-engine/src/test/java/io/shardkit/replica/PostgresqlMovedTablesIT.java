package io.shardkit.replica;

import io.shardkit.testing.DatabaseServer;
import io.shardkit.testing.EmbeddedServers;
import io.shardkit.testing.ServerSize;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

class PostgresqlMovedTablesIT extends MovedTablesSuite {
    @Override
    DatabaseServer startPrimary() {
        return EmbeddedServers.startPostgres(ServerSize.SMALL);
    }

    @Override
    DatabaseServer startReplica(DatabaseServer primary) throws SQLException {
        return EmbeddedServers.startPostgresReplica(primary);
    }

    @Override
    void applying(boolean on, DataSource replica) throws SQLException {
        try (Connection connection = replica.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(on ? "SELECT pg_wal_replay_resume()" : "SELECT pg_wal_replay_pause()");
        }
    }
}
