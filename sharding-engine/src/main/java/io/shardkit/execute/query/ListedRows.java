package io.shardkit.execute.query;

import io.shardkit.execute.TableNames;
import io.shardkit.sql.statement.ParsedStatement.Listed;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rows that data sources list of their tables, as those of logical tables: each is there once, as its first actual
 * table is, with the rows and sizes of all. Not thread-safe.
 */
final class ListedRows {
    /** Columns of SHOW TABLE STATUS. */
    private static final int ROWS = 4;

    private static final int AVERAGE_LENGTH = 5;
    private static final int DATA_LENGTH = 6;
    private static final int UPDATED = 12;

    /** The columns whose numbers are added: rows, and the lengths of data, indexes and free space. */
    private static final int[] SUMS = {ROWS, DATA_LENGTH, 8, 9};

    /** The column of SHOW TRIGGERS with the table. */
    private static final int TABLE_OF_TRIGGER = 2;

    private final Listed listed;
    private final TableNames names;
    private final List<Object[]> rows = new ArrayList<>();
    private final Map<String, List<Object[]>> others = new HashMap<>();

    ListedRows(Listed listed, TableNames names) {
        this.listed = listed;
        this.names = names;
    }

    /** Adds the rows of a data source. */
    void add(int dataSource, List<Object[]> found) {
        for (Object[] row : found) {
            String actual = table(row);
            String name = names.listed(dataSource, actual);
            if (name != null) {
                rows.add(named(row, actual, name));
            } else if (listed == Listed.STATUS && names.isActual(actual)) {
                others.computeIfAbsent(names.logical(actual).toLowerCase(Locale.ROOT), table -> new ArrayList<>())
                        .add(row);
            }
        }
    }

    /** Returns the name of the table that a row is about. */
    String table(Object[] row) {
        return String.valueOf(row[listed == Listed.TRIGGERS ? TABLE_OF_TRIGGER : 0]);
    }

    private Object[] named(Object[] row, String actual, String name) {
        switch (listed) {
            case TABLES -> {
                row[0] = name;
                for (int i = 1; i < row.length; i++) {
                    row[i] = row[i] instanceof String cell ? names.schema(cell) : row[i];
                }
            }
            case STATUS -> row[0] = name;
            case TRIGGERS -> {
                row[TABLE_OF_TRIGGER] = name;
                row[0] = names.ownName(String.valueOf(row[0]), actual);
            }
        }
        return row;
    }

    /** Returns the rows of the logical tables, by the names of these. */
    List<Object[]> rows() {
        rows.forEach(row -> others.getOrDefault(table(row).toLowerCase(Locale.ROOT), List.of())
                .forEach(other -> sum(row, other)));
        rows.sort(Comparator.comparing(this::table));
        return rows;
    }

    private static void sum(@Nullable Object[] row, @Nullable Object[] other) {
        for (int column : SUMS) {
            BigDecimal one = number(row[column]);
            BigDecimal more = number(other[column]);
            if (one != null && more != null) {
                row[column] = like(row[column], one.add(more));
            }
        }
        BigDecimal count = number(row[ROWS]);
        BigDecimal length = number(row[DATA_LENGTH]);
        if (count != null && length != null && row[AVERAGE_LENGTH] != null) {
            BigDecimal average = count.signum() == 0 ? BigDecimal.ZERO : length.divide(count, 0, RoundingMode.DOWN);
            row[AVERAGE_LENGTH] = like(row[AVERAGE_LENGTH], average);
        }
        String updated = String.valueOf(other[UPDATED]);
        if (other[UPDATED] != null && (row[UPDATED] == null || updated.compareTo(String.valueOf(row[UPDATED])) > 0)) {
            row[UPDATED] = other[UPDATED];
        }
    }

    private static @Nullable BigDecimal number(@Nullable Object value) {
        return value instanceof Number ? new BigDecimal(value.toString()) : null;
    }

    /** A number of the class of another one, by which a column's getters know it. */
    private static Object like(@Nullable Object value, BigDecimal number) {
        if (value instanceof BigInteger) {
            return number.toBigInteger();
        }
        return value instanceof Long ? (Object) number.longValueExact() : number;
    }
}
