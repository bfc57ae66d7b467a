package io.shardkit.benchmarks.database;

import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.lab.subject.Layout;
import io.shardkit.lab.subject.Pools;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * The wide table of orders that older comparisons of sharding frameworks use, once on each data source. Its name is a
 * reserved word.
 */
public final class WideOrderTables {
    /** The number of rows where a workload does not insert its own; their ids count from 0. */
    public static final int ROWS = Databases.rows(10_000);

    /** The logical table. */
    public static final List<Layout> LAYOUTS =
            List.of(Layout.perServer("order", "order_", "id", new ModAlgorithm(Databases.SOURCES)));

    /** Columns besides {@code id}, with the types and the values that a new row has; the first is a parameter. */
    private static final List<List<String>> COLUMNS = List.of(
            List.of("order_id", "VARCHAR(50) NOT NULL", "?"),
            List.of("order_type", "INT", "1"),
            List.of("cust_id", "INT", "20"),
            List.of("cust_type", "INT", "1"),
            List.of("cust_email", "VARCHAR(50)", "'dangdang@example.com'"),
            List.of("payment_method_type", "INT", "1"),
            List.of("payment_provider_id", "INT", "1"),
            List.of("shipping_method_type", "INT", "1"),
            List.of("packing_type", "INT", "1"),
            List.of("preferred_shipping_time_type", "INT", "1"),
            List.of("receiver_name", "VARCHAR(100)", "'A Receiver'"),
            List.of("receiver_address", "VARCHAR(200)", "'1 Long Street, A City'"),
            List.of("receiver_country_id", "INT", "9000"),
            List.of("receiver_province_id", "INT", "111"),
            List.of("receiver_city_id", "INT", "1"),
            List.of("receiver_zip", "VARCHAR(20)", "'100000'"),
            List.of("receiver_tel", "VARCHAR(50)", "'0100000000'"),
            List.of("receiver_mobile_tel", "VARCHAR(50)", "'13000000000'"),
            List.of("cust_message", "VARCHAR(500)", "'please be quick'"));

    private WideOrderTables() {}

    /** Returns the data source of a row. */
    public static int source(long id) {
        return (int) (id & 1);
    }

    /** All columns but {@code id}, in order. */
    public static List<String> columns() {
        return COLUMNS.stream().map(column -> column.get(0)).toList();
    }

    /** The values of a new row: a parameter for {@code id}, one for {@code order_id}, and literals. */
    public static String values() {
        return "?, " + COLUMNS.stream().map(column -> column.get(2)).collect(Collectors.joining(", "));
    }

    /** Makes the tables anew, and fills them if asked to. */
    public static void create(Pools pools, boolean filled) throws SQLException {
        String columns = COLUMNS.stream()
                .map(column -> column.get(0) + " " + column.get(1))
                .collect(Collectors.joining(", "));
        for (int source = 0; source < Databases.SOURCES; source++) {
            int own = source;
            pools.execute(
                    source,
                    "DROP TABLE IF EXISTS order_0",
                    "CREATE TABLE order_0 (id BIGINT NOT NULL PRIMARY KEY, " + columns + ")");
            if (filled) {
                Rows.insert(
                        pools.source(source),
                        "order_0 (id, order_id, cust_id, receiver_name)",
                        4,
                        LongStream.range(0, ROWS).filter(id -> source(id) == own),
                        WideOrderTables::bind);
            }
        }
        if (filled) {
            Databases.analyze(pools, LAYOUTS);
        }
    }

    /** Empties the tables. */
    public static void clear(Pools pools) throws SQLException {
        for (int source = 0; source < Databases.SOURCES; source++) {
            Databases.empty(pools, source, "order_0");
        }
    }

    private static void bind(PreparedStatement statement, int first, long id) throws SQLException {
        statement.setLong(first, id);
        statement.setString(first + 1, "order-" + id);
        statement.setInt(first + 2, (int) id);
        statement.setString(first + 3, "Receiver " + id);
    }
}
