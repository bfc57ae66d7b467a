package io.shardkit.move.alter;

import io.shardkit.catalog.CarriedValue;
import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The INSERT of rows into a table that may have other columns than the one from which they come. Immutable.
 *
 * @param table its quoted name
 * @param common the columns of both
 * @param overriding the words between columns and values
 */
public record RowInsert(Dialect dialect, String table, CommonColumns common, String overriding) {

    /**
     * A row.
     *
     * @param values those of the common columns
     * @param kept those of the columns that only the target has; null for what they are by default
     */
    public record Row(@Nullable Object[] values, @Nullable Object @Nullable [] kept) {}

    /** Returns the statement for some rows. */
    public String text(List<Row> rows) {
        boolean hasKept = hasKept(rows);
        String names = Stream.concat(common.columns().stream(), hasKept ? common.kept().stream() : Stream.of())
                .map(column -> dialect.quoted(column.reportedName()))
                .collect(Collectors.joining(", "));
        List<String> marks = new ArrayList<>();
        for (int i = 0; i < common.columns().size(); i++) {
            marks.add(
                    common.isConverted(i)
                            ? Conversion.parameter(dialect, common.columns().get(i))
                            : "?");
        }
        String values = String.join(", ", marks);
        return "INSERT INTO " + table + " (" + names + ")" + overriding + " VALUES "
                + rows.stream()
                        .map(row -> "(" + values + (hasKept ? ", " + keptMarks(row) : "") + ")")
                        .collect(Collectors.joining(", "));
    }

    private String keptMarks(Row row) {
        return String.join(", ", Collections.nCopies(common.kept().size(), row.kept() == null ? "DEFAULT" : "?"));
    }

    private static boolean hasKept(List<Row> rows) {
        return rows.stream().anyMatch(row -> row.kept() != null);
    }

    /** Sets the parameters of the statement for the same rows. */
    public void bind(PreparedStatement statement, List<Row> rows) throws SQLException {
        int index = 1;
        for (Row row : rows) {
            index = bind(statement, index, common.columns(), row.values());
            @Nullable Object[] kept = row.kept();
            index = kept == null ? index : bind(statement, index, common.kept(), kept);
        }
    }

    private static int bind(PreparedStatement statement, int first, List<Column> columns, @Nullable Object[] values)
            throws SQLException {
        int index = first;
        for (int i = 0; i < columns.size(); i++) {
            CarriedValue.set(statement, index++, columns.get(i), values[i]);
        }
        return index;
    }
}
