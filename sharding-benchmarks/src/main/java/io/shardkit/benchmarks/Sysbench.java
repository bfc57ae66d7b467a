package io.shardkit.benchmarks;

import io.shardkit.benchmarks.database.SysbenchTables;
import io.shardkit.lab.subject.Layout;
import io.shardkit.lab.subject.Pools;
import io.shardkit.lab.subject.Subject;
import io.shardkit.lab.subject.Text;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;

/** The shapes of sysbench. Each operation is about ids of one data source, so that a transaction stays on it. */
public class Sysbench extends JmhWorkload {
    private static final int READS = 10;

    private final Text select = query("SELECT c FROM {sbtest1} WHERE id = ?");
    private final Text updateIndex = query("UPDATE {sbtest1} SET k = k + 1 WHERE id = ?");
    private final Text updateNonIndex = query("UPDATE {sbtest1} SET c = ? WHERE id = ?");
    private final Text delete = query("DELETE FROM {sbtest1} WHERE id = ?");
    private final Text insert = query("INSERT INTO {sbtest1} (id, k, c, pad) VALUES (?, ?, ?, ?)");

    @Override
    List<Layout> layouts() {
        return SysbenchTables.LAYOUTS;
    }

    @Override
    void createTables(Pools on) throws SQLException {
        SysbenchTables.create(on);
    }

    /** One column of one row. */
    @Benchmark
    public long sysbenchPointSelect(ThreadKeys keys) throws SQLException {
        return run(keys, this::select);
    }

    /** Ten of them in a transaction. */
    @Benchmark
    public long sysbenchReadOnly(ThreadKeys keys) throws SQLException {
        return inTransaction(keys, (connection, over, id) -> reads(connection, over, keys, id));
    }

    /** Ten of them, and the writes, in a transaction. */
    @Benchmark
    public long sysbenchReadWrite(ThreadKeys keys) throws SQLException {
        return inTransaction(
                keys, (connection, over, id) -> reads(connection, over, keys, id) + writes(connection, over, id));
    }

    /** Both updates, and a row deleted and inserted again, in a transaction. */
    @Benchmark
    public long sysbenchWriteOnly(ThreadKeys keys) throws SQLException {
        return inTransaction(keys, this::writes);
    }

    /** A column with an index. */
    @Benchmark
    public long sysbenchUpdateIndex(ThreadKeys keys) throws SQLException {
        return run(keys, (connection, over, id) -> update(connection, over, updateIndex, id));
    }

    /** A column without. */
    @Benchmark
    public long sysbenchUpdateNonIndex(ThreadKeys keys) throws SQLException {
        return run(keys, this::updateText);
    }

    /** A row deleted, and inserted again: else the table would soon be empty. */
    @Benchmark
    public long sysbenchDelete(ThreadKeys keys) throws SQLException {
        return run(keys, (connection, over, id) -> update(connection, over, delete, id) + insert(connection, over, id));
    }

    /** The work on a row. */
    private interface Work {
        long on(Connection connection, Subject over, long id) throws SQLException;
    }

    private long run(ThreadKeys keys, Work work) throws SQLException {
        long id = keys.existing(SysbenchTables.ROWS);
        Subject over = subject();
        try (Connection connection = over.connection(SysbenchTables.source(id))) {
            return work.on(connection, over, id);
        }
    }

    private long inTransaction(ThreadKeys keys, Work work) throws SQLException {
        return run(keys, (connection, over, id) -> {
            connection.setAutoCommit(false);
            long sum = work.on(connection, over, id);
            connection.commit();
            return sum;
        });
    }

    private long reads(Connection connection, Subject over, ThreadKeys keys, long id) throws SQLException {
        long sum = 0;
        for (int i = 0; i < READS; i++) {
            long other = keys.next(SysbenchTables.ROWS);
            sum += select(connection, over, other - SysbenchTables.source(other) + SysbenchTables.source(id));
        }
        return sum;
    }

    private long writes(Connection connection, Subject over, long id) throws SQLException {
        return update(connection, over, updateIndex, id)
                + updateText(connection, over, id)
                + update(connection, over, delete, id)
                + insert(connection, over, id);
    }

    private long select(Connection connection, Subject over, long id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(over.text(select, 0))) {
            statement.setLong(1, id);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? rows.getString(1).hashCode() : 0;
            }
        }
    }

    private static long update(Connection connection, Subject over, Text query, long id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(over.text(query, 0))) {
            statement.setLong(1, id);
            return statement.executeUpdate();
        }
    }

    private long updateText(Connection connection, Subject over, long id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(over.text(updateNonIndex, 0))) {
            statement.setString(1, SysbenchTables.text(id + 1));
            statement.setLong(2, id);
            return statement.executeUpdate();
        }
    }

    private long insert(Connection connection, Subject over, long id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(over.text(insert, 0))) {
            SysbenchTables.bind(statement, 1, id);
            return statement.executeUpdate();
        }
    }
}
