package io.shardkit.replica;

import io.shardkit.testing.DatabaseServer;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.params.ParameterizedClass;

/** On MariaDB and on MySQL. */
@ParameterizedClass
@OnDatabases(
        except = {TestDatabase.H2, TestDatabase.POSTGRESQL},
        always = TestDatabase.MYSQL)
class MysqlFailoverIT extends FailoverSuite {
    private final MysqlServers servers;

    MysqlFailoverIT(TestDatabase database) {
        servers = new MysqlServers(database);
    }

    @Override
    DatabaseServer startPrimary() throws SQLException {
        return servers.startPrimary();
    }

    @Override
    DatabaseServer startReplica(DatabaseServer primary) throws Exception {
        return servers.startReplica(primary);
    }

    @Override
    String database() {
        return MysqlServers.DATABASE;
    }

    @Override
    void promote(Statement replica) throws SQLException {
        servers.promote(replica);
    }
}
