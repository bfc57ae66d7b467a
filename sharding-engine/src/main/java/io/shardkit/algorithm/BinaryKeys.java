package io.shardkit.algorithm;

import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Keys of bytes. A UUID or a text is not one of them: drivers differ in the bytes that they make of it.
 *
 * @param longest how many bytes the column takes
 * @param filled whether it fills fewer up, with which they are no longer equal
 */
record BinaryKeys(int longest, boolean filled) implements ColumnKeys {

    @Override
    public KeyType type() {
        return KeyType.BINARY;
    }

    @Override
    public Object canonical(@Nullable Object value) {
        if (value == null) {
            return NO_MATCH;
        }
        boolean known = value instanceof byte[] bytes && (filled ? bytes.length == longest : bytes.length <= longest);
        return known ? HexFormat.of().formatHex((byte[]) value) : UNKNOWN;
    }
}
