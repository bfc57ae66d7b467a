package io.shardkit.merge;

import io.shardkit.dialect.facts.TextOrder;
import io.shardkit.error.ErrorCode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.UnaryOperator;

/** Compares two values that are not NULL as the databases do. */
final class ValueOrder {
    private ValueOrder() {}

    /**
     * Compares as the databases' ORDER BY does, for values that {@link ResultColumn#read} gave.
     *
     * @throws SQLException a refusal if that is not known for the column
     */
    static Comparator<Object> of(ResultColumn column, TextOrder text) throws SQLException {
        return switch (column.kind()) {
            case ROUNDED_FLOATING -> throw column.refusal(ErrorCode.SORT_TYPE_UNKNOWN, "column");
            default -> ofExtremes(column, text);
        };
    }

    /** As {@link #of}, but only to find the least or the greatest: what the driver rounds does no harm there. */
    static Comparator<Object> ofExtremes(ResultColumn column, TextOrder text) throws SQLException {
        return switch (column.kind()) {
            case INTEGER -> (a, b) -> compareIntegers((Number) a, (Number) b);
            case DECIMAL, DECIMAL_FLOATING -> (a, b) -> compareDecimals((Number) a, (Number) b);
            case FLOATING, ROUNDED_FLOATING ->
                (a, b) -> compareDoubles(((Number) a).doubleValue(), ((Number) b).doubleValue());
            case BOOLEAN -> (a, b) -> ((Boolean) a).compareTo((Boolean) b);
            case TEXT -> ofText(column, text);
            case BINARY ->
                text.byWeights()
                        ? (a, b) -> text.compareWeights((byte[]) a, (byte[]) b)
                        : (a, b) -> Arrays.compareUnsigned((byte[]) a, (byte[]) b);
            case DATE, TIMESTAMP -> ValueOrder::compareMoments;
            case TIME -> (a, b) -> ((LocalTime) a).compareTo((LocalTime) b);
            case ZONED_TIMESTAMP ->
                (a, b) -> OffsetDateTime.timeLineOrder().compare((OffsetDateTime) a, (OffsetDateTime) b);
            case TIME_SPAN, CHARACTER_LARGE_OBJECT, BINARY_LARGE_OBJECT, OTHER ->
                throw column.refusal(ErrorCode.SORT_TYPE_UNKNOWN, "column");
        };
    }

    /**
     * Compares dates or timestamps; a value that Java cannot represent, such as 0000-00-00, is a string, which sorts as
     * dates do.
     */
    private static int compareMoments(Object a, Object b) {
        if (a instanceof LocalDateTime x && b instanceof LocalDateTime y) {
            return x.compareTo(y);
        }
        return a instanceof LocalDate x && b instanceof LocalDate y
                ? x.compareTo(y)
                : a.toString().compareTo(b.toString());
    }

    private static Comparator<Object> ofText(ResultColumn column, TextOrder text) throws SQLException {
        return switch (text) {
            case BINARY -> (a, b) -> compareCodePoints((String) a, (String) b);
            case BINARY_PADDED -> (a, b) -> comparePadded((String) a, (String) b);
            case UTF16 -> (a, b) -> ((String) a).compareTo((String) b);
            default -> throw column.refusal(ErrorCode.TEXT_ORDER_UNKNOWN, "column");
        };
    }

    /**
     * Maps values that {@link ResultColumn#read} gave so that two results are equal if and only if the database puts the
     * values into one group.
     *
     * @throws SQLException a refusal if that is not known for the column
     */
    static UnaryOperator<Object> equality(ResultColumn column, TextOrder text) throws SQLException {
        return switch (column.kind()) {
            case INTEGER -> value -> normalInteger((Number) value);
            case DECIMAL, DECIMAL_FLOATING ->
                value -> value instanceof BigDecimal number ? number.stripTrailingZeros() : value;
            // adding zero turns -0.0 into 0.0
            case FLOATING -> value -> ((Number) value).doubleValue() + 0.0;
            case BINARY ->
                text.byWeights()
                        ? value -> ByteBuffer.wrap(text.stripWeights((byte[]) value))
                        : value -> ByteBuffer.wrap((byte[]) value);
            case ZONED_TIMESTAMP -> value -> ((OffsetDateTime) value).toInstant();
            case BOOLEAN, DATE, TIME, TIMESTAMP -> value -> value;
            case TEXT ->
                switch (text) {
                    case BINARY, UTF16, EXACT_EQUALITY -> value -> value;
                    case BINARY_PADDED -> value -> stripBlanks((String) value);
                    default -> throw column.refusal(ErrorCode.TEXT_ORDER_UNKNOWN, "column");
                };
            case ROUNDED_FLOATING, TIME_SPAN, CHARACTER_LARGE_OBJECT, BINARY_LARGE_OBJECT, OTHER ->
                throw column.refusal(ErrorCode.SORT_TYPE_UNKNOWN, "column");
        };
    }

    private static int compareIntegers(Number a, Number b) {
        if (a instanceof BigInteger || b instanceof BigInteger) {
            return toBigInteger(a).compareTo(toBigInteger(b));
        }
        return Long.compare(a.longValue(), b.longValue());
    }

    private static BigInteger toBigInteger(Number value) {
        return value instanceof BigInteger big ? big : BigInteger.valueOf(value.longValue());
    }

    private static Number normalInteger(Number value) {
        return value instanceof BigInteger big && big.bitLength() >= Long.SIZE ? big : (Number) value.longValue();
    }

    /** PostgreSQL's infinities and NaN come as doubles. */
    private static int compareDecimals(Number a, Number b) {
        if (a instanceof BigDecimal x && b instanceof BigDecimal y) {
            return x.compareTo(y);
        }
        return compareDoubles(
                a instanceof BigDecimal ? 0 : a.doubleValue(), b instanceof BigDecimal ? 0 : b.doubleValue());
    }

    /** NaN is equal to itself and greater than all others; -0.0 equals 0.0. */
    private static int compareDoubles(double a, double b) {
        return a == b ? 0 : Double.compare(a, b);
    }

    /** By code point; UTF-16 units alone would put U+FFFD after the characters beyond U+FFFF. */
    private static int compareCodePoints(String a, String b) {
        int prefix = compareCommon(a, b);
        return prefix != 0 ? prefix : Integer.compare(a.length(), b.length());
    }

    private static int comparePadded(String a, String b) {
        int prefix = compareCommon(a, b);
        if (prefix != 0 || a.length() == b.length()) {
            return prefix;
        }
        return a.length() > b.length() ? compareToBlanks(a, b.length()) : -compareToBlanks(b, a.length());
    }

    private static int compareCommon(String a, String b) {
        int length = Math.min(a.length(), b.length());
        for (int i = 0; i < length; i++) {
            char x = a.charAt(i);
            char y = b.charAt(i);
            if (x != y) {
                return Character.compare(raiseSurrogate(x), raiseSurrogate(y));
            }
        }
        return 0;
    }

    /** Moves the surrogates above U+E000 to U+FFFF, and keeps the order within both ranges. */
    private static char raiseSurrogate(char c) {
        if (c < Character.MIN_SURROGATE) {
            return c;
        }
        int behind = Character.MAX_SURROGATE + 1;
        int shifted = c < behind ? c + (Character.MAX_VALUE + 1 - behind) : c - (behind - Character.MIN_SURROGATE);
        return (char) shifted;
    }

    private static int compareToBlanks(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            int difference = Character.compare(text.charAt(i), ' ');
            if (difference != 0) {
                return difference;
            }
        }
        return 0;
    }

    private static String stripBlanks(String text) {
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == ' ') {
            end--;
        }
        return text.substring(0, end);
    }
}
