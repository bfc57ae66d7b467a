package io.shardkit.replica;

import io.shardkit.testing.DatabaseServer;
import io.shardkit.testing.EmbeddedServers;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

class MariaDbFailoverIT extends FailoverSuite {
    @Override
    DatabaseServer startPrimary() throws SQLException {
        DatabaseServer primary = EmbeddedServers.startMariaDbPrimary();
        primary.createDatabase("shop");
        return primary;
    }

    @Override
    DatabaseServer startReplica(DatabaseServer primary) throws Exception {
        DatabaseServer replica = EmbeddedServers.startMariaDbReplica(primary);
        for (int i = 0; ; i++) {
            try {
                DriverManager.getConnection(replica.url("shop"), replica.username(), replica.password())
                        .close();
                return replica;
            } catch (SQLException notYet) {
                if (i == 500) {
                    throw notYet;
                }
                Thread.sleep(20);
            }
        }
    }

    @Override
    String database() {
        return "shop";
    }

    @Override
    void promote(Statement replica) throws SQLException {
        replica.execute("STOP SLAVE");
        replica.execute("RESET SLAVE ALL");
        replica.execute("SET GLOBAL read_only = 0");
    }
}
