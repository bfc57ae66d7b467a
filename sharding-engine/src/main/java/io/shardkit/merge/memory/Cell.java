package io.shardkit.merge.memory;

import org.jspecify.annotations.Nullable;

/**
 * A value copied from a driver that shows it in a way of its own.
 *
 * @param value what it is: compared, and converted by the getters
 * @param object what the driver's {@code getObject} gave
 * @param text what the driver's {@code getString} gave
 */
public record Cell(@Nullable Object value, @Nullable Object object, @Nullable String text) {

    /** Returns the value itself, whether or not it is wrapped to be shown in its own way. */
    public static @Nullable Object valueOf(@Nullable Object shown) {
        return shown instanceof Cell cell ? cell.value() : shown;
    }
}
