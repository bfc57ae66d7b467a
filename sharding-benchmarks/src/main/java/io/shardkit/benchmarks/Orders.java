package io.shardkit.benchmarks;

import io.shardkit.benchmarks.database.OrderTables;
import io.shardkit.lab.subject.Layout;
import io.shardkit.lab.subject.Pools;
import io.shardkit.lab.subject.Subject;
import io.shardkit.lab.subject.Text;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;

/** Statements for one unit of the orders: user and order are known. */
public class Orders extends JmhWorkload {
    private static final String FIND =
            "SELECT " + OrderTables.COLUMNS + " FROM {t_order} WHERE user_id = ? AND order_id = ?";

    private final Text find = query(FIND);
    private final Text status = query("SELECT status FROM {t_order} WHERE user_id = ? AND order_id = ?");
    private final Text items = query("SELECT o.order_id, o.status, i.item_id, i.product, i.quantity, i.unit_price"
            + " FROM {t_order} o JOIN {t_order_item} i ON i.user_id = o.user_id AND i.order_id = o.order_id"
            + " WHERE o.user_id = ? AND o.order_id = ?");
    private final Text itemsByBothKeys =
            query("SELECT o.order_id, o.status, i.item_id, i.product, i.quantity, i.unit_price"
                    + " FROM {t_order} o JOIN {t_order_item} i ON i.order_id = o.order_id"
                    + " WHERE o.user_id = ? AND i.user_id = ? AND o.order_id = ?");
    private final Text change =
            query("UPDATE {t_order} SET status = ?, total_amount = ? WHERE user_id = ? AND order_id = ?");
    private final Text literal = query("SELECT " + OrderTables.COLUMNS + " FROM {t_order} WHERE user_id = ");

    @Override
    List<Layout> layouts() {
        return OrderTables.LAYOUTS;
    }

    @Override
    void createTables(Pools on) throws SQLException {
        OrderTables.create(on, true);
    }

    /** One row by both keys. */
    @Benchmark
    public long pointSelect(ThreadKeys keys) throws SQLException {
        long order = keys.existing(OrderTables.ROWS);
        long user = OrderTables.user(order);
        Subject over = subject();
        try (Connection connection = over.connection(OrderTables.source(user));
                PreparedStatement statement = connection.prepareStatement(over.text(find, OrderTables.suffix(order)))) {
            return find(statement, user, order);
        }
    }

    /** The same by a statement that was prepared once. */
    @Benchmark
    public long keptStatement(ThreadKeys keys) throws SQLException {
        KeptStatement kept = keys.kept();
        if (kept == null) {
            kept = new KeptStatement(subject(), find);
            keys.keep(kept);
        }
        long order = keys.existing(OrderTables.ROWS);
        long user = OrderTables.user(order);
        return find(kept.at(OrderTables.source(user), OrderTables.suffix(order)), user, order);
    }

    /** The same with the values in the text, which is another one each time. */
    @Benchmark
    public long literalSql(ThreadKeys keys) throws SQLException {
        long order = keys.existing(OrderTables.ROWS);
        long user = OrderTables.user(order);
        Subject over = subject();
        String text = over.text(literal, OrderTables.suffix(order)) + user + " AND order_id = " + order
                + " AND total_amount > -" + keys.different();
        try (Connection connection = over.connection(OrderTables.source(user));
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(text)) {
            return readOrders(rows);
        }
    }

    /** An order and its items, two rows. */
    @Benchmark
    public long bindingJoin(ThreadKeys keys) throws SQLException {
        long order = keys.existing(OrderTables.ROWS);
        long user = OrderTables.user(order);
        Subject over = subject();
        try (Connection connection = over.connection(OrderTables.source(user));
                PreparedStatement statement =
                        connection.prepareStatement(over.text(items, OrderTables.suffix(order)))) {
            statement.setLong(1, user);
            statement.setLong(2, order);
            return readItems(statement);
        }
    }

    /** The same where both tables' keys are given, as mappers do. */
    @Benchmark
    public long bindingJoinByBothKeys(ThreadKeys keys) throws SQLException {
        long order = keys.existing(OrderTables.ROWS);
        long user = OrderTables.user(order);
        Subject over = subject();
        try (Connection connection = over.connection(OrderTables.source(user));
                PreparedStatement statement =
                        connection.prepareStatement(over.text(itemsByBothKeys, OrderTables.suffix(order)))) {
            statement.setLong(1, user);
            statement.setLong(2, user);
            statement.setLong(3, order);
            return readItems(statement);
        }
    }

    private static long readItems(PreparedStatement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            long sum = 0;
            while (rows.next()) {
                sum += rows.getLong(1)
                        + rows.getString(2).hashCode()
                        + rows.getLong(3)
                        + rows.getString(4).hashCode()
                        + rows.getInt(5)
                        + rows.getBigDecimal(6).hashCode();
            }
            return sum;
        }
    }

    /** Two columns of one row. */
    @Benchmark
    public long update(ThreadKeys keys) throws SQLException {
        long order = keys.existing(OrderTables.ROWS);
        long user = OrderTables.user(order);
        Subject over = subject();
        try (Connection connection = over.connection(OrderTables.source(user))) {
            return change(connection, over, keys.different(), user, order);
        }
    }

    /** Reads a row and writes it, in a transaction. */
    @Benchmark
    public long shortTransaction(ThreadKeys keys) throws SQLException {
        long order = keys.existing(OrderTables.ROWS);
        long user = OrderTables.user(order);
        Subject over = subject();
        try (Connection connection = over.connection(OrderTables.source(user))) {
            connection.setAutoCommit(false);
            long sum;
            try (PreparedStatement statement =
                    connection.prepareStatement(over.text(status, OrderTables.suffix(order)))) {
                statement.setLong(1, user);
                statement.setLong(2, order);
                try (ResultSet rows = statement.executeQuery()) {
                    sum = rows.next() ? rows.getString(1).hashCode() : 0;
                }
            }
            sum += change(connection, over, keys.different(), user, order);
            connection.commit();
            return sum;
        }
    }

    private int change(Connection connection, Subject over, long number, long user, long order) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(over.text(change, OrderTables.suffix(order)))) {
            statement.setString(1, OrderTables.status(number));
            statement.setBigDecimal(2, OrderTables.amount(number));
            statement.setLong(3, user);
            statement.setLong(4, order);
            return statement.executeUpdate();
        }
    }

    private static long find(PreparedStatement statement, long user, long order) throws SQLException {
        statement.setLong(1, user);
        statement.setLong(2, order);
        try (ResultSet rows = statement.executeQuery()) {
            return readOrders(rows);
        }
    }

    private static long readOrders(ResultSet rows) throws SQLException {
        long sum = 0;
        while (rows.next()) {
            sum += rows.getLong(1)
                    + rows.getLong(2)
                    + rows.getString(3).hashCode()
                    + rows.getString(4).hashCode()
                    + rows.getBigDecimal(5).hashCode()
                    + rows.getTimestamp(6).getTime();
        }
        return sum;
    }
}
