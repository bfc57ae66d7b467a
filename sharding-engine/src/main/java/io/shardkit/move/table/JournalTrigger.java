package io.shardkit.move.table;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.h2.api.Trigger;
import org.jspecify.annotations.Nullable;

/** Writes the keys of changed rows into the journal that its name tells. H2 makes one for each table. */
public final class JournalTrigger implements Trigger {
    private static final String KEY = "k";

    private String insert = "";
    private int[] key = {};

    /** Made by H2, which then calls {@link #init}. */
    public JournalTrigger() {}

    @Override
    public void init(Connection connection, String schema, String trigger, String table, boolean before, int type)
            throws SQLException {
        String journal = trigger.substring(0, trigger.length() - 1) + "j";
        List<String> columns = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement("SELECT COLUMN_NAME FROM INFORMATION_SCHEMA.COLUMNS"
                + " WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? ORDER BY ORDINAL_POSITION")) {
            query.setString(1, schema);
            query.setString(2, journal);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    if (rows.getString(1).matches("(?i)" + KEY + "\\d+")) {
                        columns.add(rows.getString(1));
                    }
                }
            }
        }
        key = columns.stream()
                .mapToInt(name -> Integer.parseInt(name.substring(KEY.length())))
                .toArray();
        insert = "INSERT INTO \"" + schema + "\".\"" + journal + "\" (" + String.join(", ", columns) + ") VALUES ("
                + String.join(", ", Collections.nCopies(key.length, "?")) + ")";
    }

    @Override
    public void fire(Connection connection, Object @Nullable [] before, Object @Nullable [] after) throws SQLException {
        Object[] old = before == null ? null : key(before);
        Object[] now = after == null ? null : key(after);
        if (now != null) {
            write(connection, now);
        }
        if (old != null && !Arrays.deepEquals(old, now)) {
            write(connection, old);
        }
    }

    private Object[] key(Object[] row) {
        return Arrays.stream(key).mapToObj(i -> row[i]).toArray();
    }

    private void write(Connection connection, Object[] values) throws SQLException {
        if (Arrays.asList(values).contains(null)) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(insert)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            statement.executeUpdate();
        }
    }
}
