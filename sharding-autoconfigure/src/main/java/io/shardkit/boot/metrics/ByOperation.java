package io.shardkit.boot.metrics;

import io.shardkit.observe.Operation;
import io.shardkit.observe.Way;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

/** What there is one of for each operation and way, such as a meter that most statements are recorded in. Thread-safe. */
final class ByOperation<M> {
    private final BiFunction<String, String, M> maker;
    private final Map<Operation, Map<Way, M>> known = new ConcurrentHashMap<>();

    /** @param maker gives it for the values of the keys, an equal one each time */
    ByOperation(BiFunction<String, String, M> maker) {
        this.maker = maker;
    }

    M of(Operation operation, Way way) {
        Map<Way, M> ways = known.get(operation);
        M meter = ways == null ? null : ways.get(way);
        return meter == null ? made(operation, way) : meter;
    }

    private M made(Operation operation, Way way) {
        return known.computeIfAbsent(operation, none -> new ConcurrentHashMap<>())
                .computeIfAbsent(way, none -> maker.apply(MeterListener.value(operation), MeterListener.value(way)));
    }
}
