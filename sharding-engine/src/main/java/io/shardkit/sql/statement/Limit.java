package io.shardkit.sql.statement;

import io.shardkit.sql.text.Span;
import org.jspecify.annotations.Nullable;

/**
 * LIMIT and OFFSET of the outermost block.
 *
 * @param span the whole clause
 * @param count how many rows at most, or null for all
 * @param offset how many to skip, or null for none
 */
public record Limit(Span span, @Nullable Value count, @Nullable Value offset) {}
