package io.shardkit.replica;

import io.shardkit.testing.DatabaseServer;
import io.shardkit.testing.EmbeddedServers;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class MariaDbReplicationIT extends ReplicationSuite {
    private DatabaseServer primary;
    private DatabaseServer replica;

    @BeforeAll
    void start() throws Exception {
        primary = EmbeddedServers.startMariaDbPrimary();
        replica = EmbeddedServers.startMariaDbReplica(primary);
        primary.createDatabase("shop");
        awaitDatabase();
    }

    private void awaitDatabase() throws Exception {
        for (int i = 0; ; i++) {
            try {
                DriverManager.getConnection(replica.url("shop"), replica.username(), replica.password())
                        .close();
                return;
            } catch (SQLException notYet) {
                if (i == 500) {
                    throw notYet;
                }
                Thread.sleep(20);
            }
        }
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
    String database() {
        return "shop";
    }

    @Override
    String applies(boolean on) {
        return on ? "START SLAVE SQL_THREAD" : "STOP SLAVE SQL_THREAD";
    }
}
