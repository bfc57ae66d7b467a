package io.shardkit.testing;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** A running database server on loopback. Thread-safe. */
public final class DatabaseServer {
    private final String baseUrl;
    private final String parameters;
    private final String homeDatabase;
    private final String username;
    private final String password;
    private final String creationSuffix;

    DatabaseServer(
            String baseUrl,
            String parameters,
            String homeDatabase,
            String username,
            String password,
            String creationSuffix) {
        this.baseUrl = baseUrl;
        this.parameters = parameters;
        this.homeDatabase = homeDatabase;
        this.username = username;
        this.password = password;
        this.creationSuffix = creationSuffix;
    }

    /** The JDBC URL of a database of this server; it need not exist yet. */
    public String url(String database) {
        return baseUrl + database + parameters;
    }

    /** The user to log in as; may do everything. */
    public String username() {
        return username;
    }

    /** That user's password; may be empty. */
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

    /** Drops a database; none of that name is no error. */
    public void dropDatabase(String database) throws SQLException {
        run(List.of("DROP DATABASE IF EXISTS " + database));
    }

    private void run(List<String> commands) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(homeDatabase), username, password);
                Statement statement = connection.createStatement()) {
            for (String command : commands) {
                statement.execute(command);
            }
        }
    }
}
