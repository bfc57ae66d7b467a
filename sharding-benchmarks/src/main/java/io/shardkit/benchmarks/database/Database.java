package io.shardkit.benchmarks.database;

import java.util.Locale;

/** A kind of database to measure on. */
public enum Database {
    /** In the memory of the measured JVM: what a statement costs is nearly all in the JVM. */
    H2("`", "", "TIMESTAMP(6)"),
    /** Two servers, reached by TCP. */
    MARIADB("`", " CHARACTER SET ascii COLLATE ascii_nopad_bin", "DATETIME(6)"),
    /** Two servers, reached by TCP, by Connector/J. */
    MYSQL("`", " CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin", "DATETIME(6)"),
    /** Two databases of one server, reached by TCP. */
    POSTGRESQL("\"", " COLLATE \"C\"", "TIMESTAMP(6)");

    /** The number of data sources that the tables are spread over. */
    public static final int SOURCES = 2;

    /** Tests measure nothing and have fewer rows. */
    private static final int DIVISOR = Integer.getInteger("bench.divisor", 1);

    private final String quote;
    private final String binary;
    private final String timestamp;

    Database(String quote, String binary, String timestamp) {
        this.quote = quote;
        this.binary = binary;
        this.timestamp = timestamp;
    }

    /** The database of that name, in lower or upper case. */
    public static Database named(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    /** Its name in file names and tables. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the number of rows that a table gets here if it has so many in measurements. */
    static int rows(int measured) {
        return measured / DIVISOR;
    }

    /** The name as an identifier that may be a reserved word. */
    public String quoted(String name) {
        return quote + name + quote;
    }

    /** Returns the suffix of the type of a text column whose characters are compared as such. */
    public String binary() {
        return binary;
    }

    /** The type of a moment with microseconds. */
    public String timestamp() {
        return timestamp;
    }

    /** The statement that refreshes the statistics of a table. */
    String analyze(String table) {
        return switch (this) {
            case H2, MARIADB, MYSQL -> "ANALYZE TABLE " + table;
            case POSTGRESQL -> "VACUUM ANALYZE " + table;
        };
    }

    /** Returns true if the driver holds a whole result in memory unless a transaction is open. */
    public boolean streamsInTransactionsOnly() {
        return this == POSTGRESQL;
    }

    /** The URL of a data source, by its number; the servers of this JVM, or of the one that started it. */
    public String url(int source) {
        if (this == H2) {
            return "jdbc:h2:mem:ds" + source
                    + ";MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE;DB_CLOSE_DELAY=-1";
        }
        String url = System.getProperty(urlProperty(source));
        if (url == null) {
            throw new IllegalStateException(urlProperty(source) + " is not set: no server of " + this + " was started");
        }
        return url;
    }

    /** The system property that tells a measured JVM the URL of a server's database. */
    public static String urlProperty(int source) {
        return "bench.url." + source;
    }

    /** A user who may do everything. */
    public String user() {
        return switch (this) {
            case H2 -> "sa";
            case MARIADB, MYSQL -> "root";
            case POSTGRESQL -> "postgres";
        };
    }

    /** The user's password. */
    public String password() {
        return this == POSTGRESQL ? "postgres" : "";
    }
}
