package io.shardkit.analytics;

import io.shardkit.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** DuckDB in memory, with the extension for a database and the accounts of the page. */
final class DuckDb implements AutoCloseable {
    /** The system property that names the folder with the extensions. */
    private static final String PROPERTY = "shardkit.duckdb";

    private final Connection connection;

    private DuckDb(Connection connection) {
        this.connection = connection;
    }

    /** Opens one; the test is skipped where its extension is not there. */
    static DuckDb over(TestDatabase database) throws SQLException, IOException {
        Path extension = extension((database.speaksMysql() ? "mysql" : "postgres") + "_scanner");
        DuckDb duckDb = new DuckDb(DriverManager.getConnection("jdbc:duckdb:"));
        duckDb.run("LOAD '" + extension + "'");
        for (String source : List.of("ds0", "ds1")) {
            duckDb.run(Page.block("DuckDB", "sql")
                    .replace("ds0", source)
                    .replace("TYPE mysql", database.speaksMysql() ? "TYPE mysql" : "TYPE postgres")
                    .replace("'...'", "'" + TwoServers.PASSWORD + "'"));
        }
        return duckDb;
    }

    /** The file of an extension; the test is skipped where it is not there. */
    static Path extension(String name) {
        Path extension = Path.of(System.getProperty(PROPERTY, ".duckdb"), name + ".duckdb_extension");
        Assumptions.assumeTrue(
                Files.exists(extension),
                "Skipped: no " + extension + ", which DuckDB needs. tools/duckdb-extensions.sh brings it.");
        return extension;
    }

    void run(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    List<String> rows(String query) throws SQLException {
        return OrderShop.rows(connection, query);
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
