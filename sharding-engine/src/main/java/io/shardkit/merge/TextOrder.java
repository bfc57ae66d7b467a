package io.shardkit.merge;

/** What is known of how the database compares a text column. */
public enum TextOrder {
    /** Nothing that could be done the same way here. */
    UNKNOWN,
    /** Equal if and only if the characters are; order unknown. */
    EXACT_EQUALITY,
    /** By code points. */
    BINARY,
    /** By code points, the shorter one filled up with blanks. */
    BINARY_PADDED
}
