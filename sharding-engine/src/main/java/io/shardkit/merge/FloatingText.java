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
        BigDecimal digits = shortest(number, single, dialect.grammar() == Dialect.Grammar.MYSQL);
        int power = digits.precision() - digits.scale() - 1;
        return switch (dialect.grammar()) {
            case POSTGRESQL -> {
                Range plain = single ? POSTGRESQL_FLOAT : POSTGRESQL_DOUBLE;
                yield isPlain(power, plain)
                        ? digits.toPlainString()
                        : mantissa(digits, power) + (power < 0 ? "e-" : "e+") + twoDigits(Math.abs(power));
            }
            // MySQL writes out whatever has a fraction
            default ->
                power >= MYSQL.lowest() && (power <= MYSQL.highest() || digits.scale() > 0)
                        ? digits.toPlainString()
                        : mantissa(digits, power) + "e" + power;
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

    /**
     * The fewest digits that read as this number. PostgreSQL does not count those that lie in the very middle between
     * two numbers, as they are this number only if a reader rounds to even.
     */
    private static BigDecimal shortest(double number, boolean single, boolean middleCounts) {
        BigDecimal exact = new BigDecimal(number);
        int enough = single ? 9 : 17;
        boolean subnormal = Math.abs(number) < (single ? Float.MIN_NORMAL : Double.MIN_NORMAL);
        for (int precision = subnormal ? 1 : enough - 3; precision < enough; precision++) {
            BigDecimal rounded = exact.round(new MathContext(precision, RoundingMode.HALF_EVEN));
            double read = single ? rounded.floatValue() : rounded.doubleValue();
            if (read == number && (middleCounts || !isMiddle(rounded, exact, single))) {
                return rounded.stripTrailingZeros();
            }
        }
        return exact.round(new MathContext(enough, RoundingMode.HALF_EVEN)).stripTrailingZeros();
    }

    private static boolean isMiddle(BigDecimal rounded, BigDecimal exact, boolean single) {
        int direction = rounded.compareTo(exact);
        if (direction == 0) {
            return false;
        }
        double number = exact.doubleValue();
        double neighbour = single
                ? Math.nextAfter((float) number, direction * Double.POSITIVE_INFINITY)
                : Math.nextAfter(number, direction * Double.POSITIVE_INFINITY);
        if (Double.isInfinite(neighbour)) {
            return false;
        }
        BigDecimal doubled = rounded.add(rounded);
        return doubled.compareTo(exact.add(new BigDecimal(neighbour))) == 0;
    }
}
