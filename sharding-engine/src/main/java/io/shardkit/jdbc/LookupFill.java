package io.shardkit.jdbc;

import io.shardkit.execute.driver.CursorKind;
import io.shardkit.execute.driver.KeyRequest;
import io.shardkit.plan.Plan;
import io.shardkit.verify.LookupDifferences;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Gives a lookup table the rows that it lacks, and takes from it those of no row: each in a transaction that locks the row
 * that it is of, so that others may write meanwhile. Not thread-safe.
 */
final class LookupFill implements LookupDifferences.Found {
    /** The prefix of the SQLStates of duplicate keys. */
    private static final String DUPLICATE = "23";

    private final ShardingConnection connection;
    private final LookupDifferences differences;
    private final String insert;
    private final String delete;
    private final String lock;
    private long added;
    private long removed;
    private long taken;

    /** @param connection a new one, not in autocommit; closed by the caller */
    LookupFill(ShardingConnection connection, LookupDifferences differences) {
        this.connection = connection;
        this.differences = differences;
        List<String> columns = differences.columns();
        String equal = columns.stream().map(name -> name + " = ?").collect(Collectors.joining(" AND "));
        this.insert = "INSERT INTO " + differences.lookup().table() + " (" + String.join(", ", columns) + ") VALUES ("
                + String.join(", ", Collections.nCopies(columns.size(), "?")) + ")";
        this.delete = "DELETE FROM " + differences.lookup().table() + " WHERE " + equal;
        this.lock = "SELECT 1 FROM " + differences.table() + " WHERE " + equal + " FOR UPDATE";
    }

    void run() throws SQLException {
        differences.find(0, this);
    }

    long added() {
        return added;
    }

    long removed() {
        return removed;
    }

    /** Returns the number of rows with a value that another row has as well. */
    long taken() {
        return taken;
    }

    @Override
    public void missing(@Nullable Object[] row) throws SQLException {
        try {
            if (isThere(row)) {
                write(insert, row);
                connection.commit();
                added++;
                return;
            }
        } catch (SQLException failure) {
            connection.rollback();
            if (!String.valueOf(failure.getSQLState()).startsWith(DUPLICATE)) {
                throw failure;
            }
            taken++;
        }
        connection.rollback();
    }

    @Override
    public void left(@Nullable Object[] row) throws SQLException {
        try {
            int count = write(delete, row);
            if (count > 0 && !isThere(row)) {
                connection.commit();
                removed += count;
                return;
            }
        } finally {
            connection.rollback();
        }
    }

    private boolean isThere(@Nullable Object[] row) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(lock)) {
            set(statement, row);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next();
            }
        }
    }

    /** Users may not write to a lookup table. */
    private int write(String sql, @Nullable Object[] row) throws SQLException {
        long epoch = connection.plans().epoch();
        Plan plan = connection.plans().ofLookup(sql);
        try (PreparedStatement statement =
                new ShardingPreparedStatement(connection, sql, plan, epoch, CursorKind.PLAIN, KeyRequest.NONE)) {
            set(statement, row);
            return statement.executeUpdate();
        }
    }

    private static void set(PreparedStatement statement, @Nullable Object[] row) throws SQLException {
        for (int i = 0; i < row.length; i++) {
            statement.setObject(i + 1, row[i]);
        }
    }
}
