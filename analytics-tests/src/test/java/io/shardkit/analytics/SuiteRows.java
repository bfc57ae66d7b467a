package io.shardkit.analytics;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.testing.TestDatabase;
import java.io.IOException;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;

/** The rows of a suite, made by DuckDB and written into databases. */
final class SuiteRows implements AutoCloseable {
    private final Suite suite;
    private final TestDatabase database;
    private final DuckDb duckDb;

    private SuiteRows(Suite suite, TestDatabase database, DuckDb duckDb) {
        this.suite = suite;
        this.database = database;
        this.duckDb = duckDb;
    }

    /** Makes the rows; the test is skipped where an extension is not there. */
    static SuiteRows of(Suite suite, double scale, TestDatabase database) throws SQLException, IOException {
        SuiteRows rows = new SuiteRows(suite, database, DuckDb.over(database));
        rows.duckDb.run("LOAD '" + DuckDb.extension(suite.extension()) + "'");
        for (String sql : suite.rows(scale)) {
            rows.duckDb.run(sql);
        }
        return rows;
    }

    /** The queries of the suite, by their names. */
    Map<String, String> queries() throws SQLException {
        return suite.queries(duckDb, database);
    }

    /** Makes the tables by the application, writes the rows of each data source there, and tells the optimizer of them. */
    void loadShards(TwoServers servers) throws SQLException {
        DataSource application = servers.application();
        execute(application, definitions());
        int tablesOfSource = Suite.SHARDS / servers.pools().size();
        for (int source = 0; source < servers.pools().size(); source++) {
            Map<String, String> rows = new LinkedHashMap<>();
            suite.broadcast().forEach(table -> rows.put(table, table));
            int first = source * tablesOfSource;
            for (int number = first; number < first + tablesOfSource; number++) {
                for (Map.Entry<String, String> table : suite.shardingColumns().entrySet()) {
                    rows.put(
                            table.getKey() + "_" + number,
                            table.getKey() + " WHERE " + table.getValue() + " % " + Suite.SHARDS + " = " + number);
                }
            }
            load(servers.pools().get(source), rows);
        }
        execute(application, suite.indexes());
        for (HikariDataSource pool : servers.pools()) {
            analyze(pool);
        }
    }

    /** Does the same with one database. */
    void loadWhole(HikariDataSource whole) throws SQLException {
        execute(whole, definitions());
        Map<String, String> rows = new LinkedHashMap<>();
        suite.primaryKeys().keySet().forEach(table -> rows.put(table, table));
        load(whole, rows);
        execute(whole, suite.indexes());
        analyze(whole);
    }

    private List<String> definitions() throws SQLException {
        List<String> definitions = new ArrayList<>();
        for (Map.Entry<String, String> table : suite.primaryKeys().entrySet()) {
            String notNull = suite.hasNulls()
                    ? "if(list_contains(['" + table.getValue().replace(", ", "', '")
                            + "'], column_name), ' NOT NULL', '')"
                    : "' NOT NULL'";
            definitions.addAll(duckDb.rows("SELECT 'CREATE TABLE " + table.getKey() + " (' || string_agg(column_name"
                    + " || ' ' || replace(data_type, 'VARCHAR', 'VARCHAR(200)') || " + notNull
                    + ", ', ' ORDER BY column_index) || ', PRIMARY KEY (" + table.getValue() + "))'"
                    + " FROM duckdb_columns() WHERE database_name = 'memory' AND table_name = '" + table.getKey()
                    + "'"));
        }
        return definitions;
    }

    /** @param rows what each table gets, by its name */
    private void load(HikariDataSource pool, Map<String, String> rows) throws SQLException {
        URI address = URI.create(pool.getJdbcUrl().substring("jdbc:".length()));
        boolean isMysql = database.speaksMysql();
        String type = isMysql ? "mysql" : "postgres";
        duckDb.run("CREATE OR REPLACE SECRET target (TYPE %s, USER '%s', PASSWORD '%s')"
                .formatted(type, pool.getUsername(), Objects.toString(pool.getPassword(), "")));
        duckDb.run("ATTACH 'host=%s port=%d %s=%s' AS target (TYPE %s, SECRET target)"
                .formatted(
                        address.getHost(),
                        address.getPort(),
                        isMysql ? "database" : "dbname",
                        address.getPath().substring(1),
                        type));
        for (Map.Entry<String, String> table : rows.entrySet()) {
            duckDb.run("INSERT INTO target." + table.getKey() + " FROM " + table.getValue());
        }
        duckDb.run("DETACH target");
    }

    /** Tells the optimizer how many rows there are, and how often the values of the columns are. */
    private void analyze(DataSource pool) throws SQLException {
        List<String> tables = OrderShop.rows(
                pool,
                "SELECT table_name FROM information_schema.tables WHERE table_schema = "
                        + (database.speaksMysql() ? "DATABASE()" : "'public'"));
        String analyze = database.isMariaDb()
                ? "ANALYZE TABLE %s PERSISTENT FOR ALL"
                : database.speaksMysql() ? "ANALYZE TABLE %s" : "ANALYZE %s";
        execute(pool, tables.stream().map(analyze::formatted).toList());
    }

    private static void execute(DataSource pool, List<String> statements) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    @Override
    public void close() throws SQLException {
        duckDb.close();
    }
}
