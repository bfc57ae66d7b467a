package io.shardkit.algorithm;

import io.shardkit.options.Settings;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Intervals of so many seconds from a first instant on, one shard for all before it and one for all after the last, as
 * ShardingSphere's AUTO_INTERVAL has them: the quotient of a time's distance and the interval, rounded to two digits,
 * then rounded up, is the shard. So an interval ends half a hundredth of it after its last second. Dates count from
 * their midnight.
 */
final class AutoIntervalAlgorithm implements ShardingAlgorithm {
    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);
    private static final int MOST = 100_000;
    private static final long SECONDS_OF_A_DAY = 86_400;
    private static final long MICROS_OF_A_SECOND = 1_000_000;
    private static final long LAST_DAY = Long.MAX_VALUE / SECONDS_OF_A_DAY;

    private final long lower;
    private final long seconds;
    private final KeyType keys;

    /** The last second of each shard but the last one. */
    private final long[] ends;

    /**
     * @param lower the first instant, in seconds since 1970-01-01 of the clock on the wall
     * @param seconds how long an interval is, at least 1
     * @param shardCount number of shards, at least 2
     */
    AutoIntervalAlgorithm(long lower, long seconds, int shardCount) {
        this.lower = lower;
        this.seconds = seconds;
        this.keys = KeyType.DATE;
        this.ends = new long[shardCount - 1];
        for (int shard = 0; shard < ends.length; shard++) {
            ends[shard] = end(shard);
        }
    }

    private AutoIntervalAlgorithm(AutoIntervalAlgorithm other, KeyType keys) {
        this.lower = other.lower;
        this.seconds = other.seconds;
        this.ends = other.ends;
        this.keys = keys;
    }

    static AutoIntervalAlgorithm read(Settings settings) {
        long lower = instant(settings, "datetime-lower");
        long upper = instant(settings, "datetime-upper");
        long seconds = settings.requiredNumber("sharding-seconds", 1, Long.MAX_VALUE);
        long intervals = (upper - lower) / seconds;
        if (upper < lower || intervals > MOST) {
            throw settings.invalid(
                    "datetime-upper",
                    upper < lower
                            ? "it is before datetime-lower"
                            : intervals + " intervals are more than the " + MOST + " that there may be");
        }
        return new AutoIntervalAlgorithm(lower, seconds, (int) intervals + 2);
    }

    private static long instant(Settings settings, String name) {
        String text = settings.required(name).replace('T', ' ');
        try {
            return LocalDateTime.parse(text, FORMAT).toEpochSecond(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            throw settings.invalid(name, "'" + text + "' is not of the form 2024-01-01 00:00:00");
        }
    }

    /** The last second of a shard, near where the interval ends. */
    private long end(int shard) {
        long second = lower + shard * seconds + seconds / 200;
        while (rounded(second + 1) <= shard) {
            second++;
        }
        while (rounded(second) > shard) {
            second--;
        }
        return second;
    }

    /** The quotient that decides; it never falls while the seconds grow. */
    private long rounded(long second) {
        return new BigDecimal((double) (second - lower) / seconds)
                .setScale(2, RoundingMode.HALF_EVEN)
                .setScale(0, RoundingMode.CEILING)
                .longValueExact();
    }

    @Override
    public int shardCount() {
        return ends.length + 1;
    }

    @Override
    public boolean accepts(KeyType type) {
        return type == KeyType.DATE || type == KeyType.DATETIME;
    }

    @Override
    public ShardingAlgorithm forKeys(KeyType type) {
        return type == keys || !accepts(type) ? this : new AutoIntervalAlgorithm(this, type);
    }

    @Override
    public int shard(long key) {
        return ofSecond(second(key));
    }

    /** The shard of a second since 1970-01-01. */
    int ofSecond(long second) {
        int found = Arrays.binarySearch(ends, second);
        return found >= 0 ? found : -found - 1;
    }

    /** A part of a second counts as none, also before 1970. */
    private long second(long key) {
        return keys == KeyType.DATETIME
                ? Math.floorDiv(key, MICROS_OF_A_SECOND)
                : Math.max(-LAST_DAY, Math.min(LAST_DAY, key)) * SECONDS_OF_A_DAY;
    }

    @Override
    public BitSet shards(KeyRange range) {
        Long first = range.lower();
        Long last = range.upper();
        BitSet shards = new BitSet(shardCount());
        shards.set(first == null ? 0 : shard(first), (last == null ? ends.length : shard(last)) + 1);
        return shards;
    }

    @Override
    public int shard(String key) {
        throw new IllegalArgumentException("intervals place dates and times only");
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof AutoIntervalAlgorithm interval
                && interval.lower == lower
                && interval.seconds == seconds
                && interval.keys == keys
                && interval.ends.length == ends.length;
    }

    @Override
    public int hashCode() {
        return Objects.hash(lower, seconds, keys, ends.length);
    }

    @Override
    public String toString() {
        return shardCount() + " intervals of " + seconds + " seconds";
    }
}
