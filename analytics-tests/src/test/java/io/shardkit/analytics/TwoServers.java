package io.shardkit.analytics;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.boot.autoconfigure.ConfiguredDataSource;
import io.shardkit.export.ExportEngine;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.testing.DatabaseServer;
import io.shardkit.testing.EmbeddedServers;
import io.shardkit.testing.ServerSize;
import io.shardkit.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** An application with the data sources {@code ds0} and {@code ds1} on two servers, and an account there that may only read. */
final class TwoServers implements AutoCloseable {
    /** The password of the account {@code reader}, which may only read. */
    static final String PASSWORD = "reads";

    private static final int SOURCES = 2;

    private final List<HikariDataSource> pools = new ArrayList<>();

    /** Servers that no other test uses. */
    private final List<DatabaseServer> own = new ArrayList<>();

    private final ConfiguredDataSource application;
    private final Path file;

    /** @param rule what stands in the configuration below {@code sharding}, beside the data sources */
    TwoServers(TestDatabase database, String rule) throws SQLException, IOException {
        this(database, rule, ServerSize.SMALL);
    }

    /**
     * @param rule what stands in the configuration below {@code sharding}, beside the data sources
     * @param size of the servers, which are shared with other tests if it is {@link ServerSize#SMALL}
     */
    TwoServers(TestDatabase database, String rule, ServerSize size) throws SQLException, IOException {
        for (int i = 0; i < SOURCES; i++) {
            boolean isShared = size == ServerSize.SMALL && (i == 0 || database != TestDatabase.POSTGRESQL);
            pools.add(isShared ? database.create("orders", i) : pool(started(database, size), "orders"));
        }
        for (HikariDataSource pool : pools) {
            grant(pool, database);
        }
        file = Files.createTempFile("orders", ".yml");
        Files.writeString(file, dataSources() + rule);
        application = ConfiguredDataSource.open("file:" + file);
        application.dataSource().join();
    }

    private DatabaseServer started(TestDatabase database, ServerSize size) {
        DatabaseServer server = database == TestDatabase.POSTGRESQL
                ? EmbeddedServers.startPostgres(size)
                : database.isMariaDb() ? EmbeddedServers.startMariaDb(size) : EmbeddedServers.startMySql(size);
        own.add(server);
        return server;
    }

    /** A pool on a new database of the first server of its own. The caller closes it. */
    HikariDataSource create(String name) throws SQLException {
        return pool(own.get(0), name);
    }

    private static HikariDataSource pool(DatabaseServer server, String name) throws SQLException {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(server.createDatabase(name));
        pool.setUsername(server.username());
        pool.setPassword(server.password());
        pool.setMaximumPoolSize(2);
        return pool;
    }

    /** Makes an account that may only read, before there are tables. */
    private static void grant(HikariDataSource pool, TestDatabase database) throws SQLException {
        List<String> statements = database == TestDatabase.POSTGRESQL
                ? List.of(
                        "DO $$ BEGIN CREATE ROLE reader LOGIN PASSWORD '" + PASSWORD
                                + "'; EXCEPTION WHEN duplicate_object THEN NULL; END $$",
                        "ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO reader")
                : List.of(
                        "CREATE USER IF NOT EXISTS 'reader'@'%' IDENTIFIED BY '" + PASSWORD + "'",
                        "GRANT SELECT ON * TO 'reader'@'%'");
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private String dataSources() {
        StringBuilder text = new StringBuilder("sharding:\n  data-sources:\n");
        for (int i = 0; i < SOURCES; i++) {
            text.append("    ds")
                    .append(i)
                    .append(":\n      url: \"")
                    .append(pools.get(i).getJdbcUrl());
            text.append("\"\n      username: \"").append(pools.get(i).getUsername());
            text.append("\"\n      password: \"")
                    .append(
                            pools.get(i).getPassword() == null
                                    ? ""
                                    : pools.get(i).getPassword())
                    .append("\"\n");
        }
        return text.toString();
    }

    /** The pool of each data source. */
    List<HikariDataSource> pools() {
        return pools;
    }

    ShardingDataSource application() {
        return application.dataSource();
    }

    /** The text of the one file that an engine gets. */
    String script(ExportEngine engine) throws SQLException {
        return engine.files(application.export()).get(0).text();
    }

    @Override
    public void close() throws IOException {
        application.close();
        pools.forEach(HikariDataSource::close);
        own.forEach(DatabaseServer::close);
        Files.deleteIfExists(file);
    }
}
