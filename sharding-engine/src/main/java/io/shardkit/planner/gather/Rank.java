package io.shardkit.planner.gather;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.text.SqlText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A window function that counts the rows before its own: ROW_NUMBER, RANK or DENSE_RANK. Immutable.
 *
 * @param function its name
 * @param partition the columns that its partitions are made by
 * @param order the columns that order a partition
 */
record Rank(String function, List<Column> partition, List<OrderKey> order) {
    Rank {
        partition = List.copyOf(partition);
        order = List.copyOf(order);
    }

    /**
     * Returns the function that the tokens {@code [first, end)} are, over columns of a table whose order each server knows; null
     * if they are anything else.
     */
    static @Nullable Rank of(SqlText text, int first, int end, int use, BlockNames names, Tables tables) {
        return new Reader(text, first, end, use, names, tables).rank();
    }

    /**
     * Returns true if the rows that it counts stand before its own in an order, so that it has the same value where the last
     * rows of that order are not there.
     */
    boolean isOfFirstRows(List<OrderKey> outer) {
        // Within a partition its columns are equal, and order nothing.
        List<OrderKey> counted = withoutPartition(order);
        List<OrderKey> shown = withoutPartition(outer);
        return counted.size() <= shown.size()
                && shown.subList(0, counted.size()).equals(counted);
    }

    private List<OrderKey> withoutPartition(List<OrderKey> keys) {
        return keys.stream().filter(key -> !partition.contains(key.column())).toList();
    }

    /**
     * The function over the rows of a unit.
     *
     * @param before what stands before its columns
     */
    String over(String before, Dialect dialect) {
        String by = partition.stream()
                .map(column -> before + dialect.quoted(column.reportedName()))
                .collect(Collectors.joining(", "));
        return function + "() OVER (" + (by.isEmpty() ? "" : "PARTITION BY " + by)
                + OrderKey.orderBy(order, use -> before, dialect) + ")";
    }

    /** Reads it from the text. */
    private static final class Reader {
        private final SqlText text;
        private final int end;
        private final int use;
        private final BlockNames names;
        private final Tables tables;

        /** The token that is read next. */
        private int next;

        Reader(SqlText text, int first, int end, int use, BlockNames names, Tables tables) {
            this.text = text;
            this.next = first;
            this.end = end;
            this.use = use;
            this.names = names;
            this.tables = tables;
        }

        @Nullable Rank rank() {
            boolean ranks = text.isOneOf(next, "ROW_NUMBER", "RANK", "DENSE_RANK");
            String function = text.word(next++);
            if (!ranks || !read("(") || !read(")") || !read("OVER") || !read("(")) {
                return null;
            }
            List<Column> partition = read("PARTITION") ? partition() : List.of();
            List<OrderKey> order = read("ORDER") ? order() : List.of();
            return partition != null && order != null && !order.isEmpty() && read(")") && next == end
                    ? new Rank(function, partition, order)
                    : null;
        }

        private @Nullable List<Column> partition() {
            List<Column> columns = new ArrayList<>();
            if (!read("BY")) {
                return null;
            }
            do {
                ColumnRef ref = column();
                Column column = ref == null || ref.use() != use ? null : tables.column(ref);
                if (column == null) {
                    return null;
                }
                columns.add(column);
            } while (read(","));
            return columns;
        }

        private @Nullable List<OrderKey> order() {
            List<OrderKey> keys = new ArrayList<>();
            if (!read("BY")) {
                return null;
            }
            do {
                ColumnRef ref = column();
                Column column = ref == null ? null : tables.column(ref);
                boolean descending = read("DESC");
                next += !descending && text.is(next, "ASC") ? 1 : 0;
                Boolean nullsFirst = read("NULLS") ? Boolean.valueOf(text.is(next++, "FIRST")) : null;
                if (ref == null || ref.use() != use || column == null || !OrderKey.isOrdered(column)) {
                    return null;
                }
                keys.add(new OrderKey(ref.use(), column, descending, nullsFirst));
            } while (read(","));
            return keys;
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
}
