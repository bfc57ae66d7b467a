package io.shardkit.merge.memory;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The conversions of {@code getObject} to a class that the caller names. */
final class TypedConversion {
    private static final Map<Class<?>, Function<Object, @Nullable Object>> CONVERSIONS = Map.ofEntries(
            Map.entry(Boolean.class, Conversion::toBoolean),
            Map.entry(Byte.class, value -> boxed(value, Byte.MIN_VALUE, Byte.MAX_VALUE, Long::byteValue)),
            Map.entry(Short.class, value -> boxed(value, Short.MIN_VALUE, Short.MAX_VALUE, Long::shortValue)),
            Map.entry(Integer.class, value -> boxed(value, Integer.MIN_VALUE, Integer.MAX_VALUE, Long::intValue)),
            Map.entry(Long.class, value -> Conversion.toLong(value, Long.MIN_VALUE, Long.MAX_VALUE)),
            Map.entry(Float.class, Conversion::toFloat),
            Map.entry(Double.class, Conversion::toDouble),
            Map.entry(BigDecimal.class, Conversion::toBigDecimal),
            Map.entry(BigInteger.class, TypedConversion::toBigInteger),
            Map.entry(byte[].class, Conversion::toBytes),
            Map.entry(UUID.class, Conversion::toUuid),
            Map.entry(Date.class, value -> TemporalConversion.toDate(value, null)),
            Map.entry(Time.class, value -> TemporalConversion.toTime(value, null)),
            Map.entry(Timestamp.class, value -> TemporalConversion.toTimestamp(value, null)),
            Map.entry(java.util.Date.class, value -> TemporalConversion.toTimestamp(value, null)),
            Map.entry(LocalDate.class, value -> TemporalConversion.toLocalDate(value, zone())),
            Map.entry(LocalTime.class, value -> TemporalConversion.toLocalTime(value, zone())),
            Map.entry(LocalDateTime.class, value -> TemporalConversion.toLocalDateTime(value, zone())),
            Map.entry(OffsetDateTime.class, value -> TemporalConversion.toOffsetDateTime(value, zone())),
            Map.entry(ZonedDateTime.class, TypedConversion::toZonedDateTime),
            Map.entry(Instant.class, TypedConversion::toInstant));

    private TypedConversion() {}

    /**
     * @param value what is converted
     * @param object another form of the value, given out if it is of the wanted class and the value is not, or null
     * @return null if there is no conversion
     */
    static @Nullable Object convert(Object value, @Nullable Object object, Class<?> type) {
        Function<Object, @Nullable Object> conversion = CONVERSIONS.get(type);
        if (conversion != null) {
            return conversion.apply(value);
        }
        if (type.isInstance(object)) {
            return object;
        }
        return type.isInstance(value) ? value : null;
    }

    /** Returns true if the class holds whole numbers of a limited size. */
    static boolean isWhole(Class<?> type) {
        return type == Long.class || type == Integer.class || type == Short.class || type == Byte.class;
    }

    private static ZoneId zone() {
        return TemporalConversion.zone(null);
    }

    private static @Nullable Object boxed(Object value, long min, long max, Function<Long, Object> box) {
        Long whole = Conversion.toLong(value, min, max);
        return whole == null ? null : box.apply(whole);
    }

    private static @Nullable Object toBigInteger(Object value) {
        if (value instanceof BigInteger whole) {
            return whole;
        }
        BigDecimal decimal = Conversion.toBigDecimal(value);
        return decimal == null ? null : decimal.setScale(0, RoundingMode.DOWN).toBigIntegerExact();
    }

    private static @Nullable Object toZonedDateTime(Object value) {
        OffsetDateTime timestamp = TemporalConversion.toOffsetDateTime(value, zone());
        return timestamp == null ? null : timestamp.toZonedDateTime();
    }

    private static @Nullable Object toInstant(Object value) {
        OffsetDateTime timestamp = TemporalConversion.toOffsetDateTime(value, zone());
        return timestamp == null ? null : timestamp.toInstant();
    }
}
