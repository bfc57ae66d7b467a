package io.shardkit.dialect.facts;

import java.util.Arrays;

/** The rules by which the database compares the values of a text column, as far as known. */
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
    WEIGHTS(true, 0, 0),
    /** By these bytes, the shorter ones filled up with the one-byte weight of a blank. */
    WEIGHTS_PADDED_1(true, 1, 0x20),
    /** By these bytes, the shorter ones filled up with the weight that a blank has if it is its code point. */
    WEIGHTS_PADDED_2(true, 2, 0x0020),
    /** By these bytes, the shorter ones filled up with the weight that a blank has in the Unicode collations. */
    WEIGHTS_PADDED_UCA(true, 2, 0x0209);

    private final boolean byWeights;
    private final int blankBytes;
    private final int blank;

    TextOrder(boolean byWeights, int blankBytes, int blank) {
        this.byWeights = byWeights;
        this.blankBytes = blankBytes;
        this.blank = blank;
    }

    TextOrder() {
        this(false, 0, 0);
    }

    /** Returns true if the engine can compare the values themselves for equality. */
    public boolean knowsEquality() {
        return this != UNKNOWN && !byWeights();
    }

    /** Returns true if the engine knows the order of the values themselves. */
    public boolean knowsOrder() {
        return knowsEquality() && this != EXACT_EQUALITY;
    }

    /** Returns true if equal values may be spelled differently. */
    public boolean hasSpellings() {
        return this == UNKNOWN || this == BINARY_PADDED || byWeights();
    }

    /** Returns true if the database compares not the values but the bytes that its weight function gives. */
    public boolean byWeights() {
        return byWeights;
    }

    /** Compares two values' weights as the database compares the values. */
    public int compareWeights(byte[] a, byte[] b) {
        int common = Math.min(a.length, b.length);
        int prefix = Arrays.compareUnsigned(a, 0, common, b, 0, common);
        if (prefix != 0 || a.length == b.length || blankBytes == 0) {
            return prefix != 0 ? prefix : Integer.compare(a.length, b.length);
        }
        return a.length > b.length ? compareToBlanks(a, common) : -compareToBlanks(b, common);
    }

    private int compareToBlanks(byte[] weights, int from) {
        for (int i = from; i < weights.length; i++) {
            int difference = Byte.toUnsignedInt(weights[i]) - blank(i % blankBytes);
            if (difference != 0) {
                return difference;
            }
        }
        return 0;
    }

    /** One byte of the weight of a blank, from the left. */
    private int blank(int index) {
        return (blank >> (Byte.SIZE * (blankBytes - 1 - index))) & 0xFF;
    }

    /** The weights without the blanks at their end, so that equal values have equal ones. */
    public byte[] stripWeights(byte[] weights) {
        int end = weights.length;
        while (blankBytes > 0 && endsWithBlank(weights, end)) {
            end -= blankBytes;
        }
        return Arrays.copyOf(weights, end);
    }

    private boolean endsWithBlank(byte[] weights, int end) {
        boolean blanks = end >= blankBytes;
        for (int i = 0; blanks && i < blankBytes; i++) {
            blanks = Byte.toUnsignedInt(weights[end - blankBytes + i]) == blank(i);
        }
        return blanks;
    }
}
