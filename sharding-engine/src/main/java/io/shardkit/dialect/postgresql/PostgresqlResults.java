package io.shardkit.dialect.postgresql;

import io.shardkit.dialect.facts.FloatingDigits;
import io.shardkit.dialect.facts.NullOrder;
import io.shardkit.dialect.facts.ResultRules;
import io.shardkit.dialect.facts.ValueKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The rules for what PostgreSQL and its driver show in results. */
final class PostgresqlResults implements ResultRules {
    private static final int SIGNIFICANT_DIGITS = 16;
    private static final int MAX_SCALE = 1000;
    private static final int DIGITS_PER_GROUP = 4;

    /** The powers of ten of the first digit between which no exponent is written. */
    private static final int LOWEST_PLAIN = -4;

    private static final int HIGHEST_PLAIN_DOUBLE = 14;
    private static final int HIGHEST_PLAIN_FLOAT = 5;

    /** Asks for the type's name only where it must: the driver reads the catalog for it. */
    @Override
    public ValueKind kind(ResultSetMetaData metaData, int index, int jdbcType) throws SQLException {
        ValueKind kind = ValueKind.ofJdbcType(jdbcType);
        return switch (kind) {
            // bit(1) compares as bool does; longer ones do not
            case BOOLEAN -> metaData.getPrecision(index) == 1 ? ValueKind.BOOLEAN : ValueKind.OTHER;
            case FLOATING -> metaData.isCurrency(index) ? ValueKind.OTHER : ValueKind.FLOATING;
            case TIME -> metaData.getColumnTypeName(index).equals("time") ? ValueKind.TIME : ValueKind.OTHER;
            case TIMESTAMP ->
                metaData.getColumnTypeName(index).equals("timestamptz")
                        ? ValueKind.ZONED_TIMESTAMP
                        : ValueKind.TIMESTAMP;
            default -> kind;
        };
    }

    @Override
    public String floatingText(Number value, int scale) {
        double number = value.doubleValue();
        if (Double.isNaN(number) || Double.isInfinite(number)) {
            return value.toString();
        }
        if (number == 0) {
            return 1 / number < 0 ? "-0" : "0";
        }
        boolean single = value instanceof Float;
        BigDecimal digits = FloatingDigits.shortest(number, single, false);
        int power = digits.precision() - digits.scale() - 1;
        return power >= LOWEST_PLAIN && power <= (single ? HIGHEST_PLAIN_FLOAT : HIGHEST_PLAIN_DOUBLE)
                ? digits.toPlainString()
                : FloatingDigits.mantissa(digits, power) + (power < 0 ? "e-" : "e+") + twoDigits(Math.abs(power));
    }

    private static String twoDigits(int power) {
        return power < 10 ? "0" + power : Integer.toString(power);
    }

    @Override
    public boolean extremesLoseForm(String typeName, String definition) {
        return typeName.equals("character");
    }

    @Override
    public String averageOf(String sum, String count) {
        return "(CAST(" + sum + " AS NUMERIC) / " + count + ")";
    }

    @Override
    public BigDecimal average(BigDecimal sum, long count, int reportedPrecision, int reportedScale) {
        BigDecimal divisor = BigDecimal.valueOf(count);
        return sum.divide(divisor, scale(sum, divisor), RoundingMode.HALF_UP);
    }

    /** {@code select_div_scale} of PostgreSQL's numeric.c: it counts in groups of four decimal digits. */
    private static int scale(BigDecimal dividend, BigDecimal divisor) {
        int quotientWeight = weight(dividend) - weight(divisor);
        if (firstGroup(dividend) <= firstGroup(divisor)) {
            quotientWeight--;
        }
        int scale = SIGNIFICANT_DIGITS - quotientWeight * DIGITS_PER_GROUP;
        return Math.min(Math.max(scale, Math.max(dividend.scale(), 0)), MAX_SCALE);
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

    @Override
    public @Nullable String typeOfAveragedSum(String definition) {
        // real numbers are added up in single precision, but averaged in double precision
        return definition.equals("real") ? "DOUBLE PRECISION" : null;
    }

    @Override
    public NullOrder nullOrder() {
        return NullOrder.HIGH;
    }

    @Override
    public boolean isUnknownColumn(@Nullable String sqlState) {
        return "42703".equals(sqlState);
    }

    @Override
    public boolean isDuplicateColumn(@Nullable String sqlState) {
        return "42701".equals(sqlState);
    }

    @Override
    public boolean isUngroupedColumn(SQLException failure) {
        return "42803".equals(failure.getSQLState());
    }
}
