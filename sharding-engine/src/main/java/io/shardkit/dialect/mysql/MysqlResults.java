package io.shardkit.dialect.mysql;

import io.shardkit.dialect.facts.FloatingDigits;
import io.shardkit.dialect.facts.ResultRules;
import io.shardkit.dialect.facts.ValueKind;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The rules for what MySQL and MariaDB and their drivers show in results. */
final class MysqlResults implements ResultRules {
    /** MySQL's errors of time limits, cancels, locks and shutdowns, some of which have a SQLState that tells nothing. */
    private static final Set<Integer> NOT_OF_TEXT = Set.of(1053, 1205, 1213, 1317, 1927, 1969, 3024, 3058, 3572);

    /** With GROUP BY and without. */
    private static final Set<Integer> UNGROUPED = Set.of(1055, 1140);

    private static final int DIGITS_PER_GROUP = 9;

    /** The scale that is reported of a column without a fixed one. */
    private static final int NO_SCALE = 31;

    private static final Pattern FIXED_SCALE = Pattern.compile("(float|double)\\(");

    /** The powers of ten of the first digit between which no exponent is written. */
    private static final int LOWEST_PLAIN = -15;

    private static final int HIGHEST_PLAIN = 14;

    @Override
    public ValueKind kind(ResultSetMetaData metaData, int index, int jdbcType) throws SQLException {
        ValueKind kind = ValueKind.ofJdbcType(jdbcType);
        return switch (kind) {
            // TINYINT(1) is shown as a boolean but holds any small number; BIT(n) is shown as bytes
            case BOOLEAN ->
                metaData.getColumnClassName(index).equals("java.lang.Boolean") ? ValueKind.INTEGER : ValueKind.OTHER;
            case DATE ->
                metaData.getColumnTypeName(index).toUpperCase(Locale.ROOT).startsWith("YEAR")
                        ? ValueKind.INTEGER
                        : ValueKind.DATE;
            // FLOAT travels with six digits only
            case FLOATING -> jdbcType == Types.REAL ? ValueKind.ROUNDED_FLOATING : ValueKind.FLOATING;
            case TIME -> ValueKind.TIME_SPAN;
            default -> kind;
        };
    }

    @Override
    public String floatingText(Number value, int scale) {
        double number = value.doubleValue();
        if (Double.isNaN(number) || Double.isInfinite(number)) {
            return value.toString();
        }
        // a driver may say 0 of a column without a fixed scale; whole numbers add up to one
        if (scale < NO_SCALE && (scale > 0 || number == Math.rint(number))) {
            return new BigDecimal(number)
                    .setScale(scale, RoundingMode.HALF_EVEN)
                    .toPlainString();
        }
        if (number == 0) {
            return 1 / number < 0 ? "-0" : "0";
        }
        BigDecimal digits = FloatingDigits.shortest(number, value instanceof Float, true);
        int power = digits.precision() - digits.scale() - 1;
        // whatever has a fraction is written out
        return power >= LOWEST_PLAIN && (power <= HIGHEST_PLAIN || digits.scale() > 0)
                ? digits.toPlainString()
                : FloatingDigits.mantissa(digits, power) + "e" + power;
    }

    @Override
    public BigDecimal average(BigDecimal sum, long count, int reportedPrecision, int reportedScale) {
        return quotient(sum, BigDecimal.valueOf(count), reportedScale);
    }

    /**
     * {@code do_div_mod} of MySQL's decimal.c: it divides by whole groups of nine decimal digits and drops the rest,
     * and only then is the quotient rounded. Where a group ends at the reported scale nothing is left to round by.
     */
    private static BigDecimal quotient(BigDecimal dividend, BigDecimal divisor, int reportedScale) {
        int scale = Math.max(dividend.scale(), 0);
        int stored = wholeGroups(scale);
        int increment = Math.max(reportedScale - scale - (stored - scale), 0);
        return dividend.divide(divisor, wholeGroups(stored + increment), RoundingMode.DOWN)
                .setScale(reportedScale, RoundingMode.HALF_UP);
    }

    private static int wholeGroups(int digits) {
        return (digits + DIGITS_PER_GROUP - 1) / DIGITS_PER_GROUP * DIGITS_PER_GROUP;
    }

    @Override
    public @Nullable String typeOfAveragedSum(String definition) {
        // a sum has as many decimals as its column, where that has a fixed number of them; an average has more
        return FIXED_SCALE.matcher(definition).lookingAt() ? "DOUBLE" : null;
    }

    @Override
    public boolean extremesLoseForm(String typeName, String definition) {
        return definition.toLowerCase(Locale.ROOT).contains("zerofill");
    }

    @Override
    public String averageOf(String sum, String count) {
        return "(" + sum + " / " + count + ")";
    }

    @Override
    public boolean sumsUnroundedQuotients() {
        return true;
    }

    @Override
    public boolean showsFirstSpelling() {
        return true;
    }

    @Override
    public String asCount(String number) {
        return "CAST(" + number + " AS SIGNED)";
    }

    @Override
    public boolean sumsToCounts() {
        return false;
    }

    @Override
    public boolean groupsChangeExtremes() {
        return true;
    }

    @Override
    public boolean writesLiterals() {
        return true;
    }

    @Override
    public boolean streamsOneResult() {
        return true;
    }

    @Override
    public boolean isUngroupedColumn(SQLException failure) {
        return UNGROUPED.contains(failure.getErrorCode());
    }

    @Override
    public boolean isOfText(SQLException failure) {
        String state = failure.getSQLState();
        return state != null
                && state.matches("(0A|21|22|42|54|HY).*")
                && !state.startsWith("HYT")
                && !NOT_OF_TEXT.contains(failure.getErrorCode());
    }
}
