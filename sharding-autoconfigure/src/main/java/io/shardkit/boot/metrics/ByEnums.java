package io.shardkit.boot.metrics;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

/** What there is one of for each two constants, such as a meter that most statements are recorded in. Thread-safe. */
final class ByEnums<A extends Enum<A>, B extends Enum<B>, M> {
    private final BiFunction<String, String, M> maker;
    private final Map<A, Map<B, M>> known;

    /** @param maker gives it for the values of the keys, an equal one each time */
    ByEnums(Class<A> type, BiFunction<String, String, M> maker) {
        this.maker = maker;
        this.known = new EnumMap<>(type);
        for (A each : type.getEnumConstants()) {
            known.put(each, new ConcurrentHashMap<>());
        }
    }

    M of(A one, B other) {
        Map<B, M> made = Objects.requireNonNull(known.get(one));
        M meter = made.get(other);
        return meter == null
                ? made.computeIfAbsent(
                        other, value -> maker.apply(MeterListener.value(one), MeterListener.value(value)))
                : meter;
    }
}
