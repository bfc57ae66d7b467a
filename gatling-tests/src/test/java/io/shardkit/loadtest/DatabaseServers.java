package io.shardkit.loadtest;

import io.shardkit.testing.DatabaseServer;
import io.shardkit.testing.EmbeddedServers;
import io.shardkit.testing.ServerSize;
import java.util.ArrayList;
import java.util.List;

/** The embedded MariaDB servers of one profile: one server for each of its databases. */
final class DatabaseServers implements AutoCloseable {

    private final Profile profile;
    private final List<DatabaseServer> servers = new ArrayList<>();

    private DatabaseServers(Profile profile) {
        this.profile = profile;
    }

    static DatabaseServers start(Profile profile) {
        DatabaseServers started = new DatabaseServers(profile);
        try {
            for (String database : profile.databases()) {
                DatabaseServer server = EmbeddedServers.startMariaDb(ServerSize.SERVICE);
                started.servers.add(server);
                server.database(database);
            }
        } catch (RuntimeException e) {
            started.close();
            throw e;
        }
        return started;
    }

    /** Where the order tables lie. */
    List<PhysicalTables.Location> locations() {
        List<PhysicalTables.Location> locations = new ArrayList<>();
        for (int i = 0; i < servers.size(); i++) {
            DatabaseServer server = servers.get(i);
            locations.add(new PhysicalTables.Location(
                    profile.databases().get(i),
                    server.url(profile.databases().get(i)),
                    server.username(),
                    server.password(),
                    profile.suffixes()));
        }
        return locations;
    }

    /** What tells the application its profile and its databases. */
    List<String> springProperties() {
        List<String> properties = new ArrayList<>();
        properties.add("spring.profiles.active=" + profile.title() + ",mariadb");
        for (PhysicalTables.Location location : locations()) {
            properties.add("orders." + location.name() + ".url=" + location.url());
        }
        // Once: an argument that is given twice is a list.
        properties.add("orders.username=" + servers.get(0).username());
        properties.add("orders.password=" + servers.get(0).password());
        return properties;
    }

    @Override
    public void close() {
        servers.forEach(DatabaseServer::close);
    }
}
