package io.shardkit.benchmarks.database;

import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.lab.subject.Database;
import io.shardkit.lab.subject.Layout;
import io.shardkit.lab.subject.Pools;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Orders and their items, four tables of each on each data source. Every column of an order follows from its id, so that
 * each writer knows the whole order.
 */
public final class OrderTables {
    /** The number of actual tables of orders on each data source. */
    public static final int TABLES = 4;

    /** The number of orders where a workload does not insert its own; their ids count from 0. */
    public static final int ROWS = Databases.rows(16_000);

    /** The number of users with orders, sixteen orders each. */
    public static final int USERS = ROWS / 16;

    /** The logical tables. */
    public static final List<Layout> LAYOUTS = List.of(layout("t_order"), layout("t_order_item"));

    /** The columns of an order, in the order in which {@link #bind} sets them. */
    public static final String COLUMNS = "order_id, user_id, country_code, status, total_amount, created_at";

    /** The number of columns of an order. */
    public static final int COLUMN_COUNT = 6;

    /** All statuses that an order can have. */
    static final List<String> STATUSES = List.of("NEW", "PAID", "SHIPPED", "CANCELLED");

    private static final List<String> COUNTRIES = List.of("DE", "FR", "US", "CN", "BR", "IN", "ZA");
    private static final int ITEMS = 2;
    private static final int ITEM_COLUMN_COUNT = 6;
    private static final long FIRST_MOMENT = 1_700_000_000_000L;
    private static final BigDecimal[] AMOUNTS = new BigDecimal[1_000];

    static {
        for (int i = 0; i < AMOUNTS.length; i++) {
            AMOUNTS[i] = BigDecimal.valueOf(100 + i * 37L, 2);
        }
    }

    private OrderTables() {}

    /** Returns the layout of a table: the data source by the user, the actual table by the order. */
    static Layout layout(String table) {
        return new Layout(
                table,
                table + "_",
                "user_id",
                "order_id",
                new ModAlgorithm(Databases.SOURCES),
                new ModAlgorithm(TABLES),
                null);
    }

    /**
     * Returns the user who placed the order: four consecutive orders are of one user and lie in the four tables of one
     * data source.
     */
    public static long user(long order) {
        return (order >> 2) % USERS;
    }

    /** The data source of a user's orders. */
    public static int source(long user) {
        return (int) (user & 1);
    }

    /** The suffix of the table of an order. */
    public static int suffix(long order) {
        return (int) (order & 3);
    }

    /** A status, any number. */
    public static String status(long number) {
        return STATUSES.get((int) (number & 3));
    }

    /** An amount, any number that is not negative. */
    public static BigDecimal amount(long number) {
        return AMOUNTS[(int) (number % AMOUNTS.length)];
    }

    /** Returns the time at which an order was placed. */
    public static Timestamp moment(long order) {
        return new Timestamp(FIRST_MOMENT + order * 1000);
    }

    /** Sets the columns of an order. */
    public static void bind(PreparedStatement statement, int first, long order) throws SQLException {
        statement.setLong(first, order);
        statement.setLong(first + 1, user(order));
        statement.setString(first + 2, COUNTRIES.get((int) (order % COUNTRIES.size())));
        statement.setString(first + 3, status(order >> 3));
        statement.setBigDecimal(first + 4, amount(order));
        statement.setTimestamp(first + 5, moment(order));
    }

    /** Makes the tables anew, and fills them if asked to. */
    public static void create(Pools pools, boolean filled) throws SQLException {
        for (int source = 0; source < Databases.SOURCES; source++) {
            for (int suffix = 0; suffix < TABLES; suffix++) {
                pools.execute(source, statements(pools.kind(), suffix));
                if (filled) {
                    fill(pools, source, suffix);
                }
            }
        }
        if (filled) {
            Databases.analyze(pools, LAYOUTS);
        }
    }

    /** Empties the tables of orders. */
    public static void clear(Pools pools) throws SQLException {
        for (int source = 0; source < Databases.SOURCES; source++) {
            for (int suffix = 0; suffix < TABLES; suffix++) {
                Databases.empty(pools, source, "t_order_" + suffix);
            }
        }
    }

    private static String[] statements(Database database, int suffix) {
        String order = "t_order_" + suffix;
        String item = "t_order_item_" + suffix;
        return new String[] {
            "DROP TABLE IF EXISTS " + order,
            "DROP TABLE IF EXISTS " + item,
            "CREATE TABLE " + order + " (" + columns(database) + ")",
            "CREATE INDEX ix_order_created_" + suffix + " ON " + order + " (created_at)",
            "CREATE TABLE " + item
                    + " (item_id BIGINT NOT NULL PRIMARY KEY, order_id BIGINT NOT NULL, user_id BIGINT NOT NULL,"
                    + " product VARCHAR(100) NOT NULL, quantity INTEGER NOT NULL,"
                    + " unit_price DECIMAL(12, 2) NOT NULL)",
            "CREATE INDEX ix_item_order_" + suffix + " ON " + item + " (order_id)"
        };
    }

    static String columns(Database database) {
        return "order_id BIGINT NOT NULL PRIMARY KEY, user_id BIGINT NOT NULL, country_code "
                + Databases.text(database, 2) + " NOT NULL, status " + Databases.text(database, 20)
                + " NOT NULL, total_amount DECIMAL(12, 2) NOT NULL, created_at "
                + (database.speaksMysql() ? "DATETIME(6)" : "TIMESTAMP(6)") + " NOT NULL";
    }

    private static void fill(Pools pools, int source, int suffix) throws SQLException {
        Rows.insert(
                pools.source(source),
                "t_order_" + suffix,
                COLUMN_COUNT,
                orders(ROWS, source, suffix),
                OrderTables::bind);
        Rows.insert(
                pools.source(source),
                "t_order_item_" + suffix,
                ITEM_COLUMN_COUNT,
                orders(ROWS, source, suffix).flatMap(order -> LongStream.range(order * ITEMS, (order + 1) * ITEMS)),
                OrderTables::bindItem);
    }

    /** The orders below a number that lie in one table. */
    static LongStream orders(long below, int source, int suffix) {
        return LongStream.range(0, below).filter(order -> source(user(order)) == source && suffix(order) == suffix);
    }

    private static void bindItem(PreparedStatement statement, int first, long item) throws SQLException {
        long order = item / ITEMS;
        statement.setLong(first, item);
        statement.setLong(first + 1, order);
        statement.setLong(first + 2, user(order));
        statement.setString(first + 3, "Product " + item % 50);
        statement.setInt(first + 4, (int) (1 + item % 5));
        statement.setBigDecimal(first + 5, amount(item));
    }
}
