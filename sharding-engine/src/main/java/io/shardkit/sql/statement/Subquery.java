package io.shardkit.sql.statement;

import io.shardkit.sql.text.Span;

/**
 * A subquery that sees nothing of the statement around it.
 *
 * @param span where it stands, without its parentheses
 * @param firstParameter how many parameters stand before it
 * @param query the subquery as a statement of its own
 * @param makesTexts whether it may show texts that are not those of columns, or are with another collation
 */
public record Subquery(Span span, int firstParameter, ParsedStatement.Query query, boolean makesTexts) {}
