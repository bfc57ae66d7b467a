package io.shardkit.merge.memory;

import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Calendar;
import org.jspecify.annotations.Nullable;

/**
 * The conversions of the JDBC getters to dates and times. A value without a zone is read in the zone that is given.
 * Every method gives null, or throws {@link java.time.DateTimeException} or {@link IllegalArgumentException}, for a
 * value that cannot be converted.
 */
final class TemporalConversion {
    private static final LocalDate EPOCH_DAY = LocalDate.of(1970, 1, 1);

    private TemporalConversion() {}

    /** The zone of a calendar; that of the JVM, as JDBC has it, without one. */
    static ZoneId zone(@Nullable Calendar calendar) {
        return calendar == null
                ? ZoneId.systemDefault()
                : calendar.getTimeZone().toZoneId();
    }

    static @Nullable LocalDate toLocalDate(Object value, ZoneId zone) {
        if (value instanceof LocalDate date) {
            return date;
        }
        if (value instanceof Date date) {
            return date.toLocalDate();
        }
        if (value instanceof String text && text.trim().length() == 10) {
            return LocalDate.parse(text.trim());
        }
        LocalDateTime timestamp = toLocalDateTime(value, zone);
        return timestamp == null ? null : timestamp.toLocalDate();
    }

    static @Nullable LocalTime toLocalTime(Object value, ZoneId zone) {
        if (value instanceof LocalTime time) {
            return time;
        }
        if (value instanceof Time time) {
            return time.toLocalTime().plusNanos(Math.floorMod(time.getTime(), 1000L) * 1_000_000L);
        }
        if (value instanceof OffsetTime time) {
            return time.toLocalTime();
        }
        if (value instanceof String text && text.indexOf(':') <= 2 && text.indexOf('-') < 0) {
            return LocalTime.parse(text.trim());
        }
        if (value instanceof LocalDate || value instanceof Date) {
            return null;
        }
        LocalDateTime timestamp = toLocalDateTime(value, zone);
        return timestamp == null ? null : timestamp.toLocalTime();
    }

    static @Nullable LocalDateTime toLocalDateTime(Object value, ZoneId zone) {
        if (value instanceof LocalDateTime timestamp) {
            return timestamp;
        }
        if (value instanceof Timestamp timestamp) {
            return timestamp.toLocalDateTime();
        }
        if (value instanceof LocalDate date) {
            return date.atStartOfDay();
        }
        if (value instanceof Date date) {
            return date.toLocalDate().atStartOfDay();
        }
        if (value instanceof OffsetDateTime || value instanceof ZonedDateTime || value instanceof Instant) {
            OffsetDateTime timestamp = toOffsetDateTime(value, zone);
            return timestamp == null ? null : timestamp.atZoneSameInstant(zone).toLocalDateTime();
        }
        if (value instanceof String text) {
            String trimmed = text.trim();
            return trimmed.length() == 10
                    ? LocalDate.parse(trimmed).atStartOfDay()
                    : LocalDateTime.parse(trimmed.replace(' ', 'T'));
        }
        return null;
    }

    static @Nullable OffsetDateTime toOffsetDateTime(Object value, ZoneId zone) {
        if (value instanceof OffsetDateTime timestamp) {
            return timestamp;
        }
        if (value instanceof ZonedDateTime timestamp) {
            return timestamp.toOffsetDateTime();
        }
        if (value instanceof Instant instant) {
            return instant.atZone(zone).toOffsetDateTime();
        }
        if (value instanceof Timestamp timestamp) {
            return timestamp.toInstant().atZone(zone).toOffsetDateTime();
        }
        LocalDateTime timestamp = toLocalDateTime(value, zone);
        return timestamp == null ? null : timestamp.atZone(zone).toOffsetDateTime();
    }

    static @Nullable Date toDate(Object value, @Nullable Calendar calendar) {
        ZoneId zone = zone(calendar);
        LocalDate date = toLocalDate(value, zone);
        if (date == null) {
            return null;
        }
        return calendar == null ? Date.valueOf(date) : new Date(millis(date.atStartOfDay(), zone));
    }

    static @Nullable Time toTime(Object value, @Nullable Calendar calendar) {
        ZoneId zone = zone(calendar);
        LocalTime time = toLocalTime(value, zone);
        return time == null ? null : new Time(millis(time.atDate(EPOCH_DAY), zone));
    }

    static @Nullable Timestamp toTimestamp(Object value, @Nullable Calendar calendar) {
        if (value instanceof OffsetDateTime || value instanceof ZonedDateTime || value instanceof Instant) {
            OffsetDateTime timestamp = toOffsetDateTime(value, zone(calendar));
            return timestamp == null ? null : Timestamp.from(timestamp.toInstant());
        }
        ZoneId zone = zone(calendar);
        LocalDateTime timestamp = value instanceof LocalTime || value instanceof Time
                ? atEpochDay(value, zone)
                : toLocalDateTime(value, zone);
        if (timestamp == null) {
            return null;
        }
        return calendar == null
                ? Timestamp.valueOf(timestamp)
                : Timestamp.from(timestamp.atZone(zone).toInstant());
    }

    private static @Nullable LocalDateTime atEpochDay(Object value, ZoneId zone) {
        LocalTime time = toLocalTime(value, zone);
        return time == null ? null : time.atDate(EPOCH_DAY);
    }

    private static long millis(LocalDateTime timestamp, ZoneId zone) {
        return timestamp.atZone(zone).toInstant().toEpochMilli();
    }
}
