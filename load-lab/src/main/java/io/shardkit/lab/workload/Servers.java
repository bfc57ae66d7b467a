package io.shardkit.lab.workload;

import io.shardkit.lab.subject.Address;
import io.shardkit.lab.subject.Database;
import io.shardkit.lab.subject.Pools;
import io.shardkit.testing.DatabaseServer;
import io.shardkit.testing.EmbeddedServers;
import io.shardkit.testing.ServerSize;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** The servers of a run, with nothing in their databases: started for it, or such as are there. Not thread-safe. */
final class Servers implements AutoCloseable {
    /** A working set that stays in memory, and connections for 512 threads. */
    private static final ServerSize SIZE = new ServerSize(128, 96, 700, true);

    private static final AtomicInteger MEMORY = new AtomicInteger();

    /** Servers that are started as pairs are small ones, for 200 connections. */
    private static final int PAIR_CONNECTIONS = 180;

    private static final int MOST_ATTEMPTS = 400;

    private final List<DatabaseServer> started = new ArrayList<>();
    private final List<Address> addresses = new ArrayList<>();
    private final Database kind;
    private int mostConnections = Integer.MAX_VALUE;

    private Servers(Database kind) {
        this.kind = kind;
    }

    /** Starts as many as are asked for, or takes those of the settings. */
    static Servers start(LabSettings settings, int count) {
        Servers servers = new Servers(settings.kind());
        if (!settings.urls().isEmpty()) {
            if (settings.urls().size() < count) {
                throw new IllegalArgumentException(
                        "lab.servers has " + settings.urls().size() + " addresses, the workload needs " + count);
            }
            settings.urls()
                    .subList(0, count)
                    .forEach(url -> servers.addresses.add(new Address(url, settings.user(), settings.password())));
            return servers;
        }
        for (int server = 0; server < count; server++) {
            servers.add();
        }
        return servers;
    }

    /**
     * A primary and its replica.
     *
     * @throws IllegalArgumentException if the databases are in memory, or are MySQL's, of which none are started here
     */
    static Servers startPair(LabSettings settings) throws SQLException {
        if (!settings.urls().isEmpty()) {
            return start(settings, 2);
        }
        Servers servers = new Servers(settings.kind());
        servers.mostConnections = PAIR_CONNECTIONS;
        switch (settings.kind()) {
            case H2, MYSQL ->
                throw new IllegalArgumentException(
                        settings.kind().label() + " has no replicas here: lab.database=mariadb or postgresql");
            case MARIADB -> {
                DatabaseServer primary = EmbeddedServers.startMariaDbPrimary();
                servers.add(primary);
                servers.follow(EmbeddedServers.startMariaDbReplica(primary));
            }
            case POSTGRESQL -> {
                DatabaseServer primary = EmbeddedServers.startPostgres(ServerSize.SMALL);
                servers.add(primary);
                servers.follow(EmbeddedServers.startPostgresReplica(primary));
            }
        }
        return servers;
    }

    /** A replica, whose database is the primary's, soon. */
    private void follow(DatabaseServer replica) throws SQLException {
        started.add(0, replica);
        Address address = new Address(replica.url("lab"), replica.username(), replica.password());
        addresses.add(address);
        for (int attempt = 1; ; attempt++) {
            try {
                DriverManager.getConnection(address.url(), address.user(), address.password())
                        .close();
                return;
            } catch (SQLException notYet) {
                if (attempt == MOST_ATTEMPTS) {
                    throw notYet;
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            }
        }
    }

    private void add() {
        switch (kind) {
            case H2 ->
                addresses.add(new Address(
                        "jdbc:h2:mem:lab" + MEMORY.incrementAndGet()
                                + ";MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE;DB_CLOSE_DELAY=-1",
                        "sa",
                        ""));
            case MARIADB -> add(EmbeddedServers.startMariaDb(SIZE, "--innodb-stats-auto-recalc=OFF"));
            case MYSQL -> add(EmbeddedServers.startMySql(SIZE, "--innodb-stats-auto-recalc=OFF"));
            case POSTGRESQL -> add(EmbeddedServers.startPostgres(SIZE));
        }
    }

    private void add(DatabaseServer server) {
        started.add(server);
        addresses.add(new Address(server.database("lab"), server.username(), server.password()));
    }

    /** Opens pools over the servers, by the gate of the settings or directly. */
    Pools pools(LabSettings settings, boolean gated) {
        String gate = gated ? "jdbc:gate:places=" + settings.places() + ",micros=" + settings.micros() + ":" : "";
        return new Pools(kind, addresses, gate, Math.min(settings.pool(), mostConnections));
    }

    @Override
    public void close() {
        started.forEach(DatabaseServer::close);
    }
}
