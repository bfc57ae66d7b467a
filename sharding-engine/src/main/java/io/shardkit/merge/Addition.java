package io.shardkit.merge;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Adds numbers of the class in which the units give them; the sum has that class too. */
final class Addition {
    private Addition() {}

    /**
     * @throws SQLException with {@link ErrorCode#NUMBER_OUT_OF_RANGE} if the class cannot hold the sum
     */
    static Number add(Number a, Number b) throws SQLException {
        try {
            if (a instanceof Long && b instanceof Long) {
                return Math.addExact(a.longValue(), b.longValue());
            }
            if (a instanceof BigDecimal || b instanceof BigDecimal) {
                return addDecimals(a, b);
            }
            if (isFloating(a) || isFloating(b)) {
                return addFloating(a, b);
            }
            if (a instanceof BigInteger || b instanceof BigInteger) {
                return toBigInteger(a).add(toBigInteger(b));
            }
            return addSmall(a, b);
        } catch (ArithmeticException e) {
            throw outOfRange(e);
        }
    }

    /** The number as a decimal, so that adding cannot overflow; PostgreSQL's infinities and NaN stay doubles. */
    static Number widen(Number value) {
        if (value instanceof BigDecimal || isFloating(value)) {
            return value;
        }
        return new BigDecimal(toBigInteger(value));
    }

    static boolean isFloating(Number value) {
        return value instanceof Double || value instanceof Float;
    }

    /** Beside a decimal a double can only be infinite or NaN, which no finite number changes. */
    private static Number addDecimals(Number a, Number b) {
        if (isFloating(a)) {
            return a;
        }
        if (isFloating(b)) {
            return b;
        }
        return ((BigDecimal) widen(a)).add((BigDecimal) widen(b));
    }

    private static Number addFloating(Number a, Number b) throws SQLException {
        if (a instanceof Float && b instanceof Float) {
            float sum = a.floatValue() + b.floatValue();
            if (Float.isInfinite(sum) && Float.isFinite(a.floatValue()) && Float.isFinite(b.floatValue())) {
                throw outOfRange(null);
            }
            return sum;
        }
        double sum = a.doubleValue() + b.doubleValue();
        if (Double.isInfinite(sum) && Double.isFinite(a.doubleValue()) && Double.isFinite(b.doubleValue())) {
            throw outOfRange(null);
        }
        return sum;
    }

    private static Number addSmall(Number a, Number b) {
        long sum = Math.addExact(a.longValue(), b.longValue());
        if (a instanceof Long || b instanceof Long) {
            return sum;
        }
        int whole = Math.toIntExact(sum);
        if (a instanceof Integer || b instanceof Integer) {
            return whole;
        }
        if (whole != (short) whole) {
            throw new ArithmeticException("short overflow");
        }
        return (short) whole;
    }

    private static BigInteger toBigInteger(Number value) {
        return value instanceof BigInteger big ? big : BigInteger.valueOf(value.longValue());
    }

    private static SQLException outOfRange(@Nullable Exception cause) {
        SQLException exception = ShardingExceptions.of(ErrorCode.NUMBER_OUT_OF_RANGE, "");
        exception.initCause(cause);
        return exception;
    }
}
