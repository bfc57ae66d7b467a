package io.shardkit.algorithm;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The one place where a value becomes a canonical sharding key: an {@link Integer} 7, a {@link Long} 7, a
 * {@link BigDecimal} 7.0 and, for a whole-number column, the text "7" are one key.
 */
public final class KeyNormalizer {
    /** No row of the column can equal the value. */
    public static final Object NO_MATCH = new Object();
    /** It is not known which rows of the column equal the value. */
    public static final Object UNKNOWN = new Object();

    private static final BigDecimal MIN = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final BigDecimal MAX = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final double EXACT_DOUBLES = 9007199254740992.0;

    /** The one form that all databases take for the same day. */
    private static final Pattern DATE = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");

    private KeyNormalizer() {}

    /**
     * The canonical key that rows equal to the value have.
     *
     * @return a {@link Long} or {@link String} as the type says, or {@link #NO_MATCH}, or {@link #UNKNOWN}
     */
    public static Object canonical(KeyType type, @Nullable Object value) {
        if (value == null) {
            return NO_MATCH;
        }
        return switch (type) {
            case INTEGER -> wholeNumber(value);
            case DATE -> days(value);
            case TEXT -> value instanceof String ? value : UNKNOWN;
            case PADDED_TEXT -> value instanceof String text ? withoutTrailingBlanks(text) : UNKNOWN;
            case UNSUPPORTED -> UNKNOWN;
        };
    }

    /**
     * The canonical key of a row that is written with the value.
     *
     * @throws SQLException with {@link ErrorCode#KEY_IS_NULL} or {@link ErrorCode#KEY_NOT_CONVERTIBLE} if the database
     *     might store another value than this one
     */
    public static Object canonicalForWrite(KeyType type, @Nullable Object value, String column) throws SQLException {
        if (value == null) {
            throw ShardingExceptions.of(ErrorCode.KEY_IS_NULL, column);
        }
        Object key = canonical(type, value);
        // A column that is too short for them drops trailing blanks without an error.
        boolean blanksLost = type == KeyType.TEXT && key instanceof String text && text.endsWith(" ");
        if (key == NO_MATCH || key == UNKNOWN || blanksLost) {
            throw ShardingExceptions.of(
                    ErrorCode.KEY_NOT_CONVERTIBLE,
                    column + " of type " + type + ", value of "
                            + value.getClass().getName());
        }
        return key;
    }

    private static Object wholeNumber(Object value) {
        if (value instanceof Long) {
            return value;
        }
        if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        if (value instanceof BigInteger big) {
            return decimal(new BigDecimal(big));
        }
        if (value instanceof BigDecimal big) {
            return decimal(big);
        }
        if (value instanceof Double || value instanceof Float) {
            double number = ((Number) value).doubleValue();
            boolean whole = number == Math.rint(number) && Math.abs(number) < EXACT_DOUBLES;
            return whole ? (Object) (long) number : UNKNOWN;
        }
        if (value instanceof String text) {
            return digits(text);
        }
        return UNKNOWN;
    }

    /**
     * JDBC's own dates have the day that they show in this JVM's time zone, which is the day that drivers send. Some
     * databases store a date of a year with more digits as another one.
     */
    private static Object days(Object value) {
        LocalDate date = date(value);
        return date != null && date.getYear() >= 0 && date.getYear() <= 9999 ? (Object) date.toEpochDay() : UNKNOWN;
    }

    private static @Nullable LocalDate date(Object value) {
        if (value instanceof LocalDate date) {
            return date;
        }
        if (value instanceof java.sql.Date date) {
            return date.toLocalDate();
        }
        if (value instanceof String text && DATE.matcher(text).matches()) {
            try {
                return LocalDate.parse(text);
            } catch (DateTimeParseException e) {
                return null;
            }
        }
        return null;
    }

    /** No whole number equals a fraction, but MariaDB rounds one to look it up in an index. */
    private static Object decimal(BigDecimal number) {
        if (number.compareTo(MIN) < 0 || number.compareTo(MAX) > 0) {
            return UNKNOWN;
        }
        BigDecimal whole = number.stripTrailingZeros();
        return whole.scale() > 0 ? UNKNOWN : (Object) whole.longValueExact();
    }

    /** Only the form that a number itself prints; databases differ in what else they take for a number. */
    private static Object digits(String text) {
        try {
            Long number = Long.valueOf(text);
            return number.toString().equals(text) ? number : UNKNOWN;
        } catch (NumberFormatException e) {
            return UNKNOWN;
        }
    }

    private static String withoutTrailingBlanks(String text) {
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == ' ') {
            end--;
        }
        return text.substring(0, end);
    }
}
