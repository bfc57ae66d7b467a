package io.shardkit.merge;

import io.shardkit.dialect.facts.TextOrder;

/**
 * The rule by which the units' values of one result column become one value. Columns count from 1 at the left, from -1 at
 * the right.
 */
public sealed interface Aggregate {

    /** The result column. */
    int column();

    /** Whole-number sum of the units' counts; never NULL. */
    record Count(int column) implements Aggregate {}

    /** The number of different values in the value column except NULL, where each of a unit's rows has one value. */
    record CountDistinct(int column, int valueColumn, TextOrder text) implements Aggregate {}

    /** Sum of the units' sums; NULL if all are. */
    record Sum(int column) implements Aggregate {}

    /** The least of the units' least values; NULL if all are. */
    record Min(int column, TextOrder text) implements Aggregate {}

    /** The greatest of the units' greatest values; NULL if all are. */
    record Max(int column, TextOrder text) implements Aggregate {}

    /** Average from a sum column and a count column; NULL if the count is 0. */
    record Avg(int column, int sumColumn, int countColumn) implements Aggregate {}
}
