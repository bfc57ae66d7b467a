package io.shardkit.keygen;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The table of worker ids. Who holds one and until when is decided by single statements and the clock of the database.
 * Times are milliseconds since 1970 UTC. Immutable.
 *
 * @param table where it is
 */
record WorkerTable(KeyTable table) {
    static final String NAME = "sharding_worker";
    static final String COLUMNS = "(worker_id INT NOT NULL PRIMARY KEY, owner VARCHAR(64) NOT NULL,"
            + " expires_at BIGINT NOT NULL, used_until BIGINT NOT NULL)";
    private static final String NOBODY = "-";

    /**
     * A worker id that was held before.
     *
     * @param owner who held it last
     * @param free whether it may be taken, by the clock of the database
     * @param usedUntil the greatest time that its holder may have put into a key, by the holder's clock
     */
    record Row(int worker, String owner, boolean free, long usedUntil) {}

    /** Returns the worker ids that have ever been held. */
    List<Row> rows() throws SQLException {
        return table.each((connection, dialect) -> {
            List<Row> rows = new ArrayList<>();
            String now = dialect.clock().epochMillis();
            try (PreparedStatement select =
                            connection.prepareStatement("SELECT worker_id, owner, CASE WHEN expires_at < " + now
                                    + " THEN 1 ELSE 0 END, used_until FROM " + table.name());
                    ResultSet found = select.executeQuery()) {
                while (found.next()) {
                    rows.add(new Row(found.getInt(1), found.getString(2), found.getInt(3) == 1, found.getLong(4)));
                }
            }
            return rows;
        });
    }

    /** Takes a worker id that has never been held; false if another process was faster. */
    boolean insert(int worker, String owner, long leaseMillis, long usedUntil) throws SQLException {
        return takes(
                "INSERT INTO %1$s (expires_at, used_until, owner, worker_id) VALUES (%2$s + ?, ?, ?, ?)",
                leaseMillis, usedUntil, owner, worker);
    }

    /** Takes a worker id whose lease is over; false if another process was faster, or the holder came back. */
    boolean take(Row row, String owner, long leaseMillis, long usedUntil) throws SQLException {
        return takes(
                "UPDATE %1$s SET expires_at = %2$s + ?, used_until = ?, owner = ?"
                        + " WHERE worker_id = ? AND owner = ? AND used_until = ? AND expires_at < %2$s",
                leaseMillis, usedUntil, owner, row.worker(), row.owner(), row.usedUntil());
    }

    /** Renews the lease of its holder; false if another process holds it by now. */
    boolean renew(int worker, String owner, long leaseMillis, long usedUntil) throws SQLException {
        return write(
                "UPDATE %1$s SET expires_at = %2$s + ?, used_until = ? WHERE worker_id = ? AND owner = ?",
                leaseMillis, usedUntil, worker, owner);
    }

    /** Ends the lease of its holder. */
    void release(int worker, String owner, long usedUntil) throws SQLException {
        write(
                "UPDATE %1$s SET expires_at = 0, used_until = ?, owner = ? WHERE worker_id = ? AND owner = ?",
                usedUntil, NOBODY, worker, owner);
    }

    private boolean takes(String sql, Object... values) throws SQLException {
        try {
            return write(sql, values);
        } catch (SQLException e) {
            if (isLost(e)) {
                return false;
            }
            throw e;
        }
    }

    private boolean write(String sql, Object... values) throws SQLException {
        return table.each((connection, dialect) -> {
            String text = String.format(sql, table.name(), dialect.clock().epochMillis());
            try (PreparedStatement update = connection.prepareStatement(text)) {
                for (int i = 0; i < values.length; i++) {
                    update.setObject(i + 1, values[i]);
                }
                return update.executeUpdate() == 1;
            }
        });
    }

    /**
     * Returns true if another transaction was faster: the key is there by now, or one of the two transactions was rolled
     * back.
     */
    private static boolean isLost(SQLException e) {
        String state = e.getSQLState();
        return state != null && (state.startsWith("23") || state.startsWith("40") || state.equals("90131"));
    }
}
