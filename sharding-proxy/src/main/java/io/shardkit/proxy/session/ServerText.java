package io.shardkit.proxy.session;

import io.shardkit.proxy.wire.ColumnDefinition;
import io.shardkit.proxy.wire.FieldType;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;

/**
 * Writes values as the server does, from the strings that a driver makes: {@code 1.0} for 1, {@code 7} for 0007, and
 * times whose fraction ends where only zeros follow.
 */
final class ServerText {
    /** The point of a number stands between these places, or it is written with an exponent. */
    private static final int FIRST_PLACE = -14;

    private static final int LAST_PLACE = 15;

    private static final List<RoundingMode> CLOSEST_FIRST =
            List.of(RoundingMode.HALF_EVEN, RoundingMode.UP, RoundingMode.DOWN);

    private static final int NOT_FIXED = 31;
    private static final int TO_SECONDS = 19;
    private static final int DIGITS_OF_YEAR = 4;

    private ServerText() {}

    static String of(String given, ColumnDefinition column) {
        String text =
                switch (column.type()) {
                    case FieldType.FLOAT, FieldType.DOUBLE -> real(given, column.decimals());
                    case FieldType.DECIMAL, FieldType.NEWDECIMAL ->
                        given.indexOf('E') < 0 ? given : new BigDecimal(given).toPlainString();
                    case FieldType.DATETIME, FieldType.TIMESTAMP ->
                        given.length() < TO_SECONDS ? given : withFraction(given, TO_SECONDS, column.decimals());
                    case FieldType.TIME -> time(given, column.decimals());
                    case FieldType.YEAR -> padded(given, DIGITS_OF_YEAR);
                    default -> given;
                };
        boolean filled = (column.flags() & FieldType.FLAG_ZEROFILL) != 0;
        return filled ? padded(text, (int) Math.min(column.length(), 255)) : text;
    }

    private static String padded(String text, int length) {
        return text.length() < length ? "0".repeat(length - text.length()) + text : text;
    }

    private static String time(String given, int decimals) {
        int point = given.indexOf('.');
        return withFraction(given, point < 0 ? given.length() : point, decimals);
    }

    private static String withFraction(String given, int end, int decimals) {
        if (decimals == 0 || decimals >= NOT_FIXED) {
            return given;
        }
        String fraction = given.length() > end ? given.substring(end + 1) : "";
        String digits = (fraction + "0".repeat(decimals)).substring(0, decimals);
        return given.substring(0, end) + '.' + digits;
    }

    private static String real(String given, int decimals) {
        BigDecimal value = shortest(given);
        if (decimals < NOT_FIXED) {
            return signed(
                    given, value.setScale(decimals, RoundingMode.HALF_EVEN).toPlainString());
        }
        if (value.signum() == 0) {
            return signed(given, "0");
        }
        BigDecimal plain = value.stripTrailingZeros();
        int place = plain.precision() - plain.scale();
        if (place >= FIRST_PLACE && place <= LAST_PLACE) {
            return plain.toPlainString();
        }
        String digits = plain.unscaledValue().abs().toString();
        return (plain.signum() < 0 ? "-" : "")
                + digits.charAt(0)
                + (digits.length() > 1 ? "." + digits.substring(1) : "")
                + 'e'
                + (place - 1);
    }

    private static String signed(String given, String text) {
        return given.startsWith("-") && !text.startsWith("-") ? "-" + text : text;
    }

    /** Before JDK 19 some numbers are written with one digit more than it takes to tell them from others. */
    private static BigDecimal shortest(String given) {
        BigDecimal value = new BigDecimal(given);
        int digits = value.stripTrailingZeros().precision();
        double exact = value.doubleValue();
        if (digits < 16) {
            return value;
        }
        BigDecimal all = new BigDecimal(exact);
        for (RoundingMode mode : CLOSEST_FIRST) {
            BigDecimal shorter = all.round(new MathContext(digits - 1, mode));
            if (shorter.doubleValue() == exact) {
                return shorter;
            }
        }
        return value;
    }
}
