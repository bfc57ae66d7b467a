package io.shardkit.differential;

import java.util.List;

/**
 * The extent to which the order of a result's rows is determined.
 *
 * @param total whether each row's place is determined
 * @param keys the result columns, from 1, whose values determine a row's place as far as it is determined
 * @param cut whether LIMIT may take any of several rows with the same keys
 */
public record Ordering(boolean total, List<Integer> keys, boolean cut) {
    /** Any order will do. */
    public static final Ordering NONE = new Ordering(false, List.of(), false);
    /** Row by row. */
    public static final Ordering TOTAL = new Ordering(true, List.of(), false);
}
