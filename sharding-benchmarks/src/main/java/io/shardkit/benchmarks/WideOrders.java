package io.shardkit.benchmarks;

import io.shardkit.benchmarks.database.Layout;
import io.shardkit.benchmarks.database.Pools;
import io.shardkit.benchmarks.database.WideOrderTables;
import io.shardkit.benchmarks.subject.Query;
import io.shardkit.benchmarks.subject.Subject;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.openjdk.jmh.annotations.Benchmark;

/** Statements for one unit of the wide orders: the id is known. */
@SuppressWarnings("NullAway.Init") // the SQL is made when the database is known
public class WideOrders extends Workload {
    private static final int COLUMNS = WideOrderTables.columns().size();

    private Query find;
    private Query change;

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
        String order = database.quoted("order");
        find = query("SELECT " + String.join(", ", WideOrderTables.columns()) + " FROM " + order + " WHERE id = ?");
        change = query("UPDATE " + order + " SET order_id = ?, cust_id = ?, cust_type = ?, order_type = ?,"
                + " packing_type = ? WHERE id = ?");
    }

    /** One row of many columns. */
    @Benchmark
    public long wideSelect(Keys keys) throws SQLException {
        long id = keys.existing(WideOrderTables.ROWS);
        int source = WideOrderTables.source(id);
        Subject over = subject();
        try (Connection connection = over.connection(source);
                PreparedStatement statement = connection.prepareStatement(over.text(find, source))) {
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
    public long wideUpdate(Keys keys) throws SQLException {
        long id = keys.existing(WideOrderTables.ROWS);
        int source = WideOrderTables.source(id);
        int number = (int) keys.different();
        Subject over = subject();
        try (Connection connection = over.connection(source);
                PreparedStatement statement = connection.prepareStatement(over.text(change, source))) {
            statement.setString(1, "order-" + number);
            for (int column = 2; column <= 5; column++) {
                statement.setInt(column, number + column);
            }
            statement.setLong(6, id);
            return statement.executeUpdate();
        }
    }
}
