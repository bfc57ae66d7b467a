package io.shardkit.benchmarks.database;

import io.shardkit.testing.DatabaseServer;
import io.shardkit.testing.EmbeddedServers;
import io.shardkit.testing.ServerSize;
import java.util.ArrayList;
import java.util.List;

/**
 * The servers of one run, on loopback; none for a database in memory. They also stop when the JVM ends in an orderly
 * way. Not thread-safe.
 */
public final class Servers implements AutoCloseable {
    private final List<DatabaseServer> running = new ArrayList<>();
    private final List<String> urls = new ArrayList<>();

    private Servers() {}

    /**
     * Starts what the database needs.
     *
     * @throws IllegalStateException if a server does not start
     */
    public static Servers start(Database database) {
        Servers servers = new Servers();
        try {
            switch (database) {
                case H2 -> {}
                case MARIADB, MYSQL -> servers.startPair(database);
                case POSTGRESQL -> servers.startPostgreSql();
            }
            return servers;
        } catch (RuntimeException e) {
            servers.close();
            throw new IllegalStateException(database + " does not start", e);
        }
    }

    /** The URL of each data source; none for a database in memory. */
    public List<String> urls() {
        return List.copyOf(urls);
    }

    /** Arguments that tell a measured JVM where the servers are. */
    public List<String> jvmArguments() {
        List<String> arguments = new ArrayList<>();
        for (int i = 0; i < urls.size(); i++) {
            arguments.add("-D" + Database.urlProperty(i) + "=" + urls.get(i));
        }
        return arguments;
    }

    private void startPair(Database database) {
        for (int source = 0; source < Database.SOURCES; source++) {
            // Statistics made anew lock tables that are about to be emptied.
            String statistics = "--innodb-stats-auto-recalc=OFF";
            DatabaseServer server = database == Database.MYSQL
                    ? EmbeddedServers.startMySql(ServerSize.LARGE, statistics)
                    : EmbeddedServers.startMariaDb(ServerSize.LARGE, statistics);
            running.add(server);
            urls.add(server.database("bench"));
        }
    }

    private void startPostgreSql() {
        DatabaseServer server = EmbeddedServers.startPostgres(ServerSize.LARGE);
        running.add(server);
        for (int source = 0; source < Database.SOURCES; source++) {
            urls.add(server.database("bench_" + source));
        }
    }

    @Override
    public void close() {
        running.forEach(DatabaseServer::close);
    }
}
