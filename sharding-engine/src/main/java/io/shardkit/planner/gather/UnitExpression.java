package io.shardkit.planner.gather;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.Carrier;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.text.Functions;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import io.shardkit.sql.text.Words;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Reads the argument of an aggregate that is computed of joined tables within units: a column, arithmetic, or a CASE of
 * these, whose conditions may be any that have one result each time. For one argument.
 */
final class UnitExpression {
    private static final Set<String> WHOLE =
            Set.of("tinyint", "smallint", "mediumint", "int", "integer", "int2", "int4");

    private static final Set<String> LONG = Set.of("bigint", "int8");

    private static final Set<String> EXACT = Set.of("decimal", "numeric");

    /** Longer numbers might make a product with more digits than a number may have. */
    private static final int MOST_DIGITS = 9;

    private static final Set<String> OF_CASE = Words.of("CASE WHEN THEN ELSE END NULL");

    private static final Set<String> OF_CONDITIONS = Words.of(
            """
            AND OR NOT IN IS NULL LIKE ILIKE ESCAPE BETWEEN TRUE FALSE INTERVAL DATE TIMESTAMP YEAR MONTH DAY HOUR MINUTE
            SECOND QUARTER WEEK DISTINCT FROM FOR CAST AS""");

    /** The types to which a value may be cast in a condition. */
    private static final Set<String> TYPES = Words.of(
            """
            DATE TIMESTAMP TIME DATETIME INTEGER INT BIGINT SMALLINT SIGNED UNSIGNED DECIMAL NUMERIC CHAR VARCHAR TEXT""");

    /** The functions whose result has the type of their arguments. */
    private static final Set<String> TRANSPARENT = Words.of("COALESCE IFNULL NULLIF ABS");

    private static final String[] ARITHMETIC = {"+", "-", "*", "(", ")"};

    private static final String[] OF_COMPARISONS = {
        "+", "-", "*", "/", "(", ")", ",", "=", "<>", "!=", "<", ">", "<=", ">=", "<=>", "||", "%", "::"
    };

    /** The types of numbers, from narrow to wide. */
    private enum Type {
        NONE,
        WHOLE,
        LONG,
        EXACT,
        OTHER
    }

    private final SqlText text;
    private final IntFunction<@Nullable ColumnRef> columns;
    private final Tables tables;
    private final Dialect dialect;
    private final Function<ColumnRef, String> qualified;
    private final StringBuilder sql = new StringBuilder();

    /** For each CASE that is open, whether one of its conditions, or its operand, is being read. */
    private final Deque<Boolean> cases = new ArrayDeque<>();

    private Type type = Type.NONE;
    private int read;

    /** Offset after what is read. */
    private int end;

    private boolean plain = true;
    private boolean arithmetic = true;
    private boolean decimal = true;
    private @Nullable Column only;

    /** @param columns the column that a name at a token means, or null */
    UnitExpression(
            SqlText text,
            IntFunction<@Nullable ColumnRef> columns,
            Tables tables,
            Dialect dialect,
            Function<ColumnRef, String> qualified) {
        this.text = text;
        this.columns = columns;
        this.tables = tables;
        this.dialect = dialect;
        this.qualified = qualified;
    }

    /**
     * Reads the tokens {@code [from, to)}; false if there is anything else in them.
     *
     * @param condition whether they are a condition, and no number
     */
    boolean read(int from, int to, boolean condition) {
        if (condition) {
            cases.push(true);
        }
        int tokens = 0;
        for (int i = from; i < to; i++, tokens++) {
            int last = text.isName(i) ? word(i) : other(i);
            if (last < 0) {
                return false;
            }
            i = last;
        }
        only = tokens == 1 && read == 1 ? only : null;
        return read > 0;
    }

    private boolean isCondition() {
        return !cases.isEmpty() && cases.peek();
    }

    private int word(int i) {
        boolean word = text.token(i).kind() == Token.Kind.WORD && !text.is(i + 1, ".");
        if (word && OF_CASE.contains(text.word(i)) && columns.apply(i) == null) {
            return ofCase(i);
        }
        if (word && text.is(i + 1, "(") && !(isCondition() && OF_CONDITIONS.contains(text.word(i)))) {
            return call(i);
        }
        ColumnRef ref = columns.apply(i);
        if (ref != null) {
            return column(i, ref);
        }
        boolean known = OF_CONDITIONS.contains(text.word(i))
                || (TYPES.contains(text.word(i)) && text.isOneOf(i - 1, "AS", "::"));
        boolean prefix = text.token(i).end() == nextStart(i);
        return word && isCondition() && known && !prefix ? add(i) : -1;
    }

    /** The offset of the string after a token, or -1 if there is none. */
    private int nextStart(int i) {
        boolean string = i + 1 < text.size() && text.token(i + 1).kind() == Token.Kind.STRING;
        return string ? text.token(i + 1).start() : -1;
    }

    private int ofCase(int i) {
        arithmetic = false;
        if (text.is(i, "CASE")) {
            cases.push(true);
        } else if (!text.is(i, "NULL")) {
            if (cases.isEmpty()) {
                return -1;
            }
            cases.pop();
            if (!text.is(i, "END")) {
                cases.push(text.is(i, "WHEN"));
            }
        }
        return add(i);
    }

    private int call(int i) {
        arithmetic = false;
        boolean known = isCondition()
                ? Functions.isSame(text.string(i).toLowerCase(Locale.ROOT))
                : TRANSPARENT.contains(text.word(i));
        return known ? add(i) : -1;
    }

    private int column(int i, ColumnRef ref) {
        boolean isQualified = text.is(i + 1, ".");
        Column column = tables.column(ref);
        boolean value = !isQualified && dialect.text().valueWords().contains(text.word(i));
        if (column == null || column.carrier() == Carrier.NONE || value) {
            return -1;
        }
        read++;
        only = column;
        if (!isCondition()) {
            widen(type(column));
            plain &= isPlain(column);
            decimal &= type(column) == Type.EXACT;
        }
        int last = isQualified ? i + 2 : i;
        append(i, qualified.apply(ref), last);
        return last;
    }

    private int other(int i) {
        Token.Kind kind = text.token(i).kind();
        if (kind == Token.Kind.SYMBOL) {
            boolean known = isCondition() ? text.isOneOf(i, OF_COMPARISONS) : text.isOneOf(i, ARITHMETIC);
            return known || (text.is(i, ",") && !arithmetic) ? add(i) : -1;
        }
        if (isCondition()) {
            boolean value = kind == Token.Kind.NUMBER
                    || (kind == Token.Kind.STRING && text.string(i).startsWith("'"));
            return value ? add(i) : -1;
        }
        if (!isPlainNumber(i)) {
            return -1;
        }
        widen(text.string(i).indexOf('.') >= 0 ? Type.EXACT : Type.WHOLE);
        return add(i);
    }

    private int add(int i) {
        append(i, text.string(i), i);
        return i;
    }

    /** Writes blanks where the user has them: none may stand between a function and its arguments. */
    private void append(int first, String written, int last) {
        boolean apart = !sql.isEmpty() && text.token(first).start() > end;
        sql.append(apart ? " " : "").append(written);
        end = text.token(last).end();
    }

    private void widen(Type other) {
        type = other.compareTo(type) > 0 ? other : type;
    }

    private boolean isPlainNumber(int i) {
        String number = text.string(i);
        return text.token(i).kind() == Token.Kind.NUMBER
                && number.length() <= MOST_DIGITS
                && number.chars().allMatch(digit -> digit == '.' || (digit >= '0' && digit <= '9'));
    }

    private static Type type(Column column) {
        String name = column.typeName().toLowerCase(Locale.ROOT);
        return WHOLE.contains(name)
                ? Type.WHOLE
                : LONG.contains(name) ? Type.LONG : EXACT.contains(name) ? Type.EXACT : Type.OTHER;
    }

    private static boolean isPlain(Column column) {
        String definition = column.definition().toLowerCase(Locale.ROOT);
        return !definition.contains("zerofill") && !definition.contains("unsigned");
    }

    /** The expression over the unit's join. */
    String sql() {
        return sql.toString();
    }

    /** The column if the expression is one, or null. */
    @Nullable Column only() {
        return only;
    }

    /** Returns true if it has a value for each row: computing does not take decimal numbers out of their range. */
    boolean neverFails() {
        return only != null || (arithmetic && decimal);
    }

    /** Returns true if sums of it have all their digits, in whatever order they are added. */
    boolean isExact() {
        return plain && type != Type.NONE && type != Type.OTHER;
    }

    /** Returns true if the least and the greatest value are the same whichever of equal values is found. */
    boolean hasExtremes() {
        return only != null
                && isPlain(only)
                && !dialect.extremesLoseForm(only.typeName(), only.definition())
                && dialect.isEqualOnlyToItself(only.typeName(), only.definition(), only.textOrder());
    }

    /** Returns true if the database adds it up to a number of the type that COUNT has. */
    boolean addsToWhole() {
        return dialect.sumsToCounts() && type == Type.WHOLE;
    }
}
