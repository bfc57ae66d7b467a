package io.shardkit.algorithm;

import org.jspecify.annotations.Nullable;

/**
 * An interval of canonical whole-number keys, both ends included; null means no end on that side.
 *
 * @param lower the least key, or null
 * @param upper the greatest key, or null
 */
public record KeyRange(@Nullable Long lower, @Nullable Long upper) {

    /** Returns true if no key lies in the range. */
    public boolean isEmpty() {
        return lower != null && upper != null && lower > upper;
    }
}
