package io.shardkit.boot.metrics;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** A table of one object for each pair of constants, such as a meter that most statements are recorded in. Thread-safe. */
final class ByEnums<A extends Enum<A>, B extends Enum<B>, M> {
    private final BiFunction<String, String, M> maker;
    private final int others;

    /** For each of the one kind all of the other. */
    private final AtomicReferenceArray<@Nullable M> known;

    /** @param maker gives it for the values of the keys, an equal one each time */
    ByEnums(Class<A> type, Class<B> otherType, BiFunction<String, String, M> maker) {
        this.maker = maker;
        this.others = otherType.getEnumConstants().length;
        this.known = new AtomicReferenceArray<>(type.getEnumConstants().length * others);
    }

    @SuppressWarnings("EnumOrdinal") // places in an array that no other process sees
    M of(A one, B other) {
        int place = one.ordinal() * others + other.ordinal();
        M meter = known.get(place);
        if (meter == null) {
            meter = maker.apply(MeterListener.value(one), MeterListener.value(other));
            known.set(place, meter);
        }
        return meter;
    }
}
