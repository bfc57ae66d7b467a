package io.shardkit.analytics;

import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** TPC-H, as DuckDB's extension has it; at scale 1 it has six million rows of items. */
final class Tpch implements Suite {
    @Override
    public String title() {
        return "TPC-H";
    }

    @Override
    public String extension() {
        return "tpch";
    }

    @Override
    public List<String> rows(double scale) {
        return List.of("CALL dbgen(sf = " + scale + ")");
    }

    @Override
    public Map<String, String> primaryKeys() {
        return new TreeMap<>(Map.of(
                "customer", "c_custkey",
                "lineitem", "l_orderkey, l_linenumber",
                "nation", "n_nationkey",
                "orders", "o_orderkey",
                "part", "p_partkey",
                "partsupp", "ps_partkey, ps_suppkey",
                "region", "r_regionkey",
                "supplier", "s_suppkey"));
    }

    @Override
    public Map<String, String> shardingColumns() {
        return new TreeMap<>(Map.of(
                "customer", "c_custkey",
                "lineitem", "l_orderkey",
                "orders", "o_orderkey",
                "part", "p_partkey",
                "partsupp", "ps_partkey",
                "supplier", "s_suppkey"));
    }

    @Override
    public List<String> bindings() {
        return List.of("orders, lineitem", "part, partsupp");
    }

    @Override
    public List<String> indexes() {
        return List.of(
                "CREATE INDEX line_part ON lineitem (l_partkey, l_suppkey)",
                "CREATE INDEX order_customer ON orders (o_custkey)",
                "CREATE INDEX supply_supplier ON partsupp (ps_suppkey)");
    }

    @Override
    public boolean hasNulls() {
        return false;
    }

    @Override
    public Map<String, String> queries(DuckDb duckDb, TestDatabase database) throws SQLException {
        Map<String, String> queries = new LinkedHashMap<>();
        for (String query : duckDb.rows("SELECT query FROM tpch_queries() ORDER BY query_nr")) {
            String text = Suite.statement(query);
            queries.put("q" + (queries.size() + 1), database.isMariaDb() ? withAliases(text) : text);
        }
        return queries;
    }

    /** MariaDB has no names of columns after that of a subquery: query 13. */
    private static String withAliases(String query) {
        return query.replace("count(o_orderkey)", "count(o_orderkey) AS c_count")
                .replaceAll("c_orders \\(c_custkey,\\s+c_count\\)", "c_orders");
    }
}
