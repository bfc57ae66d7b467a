package io.shardkit.algorithm;

import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Keys of dates with a time, or of instants. A value with more digits of a second than the column keeps is rounded by
 * some databases and cut off by others, so that its key is one of two.
 *
 * @param type {@link KeyType#DATETIME} or {@link KeyType#INSTANT}
 * @param digits how many digits of a second the column keeps, 0 to 6
 * @param timestamps whether it is known what the driver sends for a {@link Timestamp}
 */
record TimeKeys(KeyType type, int digits, boolean timestamps) implements ColumnKeys {
    private static final long MICROS = 1_000_000;

    /** The forms that all databases take for the same time; one of an instant ends in its offset. */
    private static final Pattern TEXT = Pattern.compile(
            "([0-9]{4}-[0-9]{2}-[0-9]{2})[ T]([0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]{1,9})?)(Z|[+-][0-9]{2}(?::[0-9]{2})?)?");

    @Override
    public Object canonical(@Nullable Object value) {
        if (value == null) {
            return NO_MATCH;
        }
        LocalDateTime time = time(value);
        return time == null || nanos(time) % unit() != 0 ? UNKNOWN : (Object) floor(time);
    }

    @Override
    public @Nullable KeyRange around(Object value) {
        LocalDateTime time = time(value);
        if (time == null) {
            return null;
        }
        long floor = floor(time);
        boolean between = nanos(time) % unit() != 0;
        return new KeyRange(floor, between ? floor + unit() / 1000 : floor);
    }

    /** The column's least difference, in nanoseconds. */
    private int unit() {
        int unit = 1_000_000_000;
        for (int i = 0; i < digits; i++) {
            unit /= 10;
        }
        return unit;
    }

    private static int nanos(LocalDateTime time) {
        return time.get(ChronoField.NANO_OF_SECOND);
    }

    private long floor(LocalDateTime time) {
        int nanos = nanos(time) - nanos(time) % unit();
        return time.toEpochSecond(ZoneOffset.UTC) * MICROS + nanos / 1000;
    }

    /** The time that the database gets, of an instant that in UTC; null if that is not known. */
    private @Nullable LocalDateTime time(Object value) {
        LocalDateTime time;
        try {
            time = type == KeyType.DATETIME ? local(value) : inUtc(value);
        } catch (DateTimeException noTime) {
            return null;
        }
        return time != null && time.getYear() >= 1 && time.getYear() <= 9999 ? time : null;
    }

    private @Nullable LocalDateTime local(Object value) {
        if (value instanceof LocalDateTime time) {
            return time;
        }
        if (value instanceof Timestamp timestamp) {
            return timestamps ? timestamp.toLocalDateTime() : null;
        }
        LocalDate date = PlainKeys.date(value);
        if (date != null) {
            return date.atStartOfDay();
        }
        Matcher text = value instanceof String given ? TEXT.matcher(given) : null;
        return text != null && text.matches() && text.group(3) == null
                ? LocalDateTime.parse(text.group(1) + "T" + text.group(2))
                : null;
    }

    private @Nullable LocalDateTime inUtc(Object value) {
        if (value instanceof Timestamp timestamp) {
            return timestamps ? LocalDateTime.ofInstant(timestamp.toInstant(), ZoneOffset.UTC) : null;
        }
        if (value instanceof OffsetDateTime time) {
            return LocalDateTime.ofInstant(time.toInstant(), ZoneOffset.UTC);
        }
        if (value instanceof ZonedDateTime time) {
            return LocalDateTime.ofInstant(time.toInstant(), ZoneOffset.UTC);
        }
        if (value instanceof Instant instant) {
            return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
        }
        Matcher text = value instanceof String given ? TEXT.matcher(given) : null;
        if (text == null || !text.matches() || text.group(3) == null) {
            return null;
        }
        LocalDateTime time = LocalDateTime.parse(text.group(1) + "T" + text.group(2));
        return LocalDateTime.ofInstant(time.toInstant(ZoneOffset.of(text.group(3))), ZoneOffset.UTC);
    }
}
