package io.shardkit.dialect.h2;

import io.shardkit.dialect.facts.ResultRules;
import io.shardkit.dialect.facts.ValueKind;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The rules for what H2 and its driver show in results. */
final class H2Results implements ResultRules {
    @Override
    public ValueKind kind(ResultSetMetaData metaData, int index, int jdbcType) throws SQLException {
        ValueKind kind = ValueKind.ofJdbcType(jdbcType);
        return switch (kind) {
            case BINARY ->
                metaData.getColumnClassName(index).equals("java.util.UUID") ? ValueKind.OTHER : ValueKind.BINARY;
            case DECIMAL ->
                metaData.getColumnTypeName(index).equals("DECFLOAT") ? ValueKind.DECIMAL_FLOATING : ValueKind.DECIMAL;
            default -> kind;
        };
    }

    @Override
    public String floatingText(Number value, int scale) {
        return value.toString();
    }

    @Override
    public BigDecimal average(BigDecimal sum, long count, int reportedPrecision, int reportedScale) {
        BigDecimal divisor = BigDecimal.valueOf(count);
        // only the average of DECFLOAT has no scale
        return reportedScale == 0
                ? floatQuotient(sum, divisor, reportedPrecision)
                : sum.divide(divisor, reportedScale, RoundingMode.HALF_DOWN);
    }

    /** {@code ValueDecfloat.divide} of H2. */
    private static BigDecimal floatQuotient(BigDecimal dividend, BigDecimal divisor, int precision) {
        int scale = dividend.scale() - dividend.precision() + divisor.precision() - divisor.scale() + precision;
        BigDecimal quotient = dividend.divide(divisor, scale, RoundingMode.HALF_DOWN);
        if (quotient.precision() > precision) {
            quotient = quotient.setScale(quotient.scale() - quotient.precision() + precision, RoundingMode.HALF_UP);
        }
        return quotient.stripTrailingZeros();
    }

    @Override
    public boolean dividesByPrecision() {
        return true;
    }

    @Override
    public @Nullable String typeOfAveragedSum(String definition) {
        return null;
    }

    @Override
    public @Nullable String nullOrderQuery() {
        String first = "(SELECT v IS NULL FROM (VALUES (1), (NULL)) AS n(v) ORDER BY v%s FETCH FIRST ROW ONLY)";
        return "SELECT " + first.replace("%s", "") + ", " + first.replace("%s", " DESC");
    }

    @Override
    public boolean joinsReads() {
        return false;
    }

    @Override
    public boolean isUngroupedColumn(SQLException failure) {
        return false;
    }

    @Override
    public String withoutStatement(String message) {
        // A syntax error tells the statement, and where in it, before that.
        int statement = message.indexOf("; SQL statement:");
        return statement < 0 ? message : message.substring(0, statement);
    }
}
