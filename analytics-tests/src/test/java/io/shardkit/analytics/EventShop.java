package io.shardkit.analytics;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.export.ExportEngine;
import io.shardkit.testing.TestDatabase;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Tables of months on two servers, most of which do not exist yet, and the same rows in one database without shards. There
 * are rows of January and February.
 */
final class EventShop implements AutoCloseable {
    private final TestDatabase database;
    private final TwoServers servers;
    private final HikariDataSource whole;

    EventShop(TestDatabase database, String more) throws SQLException, IOException {
        this.database = database;
        servers = new TwoServers(database, rule() + more);
        whole = database.create("whole");
        for (String sql : List.of(
                "CREATE TABLE t_event (day DATE NOT NULL, id BIGINT NOT NULL, PRIMARY KEY (day, id))",
                "CREATE TABLE t_log (day DATE NOT NULL, id BIGINT NOT NULL, PRIMARY KEY (day, id), UNIQUE (id, day))",
                "INSERT INTO t_event (day, id) VALUES ('2026-01-01', 1), ('2026-01-31', 2), ('2026-02-01', 4)",
                "INSERT INTO t_log (day, id) VALUES ('2026-01-01', 1), ('2026-01-31', 200)")) {
            write(sql);
        }
    }

    private static String rule() {
        return """
                  tables:
                    t_event:
                      actual-data-nodes: ds0.t_event_202601, ds1.t_event_202602, ds0.t_event_202603, ds1.t_event_202604
                      auto-create: true
                      table-strategy: { sharding-column: day, algorithm: by-month }
                    t_log:
                      actual-data-nodes: ds{0..1}.t_log_{202601..202603}
                      auto-create: true
                      database-strategy: { sharding-column: id, algorithm: by-id }
                      table-strategy: { sharding-column: day, algorithm: by-month }
                    t_later:
                      actual-data-nodes: ds0.t_later_{202601..202603}
                      table-strategy: { sharding-column: day, algorithm: by-month }
                  unique-keys:
                    without-sharding-column: accept
                  algorithms:
                    by-id: { type: boundary-range, props: { sharding-ranges: 100 } }
                    by-month:
                      type: interval
                      props: { datetime-lower: "2026-01-01", datetime-interval-unit: MONTHS, sharding-suffix-pattern: yyyyMM }
                """;
    }

    /** Runs a statement through the application, and in the database without shards. */
    void write(String sql) throws SQLException {
        for (Connection connection : List.of(servers.application().getConnection(), whole.getConnection())) {
            try (connection;
                    Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }
    }

    /** Changes what the account that may only read may see, on both servers. */
    void grant(String... statements) throws SQLException {
        for (HikariDataSource pool : servers.pools()) {
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                for (String sql : statements) {
                    statement.execute(sql.replace("{database}", connection.getCatalog()));
                }
            }
        }
    }

    /** Grants tables one by one, as far as they exist. */
    void grantEach() throws SQLException {
        grant("REVOKE ALL PRIVILEGES, GRANT OPTION FROM 'reader'@'%'");
        for (HikariDataSource pool : servers.pools()) {
            List<String> tables = OrderShop.rows(pool, "SHOW TABLES");
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                for (String table : tables) {
                    statement.execute("GRANT SELECT ON " + table + " TO 'reader'@'%'");
                }
            }
        }
    }

    /** Queries of a table that read all rows, and by values of each month. */
    static List<String> queries(String table) {
        List<String> queries = new ArrayList<>(List.of("SELECT COUNT(*), SUM(id) FROM " + table));
        for (int month = 1; month <= 3; month++) {
            String first = "DATE '2026-0" + month + "-01'";
            queries.add("SELECT id FROM " + table + " WHERE day = " + first + " ORDER BY id");
            queries.add("SELECT COUNT(*) FROM " + table + " WHERE day >= " + first);
            queries.add("SELECT id FROM " + table + " WHERE day = " + first + " AND id = 200");
        }
        return queries;
    }

    /** The text of the one file that an engine gets. */
    String script(ExportEngine engine) throws SQLException {
        return servers.script(engine);
    }

    /** The rows of a query in the database without shards, as text. */
    List<String> expected(String query) throws SQLException {
        return OrderShop.rows(whole, query);
    }

    boolean speaksMysql() {
        return database.speaksMysql();
    }

    @Override
    public void close() throws IOException {
        servers.close();
        whole.close();
    }
}
