package io.shardkit.analytics;

import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** TPC-DS, as DuckDB's extension has it; at scale 1 it has almost three million sales in stores. */
final class Tpcds implements Suite {
    @Override
    public String title() {
        return "TPC-DS";
    }

    @Override
    public String extension() {
        return "tpcds";
    }

    @Override
    public List<String> rows(double scale) {
        return List.of("CALL dsdgen(sf = " + scale + ")");
    }

    @Override
    public Map<String, String> primaryKeys() {
        return new TreeMap<>(Map.ofEntries(
                Map.entry("call_center", "cc_call_center_sk"),
                Map.entry("catalog_page", "cp_catalog_page_sk"),
                Map.entry("catalog_returns", "cr_order_number, cr_item_sk"),
                Map.entry("catalog_sales", "cs_order_number, cs_item_sk"),
                Map.entry("customer", "c_customer_sk"),
                Map.entry("customer_address", "ca_address_sk"),
                Map.entry("customer_demographics", "cd_demo_sk"),
                Map.entry("date_dim", "d_date_sk"),
                Map.entry("household_demographics", "hd_demo_sk"),
                Map.entry("income_band", "ib_income_band_sk"),
                Map.entry("inventory", "inv_item_sk, inv_date_sk, inv_warehouse_sk"),
                Map.entry("item", "i_item_sk"),
                Map.entry("promotion", "p_promo_sk"),
                Map.entry("reason", "r_reason_sk"),
                Map.entry("ship_mode", "sm_ship_mode_sk"),
                Map.entry("store", "s_store_sk"),
                Map.entry("store_returns", "sr_ticket_number, sr_item_sk"),
                Map.entry("store_sales", "ss_ticket_number, ss_item_sk"),
                Map.entry("time_dim", "t_time_sk"),
                Map.entry("warehouse", "w_warehouse_sk"),
                Map.entry("web_page", "wp_web_page_sk"),
                Map.entry("web_returns", "wr_order_number, wr_item_sk"),
                Map.entry("web_sales", "ws_order_number, ws_item_sk"),
                Map.entry("web_site", "web_site_sk")));
    }

    /** Facts lie by the sale that they belong to, and customers by themselves. */
    @Override
    public Map<String, String> shardingColumns() {
        return new TreeMap<>(Map.of(
                "catalog_returns", "cr_order_number",
                "catalog_sales", "cs_order_number",
                "customer", "c_customer_sk",
                "customer_address", "ca_address_sk",
                "inventory", "inv_item_sk",
                "store_returns", "sr_ticket_number",
                "store_sales", "ss_ticket_number",
                "web_returns", "wr_order_number",
                "web_sales", "ws_order_number"));
    }

    @Override
    public List<String> bindings() {
        return List.of("store_sales, store_returns", "catalog_sales, catalog_returns", "web_sales, web_returns");
    }

    @Override
    public List<String> indexes() {
        List<String> indexes = new ArrayList<>(List.of(
                "CREATE INDEX customer_address_of ON customer (c_current_addr_sk)",
                "CREATE INDEX day ON date_dim (d_date)",
                "CREATE INDEX week_of_day ON date_dim (d_week_seq)",
                "CREATE INDEX month_of_day ON date_dim (d_month_seq)",
                "CREATE INDEX inventory_date ON inventory (inv_date_sk)",
                "CREATE INDEX store_return_customer ON store_returns (sr_customer_sk)",
                "CREATE INDEX catalog_return_customer ON catalog_returns (cr_returning_customer_sk)",
                "CREATE INDEX web_return_customer ON web_returns (wr_returning_customer_sk)"));
        List.of(
                        "store_sales ss_ ss_customer_sk",
                        "catalog_sales cs_ cs_bill_customer_sk",
                        "web_sales ws_ ws_bill_customer_sk")
                .forEach(sales -> {
                    String[] names = sales.split(" ");
                    indexes.add("CREATE INDEX " + names[1] + "date ON " + names[0] + " (" + names[1] + "sold_date_sk)");
                    indexes.add("CREATE INDEX " + names[1] + "item ON " + names[0] + " (" + names[1] + "item_sk)");
                    indexes.add("CREATE INDEX " + names[1] + "customer ON " + names[0] + " (" + names[2] + ")");
                });
        return indexes;
    }

    @Override
    public boolean hasNulls() {
        return true;
    }

    @Override
    public Map<String, String> queries(DuckDb duckDb, TestDatabase database) throws SQLException {
        Map<String, String> queries = new LinkedHashMap<>();
        for (String query : duckDb.rows("SELECT query FROM tpcds_queries() ORDER BY query_nr")) {
            String text = Suite.statement(query);
            queries.put("q" + (queries.size() + 1), database.speaksMysql() ? ofMysql(text) : text);
        }
        return queries;
    }

    /**
     * The query in words of MySQL and MariaDB, which have NULLs first in ascending order anyway, write ROLLUP at the end, take
     * an interval to add days to a date, want a table's name before a star that is not first, and tell aliases apart by case.
     */
    private static String ofMysql(String query) {
        String text = query.replaceAll("(?i)\\s+NULLS FIRST", "")
                .replaceAll("(?i)GROUP BY\\s+ROLLUP\\s*\\(([^()]*)\\)", "GROUP BY $1 WITH ROLLUP")
                .replaceAll("(?i),\\s*\\*\\s+FROM\\s+(\\w+)", ", $1.* FROM $1")
                .replace("d1.d_date + 5", "d1.d_date + INTERVAL 5 DAY")
                .replace(") CATALOG", ") catalog");
        Outermost outermost = new Outermost(text);
        int rollup = outermost.last("with\\s+rollup");
        int order = outermost.last("order\\s+by");
        if (rollup < 0 || order < rollup) {
            return text;
        }
        // MariaDB puts no groups of ROLLUP in order.
        int select = outermost.last("select");
        return text.substring(0, select) + "SELECT * FROM (" + text.substring(select, order) + ") AS g "
                + text.substring(order);
    }
}
