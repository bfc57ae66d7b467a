package io.shardkit.dialect;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** Division as the databases' AVG does it. */
final class Averages {
    private static final int POSTGRESQL_SIGNIFICANT_DIGITS = 16;
    private static final int POSTGRESQL_MAX_SCALE = 1000;
    private static final int POSTGRESQL_DIGITS_PER_GROUP = 4;
    private static final int MYSQL_DIGITS_PER_GROUP = 9;

    private Averages() {}

    static BigDecimal average(Dialect dialect, BigDecimal sum, long count, int reportedPrecision, int reportedScale) {
        BigDecimal divisor = BigDecimal.valueOf(count);
        return switch (dialect) {
            case MYSQL, MARIADB -> mysqlQuotient(sum, divisor, reportedScale);
            case H2 ->
                // only the average of DECFLOAT has no scale
                reportedScale == 0
                        ? h2FloatQuotient(sum, divisor, reportedPrecision)
                        : sum.divide(divisor, reportedScale, RoundingMode.HALF_DOWN);
            case POSTGRESQL -> sum.divide(divisor, postgresqlScale(sum, divisor), RoundingMode.HALF_UP);
        };
    }

    /**
     * {@code do_div_mod} of MySQL's decimal.c: it divides by whole groups of nine decimal digits and drops the rest,
     * and only then is the quotient rounded. Where a group ends at the reported scale nothing is left to round by.
     */
    private static BigDecimal mysqlQuotient(BigDecimal dividend, BigDecimal divisor, int reportedScale) {
        int scale = Math.max(dividend.scale(), 0);
        int stored = wholeGroups(scale);
        int increment = Math.max(reportedScale - scale - (stored - scale), 0);
        return dividend.divide(divisor, wholeGroups(stored + increment), RoundingMode.DOWN)
                .setScale(reportedScale, RoundingMode.HALF_UP);
    }

    private static int wholeGroups(int digits) {
        return (digits + MYSQL_DIGITS_PER_GROUP - 1) / MYSQL_DIGITS_PER_GROUP * MYSQL_DIGITS_PER_GROUP;
    }

    /** {@code ValueDecfloat.divide} of H2. */
    private static BigDecimal h2FloatQuotient(BigDecimal dividend, BigDecimal divisor, int precision) {
        int scale = dividend.scale() - dividend.precision() + divisor.precision() - divisor.scale() + precision;
        BigDecimal quotient = dividend.divide(divisor, scale, RoundingMode.HALF_DOWN);
        if (quotient.precision() > precision) {
            quotient = quotient.setScale(quotient.scale() - quotient.precision() + precision, RoundingMode.HALF_UP);
        }
        return quotient.stripTrailingZeros();
    }

    /** {@code select_div_scale} of PostgreSQL's numeric.c: it counts in groups of four decimal digits. */
    private static int postgresqlScale(BigDecimal dividend, BigDecimal divisor) {
        int quotientWeight = weight(dividend) - weight(divisor);
        if (firstGroup(dividend) <= firstGroup(divisor)) {
            quotientWeight--;
        }
        int scale = POSTGRESQL_SIGNIFICANT_DIGITS - quotientWeight * POSTGRESQL_DIGITS_PER_GROUP;
        return Math.min(Math.max(scale, Math.max(dividend.scale(), 0)), POSTGRESQL_MAX_SCALE);
    }

    /** The power of 10000 of the first non-zero group. */
    private static int weight(BigDecimal value) {
        if (value.signum() == 0) {
            return 0;
        }
        int integerDigits = value.precision() - value.scale();
        return Math.floorDiv(integerDigits - 1, POSTGRESQL_DIGITS_PER_GROUP);
    }

    private static int firstGroup(BigDecimal value) {
        if (value.signum() == 0) {
            return 0;
        }
        BigInteger shifted = value.abs()
                .scaleByPowerOfTen(-POSTGRESQL_DIGITS_PER_GROUP * weight(value))
                .toBigInteger();
        return shifted.intValueExact();
    }
}
