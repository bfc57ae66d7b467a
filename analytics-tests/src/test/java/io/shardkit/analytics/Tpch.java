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
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/** The tables, rows and queries of TPC-H, as DuckDB's extension makes them. */
final class Tpch implements AutoCloseable {
    /** The factor of scale; at 1 there are six million rows of items. */
    private static final double SCALE = Double.parseDouble(System.getProperty("shardkit.tpch.scale", "0.1"));

    /** The sharding column of each sharded table. */
    private static final Map<String, String> SHARDED = new TreeMap<>(Map.of(
            "customer", "c_custkey",
            "lineitem", "l_orderkey",
            "orders", "o_orderkey",
            "part", "p_partkey",
            "partsupp", "ps_partkey",
            "supplier", "s_suppkey"));

    private static final List<String> BROADCAST = List.of("nation", "region");

    private static final int TABLES_OF_SOURCE = 2;

    /** The part of the configuration below {@code sharding}: each table in four, of which a data source has two. */
    static final String RULE = "  tables:\n"
            + SHARDED.entrySet().stream()
                    .map(table -> "    " + table.getKey() + ":\n      actual-data-nodes: ds0." + table.getKey()
                            + "_{0..1}, ds1." + table.getKey() + "_{2..3}\n      table-strategy: { sharding-column: "
                            + table.getValue() + ", algorithm: by-key }\n")
                    .collect(Collectors.joining())
            + """
              binding-tables:
                - orders, lineitem
                - part, partsupp
              broadcast-tables: nation, region
              algorithms:
                by-key: { type: mod }
            """;

    /** The primary keys, and the other columns that the tables are joined by. */
    private static final List<String> INDEXES = List.of(
            "ALTER TABLE customer ADD PRIMARY KEY (c_custkey)",
            "ALTER TABLE lineitem ADD PRIMARY KEY (l_orderkey, l_linenumber)",
            "ALTER TABLE nation ADD PRIMARY KEY (n_nationkey)",
            "ALTER TABLE orders ADD PRIMARY KEY (o_orderkey)",
            "ALTER TABLE part ADD PRIMARY KEY (p_partkey)",
            "ALTER TABLE partsupp ADD PRIMARY KEY (ps_partkey, ps_suppkey)",
            "ALTER TABLE region ADD PRIMARY KEY (r_regionkey)",
            "ALTER TABLE supplier ADD PRIMARY KEY (s_suppkey)",
            "CREATE INDEX line_part ON lineitem (l_partkey, l_suppkey)",
            "CREATE INDEX order_customer ON orders (o_custkey)",
            "CREATE INDEX supply_supplier ON partsupp (ps_suppkey)");

    private final TestDatabase database;
    private final DuckDb duckDb;

    private Tpch(TestDatabase database, DuckDb duckDb) {
        this.database = database;
        this.duckDb = duckDb;
    }

    /** Makes the rows; the test is skipped where an extension is not there. */
    static Tpch over(TestDatabase database) throws SQLException, IOException {
        Tpch tpch = new Tpch(database, DuckDb.over(database));
        tpch.duckDb.run("LOAD '" + DuckDb.extension("tpch") + "'");
        tpch.duckDb.run("CALL dbgen(sf = " + SCALE + ")");
        return tpch;
    }

    /** The 22 queries, in order. */
    List<String> queries() throws SQLException {
        List<String> queries = new ArrayList<>();
        for (String query : duckDb.rows("SELECT query FROM tpch_queries() ORDER BY query_nr")) {
            String text = query.strip().replaceAll(";$", "");
            queries.add(database.isMariaDb() ? withAliases(text) : text);
        }
        return queries;
    }

    /** MariaDB has no names of columns after that of a subquery: query 13. */
    private static String withAliases(String query) {
        return query.replace("count(o_orderkey)", "count(o_orderkey) AS c_count")
                .replaceAll("c_orders \\(c_custkey,\\s+c_count\\)", "c_orders");
    }

    /** Writes the rows of a data source's actual tables, and gives these their indexes by the application. */
    void loadShards(TwoServers servers) throws SQLException {
        DataSource application = servers.application();
        execute(application, definitions());
        for (int source = 0; source < servers.pools().size(); source++) {
            Map<String, String> rows = new LinkedHashMap<>();
            BROADCAST.forEach(table -> rows.put(table, table));
            int first = source * TABLES_OF_SOURCE;
            for (int number = first; number < first + TABLES_OF_SOURCE; number++) {
                for (Map.Entry<String, String> table : SHARDED.entrySet()) {
                    rows.put(
                            table.getKey() + "_" + number,
                            table.getKey() + " WHERE " + table.getValue() + " % "
                                    + TABLES_OF_SOURCE * servers.pools().size() + " = " + number);
                }
            }
            load(servers.pools().get(source), rows);
        }
        execute(application, INDEXES);
    }

    /** Writes the same rows into one database. */
    void loadWhole(HikariDataSource whole) throws SQLException {
        execute(whole, definitions());
        Map<String, String> rows = new LinkedHashMap<>();
        SHARDED.keySet().forEach(table -> rows.put(table, table));
        BROADCAST.forEach(table -> rows.put(table, table));
        load(whole, rows);
        execute(whole, INDEXES);
    }

    private List<String> definitions() throws SQLException {
        return duckDb.rows("SELECT 'CREATE TABLE ' || table_name || ' (' || string_agg(column_name || ' '"
                + " || replace(data_type, 'VARCHAR', 'VARCHAR(200)') || ' NOT NULL', ', ' ORDER BY column_index) || ')'"
                + " FROM duckdb_columns() WHERE database_name = 'memory' AND NOT internal GROUP BY table_name");
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

    /** Tells the optimizer of a database how many rows there are. */
    void analyze(DataSource pool) throws SQLException {
        List<String> tables = OrderShop.rows(
                pool,
                "SELECT table_name FROM information_schema.tables WHERE table_schema = "
                        + (database.speaksMysql() ? "DATABASE()" : "'public'"));
        String word = database.speaksMysql() ? "ANALYZE TABLE " : "ANALYZE ";
        execute(pool, tables.stream().map(word::concat).toList());
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
