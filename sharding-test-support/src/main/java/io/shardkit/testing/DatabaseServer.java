package io.shardkit.testing;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** A running database server on loopback. Thread-safe. */
public final class DatabaseServer implements AutoCloseable {
    private final String baseUrl;
    private final String options;
    private final String homeDatabase;
    private final String username;
    private final String password;
    private final String creationSuffix;
    private final ServerProcess process;
    private final Stop stop;
    private final Set<String> kept = new HashSet<>();
    private boolean stopped;

    DatabaseServer(
            String baseUrl,
            String options,
            String homeDatabase,
            String username,
            String password,
            String creationSuffix,
            ServerProcess process,
            Stop stop) {
        this.process = process;
        this.baseUrl = baseUrl;
        this.options = options;
        this.homeDatabase = homeDatabase;
        this.username = username;
        this.password = password;
        this.creationSuffix = creationSuffix;
        this.stop = stop;
    }

    /** The JDBC URL of a database of this server; it need not exist yet. */
    public String url(String database) {
        return baseUrl + database + options;
    }

    /** The user to log in as; may do everything. */
    public String username() {
        return username;
    }

    /** Returns the password of the user; may be empty. */
    public String password() {
        return password;
    }

    /**
     * Makes an empty database of that name; one that exists is dropped first.
     *
     * @param database a plain lower-case identifier
     * @return its JDBC URL
     */
    public String createDatabase(String database) throws SQLException {
        run(List.of("DROP DATABASE IF EXISTS " + database, "CREATE DATABASE " + database + creationSuffix));
        return url(database);
    }

    /**
     * As the other, but leaves a database alone that was made by this method before.
     *
     * @throws IllegalStateException if it cannot be made
     */
    public synchronized String database(String database) {
        if (!kept.add(database)) {
            return url(database);
        }
        try {
            return createDatabase(database);
        } catch (SQLException failure) {
            kept.remove(database);
            throw new IllegalStateException("Database " + database + " cannot be made", failure);
        }
    }

    /** Drops a database; none of that name is no error. */
    public void dropDatabase(String database) throws SQLException {
        run(List.of("DROP DATABASE IF EXISTS " + database));
    }

    /**
     * Kills the server's process, as a crash does, and starts it again on the same files and the same port.
     *
     * @param downMillis how long it stays down
     * @throws IllegalStateException if it does not come back within 60 seconds
     */
    public synchronized void crash(long downMillis) throws IOException, InterruptedException {
        process.kill();
        Thread.sleep(downMillis);
        process.start();
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (true) {
            try (Connection connection = DriverManager.getConnection(url(homeDatabase), username, password)) {
                if (connection.isValid(5)) {
                    return;
                }
            } catch (SQLException recovering) {
                if (System.nanoTime() > until) {
                    throw new IllegalStateException("the server does not come back", recovering);
                }
                process.start();
            }
            Thread.sleep(50);
        }
    }

    private void run(List<String> commands) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(homeDatabase), username, password);
                Statement statement = connection.createStatement()) {
            for (String command : commands) {
                statement.execute(command);
            }
        }
    }

    /**
     * Stops the server, and does nothing the second time. One that is shared stops by itself when the JVM ends.
     *
     * @throws IllegalStateException if it does not stop
     */
    @Override
    public synchronized void close() {
        if (stopped) {
            return;
        }
        stopped = true;
        try {
            if (process.isOwn()) {
                process.kill();
            } else {
                stop.run();
            }
        } catch (IOException e) {
            throw new IllegalStateException("A database server does not stop", e);
        }
    }

    /** Stops the process. */
    @FunctionalInterface
    interface Stop {
        void run() throws IOException;
    }
}
