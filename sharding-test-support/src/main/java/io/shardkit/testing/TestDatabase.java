package io.shardkit.testing;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The databases that tests run on, each a server with the driver that reaches it, and fresh empty databases of each.
 * Thread-safe.
 */
public enum TestDatabase {
    /** In memory, in MySQL mode. */
    H2 {
        @Override
        HikariConfig database(String name, int server) {
            HikariConfig config = new HikariConfig();
            config.setJdbcUrl("jdbc:h2:mem:" + name
                    + ";MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE;DB_CLOSE_DELAY=-1");
            config.setUsername("sa");
            config.setPassword("");
            return config;
        }
    },
    /** The two embedded MariaDB servers, by MariaDB's driver. */
    MARIADB {
        @Override
        HikariConfig database(String name, int server) throws SQLException {
            return on(EmbeddedServers.mariaDb(server % EmbeddedServers.MARIADB_SERVERS), name);
        }
    },
    /** The two embedded MariaDB servers, by MySQL's driver, Connector/J. */
    MARIADB_CONNECTOR_J {
        @Override
        HikariConfig database(String name, int server) throws SQLException {
            HikariConfig config = MARIADB.database(name, server);
            config.setJdbcUrl(config.getJdbcUrl().replace("jdbc:mariadb:", "jdbc:mysql:"));
            return config;
        }
    },
    /** The two MySQL servers, by Connector/J. Tests are skipped where {@link MySqlPrograms} finds none. */
    MYSQL {
        @Override
        HikariConfig database(String name, int server) throws SQLException {
            MySqlPrograms.assume();
            return on(EmbeddedServers.mySql(server % EmbeddedServers.MYSQL_SERVERS), name);
        }
    },
    /** The embedded PostgreSQL server. */
    POSTGRESQL {
        @Override
        HikariConfig database(String name, int server) throws SQLException {
            return on(EmbeddedServers.postgres(), name);
        }
    };

    private static final int POOL_SIZE = 10;

    /** Collations of MariaDB, and those of MySQL that compare as they do. */
    private static final Map<String, String> COLLATIONS = Map.of(
            "utf8mb4_nopad_bin", "utf8mb4_0900_bin",
            "utf8mb4_uca1400_ai_ci", "utf8mb4_0900_ai_ci",
            "utf8mb4_uca1400_as_cs", "utf8mb4_0900_as_cs");

    private static final AtomicInteger COUNTER = new AtomicInteger();

    abstract HikariConfig database(String name, int server) throws SQLException;

    /** Tells whether the server is MariaDB or MySQL. */
    public boolean speaksMysql() {
        return isMariaDb() || this == MYSQL;
    }

    /** Tells whether the server is MariaDB, by whichever driver. */
    public boolean isMariaDb() {
        return this == MARIADB || this == MARIADB_CONNECTOR_J;
    }

    /** Tells whether the driver is MySQL's Connector/J. */
    public boolean isByConnectorJ() {
        return this == MYSQL || this == MARIADB_CONNECTOR_J;
    }

    /** Tells whether the server knows sequences. */
    public boolean hasSequences() {
        return this != MYSQL;
    }

    /** The type of a UUID; where there is none, a text. */
    public String uuidType() {
        return this == MYSQL ? "CHAR(36)" : "UUID";
    }

    /** SQL of MariaDB in this server's words; where it has none for something, the text keeps MariaDB's. */
    public String sql(String ofMariaDb) {
        String sql = ofMariaDb;
        if (this == MYSQL) {
            for (Map.Entry<String, String> each : COLLATIONS.entrySet()) {
                sql = sql.replace(each.getKey(), each.getValue());
            }
        }
        return sql;
    }

    /** A pool on a new, empty database of the first server. The caller closes it. */
    public HikariDataSource create(String name) throws SQLException {
        return create(name, 0);
    }

    /**
     * A pool on a new, empty database. The caller closes it.
     *
     * @param name a plain lower-case identifier; a number is appended, so that no two databases share a name
     * @param server which server to take where there are several; counted round
     */
    public HikariDataSource create(String name, int server) throws SQLException {
        String unique = name + "_" + COUNTER.incrementAndGet();
        HikariConfig config = database(unique, server);
        config.setPoolName(unique);
        config.setMaximumPoolSize(POOL_SIZE);
        config.setMinimumIdle(0);
        config.setConnectionTimeout(10_000);
        return new HikariDataSource(config);
    }

    private static HikariConfig on(DatabaseServer server, String name) throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(server.createDatabase(name));
        config.setUsername(server.username());
        config.setPassword(server.password());
        return config;
    }
}
