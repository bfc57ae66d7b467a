package io.shardkit.benchmarks;

import io.shardkit.benchmarks.database.WideOrderTables;
import io.shardkit.lab.subject.Layout;
import io.shardkit.lab.subject.Pools;
import io.shardkit.lab.subject.Subject;
import io.shardkit.lab.subject.Text;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.openjdk.jmh.annotations.Benchmark;

/** Statements for one unit of the wide orders: the id is known. */
@SuppressWarnings("NullAway.Init") // the statements are made when the database is known
public class WideOrders extends JmhWorkload {
    private static final int COLUMNS = WideOrderTables.columns().size();

    private Text find;
    private Text change;

    @Override
    List<Layout> layouts() {
        return WideOrderTables.LAYOUTS;
    }

    @Override
    void createTables(Pools on) throws SQLException {
        WideOrderTables.create(on, true);
    }

    @Override
    void start(Pools on, Subject over) {
        find = Text.of(
                "SELECT " + String.join(", ", WideOrderTables.columns()) + " FROM {order} WHERE id = ?",
                database,
                layouts());
        change = Text.of(
                "UPDATE {order} SET order_id = ?, cust_id = ?, cust_type = ?, order_type = ?,"
                        + " packing_type = ? WHERE id = ?",
                database,
                layouts());
    }

    /** One row of many columns. */
    @Benchmark
    public long wideSelect(ThreadKeys keys) throws SQLException {
        long id = keys.existing(WideOrderTables.ROWS);
        int source = WideOrderTables.source(id);
        Subject over = subject();
        try (Connection connection = over.connection(source);
                PreparedStatement statement = connection.prepareStatement(over.text(find, 0))) {
            statement.setLong(1, id);
            try (ResultSet rows = statement.executeQuery()) {
                long sum = 0;
                while (rows.next()) {
                    for (int column = 1; column <= COLUMNS; column++) {
                        sum += Objects.hashCode(rows.getObject(column));
                    }
                }
                return sum;
            }
        }
    }

    /** Five columns of one row. */
    @Benchmark
    public long wideUpdate(ThreadKeys keys) throws SQLException {
        long id = keys.existing(WideOrderTables.ROWS);
        int source = WideOrderTables.source(id);
        int number = (int) keys.different();
        Subject over = subject();
        try (Connection connection = over.connection(source);
                PreparedStatement statement = connection.prepareStatement(over.text(change, 0))) {
            statement.setString(1, "order-" + number);
            for (int column = 2; column <= 5; column++) {
                statement.setInt(column, number + column);
            }
            statement.setLong(6, id);
            return statement.executeUpdate();
        }
    }
}
