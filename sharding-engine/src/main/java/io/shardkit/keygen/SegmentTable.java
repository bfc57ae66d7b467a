package io.shardkit.keygen;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The table of blocks: a row for each key generator, with the first key that is still free. Immutable.
 *
 * @param table the place of the table
 * @param key the key of the generator's row
 * @param firstKey the first key of all
 * @param blockSize the number of keys in a block
 */
record SegmentTable(KeyTable table, String key, long firstKey, long blockSize) {
    static final String NAME = "sharding_segment";
    static final String COLUMNS = "(name VARCHAR(128) NOT NULL PRIMARY KEY, next_key BIGINT NOT NULL)";
    private static final int ATTEMPTS = 20;

    /** Takes the next block and returns the key that follows its last key. */
    long advance() throws SQLException {
        for (int attempt = 1; ; attempt++) {
            try {
                return table.together((connection, dialect) -> advanced(connection));
            } catch (SQLException e) {
                // Two that make the row at once, or change it where transactions must not meet, try again.
                String state = e.getSQLState();
                boolean lost = state != null && (state.startsWith("23") || state.startsWith("40"));
                if (!lost || attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private long advanced(Connection connection) throws SQLException {
        if (!write(connection, "UPDATE " + table.name() + " SET next_key = next_key + ? WHERE name = ?", blockSize)) {
            long end = firstKey + blockSize;
            write(connection, "INSERT INTO " + table.name() + " (next_key, name) VALUES (?, ?)", end);
            return end;
        }
        try (PreparedStatement select =
                connection.prepareStatement("SELECT next_key FROM " + table.name() + " WHERE name = ?")) {
            select.setString(1, key);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    private boolean write(Connection connection, String sql, long number) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            update.setLong(1, number);
            update.setString(2, key);
            return update.executeUpdate() > 0;
        }
    }
}
