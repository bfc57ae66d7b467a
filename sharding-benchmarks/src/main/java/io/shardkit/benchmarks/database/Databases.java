package io.shardkit.benchmarks.database;

import io.shardkit.lab.subject.Address;
import io.shardkit.lab.subject.Database;
import io.shardkit.lab.subject.Layout;
import io.shardkit.lab.subject.Pools;
import io.shardkit.testing.DatabaseServer;
import io.shardkit.testing.EmbeddedServers;
import io.shardkit.testing.ServerSize;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * The databases of one run: two servers on loopback, of PostgreSQL two databases of one server, or two databases in the
 * memory of the measured JVM, where what a statement costs is nearly all in the JVM. Servers also stop when the JVM ends
 * in an orderly way. Not thread-safe.
 */
public final class Databases implements AutoCloseable {
    /** The number of data sources that the tables are spread over. */
    public static final int SOURCES = 2;

    /** Tests measure nothing and have fewer rows. */
    private static final int DIVISOR = Integer.getInteger("bench.divisor", 1);

    /** More than the threads of any run, for statements that take a second connection. */
    private static final int POOL = 72;

    /** The error of MariaDB and MySQL. */
    private static final int LOCK_WAIT_TIMEOUT = 1205;

    private static final int MOST_ATTEMPTS = 20;
    private static final long PAUSE_NANOS = 100_000_000;

    private final List<DatabaseServer> running = new ArrayList<>();

    private Databases() {}

    /**
     * Starts what a kind of database needs, and tells this JVM where it is.
     *
     * @throws IllegalStateException if a server does not start
     */
    public static Databases start(Database kind) {
        Databases servers = new Databases();
        try {
            switch (kind) {
                case H2 -> {}
                case MARIADB, MYSQL -> servers.startPair(kind);
                case POSTGRESQL -> {
                    servers.running.add(EmbeddedServers.startPostgres(ServerSize.LARGE));
                    for (int source = 0; source < SOURCES; source++) {
                        System.setProperty(
                                urlProperty(source), servers.running.get(0).database("bench_" + source));
                    }
                }
            }
            return servers;
        } catch (RuntimeException e) {
            servers.close();
            throw new IllegalStateException(kind + " does not start", e);
        }
    }

    private void startPair(Database kind) {
        for (int source = 0; source < SOURCES; source++) {
            // Statistics made anew lock tables that are about to be emptied.
            String statistics = "--innodb-stats-auto-recalc=OFF";
            DatabaseServer server = kind == Database.MYSQL
                    ? EmbeddedServers.startMySql(ServerSize.LARGE, statistics)
                    : EmbeddedServers.startMariaDb(ServerSize.LARGE, statistics);
            running.add(server);
            System.setProperty(urlProperty(source), server.database("bench"));
        }
    }

    /** Returns the arguments that tell a measured JVM where the servers are. */
    public List<String> jvmArguments() {
        return running.isEmpty()
                ? List.of()
                : IntStream.range(0, SOURCES)
                        .mapToObj(source -> "-D" + urlProperty(source) + "=" + System.getProperty(urlProperty(source)))
                        .toList();
    }

    private static String urlProperty(int source) {
        return "bench.url." + source;
    }

    /** Returns the name of a kind of database in file names and tables. */
    public static String label(Database kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    /** Returns the address of a data source, of a user who may do everything. */
    public static Address address(Database kind, int source) {
        if (kind == Database.H2) {
            return new Address(
                    "jdbc:h2:mem:ds" + source
                            + ";MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE;DB_CLOSE_DELAY=-1",
                    "sa",
                    "");
        }
        String url = System.getProperty(urlProperty(source));
        if (url == null) {
            throw new IllegalStateException(urlProperty(source) + " is not set: no server of " + kind + " was started");
        }
        return kind == Database.POSTGRESQL ? new Address(url, "postgres", "postgres") : new Address(url, "root", "");
    }

    /** Opens pools over the data sources, set up alike for all variants. */
    public static Pools open(Database kind) {
        return new Pools(
                kind,
                IntStream.range(0, SOURCES)
                        .mapToObj(source -> address(kind, source))
                        .toList(),
                "",
                POOL);
    }

    /** Returns the number of rows that a table gets here if it has so many in measurements. */
    static int rows(int measured) {
        return measured / DIVISOR;
    }

    /** Returns the type of a text column whose characters are compared as such. */
    static String text(Database kind, int length) {
        return "VARCHAR(" + length + ")"
                + switch (kind) {
                    case H2 -> "";
                    case MARIADB -> " CHARACTER SET ascii COLLATE ascii_nopad_bin";
                    case MYSQL -> " CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin";
                    case POSTGRESQL -> " COLLATE \"C\"";
                };
    }

    /** Empties a table. MariaDB may say at once that it waited for a lock in vain, soon after tables were dropped. */
    static void empty(Pools pools, int source, String table) throws SQLException {
        for (int attempt = 1; ; attempt++) {
            try {
                pools.execute(source, "TRUNCATE TABLE " + table);
                return;
            } catch (SQLException failure) {
                if (failure.getErrorCode() != LOCK_WAIT_TIMEOUT || attempt == MOST_ATTEMPTS) {
                    throw failure;
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    /** Has the databases count what is in a table, so that their plans do not change while measured. */
    static void analyze(Pools pools, int source, String table) throws SQLException {
        pools.execute(source, (pools.kind() == Database.POSTGRESQL ? "VACUUM ANALYZE " : "ANALYZE TABLE ") + table);
    }

    /** Does the same for all actual tables. */
    static void analyze(Pools pools, List<Layout> layouts) throws SQLException {
        for (int source = 0; source < SOURCES; source++) {
            for (Layout layout : layouts) {
                for (int table = 0; table < layout.tables(); table++) {
                    analyze(pools, source, layout.actual(table));
                }
            }
        }
    }

    @Override
    public void close() {
        running.forEach(DatabaseServer::close);
    }
}
