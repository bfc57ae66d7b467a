package io.shardkit.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.ReplicaRules;
import io.shardkit.testing.DatabaseServer;
import io.shardkit.testing.EmbeddedServers;
import io.shardkit.testing.ServerSize;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class PostgresqlReplicationIT extends ReplicationSuite {
    @Override
    DatabaseServer startPrimary() throws SQLException {
        DatabaseServer primary = EmbeddedServers.startPostgres(ServerSize.SMALL);
        try (Connection connection =
                        DriverManager.getConnection(primary.url("postgres"), primary.username(), primary.password());
                Statement statement = connection.createStatement()) {
            // What is not flushed at a commit is sent to replicas later.
            statement.execute("ALTER DATABASE postgres SET synchronous_commit = on");
        }
        return primary;
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
    String applies(boolean on) {
        return on ? "SELECT pg_wal_replay_resume()" : "SELECT pg_wal_replay_pause()";
    }

    @Test
    void positionsAreCompared() {
        ReplicaRules rules = rules();
        assertThat(rules.reached("0/3000060", "0/3000060")).isTrue();
        assertThat(rules.reached("1/0", "0/FFFFFFFF")).isTrue();
        assertThat(rules.reached("0/A", "0/10")).isFalse();
    }

    private static ReplicaRules rules() {
        return Dialect.POSTGRESQL.replicas();
    }
}
