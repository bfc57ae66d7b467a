package io.shardkit.benchmarks;

import io.shardkit.benchmarks.database.WideOrderTables;
import io.shardkit.lab.subject.Layout;
import io.shardkit.lab.subject.Pools;
import io.shardkit.lab.subject.Subject;
import io.shardkit.lab.subject.Text;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Setup;

/** New wide orders, into tables that are empty at the start of each iteration. */
@SuppressWarnings("NullAway.Init") // the text is made when the database is known
public class WideInserts extends JmhWorkload {
    private Text insert;

    @Override
    List<Layout> layouts() {
        return WideOrderTables.LAYOUTS;
    }

    @Override
    void createTables(Pools on) throws SQLException {
        WideOrderTables.create(on, false);
    }

    @Override
    void start(Pools on, Subject over) {
        insert = Text.of(
                "INSERT INTO {order} (id, " + String.join(", ", WideOrderTables.columns()) + ") VALUES ("
                        + WideOrderTables.values() + ")",
                database,
                layouts());
    }

    /** Keeps the tables from growing without bound. */
    @Override
    @Setup(Level.Iteration)
    public void clear() throws SQLException {
        WideOrderTables.clear(pools());
    }

    /** One row, most of its values in the text. */
    @Benchmark
    public long wideInsert(ThreadKeys keys) throws SQLException {
        long id = keys.fresh(1);
        int source = WideOrderTables.source(id);
        Subject over = subject();
        try (Connection connection = over.connection(source);
                PreparedStatement statement = connection.prepareStatement(over.text(insert, 0))) {
            statement.setLong(1, id);
            statement.setString(2, "order-" + id);
            return statement.executeUpdate();
        }
    }
}
