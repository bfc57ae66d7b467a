package io.shardkit.execute.driver;

import io.shardkit.merge.memory.KeptColumns;
import io.shardkit.merge.memory.MemoryMetaData;
import io.shardkit.merge.memory.MemoryResultSet;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;

/**
 * Generated keys, or other rows, as values.
 *
 * @param columns what they are said to be; usable when their connection is not
 * @param values the rows
 */
public record GeneratedKeyRows(ResultSetMetaData columns, List<Object[]> values) {
    /** No keys at all. */
    public static final GeneratedKeyRows NONE = of("GENERATED_KEY", Types.BIGINT, List.of());

    /** The keys where a driver says that a write returned no rows, and not of which columns. */
    static final GeneratedKeyRows WITHOUT_COLUMNS =
            new GeneratedKeyRows(new MemoryMetaData(List.of(), new int[0]), List.of());

    /** Keys that the framework made. */
    public static GeneratedKeyRows generated(String column, List<Object> keys) {
        int type = !keys.isEmpty() && keys.get(0) instanceof Number ? Types.BIGINT : Types.VARCHAR;
        List<Object[]> rows = new ArrayList<>(keys.size());
        for (Object key : keys) {
            rows.add(new Object[] {key});
        }
        return of(column, type, rows);
    }

    private static GeneratedKeyRows of(String column, int type, List<Object[]> rows) {
        return new GeneratedKeyRows(new MemoryMetaData(List.of(column), new int[] {type}), rows);
    }

    /** The keys of several statements, one after the other. */
    public static GeneratedKeyRows joined(List<GeneratedKeyRows> parts) {
        List<Object[]> rows = new ArrayList<>();
        parts.forEach(part -> rows.addAll(part.values()));
        return new GeneratedKeyRows(
                parts.isEmpty() ? NONE.columns() : parts.get(0).columns(), rows);
    }

    /** Keys that a driver has for what its statement just did. */
    public static GeneratedKeyRows read(Statement statement) throws SQLException {
        try (ResultSet keys = statement.getGeneratedKeys()) {
            return read(keys);
        }
    }

    /** All rows of a result set. */
    public static GeneratedKeyRows read(ResultSet rows) throws SQLException {
        ResultSetMetaData columns = new KeptColumns(rows.getMetaData());
        int width = columns.getColumnCount();
        List<Object[]> values = new ArrayList<>();
        while (rows.next()) {
            Object[] row = new Object[width];
            for (int i = 0; i < width; i++) {
                row[i] = rows.getObject(i + 1);
            }
            values.add(row);
        }
        return new GeneratedKeyRows(columns, values);
    }

    /** The labels of the columns, from the left. */
    public List<String> labels() throws SQLException {
        List<String> labels = new ArrayList<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            labels.add(columns.getColumnLabel(i));
        }
        return labels;
    }

    /** The keys as a driver gives them. */
    public ResultSet rows() throws SQLException {
        return MemoryResultSet.of(columns, values);
    }
}
