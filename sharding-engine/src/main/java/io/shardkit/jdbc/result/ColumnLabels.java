package io.shardkit.jdbc.result;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The labels of the columns that the user sees, without regard to case; of equal ones the first wins. */
final class ColumnLabels {
    private final Map<String, Integer> indexes = new HashMap<>();

    ColumnLabels(ResultSetMetaData columns, int visibleColumns) throws SQLException {
        for (int i = 1; i <= visibleColumns; i++) {
            indexes.putIfAbsent(columns.getColumnLabel(i).toLowerCase(Locale.ROOT), i);
        }
    }

    int index(@Nullable String label) throws SQLException {
        if (label == null) {
            throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "no label is given");
        }
        Integer index = indexes.get(label.toLowerCase(Locale.ROOT));
        if (index == null) {
            throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "no column is labelled " + label);
        }
        return index;
    }
}
