package io.shardkit.merge;

import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.ValueKind;
import io.shardkit.error.ErrorCode;
import io.shardkit.merge.memory.Cell;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The wanted order of rows, by the values of the columns that they are sorted by. */
final class RowOrder {
    private final List<SortKey> keys;
    private final ResultColumn[] columns;
    private final List<Comparator<Object>> comparators;

    private RowOrder(List<SortKey> keys, ResultColumn[] columns, List<Comparator<Object>> comparators) {
        this.keys = keys;
        this.columns = columns;
        this.comparators = comparators;
    }

    /**
     * @throws SQLException a refusal if the database's order of a column is not known here
     */
    static RowOrder of(List<SortKey> keys, ResultSetMetaData metaData, Dialect dialect) throws SQLException {
        ResultColumn[] columns = new ResultColumn[keys.size()];
        List<Comparator<Object>> comparators = new ArrayList<>(keys.size());
        for (int i = 0; i < columns.length; i++) {
            SortKey key = keys.get(i);
            columns[i] = ResultColumn.of(metaData, key.column(), dialect, key.text());
            comparators.add(ValueOrder.of(columns[i], key.text()));
        }
        return new RowOrder(keys, columns, comparators);
    }

    /** The sort key of a driver's current row. */
    @Nullable Object[] read(ResultSet row) throws SQLException {
        @Nullable Object[] values = new @Nullable Object[columns.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = columns[i].read(row);
        }
        return values;
    }

    /** The sort key of a computed row. */
    @Nullable Object[] extract(@Nullable Object[] row) {
        @Nullable Object[] values = new @Nullable Object[columns.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = Cell.valueOf(row[columns[i].index() - 1]);
        }
        return values;
    }

    /** Compares two sort keys. */
    int compare(@Nullable Object[] a, @Nullable Object[] b) {
        for (int i = 0; i < columns.length; i++) {
            int result = compare(i, a[i], b[i]);
            if (result != 0) {
                return result;
            }
        }
        return 0;
    }

    private int compare(int i, @Nullable Object a, @Nullable Object b) {
        SortKey key = keys.get(i);
        if (a == null || b == null) {
            if (a == b) {
                return 0;
            }
            return (a == null) == key.nullsFirst() ? -1 : 1;
        }
        int result = comparators.get(i).compare(a, b);
        return key.descending() ? -Integer.signum(result) : result;
    }

    /** The refusal for rows that did not come in this order: the database compares in another way than this class. */
    SQLException contradiction(@Nullable Object[] before, @Nullable Object[] after) {
        for (int i = 0; i < columns.length; i++) {
            int result = compare(i, before[i], after[i]);
            if (result > 0) {
                boolean text = columns[i].kind() == ValueKind.TEXT;
                return columns[i].refusal(
                        text ? ErrorCode.TEXT_ORDER_UNKNOWN : ErrorCode.SORT_TYPE_UNKNOWN,
                        "rows came in another order of column");
            }
        }
        throw new IllegalArgumentException("the rows are in order");
    }
}
