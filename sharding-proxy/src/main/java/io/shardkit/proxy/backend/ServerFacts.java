package io.shardkit.proxy.backend;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/**
 * The facts about the databases that a client can learn before it asks. Immutable.
 *
 * @param version as the greeting tells it
 * @param number the version as executable comments count: 110405
 * @param isNative whether it is MySQL or MariaDB, whose numbers of errors and strings of values are the client's own
 * @param isMariaDb whether it is MariaDB
 * @param anyDates whether the driver sends a {@link WrittenDate}
 * @param foundRows whether UPDATE counts the rows that it found, and not those that it changed
 */
public record ServerFacts(
        String version, int number, boolean isNative, boolean isMariaDb, boolean anyDates, boolean foundRows) {
    private static final Pattern NUMBERS = Pattern.compile("(\\d+)\\.(\\d+)(?:\\.(\\d+))?");

    /** The version that clients see where the databases speak another protocol. */
    private static final String OTHER = "8.0.36-shardkit";

    /**
     * Asks one of the databases.
     *
     * @throws SQLException if it does not answer
     */
    public static ServerFacts of(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            DatabaseMetaData facts = connection.getMetaData();
            String product = facts.getDatabaseProductName().toLowerCase(Locale.ROOT);
            String told = facts.getDatabaseProductVersion();
            // By MySQL's driver both have the same name.
            boolean mariaDb = (product + told.toLowerCase(Locale.ROOT)).contains("mariadb");
            boolean isNative = mariaDb || product.contains("mysql");
            String version = isNative ? told : OTHER;
            String url = String.valueOf(facts.getURL()).toLowerCase(Locale.ROOT);
            String driver = String.valueOf(facts.getDriverName());
            return of(
                    version,
                    isNative,
                    mariaDb,
                    driver.contains("MariaDB"),
                    isNative && !url.contains("useaffectedrows=true"));
        }
    }

    /** Returns true if the driver gives the strings of values as the server sent them. */
    public boolean plainTexts() {
        return anyDates;
    }

    private static ServerFacts of(
            String version, boolean isNative, boolean mariaDb, boolean anyDates, boolean foundRows) {
        Matcher numbers = NUMBERS.matcher(version);
        int number = 0;
        int major = 0;
        if (numbers.find()) {
            major = Integer.parseInt(numbers.group(1));
            int patch = numbers.group(3) == null ? 0 : Integer.parseInt(numbers.group(3));
            number = (major * 100 + Integer.parseInt(numbers.group(2))) * 100 + patch;
        }
        // Before 11 its servers said so themselves, as replicas did not know two digits.
        String greeted = mariaDb && major == 10 ? "5.5.5-" + version : version;
        return new ServerFacts(greeted, number, isNative, mariaDb, anyDates, foundRows);
    }
}
