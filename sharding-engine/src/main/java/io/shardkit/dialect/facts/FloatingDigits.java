package io.shardkit.dialect.facts;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Floating numbers as databases write them: the fewest digits that mean the same number. */
public final class FloatingDigits {
    private FloatingDigits() {}

    /** The digits with the point after the first of them. */
    public static String mantissa(BigDecimal digits, int power) {
        return digits.scaleByPowerOfTen(-power).toPlainString();
    }

    /**
     * The fewest digits that read as this number.
     *
     * @param number not zero, infinite or NaN
     * @param single whether it is one of 32 bits
     * @param middleCounts whether digits count that lie in the very middle between two numbers, which are this number
     *     only if a reader rounds to even
     */
    public static BigDecimal shortest(double number, boolean single, boolean middleCounts) {
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
