package io.shardkit.replica;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.execute.StartCheck;
import io.shardkit.options.Start;
import io.shardkit.testing.DatabaseServer;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/** On MariaDB by both drivers, and on MySQL. */
@ParameterizedClass
@OnDatabases(
        except = {TestDatabase.H2, TestDatabase.POSTGRESQL},
        always = TestDatabase.MYSQL)
class MysqlReplicationIT extends ReplicationSuite {
    @Parameter
    private TestDatabase kind;

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

    @Override
    String database() {
        return MysqlServers.DATABASE;
    }

    @Override
    String applies(boolean on) {
        return (on ? "START " : "STOP ") + servers().replicaWord() + " SQL_THREAD";
    }

    /** Such a user is not told whose changes a server gets; that both are at one position is worth a warning. */
    @Test
    void whoMayNotSeeTheStateOfReplicasStarts() throws Exception {
        try (Connection connection = connect(
                        primaryServer(),
                        primaryServer().username(),
                        primaryServer().password());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE USER IF NOT EXISTS shop@'%' IDENTIFIED BY 'shop'");
            statement.execute("GRANT SELECT ON shop.* TO shop@'%'");
        }
        try (HikariDataSource one = asShop(primaryServer());
                HikariDataSource other = asShop(replicaServer())) {
            Map<String, DataSource> two = new LinkedHashMap<>();
            two.put("ds0", one);
            two.put("ds1", other);
            assertThat(StartCheck.of(two, Runnable::run, 0, Start.STOP)).hasSize(2);
        }
    }

    private static Connection connect(DatabaseServer server, String user, String password) throws SQLException {
        return DriverManager.getConnection(server.url("shop"), user, password);
    }

    /** Waits for the user to be there. */
    private static HikariDataSource asShop(DatabaseServer server) throws Exception {
        for (int i = 0; ; i++) {
            try (Connection there = connect(server, "shop", "shop")) {
                HikariDataSource pool = new HikariDataSource();
                pool.setJdbcUrl(there.getMetaData().getURL());
                pool.setUsername("shop");
                pool.setPassword("shop");
                pool.setMaximumPoolSize(2);
                return pool;
            } catch (SQLException notYet) {
                if (i == 500) {
                    throw notYet;
                }
                Thread.sleep(20);
            }
        }
    }
}
