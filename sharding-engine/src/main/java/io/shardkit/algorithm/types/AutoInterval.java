package io.shardkit.algorithm.types;

import io.shardkit.algorithm.KeyType;
import io.shardkit.algorithm.types.SegmentAlgorithm.Segment;
import io.shardkit.options.Settings;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Intervals of so many seconds from a first instant on, one shard for all before it and one for all after the last, as
 * ShardingSphere's AUTO_INTERVAL has them: the quotient of a time's distance and the interval, rounded to two digits,
 * then rounded up, is the shard. So an interval ends half a hundredth of it after its last second.
 *
 * @param lower the first instant, in seconds since 1970-01-01 of the clock on the wall
 * @param seconds how long an interval is, at least 1
 * @param shardCount number of shards, at least 2
 */
record AutoInterval(long lower, long seconds, int shardCount) {
    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);
    private static final int MOST = 100_000;
    private static final long SECONDS_OF_A_DAY = 86_400;

    static AutoInterval read(Settings settings) {
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
        return new AutoInterval(lower, seconds, (int) intervals + 2);
    }

    private static long instant(Settings settings, String name) {
        String text = settings.required(name).replace('T', ' ');
        try {
            return LocalDateTime.parse(text, FORMAT).toEpochSecond(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            throw settings.invalid(name, "'" + text + "' is not of the form 2024-01-01 00:00:00");
        }
    }

    /** The shard of a second since 1970-01-01. It never falls while the seconds grow. */
    int shard(long second) {
        BigDecimal quotient = new BigDecimal((double) (second - lower) / seconds);
        BigDecimal rounded = quotient.setScale(2, RoundingMode.HALF_EVEN).setScale(0, RoundingMode.CEILING);
        return rounded.max(BigDecimal.ZERO)
                .min(BigDecimal.valueOf(shardCount - 1L))
                .intValue();
    }

    /** Dates count from their midnight. */
    SegmentAlgorithm ofDates() {
        List<Segment> segments = new ArrayList<>();
        long first = Long.MIN_VALUE;
        long greatest = Long.MAX_VALUE / SECONDS_OF_A_DAY;
        for (int shard = 0; shard < shardCount - 1; shard++) {
            long last = lastDay(shard);
            if (last >= first) {
                segments.add(new Segment(first, last, shard));
                first = Math.min(last, greatest) + 1;
            }
        }
        segments.add(new Segment(first, Long.MAX_VALUE, shardCount - 1));
        return new SegmentAlgorithm(KeyType.DATE, shardCount, segments, SegmentAlgorithm.NOWHERE);
    }

    /** The last day whose midnight is on a shard or one before it. */
    private long lastDay(int shard) {
        long guess = Math.floorDiv(lower + shard * seconds + seconds / 200, SECONDS_OF_A_DAY);
        long day = guess + 2;
        while (shard(day * SECONDS_OF_A_DAY) > shard) {
            day--;
        }
        return day;
    }
}
