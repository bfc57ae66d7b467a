package io.shardkit.dialect.facts;

/** The position of NULL in an order that does not say so itself. */
public enum NullOrder {
    /** Before all values, and after them in a descending order. */
    LOW,
    /** Behind all values, and before them in a descending order. */
    HIGH,
    /** Before all values in either order. */
    FIRST,
    /** Behind all values in either order. */
    LAST;

    /** Returns true if NULL stands before all values. */
    public boolean nullsFirst(boolean descending) {
        return this == FIRST || (this == LOW && !descending) || (this == HIGH && descending);
    }

    /** The order in which NULL stands first or not when ascending, and when descending. */
    public static NullOrder of(boolean firstAscending, boolean firstDescending) {
        if (firstAscending) {
            return firstDescending ? FIRST : LOW;
        }
        return firstDescending ? HIGH : LAST;
    }
}
