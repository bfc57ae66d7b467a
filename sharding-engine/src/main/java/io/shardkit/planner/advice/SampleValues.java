package io.shardkit.planner.advice;

import io.shardkit.algorithm.KeyType;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;

/** Values that a condition could have: where rows of one value lie is much the same for all, but not each value has a unit. */
final class SampleValues {
    private static final LocalDate DAY = LocalDate.of(2026, 1, 1);
    private static final LocalDateTime NOON = DAY.atTime(12, 0);
    private static final OffsetDateTime INSTANT = NOON.atOffset(ZoneOffset.UTC);
    private static final UUID ID = new UUID(0x4000L, 0x8000000000000001L);

    private SampleValues() {}

    /** Some, of which the first that has a unit is meant. */
    static List<Object> of(KeyType type) {
        return switch (type) {
            case INTEGER -> List.of(1L, 0L, 1_000_001L);
            case DATE -> List.of(DAY);
            case DATETIME -> List.of(NOON);
            case INSTANT -> List.of(INSTANT);
            case TEXT, PADDED_TEXT, FOLDED_TEXT, ENUM -> List.of("1", "a", "2026-01-01");
            case UUID -> List.of(ID);
            case BINARY -> List.of(new byte[] {1});
            case UNSUPPORTED -> List.of();
        };
    }
}
