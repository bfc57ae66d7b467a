package io.shardkit.sql.statement;

import io.shardkit.sql.text.Span;

/**
 * A subquery that sees nothing of the statement around it.
 *
 * @param span the place of the subquery, without its parentheses
 * @param firstParameter the number of parameters before the subquery
 * @param query the subquery as a statement of its own
 * @param makesTexts whether the subquery may show strings that are not those of columns, or have another collation
 */
public record Subquery(Span span, int firstParameter, ParsedStatement.Query query, boolean makesTexts) {}
