package io.shardkit.replica;

import io.shardkit.testing.DatabaseServer;
import io.shardkit.testing.EmbeddedServers;
import io.shardkit.testing.MySqlPrograms;
import io.shardkit.testing.TestDatabase;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** Primaries and replicas of MariaDB or MySQL, with a database that all have. */
final class MysqlServers {
    static final String DATABASE = "shop";

    private final TestDatabase kind;

    MysqlServers(TestDatabase kind) {
        this.kind = kind;
    }

    DatabaseServer startPrimary() throws SQLException {
        DatabaseServer primary;
        if (kind == TestDatabase.MYSQL) {
            MySqlPrograms.assume();
            primary = EmbeddedServers.startMySqlPrimary();
        } else {
            primary = EmbeddedServers.startMariaDbPrimary();
        }
        primary.createDatabase(DATABASE);
        return primary;
    }

    /** Returns when the replica has the database. */
    DatabaseServer startReplica(DatabaseServer primary) throws Exception {
        DatabaseServer replica = kind == TestDatabase.MYSQL
                ? EmbeddedServers.startMySqlReplica(primary)
                : EmbeddedServers.startMariaDbReplica(primary);
        for (int i = 0; ; i++) {
            try {
                DriverManager.getConnection(replica.url(DATABASE), replica.username(), replica.password())
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

    /** The word of its commands for a replica. */
    String replicaWord() {
        return kind == TestDatabase.MYSQL ? "REPLICA" : "SLAVE";
    }

    void promote(Statement replica) throws SQLException {
        replica.execute("STOP " + replicaWord());
        replica.execute("RESET " + replicaWord() + " ALL");
        replica.execute("SET GLOBAL read_only = 0");
    }
}
