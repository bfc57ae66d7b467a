package io.shardkit.planner.gather;

import io.shardkit.catalog.Column;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Expression;
import io.shardkit.sql.text.SqlText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a window function that counts the rows before its own: ROW_NUMBER, RANK or DENSE_RANK. For one expression. */
final class RankText {
    private final SqlText text;
    private final BlockNames names;
    private final Tables tables;
    private final int end;

    /** The token that is read next. */
    private int next;

    private RankText(Expression expression, SqlText text, BlockNames names, Tables tables) {
        this.text = text;
        this.names = names;
        this.tables = tables;
        this.next = text.tokenFrom(expression.span().start());
        this.end = text.tokenFrom(expression.span().end());
    }

    /**
     * Returns true if an expression is such a function, and the rows that it counts stand before its own in the order of the
     * statement, so that it has the same value where the last rows of that order are not there.
     */
    static boolean isOfFirstRows(
            Expression expression, List<TopRows.Key> order, SqlText text, BlockNames names, Tables tables) {
        return new RankText(expression, text, names, tables).isOf(order);
    }

    private boolean isOf(List<TopRows.Key> order) {
        boolean ranks = text.isOneOf(next++, "ROW_NUMBER", "RANK", "DENSE_RANK");
        if (!ranks || !read("(") || !read(")") || !read("OVER") || !read("(")) {
            return false;
        }
        Set<ColumnRef> partition = new HashSet<>();
        if (read("PARTITION")) {
            do {
                next += text.is(next, "BY") ? 1 : 0;
                ColumnRef column = column();
                if (column == null) {
                    return false;
                }
                partition.add(column);
            } while (read(","));
        }
        List<TopRows.Key> counted = keys();
        // Within a partition its columns are equal, and order nothing.
        List<TopRows.Key> outer = without(partition, order);
        List<TopRows.Key> inner = counted == null ? null : without(partition, counted);
        return inner != null
                && read(")")
                && next == end
                && inner.size() <= outer.size()
                && outer.subList(0, inner.size()).equals(inner);
    }

    /** ORDER BY of the window, or null if it is not one of columns. */
    private @Nullable List<TopRows.Key> keys() {
        List<TopRows.Key> keys = new ArrayList<>();
        if (!read("ORDER") || !read("BY")) {
            return null;
        }
        do {
            ColumnRef ref = column();
            Column column = ref == null ? null : tables.column(ref);
            boolean descending = read("DESC");
            boolean ascending = read("ASC");
            Boolean nullsFirst = read("NULLS") ? Boolean.valueOf(text.is(next++, "FIRST")) : null;
            if (ref == null || column == null || (descending && ascending)) {
                return null;
            }
            keys.add(new TopRows.Key(ref.use(), column, descending, nullsFirst));
        } while (read(","));
        return keys;
    }

    private static List<TopRows.Key> without(Set<ColumnRef> partition, List<TopRows.Key> keys) {
        return keys.stream()
                .filter(key -> !partition.contains(
                        new ColumnRef(key.use(), key.column().name())))
                .toList();
    }

    private @Nullable ColumnRef column() {
        int first = next;
        next += text.is(next + 1, ".") ? 3 : 1;
        return names.column(first, next);
    }

    private boolean read(String word) {
        boolean found = next < end && text.is(next, word);
        next += found ? 1 : 0;
        return found;
    }
}
