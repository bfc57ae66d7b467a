package io.shardkit.merge;

import io.shardkit.merge.memory.MemoryMetaData;
import io.shardkit.merge.memory.MemoryResultSet;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Units' results in memory, and what a merge makes of them. */
final class Rows {
    private final List<String> labels = new ArrayList<>();
    private final List<Integer> types = new ArrayList<>();
    private final List<ResultSet> results = new ArrayList<>();

    /** Adds a column to the results that follow. */
    Rows column(String label, int type) {
        labels.add(label);
        types.add(type);
        return this;
    }

    static Rows ofIntegers(String... labels) {
        Rows rows = new Rows();
        for (String label : labels) {
            rows.column(label, Types.BIGINT);
        }
        return rows;
    }

    private ResultSet inMemory(Object[]... rows) {
        try {
            return MemoryResultSet.of(
                    new MemoryMetaData(
                            labels, types.stream().mapToInt(Integer::intValue).toArray()),
                    Arrays.asList(rows));
        } catch (SQLException notThere) {
            throw new IllegalStateException(notThere);
        }
    }

    /** Adds a unit's result. */
    Rows unit(Object[]... rows) {
        results.add(inMemory(rows));
        return this;
    }

    static Object[] row(Object... values) {
        return values;
    }

    List<ResultSet> results() {
        return results;
    }

    /** Returns the strings of all visible values, row by row. */
    static List<List<String>> texts(RowCursor cursor) throws SQLException {
        List<List<String>> rows = new ArrayList<>();
        try (cursor) {
            while (cursor.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= cursor.visibleColumns(); i++) {
                    row.add(cursor.row().getString(i));
                }
                rows.add(row);
            }
        }
        return rows;
    }

    /** Returns the strings of one column. */
    static List<String> texts(RowCursor cursor, int column) throws SQLException {
        return texts(cursor).stream().map(row -> row.get(column - 1)).toList();
    }
}
