package io.shardkit.loadtest;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The tables as they lie in the databases, asked by plain JDBC: neither the application nor the sharding engine is
 * between the question and the answer.
 */
final class PhysicalTables {
    private static final String ORDER = "t_order";
    private static final String ITEM = "t_order_item";

    /** A database and the endings of its order tables' names: one empty ending where nothing is sharded. */
    record Location(String name, String url, String username, String password, List<String> suffixes) {
        Location {
            suffixes = List.copyOf(suffixes);
        }

        /** Returns the same with the endings of the order tables that there are, whatever these are. */
        Location found() throws SQLException {
            List<String> found = new ArrayList<>();
            try (Connection connection = connect();
                    ResultSet tables = connection
                            .getMetaData()
                            .getTables(connection.getCatalog(), connection.getSchema(), "t\\_order%", null)) {
                while (tables.next()) {
                    String table = tables.getString("TABLE_NAME").toLowerCase(Locale.ROOT);
                    if (table.startsWith(ORDER) && !table.startsWith(ITEM)) {
                        found.add(table.substring(ORDER.length()));
                    }
                }
            }
            return new Location(name, url, username, password, found);
        }

        /** Opens a connection, which the caller closes. */
        Connection connect() throws SQLException {
            return DriverManager.getConnection(url, username, password);
        }
    }

    /**
     * The content of all the tables together.
     *
     * @param sums the sums over the order tables, and the number of items
     * @param itemCents sum of quantity times price over the item tables
     * @param ids the different order ids: fewer than the orders when one is in two tables
     * @param strayItems items whose order isn't in the order table that belongs to their item table
     * @param rows orders per physical table, by a name like {@code ds0.t_order_1}
     */
    record Content(Sums sums, long itemCents, Set<Long> ids, long strayItems, Map<String, Long> rows) {

        /** Returns the number of different orders. */
        long distinctOrders() {
            return ids.size();
        }
    }

    private final List<Location> locations;

    PhysicalTables(List<Location> locations) {
        this.locations = List.copyOf(locations);
    }

    Content read() throws SQLException {
        Sums sums = new Sums(0, 0, 0, 0);
        long itemCents = 0;
        long strayItems = 0;
        Set<Long> ids = new HashSet<>();
        Map<String, Long> rows = new LinkedHashMap<>();
        for (Location location : locations) {
            try (Connection connection = location.connect();
                    Statement statement = connection.createStatement()) {
                for (String suffix : location.suffixes()) {
                    Sums ofTable = sums(statement, suffix);
                    sums = sums.plus(ofTable);
                    itemCents += number(
                            statement,
                            "SELECT COALESCE(SUM(quantity * unit_price), 0) * 100 FROM t_order_item" + suffix);
                    strayItems += number(
                            statement,
                            "SELECT COUNT(*) FROM t_order_item" + suffix + " i LEFT JOIN t_order" + suffix
                                    + " o ON o.order_id = i.order_id AND o.user_id = i.user_id"
                                    + " WHERE o.order_id IS NULL");
                    collectIds(statement, suffix, ids);
                    rows.put(location.name() + ".t_order" + suffix, ofTable.orders());
                }
            }
        }
        return new Content(sums, itemCents, ids, strayItems, rows);
    }

    private static Sums sums(Statement statement, String suffix) throws SQLException {
        long items = number(statement, "SELECT COUNT(*) FROM t_order_item" + suffix);
        return new Sums(
                number(statement, "SELECT COUNT(*) FROM t_order" + suffix),
                items,
                number(statement, "SELECT COALESCE(SUM(total_amount), 0) * 100 FROM t_order" + suffix),
                number(statement, "SELECT COUNT(*) FROM t_order" + suffix + " WHERE status = 'PAID'"));
    }

    private static long number(Statement statement, String sql) throws SQLException {
        try (ResultSet result = statement.executeQuery(sql)) {
            result.next();
            BigDecimal value = result.getBigDecimal(1);
            return value.longValueExact();
        }
    }

    private static void collectIds(Statement statement, String suffix, Set<Long> ids) throws SQLException {
        try (ResultSet result = statement.executeQuery("SELECT order_id FROM t_order" + suffix)) {
            while (result.next()) {
                ids.add(result.getLong(1));
            }
        }
    }
}
