package io.shardkit.planner.gather;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.Carrier;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The argument of an aggregate that is computed of joined tables within units: one column, or plain arithmetic.
 *
 * @param sql the argument over the unit's join
 * @param column the column if it is one, or null
 * @param types the columns in it
 * @param dialect of the database
 */
record JoinedArgument(String sql, @Nullable Column column, List<Column> types, Dialect dialect) {
    private static final Set<String> WHOLE =
            Set.of("tinyint", "smallint", "mediumint", "int", "integer", "int2", "int4");

    /** Longer numbers might make a product with more digits than a number may have. */
    private static final int MOST_DIGITS = 9;

    /**
     * Reads it, or returns null if there is anything else in it.
     *
     * @param columns the column that a name at a token means, or null
     */
    static @Nullable JoinedArgument of(
            SqlText text,
            int from,
            int to,
            IntFunction<@Nullable ColumnRef> columns,
            Tables tables,
            Dialect dialect,
            Function<ColumnRef, String> qualified) {
        StringBuilder sql = new StringBuilder();
        List<Column> types = new ArrayList<>();
        int tokens = 0;
        for (int i = from; i < to; i++, tokens++) {
            if (text.isName(i)) {
                ColumnRef ref = columns.apply(i);
                Column column = ref == null || text.is(i + 1, "(") ? null : tables.column(ref);
                if (ref == null || column == null) {
                    return null;
                }
                types.add(column);
                sql.append(qualified.apply(ref));
                i += text.is(i + 1, ".") ? 2 : 0;
            } else if (text.isOneOf(i, "+", "-", "*", "(", ")") || isPlainNumber(text, i)) {
                sql.append(sql.isEmpty() ? "" : " ").append(text.string(i)).append(' ');
            } else {
                return null;
            }
        }
        Column only = tokens == 1 && types.size() == 1 ? types.get(0) : null;
        return types.isEmpty() ? null : new JoinedArgument(sql.toString().trim(), only, types, dialect);
    }

    private static boolean isPlainNumber(SqlText text, int i) {
        String number = text.string(i);
        return text.token(i).kind() == Token.Kind.NUMBER
                && number.length() <= MOST_DIGITS
                && number.chars().allMatch(digit -> digit == '.' || (digit >= '0' && digit <= '9'));
    }

    /** Returns true if sums of it have all their digits, in whatever order they are added, and none fails. */
    boolean isExact() {
        return column != null
                ? dialect.addsExactly(column.typeName()) && isPlain(column)
                : types.stream().allMatch(each -> isDecimal(each) && isPlain(each));
    }

    /** Computing does not take these out of their range, as it may do with others. */
    private static boolean isDecimal(Column column) {
        String type = column.typeName().toLowerCase(Locale.ROOT);
        return type.equals("decimal") || type.equals("numeric");
    }

    private static boolean isPlain(Column column) {
        String definition = column.definition().toLowerCase(Locale.ROOT);
        return !definition.contains("zerofill") && !definition.contains("unsigned");
    }

    /** Returns true if the least and the greatest value are the same whichever of equal values is found. */
    boolean hasExtremes() {
        return column != null
                && column.carrier() != Carrier.NONE
                && isPlain(column)
                && dialect.isEqualOnlyToItself(column.typeName(), column.definition(), column.textOrder());
    }

    /** Returns true if the database adds it up to a number of the type that COUNT has. */
    boolean addsToWhole() {
        return column != null
                && dialect.sumsToCounts()
                && WHOLE.contains(column.typeName().toLowerCase(Locale.ROOT));
    }
}
