package io.shardkit.dialect.facts;

/**
 * What the type and collation of a column mean.
 *
 * @param wholeNumber whether it holds whole numbers of up to 64 bits
 * @param date whether it holds dates without a time
 * @param textOrder how its values compare, if they are text
 * @param comparable whether its values, if they are not text, compare in Java as in the database
 * @param carrier how its values are carried from one database to another without a change
 */
public record ColumnFacts(
        boolean wholeNumber, boolean date, TextOrder textOrder, boolean comparable, Carrier carrier) {}
