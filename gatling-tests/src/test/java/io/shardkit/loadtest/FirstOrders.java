package io.shardkit.loadtest;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Puts the first orders into their places by plain JDBC, so that every service finds the same. */
final class FirstOrders {

    private FirstOrders() {}

    /** Fills tables that a service has made and that are empty; each order has one item. */
    static void fill(Topology topology, List<PhysicalTables.Location> locations, Orders orders) throws SQLException {
        for (int database = 0; database < locations.size(); database++) {
            PhysicalTables.Location location = locations.get(database);
            try (Connection connection = location.connect()) {
                connection.setAutoCommit(false);
                for (String suffix : location.suffixes()) {
                    fill(connection, suffix, keys(topology, orders, database, suffix));
                }
                connection.commit();
            }
        }
        // What the fill itself left to do must not meet the first who is measured
        for (PhysicalTables.Location location : locations) {
            try (Connection connection = location.connect();
                    Statement statement = connection.createStatement()) {
                for (String suffix : location.suffixes()) {
                    statement.execute((DatabaseServers.kind().speaksMysql() ? "ANALYZE TABLE" : "ANALYZE") + " t_order"
                            + suffix + ", t_order_item" + suffix);
                }
            }
        }
    }

    private static List<Orders.Key> keys(Topology topology, Orders orders, int database, String suffix) {
        List<Orders.Key> keys = new ArrayList<>();
        for (Orders.Key key : orders.all()) {
            if (topology.database(key.userId()) == database
                    && topology.suffix(key.orderId()).equals(suffix)) {
                keys.add(key);
            }
        }
        return keys;
    }

    private static void fill(Connection connection, String suffix, List<Orders.Key> keys) throws SQLException {
        try (PreparedStatement order = connection.prepareStatement("INSERT INTO t_order" + suffix
                        + " (order_id, user_id, country_code, status, total_amount, created_at)"
                        + " VALUES (?, ?, 'DE', 'NEW', 12.50, '2026-01-01 00:00:00')");
                PreparedStatement item = connection.prepareStatement(
                        "INSERT INTO t_order_item" + suffix
                                + " (item_id, order_id, user_id, product, quantity, unit_price) VALUES (?, ?, ?, 'Tea', 5, 2.50)")) {
            for (Orders.Key key : keys) {
                order.setLong(1, key.orderId());
                order.setLong(2, key.userId());
                order.addBatch();
                item.setLong(1, key.orderId());
                item.setLong(2, key.orderId());
                item.setLong(3, key.userId());
                item.addBatch();
            }
            if (!keys.isEmpty()) {
                order.executeBatch();
                item.executeBatch();
            }
        }
    }
}
