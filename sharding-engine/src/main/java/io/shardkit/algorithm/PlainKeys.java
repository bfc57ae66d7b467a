package io.shardkit.algorithm;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Keys of columns of which the type says everything.
 *
 * @param type what the keys are
 */
record PlainKeys(KeyType type) implements ColumnKeys {
    /** Whole numbers from here on are not all floating-point numbers. */
    static final double EXACT_DOUBLES = 9007199254740992.0;

    private static final BigDecimal MIN = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final BigDecimal MAX = BigDecimal.valueOf(Long.MAX_VALUE);

    /** The form of a date that all databases read as the same day. */
    private static final Pattern DATE = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");

    private static final Pattern UUID_TEXT =
            Pattern.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");

    private static final Map<KeyType, ColumnKeys> ALL =
            Arrays.stream(KeyType.values()).collect(Collectors.toUnmodifiableMap(type -> type, PlainKeys::new));

    static ColumnKeys of(KeyType type) {
        return Objects.requireNonNull(ALL.get(type));
    }

    @Override
    public Object canonical(@Nullable Object value) {
        if (value == null) {
            return NO_MATCH;
        }
        return switch (type) {
            case INTEGER -> wholeNumber(value);
            case DATE -> days(value);
            case TEXT -> value instanceof String ? value : UNKNOWN;
            case PADDED_TEXT -> value instanceof String text ? withoutTrailingBlanks(text) : UNKNOWN;
            case UUID -> uuid(value);
            case DATETIME, INSTANT, FOLDED_TEXT, ENUM, BINARY, UNSUPPORTED -> UNKNOWN;
        };
    }

    /** A column that is too short for them drops trailing blanks without an error. */
    @Override
    public Object written(Object value) {
        boolean blanksLost = type == KeyType.TEXT && value instanceof String text && text.endsWith(" ");
        return blanksLost ? UNKNOWN : canonical(value);
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

    /** The day that a date, or the text of one, is; null for anything else. */
    static @Nullable LocalDate date(Object value) {
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

    /** Only the form that a UUID itself prints, in either case; databases differ in what else they take for one. */
    private static Object uuid(Object value) {
        if (value instanceof UUID uuid) {
            return uuid.toString();
        }
        boolean known = value instanceof String text && UUID_TEXT.matcher(text).matches();
        return known ? ((String) value).toLowerCase(Locale.ROOT) : UNKNOWN;
    }

    static String withoutTrailingBlanks(String text) {
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == ' ') {
            end--;
        }
        return text.substring(0, end);
    }
}
