package io.shardkit.dialect;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** Division as the databases' AVG does it. */
final class Averages {
    private static final int POSTGRESQL_SIGNIFICANT_DIGITS = 16;
    private static final int POSTGRESQL_MAX_SCALE = 1000;
    private static final int DIGITS_PER_GROUP = 4;

    private Averages() {}

    static BigDecimal average(Dialect dialect, BigDecimal sum, long count, int reportedScale) {
        BigDecimal divisor = BigDecimal.valueOf(count);
        return switch (dialect) {
            case MYSQL, MARIADB -> sum.divide(divisor, reportedScale, RoundingMode.HALF_UP);
            case H2 -> sum.divide(divisor, reportedScale, RoundingMode.HALF_DOWN);
            case POSTGRESQL -> sum.divide(divisor, postgresqlScale(sum, divisor), RoundingMode.HALF_UP);
        };
    }

    /** {@code select_div_scale} of PostgreSQL's numeric.c: it counts in groups of four decimal digits. */
    private static int postgresqlScale(BigDecimal dividend, BigDecimal divisor) {
        int quotientWeight = weight(dividend) - weight(divisor);
        if (firstGroup(dividend) <= firstGroup(divisor)) {
            quotientWeight--;
        }
        int scale = POSTGRESQL_SIGNIFICANT_DIGITS - quotientWeight * DIGITS_PER_GROUP;
        return Math.min(Math.max(scale, Math.max(dividend.scale(), 0)), POSTGRESQL_MAX_SCALE);
    }

    /** The power of 10000 of the first non-zero group. */
    private static int weight(BigDecimal value) {
        if (value.signum() == 0) {
            return 0;
        }
        int integerDigits = value.precision() - value.scale();
        return Math.floorDiv(integerDigits - 1, DIGITS_PER_GROUP);
    }

    private static int firstGroup(BigDecimal value) {
        if (value.signum() == 0) {
            return 0;
        }
        BigInteger shifted =
                value.abs().scaleByPowerOfTen(-DIGITS_PER_GROUP * weight(value)).toBigInteger();
        return shifted.intValueExact();
    }
}
