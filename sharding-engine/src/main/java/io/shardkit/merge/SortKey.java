package io.shardkit.merge;

import io.shardkit.dialect.facts.TextOrder;

/**
 * One column to order by.
 *
 * @param column its offset: from 1 at the left, or from -1 at the right end of the row
 * @param descending whether greater values come first
 * @param nullsFirst whether NULL comes first
 * @param text how it compares if it is text
 * @param sortedBy the column by which the database puts rows into the same order, as an offset; 0 if none is known
 */
public record SortKey(int column, boolean descending, boolean nullsFirst, TextOrder text, int sortedBy) {

    /** A column that the database compares, too. */
    public SortKey(int column, boolean descending, boolean nullsFirst, TextOrder text) {
        this(column, descending, nullsFirst, text, column);
    }
}
