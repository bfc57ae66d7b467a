package io.shardkit.jdbc;

import io.shardkit.merge.MemoryResultSet;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;

/**
 * Generated keys as values.
 *
 * @param labels the columns
 * @param types their JDBC types
 * @param values the rows
 */
record KeyRows(List<String> labels, int[] types, List<Object[]> values) implements KeySource {
    /** No keys at all. */
    static final KeyRows NONE = new KeyRows(List.of("GENERATED_KEY"), new int[] {Types.BIGINT}, List.of());

    /** Keys that the framework made. */
    static KeyRows generated(String column, List<Object> keys) {
        int type = !keys.isEmpty() && keys.get(0) instanceof Number ? Types.BIGINT : Types.VARCHAR;
        List<Object[]> rows = new ArrayList<>(keys.size());
        for (Object key : keys) {
            rows.add(new Object[] {key});
        }
        return new KeyRows(List.of(column), new int[] {type}, rows);
    }

    /** The keys of several statements, one after the other. */
    static KeyRows joined(List<KeyRows> parts) {
        List<Object[]> rows = new ArrayList<>();
        parts.forEach(part -> rows.addAll(part.values()));
        KeyRows shape = parts.isEmpty() ? NONE : parts.get(0);
        return new KeyRows(shape.labels(), shape.types(), rows);
    }

    /** Keys that a driver has for what its statement just did. */
    static KeyRows read(Statement statement) throws SQLException {
        try (ResultSet keys = statement.getGeneratedKeys()) {
            return read(keys);
        }
    }

    /** All rows of a result set. */
    static KeyRows read(ResultSet rows) throws SQLException {
        ResultSetMetaData columns = rows.getMetaData();
        int width = columns.getColumnCount();
        List<String> labels = new ArrayList<>(width);
        int[] types = new int[width];
        for (int i = 0; i < width; i++) {
            labels.add(columns.getColumnLabel(i + 1));
            types[i] = columns.getColumnType(i + 1);
        }
        List<Object[]> values = new ArrayList<>();
        while (rows.next()) {
            Object[] row = new Object[width];
            for (int i = 0; i < width; i++) {
                row[i] = rows.getObject(i + 1);
            }
            values.add(row);
        }
        return new KeyRows(labels, types, values);
    }

    @Override
    public KeyRows keys() {
        return this;
    }

    /** The keys as a driver gives them. */
    ResultSet rows() throws SQLException {
        return MemoryResultSet.of(labels, types, values);
    }
}
