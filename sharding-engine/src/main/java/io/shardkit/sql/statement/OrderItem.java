package io.shardkit.sql.statement;

import org.jspecify.annotations.Nullable;

/**
 * One item of an ORDER BY.
 *
 * @param expression what to order by
 * @param name the item in lower case if it is one bare name, which may be an alias
 * @param descending whether it says DESC
 * @param nullsFirst what it says of NULLs, or null if it says nothing
 * @param plain whether it has no COLLATE or USING
 */
public record OrderItem(
        Expression expression,
        @Nullable String name,
        boolean descending,
        @Nullable Boolean nullsFirst,
        boolean plain) {}
