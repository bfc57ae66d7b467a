package io.shardkit.dialect;

/** What is known of how the database compares the values of a text column. */
public enum TextOrder {
    /** Nothing that could be done the same way here. */
    UNKNOWN,
    /** Equal if and only if the characters are; order unknown. */
    EXACT_EQUALITY,
    /** By code points. */
    BINARY,
    /** By code points, the shorter one filled up with blanks. */
    BINARY_PADDED,
    /** By UTF-16 code units, as {@link String#compareTo} does. */
    UTF16;

    /** Whether equality is known. */
    public boolean knowsEquality() {
        return this != UNKNOWN;
    }

    /** Whether order is known. */
    public boolean knowsOrder() {
        return this != UNKNOWN && this != EXACT_EQUALITY;
    }
}
