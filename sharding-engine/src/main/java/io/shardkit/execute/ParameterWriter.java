package io.shardkit.execute;

import io.shardkit.catalog.Column;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes rows into one table, many in one prepared statement. Not thread-safe. */
final class ParameterWriter implements RowWriter {
    private static final int MOST_ROWS = 500;
    private static final int MOST_PARAMETERS = 8000;

    private final Connection connection;
    private final String table;
    private final List<Column> columns;
    private final int rowsPerStatement;
    private final List<@Nullable Object[]> rows = new ArrayList<>();
    private @Nullable PreparedStatement full;

    ParameterWriter(Connection connection, String table, List<Column> columns) {
        this.connection = connection;
        this.table = table;
        this.columns = columns;
        this.rowsPerStatement = Math.max(1, Math.min(MOST_ROWS, MOST_PARAMETERS / columns.size()));
    }

    @Override
    public void add(ResultSet source) throws SQLException {
        @Nullable Object[] row = new Object[columns.size()];
        for (int i = 0; i < row.length; i++) {
            row[i] = read(source, i);
        }
        rows.add(row);
        if (rows.size() == rowsPerStatement) {
            if (full == null) {
                full = prepare(rowsPerStatement);
            }
            write(full);
        }
    }

    private @Nullable Object read(ResultSet source, int column) throws SQLException {
        return switch (columns.get(column).carrier()) {
            case TEXT, UNTYPED_TEXT -> source.getString(column + 1);
            case BYTES -> source.getBytes(column + 1);
            case OBJECT, NONE -> object(source, column + 1);
        };
    }

    private static @Nullable Object object(ResultSet source, int index) throws SQLException {
        ResultSetMetaData metaData = source.getMetaData();
        return switch (metaData.getColumnType(index)) {
            case Types.DATE -> source.getObject(index, LocalDate.class);
            case Types.TIME -> source.getObject(index, LocalTime.class);
            case Types.TIMESTAMP -> source.getObject(index, LocalDateTime.class);
            case Types.TIMESTAMP_WITH_TIMEZONE -> source.getObject(index, OffsetDateTime.class);
            case Types.TIME_WITH_TIMEZONE -> source.getObject(index, OffsetTime.class);
            default -> source.getObject(index);
        };
    }

    @Override
    public void flush() throws SQLException {
        if (!rows.isEmpty()) {
            try (PreparedStatement rest = prepare(rows.size())) {
                write(rest);
            }
        }
    }

    private PreparedStatement prepare(int count) throws SQLException {
        String row = "(" + String.join(", ", Collections.nCopies(columns.size(), "?")) + ")";
        return connection.prepareStatement(
                "INSERT INTO " + table + " VALUES " + String.join(", ", Collections.nCopies(count, row)));
    }

    private void write(PreparedStatement insert) throws SQLException {
        int parameter = 1;
        for (@Nullable Object[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                set(insert, parameter++, columns.get(i), row[i]);
            }
        }
        insert.executeUpdate();
        rows.clear();
    }

    private static void set(PreparedStatement insert, int parameter, Column column, @Nullable Object value)
            throws SQLException {
        switch (column.carrier()) {
            case TEXT -> insert.setString(parameter, (String) value);
            case UNTYPED_TEXT -> insert.setObject(parameter, value, Types.OTHER);
            case BYTES -> insert.setBytes(parameter, (byte[]) value);
            case OBJECT, NONE -> insert.setObject(parameter, value);
        }
    }

    @Override
    public void close() throws SQLException {
        if (full != null) {
            full.close();
        }
    }
}
