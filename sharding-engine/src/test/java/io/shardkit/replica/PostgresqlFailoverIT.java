package io.shardkit.replica;

import io.shardkit.testing.DatabaseServer;
import io.shardkit.testing.EmbeddedServers;
import io.shardkit.testing.ServerSize;
import java.sql.SQLException;
import java.sql.Statement;

class PostgresqlFailoverIT extends FailoverSuite {
    @Override
    DatabaseServer startPrimary() {
        return EmbeddedServers.startPostgres(ServerSize.SMALL);
    }

    @Override
    DatabaseServer startReplica(DatabaseServer primary) throws SQLException {
        return EmbeddedServers.startPostgresReplica(primary);
    }

    @Override
    String database() {
        return "postgres";
    }

    @Override
    void promote(Statement replica) throws SQLException {
        replica.execute("SELECT pg_promote()");
    }
}
