package io.shardkit.sql.statement;

import org.jspecify.annotations.Nullable;

/**
 * One item of a select list.
 *
 * @param expression what is selected
 * @param alias its alias in lower case, or null
 */
public record SelectItem(Expression expression, @Nullable String alias) {}
