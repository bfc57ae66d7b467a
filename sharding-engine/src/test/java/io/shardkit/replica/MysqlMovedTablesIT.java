package io.shardkit.replica;

import io.shardkit.testing.DatabaseServer;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

@ParameterizedClass
@OnDatabases(
        except = {TestDatabase.H2, TestDatabase.POSTGRESQL},
        always = TestDatabase.MYSQL)
class MysqlMovedTablesIT extends MovedTablesSuite {
    @Parameter
    private TestDatabase kind;

    /** Holds up what the replica applies; null if nothing does. */
    private @Nullable Connection holder;

    private MysqlServers servers() {
        return new MysqlServers(kind);
    }

    @Override
    DatabaseServer startPrimary() throws SQLException {
        return servers().startPrimary();
    }

    @Override
    DatabaseServer startReplica(DatabaseServer primary) throws Exception {
        return servers().startReplica(primary);
    }

    /** Changes wait for the lock; that the server gets them, and reads, go on. */
    @Override
    void applying(boolean on, DataSource replica) throws SQLException {
        if (!on) {
            holder = replica.getConnection();
            try (Statement statement = holder.createStatement()) {
                statement.execute("FLUSH TABLES WITH READ LOCK");
            }
        } else if (holder != null) {
            try (Statement statement = holder.createStatement()) {
                statement.execute("UNLOCK TABLES");
            }
            holder.close();
            holder = null;
        }
    }
}
