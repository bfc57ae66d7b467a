package io.shardkit.dialect;

import java.util.Arrays;

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
    UTF16,
    /** By the bytes of the weights that the database gives for it. */
    WEIGHTS,
    /** By these bytes, the shorter ones filled up with the one-byte weight of a blank. */
    WEIGHTS_PADDED_1(0x20),
    /** By these bytes, the shorter ones filled up with the weight that a blank has if it is its code point. */
    WEIGHTS_PADDED_2(0x00, 0x20),
    /** By these bytes, the shorter ones filled up with the weight that a blank has in the Unicode collations. */
    WEIGHTS_PADDED_UCA(0x02, 0x09);

    private final byte[] blank;

    TextOrder(int... blank) {
        this.blank = new byte[blank.length];
        for (int i = 0; i < blank.length; i++) {
            this.blank[i] = (byte) blank[i];
        }
    }

    /** Whether equality of the values themselves is known. */
    public boolean knowsEquality() {
        return this != UNKNOWN && !byWeights();
    }

    /** Whether the order of the values themselves is known. */
    public boolean knowsOrder() {
        return knowsEquality() && this != EXACT_EQUALITY;
    }

    /** Whether not the values are compared but the bytes that {@link Dialect#weightFunction} gives. */
    public boolean byWeights() {
        return ordinal() >= WEIGHTS.ordinal();
    }

    /** Compares two values' weights as the database compares the values. */
    public int compareWeights(byte[] a, byte[] b) {
        int common = Math.min(a.length, b.length);
        int prefix = Arrays.compareUnsigned(a, 0, common, b, 0, common);
        if (prefix != 0 || a.length == b.length || blank.length == 0) {
            return prefix != 0 ? prefix : Integer.compare(a.length, b.length);
        }
        return a.length > b.length ? compareToBlanks(a, common) : -compareToBlanks(b, common);
    }

    private int compareToBlanks(byte[] weights, int from) {
        for (int i = from; i < weights.length; i++) {
            int difference = Byte.compareUnsigned(weights[i], blank[i % blank.length]);
            if (difference != 0) {
                return difference;
            }
        }
        return 0;
    }

    /** The weights without the blanks at their end, so that equal values have equal ones. */
    public byte[] stripWeights(byte[] weights) {
        int end = weights.length;
        while (blank.length > 0
                && end >= blank.length
                && Arrays.equals(weights, end - blank.length, end, blank, 0, blank.length)) {
            end -= blank.length;
        }
        return Arrays.copyOf(weights, end);
    }
}
