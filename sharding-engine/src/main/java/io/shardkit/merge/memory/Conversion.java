package io.shardkit.merge.memory;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The conversions of the JDBC getters to numbers, text and bytes. Every method gives null, or throws {@link
 * ArithmeticException} or {@link IllegalArgumentException}, for a value that cannot be converted.
 */
public final class Conversion {
    private static final BigDecimal MIN_LONG = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final BigDecimal MAX_LONG = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .appendPattern("HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .toFormatter(Locale.ROOT);

    private Conversion() {}

    /** The whole part, as the drivers give it. */
    static @Nullable Long toLong(Object value, long min, long max) {
        long whole;
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            whole = ((Number) value).longValue();
        } else {
            BigDecimal decimal = toBigDecimal(value);
            if (decimal == null) {
                return null;
            }
            // also keeps an enormous exponent from being written out
            if (decimal.compareTo(MIN_LONG) < 0 || decimal.compareTo(MAX_LONG.add(BigDecimal.ONE)) >= 0) {
                throw new ArithmeticException("out of range");
            }
            whole = decimal.setScale(0, RoundingMode.DOWN).longValueExact();
        }
        if (whole < min || whole > max) {
            throw new ArithmeticException("out of range");
        }
        return whole;
    }

    /** A number without its fraction, as drivers have it that round; anything else as it is. */
    static Object rounded(Object value) {
        if (value instanceof BigDecimal decimal && decimal.scale() > 0) {
            return decimal.setScale(0, RoundingMode.HALF_UP);
        }
        boolean floating = value instanceof Double || value instanceof Float;
        double number = floating ? ((Number) value).doubleValue() : 0;
        return floating && Math.abs(number) < Long.MAX_VALUE ? (Object) Math.round(number) : value;
    }

    static @Nullable Double toDouble(Object value) {
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        if (value instanceof String text) {
            return Double.valueOf(text.trim());
        }
        BigDecimal decimal = toBigDecimal(value);
        return decimal == null ? null : (Double) decimal.doubleValue();
    }

    static @Nullable Float toFloat(Object value) {
        if (value instanceof String text) {
            return Float.valueOf(text.trim());
        }
        if (value instanceof Number number) {
            float rounded = number.floatValue();
            if (Float.isInfinite(rounded) && !Double.isInfinite(number.doubleValue())) {
                throw new ArithmeticException("out of range");
            }
            return rounded;
        }
        Double wide = toDouble(value);
        return wide == null ? null : (Float) wide.floatValue();
    }

    static @Nullable BigDecimal toBigDecimal(Object value) {
        if (value instanceof BigDecimal decimal) {
            return decimal;
        }
        if (value instanceof BigInteger whole) {
            return new BigDecimal(whole);
        }
        if (value instanceof Double || value instanceof Float) {
            return new BigDecimal(value.toString());
        }
        if (value instanceof Number number) {
            return BigDecimal.valueOf(number.longValue());
        }
        if (value instanceof Boolean flag) {
            return flag ? BigDecimal.ONE : BigDecimal.ZERO;
        }
        return value instanceof String text ? new BigDecimal(text.trim()) : null;
    }

    static @Nullable Boolean toBoolean(Object value) {
        if (value instanceof Boolean flag) {
            return flag;
        }
        if (value instanceof String text) {
            switch (text.trim().toLowerCase(Locale.ROOT)) {
                case "true", "t", "yes", "y", "on" -> {
                    return true;
                }
                case "false", "f", "no", "n", "off" -> {
                    return false;
                }
                default -> {}
            }
        }
        if (value instanceof Double || value instanceof Float) {
            return ((Number) value).doubleValue() != 0;
        }
        BigDecimal decimal = toBigDecimal(value);
        return decimal == null ? null : (Boolean) (decimal.signum() != 0);
    }

    /** Never null. */
    public static String toText(Object value) {
        if (value instanceof BigDecimal decimal) {
            return decimal.toPlainString();
        }
        if (value instanceof byte[] bytes) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
        if (value instanceof LocalTime time) {
            return TIME.format(time);
        }
        if (value instanceof LocalDateTime timestamp) {
            return timestamp.toLocalDate() + " " + TIME.format(timestamp);
        }
        if (value instanceof OffsetDateTime timestamp) {
            return timestamp.toLocalDate() + " " + TIME.format(timestamp) + timestamp.getOffset();
        }
        return value.toString();
    }

    static byte @Nullable [] toBytes(Object value) {
        if (value instanceof byte[] bytes) {
            return bytes.clone();
        }
        if (value instanceof UUID uuid) {
            return ByteBuffer.allocate(16)
                    .putLong(uuid.getMostSignificantBits())
                    .putLong(uuid.getLeastSignificantBits())
                    .array();
        }
        return value instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : null;
    }

    static @Nullable UUID toUuid(Object value) {
        if (value instanceof UUID uuid) {
            return uuid;
        }
        if (value instanceof byte[] bytes && bytes.length == 16) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            return new UUID(buffer.getLong(), buffer.getLong());
        }
        return value instanceof String text ? UUID.fromString(text) : null;
    }
}
