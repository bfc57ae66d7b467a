package io.shardkit.planner.select;

import io.shardkit.catalog.Column;
import io.shardkit.catalog.UniqueKey;
import io.shardkit.dialect.Dialect;
import io.shardkit.plan.KeyColumn;
import io.shardkit.plan.limit.KeyedText;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.SqlTemplate;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.ConditionPlace;
import io.shardkit.sql.text.Span;
import io.shardkit.sql.text.SqlText;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Finds the key columns that tell the rows that a LIMIT takes apart, and find them again. */
public final class FirstRows {
    private FirstRows() {}

    /**
     * The columns of a unique key that no two rows of a unit have the same values of, and that are never NULL; null if
     * there is none whose values are certain to find their row.
     */
    public static @Nullable List<KeyColumn> key(Tables tables, TableUse use, Dialect dialect) throws SQLException {
        List<UniqueKey> keys = tables.uniqueKeys(use);
        List<KeyColumn> best = null;
        for (UniqueKey key : keys == null ? List.<UniqueKey>of() : keys) {
            List<KeyColumn> columns = key.exact() ? columns(key, tables, use, dialect) : null;
            if (columns != null && (best == null || columns.size() < best.size())) {
                best = columns;
            }
        }
        return best;
    }

    private static @Nullable List<KeyColumn> columns(UniqueKey key, Tables tables, TableUse use, Dialect dialect) {
        List<KeyColumn> columns = new ArrayList<>();
        for (String name : key.columns()) {
            Column column = tables.column(new ColumnRef(use.id(), name));
            KeyColumn found = KeyColumn.shown(column, dialect);
            if (found == null || found.column().nullable()) {
                return null;
            }
            columns.add(found);
        }
        return columns.isEmpty() ? null : columns;
    }

    /**
     * A statement of one table as one for rows that are known by their keys, or null if it is not certain where its
     * condition ends.
     *
     * @param editor makes the text, without its LIMIT
     */
    public static @Nullable KeyedText keyed(
            SqlText text, Supplier<SqlTemplate.Editor> editor, RoutedTable table, List<KeyColumn> key) {
        ConditionPlace place = ConditionPlace.of(text);
        if (place == null) {
            return null;
        }
        SqlTemplate.Editor edited = editor.get();
        boolean conditional = place.start() >= 0;
        if (conditional) {
            edited.insert(place.start(), "(", List.of());
        }
        return new KeyedText(
                table,
                edited.build(new Span(0, place.end())),
                conditional ? ") AND " : " WHERE ",
                edited.build(new Span(place.end(), text.sql().length())),
                key);
    }
}
