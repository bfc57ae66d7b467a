package io.shardkit.plan.limit;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * One row.
 *
 * @param unit where it lies
 * @param values of the columns of its key; bytes in a buffer, as arrays are not compared
 */
public record RowKey(int unit, List<Object> values) {

    /** Copies the list. */
    public RowKey {
        values = values.stream()
                .map(value -> value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : value)
                .toList();
    }

    /** The values as a driver takes them. */
    List<Object> parameters() {
        return values.stream().map(RowKey::parameter).toList();
    }

    private static Object parameter(Object value) {
        if (!(value instanceof ByteBuffer buffer)) {
            return value;
        }
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }
}
