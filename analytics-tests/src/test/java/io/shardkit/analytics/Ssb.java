package io.shardkit.analytics;

import io.shardkit.testing.TestDatabase;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The Star Schema Benchmark of O'Neil, O'Neil and Chen, whose rows are made of those of TPC-H as its specification says.
 * There are as many customers and suppliers as in TPC-H, five times those of the specification, so that queries of single
 * cities find rows at small scales.
 */
final class Ssb implements Suite {
    private static final String CITY = "rpad(n_name[1:9], 9, ' ') || (%s // 10 %% 10)::INTEGER AS %s";
    private static final String DAY = "strftime(%s, '%%Y%%m%%d')::INTEGER AS %s";

    @Override
    public String title() {
        return "SSB";
    }

    @Override
    public String extension() {
        return "tpch";
    }

    @Override
    public List<String> rows(double scale) {
        return List.of(
                "CALL dbgen(sf = " + scale + ", suffix = '_h')",
                "CREATE TABLE dates AS SELECT " + DAY.formatted("day", "d_datekey")
                        + ", strftime(day, '%B %-d, %Y') AS d_date, dayname(day) AS d_dayofweek,"
                        + " monthname(day) AS d_month, year(day)::INTEGER AS d_year,"
                        + " strftime(day, '%Y%m')::INTEGER AS d_yearmonthnum, strftime(day, '%b%Y') AS d_yearmonth,"
                        + " dayofmonth(day)::INTEGER AS d_daynuminmonth, dayofyear(day)::INTEGER AS d_daynuminyear,"
                        + " month(day)::INTEGER AS d_monthnuminyear,"
                        + " (1 + (dayofyear(day) - 1) // 7)::INTEGER AS d_weeknuminyear"
                        + " FROM (SELECT unnest(range(DATE '1992-01-01', DATE '1999-01-01', INTERVAL 1 DAY))::DATE AS day)",
                "CREATE TABLE customer AS SELECT c_custkey, c_name, c_address, " + CITY.formatted("c_custkey", "c_city")
                        + ", n_name AS c_nation, r_name AS c_region, c_phone, c_mktsegment FROM customer_h"
                        + " JOIN nation_h ON n_nationkey = c_nationkey JOIN region_h ON r_regionkey = n_regionkey",
                "CREATE TABLE supplier AS SELECT s_suppkey, s_name, s_address, " + CITY.formatted("s_suppkey", "s_city")
                        + ", n_name AS s_nation, r_name AS s_region, s_phone FROM supplier_h"
                        + " JOIN nation_h ON n_nationkey = s_nationkey JOIN region_h ON r_regionkey = n_regionkey",
                "CREATE TABLE part AS SELECT p_partkey, p_name, 'MFGR#' || p_brand[7:7] AS p_mfgr,"
                        + " 'MFGR#' || p_brand[7:8] AS p_category,"
                        + " 'MFGR#' || p_brand[7:8] || (1 + p_partkey // 7 % 40)::INTEGER AS p_brand1,"
                        + " split_part(p_name, ' ', 1) AS p_color, p_type, p_size, p_container FROM part_h",
                "CREATE TABLE lineorder AS SELECT l_orderkey AS lo_orderkey, l_linenumber AS lo_linenumber,"
                        + " o_custkey AS lo_custkey, l_partkey AS lo_partkey, l_suppkey AS lo_suppkey, "
                        + DAY.formatted("o_orderdate", "lo_orderdate")
                        + ", o_orderpriority AS lo_orderpriority, o_shippriority AS lo_shippriority,"
                        + " l_quantity::INTEGER AS lo_quantity, (l_extendedprice * 100)::BIGINT AS lo_extendedprice,"
                        + " (o_totalprice * 100)::BIGINT AS lo_ordtotalprice, (l_discount * 100)::INTEGER AS lo_discount,"
                        + " (l_extendedprice * (1 - l_discount) * 100)::BIGINT AS lo_revenue,"
                        + " (ps_supplycost * 100)::BIGINT AS lo_supplycost, (l_tax * 100)::INTEGER AS lo_tax, "
                        + DAY.formatted("l_commitdate", "lo_commitdate")
                        + ", l_shipmode AS lo_shipmode FROM lineitem_h JOIN orders_h ON o_orderkey = l_orderkey"
                        + " JOIN partsupp_h ON ps_partkey = l_partkey AND ps_suppkey = l_suppkey",
                "DROP TABLE lineitem_h",
                "DROP TABLE orders_h",
                "DROP TABLE partsupp_h",
                "DROP TABLE part_h",
                "DROP TABLE supplier_h",
                "DROP TABLE customer_h",
                "DROP TABLE nation_h",
                "DROP TABLE region_h");
    }

    @Override
    public Map<String, String> primaryKeys() {
        return new TreeMap<>(Map.of(
                "customer", "c_custkey",
                "dates", "d_datekey",
                "lineorder", "lo_orderkey, lo_linenumber",
                "part", "p_partkey",
                "supplier", "s_suppkey"));
    }

    @Override
    public Map<String, String> shardingColumns() {
        return Map.of("lineorder", "lo_orderkey");
    }

    @Override
    public List<String> bindings() {
        return List.of();
    }

    @Override
    public List<String> indexes() {
        return List.of(
                "CREATE INDEX order_date ON lineorder (lo_orderdate)",
                "CREATE INDEX order_customer ON lineorder (lo_custkey)",
                "CREATE INDEX order_part ON lineorder (lo_partkey)",
                "CREATE INDEX order_supplier ON lineorder (lo_suppkey)");
    }

    @Override
    public boolean hasNulls() {
        return false;
    }

    @Override
    public Map<String, String> queries(DuckDb duckDb, TestDatabase database) {
        Map<String, String> queries = new LinkedHashMap<>();
        queries.put("q1.1", discounts("d_year = 1993 AND lo_discount BETWEEN 1 AND 3 AND lo_quantity < 25"));
        queries.put(
                "q1.2",
                discounts("d_yearmonthnum = 199401 AND lo_discount BETWEEN 4 AND 6 AND lo_quantity BETWEEN 26 AND 35"));
        queries.put(
                "q1.3",
                discounts("d_weeknuminyear = 6 AND d_year = 1994 AND lo_discount BETWEEN 5 AND 7"
                        + " AND lo_quantity BETWEEN 26 AND 35"));
        queries.put("q2.1", brands("p_category = 'MFGR#12' AND s_region = 'AMERICA'"));
        queries.put("q2.2", brands("p_brand1 BETWEEN 'MFGR#2221' AND 'MFGR#2228' AND s_region = 'ASIA'"));
        queries.put("q2.3", brands("p_brand1 = 'MFGR#2221' AND s_region = 'EUROPE'"));
        String years = " AND d_year >= 1992 AND d_year <= 1997";
        String cities = "(c_city = 'UNITED KI1' OR c_city = 'UNITED KI5')"
                + " AND (s_city = 'UNITED KI1' OR s_city = 'UNITED KI5')";
        queries.put("q3.1", places("nation", "c_region = 'ASIA' AND s_region = 'ASIA'" + years));
        queries.put("q3.2", places("city", "c_nation = 'UNITED STATES' AND s_nation = 'UNITED STATES'" + years));
        queries.put("q3.3", places("city", cities + years));
        queries.put("q3.4", places("city", cities + " AND d_yearmonth = 'Dec1997'"));
        String makers = "(p_mfgr = 'MFGR#1' OR p_mfgr = 'MFGR#2')";
        String america = "c_region = 'AMERICA' AND s_region = 'AMERICA' AND ";
        String late = "(d_year = 1997 OR d_year = 1998) AND ";
        queries.put("q4.1", profits("d_year, c_nation", america + makers));
        queries.put("q4.2", profits("d_year, s_nation, p_category", america + late + makers));
        queries.put(
                "q4.3",
                profits(
                        "d_year, s_city, p_brand1",
                        "c_region = 'AMERICA' AND s_nation = 'UNITED STATES' AND " + late + "p_category = 'MFGR#14'"));
        return queries;
    }

    private static String discounts(String condition) {
        return "SELECT SUM(lo_extendedprice * lo_discount) AS revenue FROM lineorder, dates"
                + " WHERE lo_orderdate = d_datekey AND " + condition;
    }

    private static String brands(String condition) {
        return "SELECT SUM(lo_revenue) AS lo_revenue, d_year, p_brand1 FROM lineorder, dates, part, supplier"
                + " WHERE lo_orderdate = d_datekey AND lo_partkey = p_partkey AND lo_suppkey = s_suppkey AND "
                + condition
                + " GROUP BY d_year, p_brand1 ORDER BY d_year, p_brand1";
    }

    /** @param place the kind of place, of customers and of suppliers */
    private static String places(String place, String condition) {
        String groups = "c_" + place + ", s_" + place + ", d_year";
        return "SELECT " + groups + ", SUM(lo_revenue) AS revenue FROM customer, lineorder, supplier, dates"
                + " WHERE lo_custkey = c_custkey AND lo_suppkey = s_suppkey AND lo_orderdate = d_datekey AND "
                + condition
                + " GROUP BY " + groups + " ORDER BY d_year ASC, revenue DESC";
    }

    private static String profits(String groups, String condition) {
        return "SELECT " + groups + ", SUM(lo_revenue - lo_supplycost) AS profit"
                + " FROM dates, customer, supplier, part, lineorder WHERE lo_custkey = c_custkey"
                + " AND lo_suppkey = s_suppkey AND lo_partkey = p_partkey AND lo_orderdate = d_datekey AND " + condition
                + " GROUP BY " + groups + " ORDER BY " + groups;
    }
}
