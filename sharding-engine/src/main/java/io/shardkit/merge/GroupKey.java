package io.shardkit.merge;

import io.shardkit.dialect.facts.TextOrder;

/**
 * One column to group by.
 *
 * @param column its offset: from 1 at the left, or from -1 at the right end of the row
 * @param text how it compares if it is text
 */
public record GroupKey(int column, TextOrder text) {}
