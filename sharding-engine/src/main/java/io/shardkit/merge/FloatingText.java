package io.shardkit.merge;

import io.shardkit.dialect.Dialect;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Floating numbers as the databases write them: the fewest digits that mean the same number. */
final class FloatingText {
    /** The powers of ten of the first digit that are written without an exponent. */
    private record Range(int lowest, int highest) {}

    private static final Range MYSQL = new Range(-15, 14);
    private static final Range POSTGRESQL_DOUBLE = new Range(-4, 14);
    private static final Range POSTGRESQL_FLOAT = new Range(-4, 5);

    private static final int MYSQL_NO_SCALE = 31;

    private FloatingText() {}

    /**
     * @param scale of the column in the result's metadata; MySQL reports 31 for one without a fixed scale
     */
    static String of(Number value, int scale, Dialect dialect) {
        double number = value.doubleValue();
        if (dialect.grammar() == Dialect.Grammar.H2 || Double.isNaN(number) || Double.isInfinite(number)) {
            return value.toString();
        }
        if (dialect.grammar() == Dialect.Grammar.MYSQL && scale < MYSQL_NO_SCALE) {
            return new BigDecimal(number)
                    .setScale(scale, RoundingMode.HALF_EVEN)
                    .toPlainString();
        }
        if (number == 0) {
            return 1 / number < 0 ? "-0" : "0";
        }
        boolean single = value instanceof Float;
        BigDecimal digits = single ? shortestFloat(value.floatValue()) : shortestDouble(number);
        int power = digits.precision() - digits.scale() - 1;
        return switch (dialect.grammar()) {
            case POSTGRESQL -> {
                Range plain = single ? POSTGRESQL_FLOAT : POSTGRESQL_DOUBLE;
                yield isPlain(power, plain)
                        ? digits.toPlainString()
                        : mantissa(digits, power) + (power < 0 ? "e-" : "e+") + twoDigits(Math.abs(power));
            }
            default -> isPlain(power, MYSQL) ? digits.toPlainString() : mantissa(digits, power) + "e" + power;
        };
    }

    private static boolean isPlain(int power, Range range) {
        return power >= range.lowest() && power <= range.highest();
    }

    private static String mantissa(BigDecimal digits, int power) {
        return digits.scaleByPowerOfTen(-power).toPlainString();
    }

    private static String twoDigits(int power) {
        return power < 10 ? "0" + power : Integer.toString(power);
    }

    private static BigDecimal shortestDouble(double number) {
        BigDecimal exact = new BigDecimal(number);
        for (int precision = 15; precision < 17; precision++) {
            BigDecimal rounded = exact.round(new MathContext(precision));
            if (rounded.doubleValue() == number) {
                return rounded.stripTrailingZeros();
            }
        }
        return exact.round(new MathContext(17)).stripTrailingZeros();
    }

    private static BigDecimal shortestFloat(float number) {
        BigDecimal exact = new BigDecimal(number);
        for (int precision = 6; precision < 9; precision++) {
            BigDecimal rounded = exact.round(new MathContext(precision));
            if (rounded.floatValue() == number) {
                return rounded.stripTrailingZeros();
            }
        }
        return exact.round(new MathContext(9)).stripTrailingZeros();
    }
}
