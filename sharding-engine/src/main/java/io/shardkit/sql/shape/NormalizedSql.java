package io.shardkit.sql.shape;

import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.text.Characters;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A statement's SQL with parameters in the place of its plain literals, so that statements which differ only in these
 * have one plan. Nothing is taken out of a select list, a limit, an order or an expression: there a literal may say more
 * than its value. Immutable.
 */
public final class NormalizedSql {
    /** Numbers with more digits are not taken for plain. */
    public static final int MOST_DIGITS = 18;

    private final String sql;
    private final KnownSql known;
    private final int[] sources;
    private final int[] ends;

    /**
     * @param known the part shared with other statements of the shape
     * @param sources the source of each parameter of the shape's SQL: the user's parameter (0 and up), or {@code -1 -
     *     start} for the literal that starts at an offset of the user's SQL
     * @param ends the end offsets of the literals
     */
    NormalizedSql(String sql, KnownSql known, int[] sources, int[] ends) {
        this.sql = sql;
        this.known = known;
        this.sources = sources;
        this.ends = ends;
    }

    /**
     * The shape of a text if it is surely this one.
     *
     * @param known {@linkplain KnownSql#canMatch() may be matched}
     */
    static @Nullable NormalizedSql matching(String sql, KnownSql known) {
        String text = known.text();
        int[] order = known.order();
        int[] marks = known.marks();
        int[] sources = order.clone();
        int[] ends = new int[order.length];
        int at = 0;
        int from = 0;
        for (int i = 0; i < order.length; i++) {
            if (order[i] >= 0) {
                continue;
            }
            int start = at + marks[i] - from;
            int end = sql.regionMatches(at, text, from, marks[i] - from) ? endOfLiteral(sql, start) : -1;
            if (end < 0) {
                return null;
            }
            sources[i] = -1 - start;
            ends[i] = end;
            at = end;
            from = marks[i] + 1;
        }
        int left = text.length() - from;
        return sql.length() - at == left && sql.regionMatches(at, text, from, left)
                ? new NormalizedSql(sql, known, sources, ends)
                : null;
    }

    /** Offset after the literal that starts at an offset, or -1 if none does that is surely a plain one. */
    private static int endOfLiteral(String sql, int start) {
        char first = start < sql.length() ? sql.charAt(start) : ' ';
        return first == '\'' ? endOfString(sql, start + 1) : endOfNumber(sql, first == '-' ? start + 1 : start);
    }

    private static int endOfString(String sql, int from) {
        int end = from;
        while (end < sql.length() && sql.charAt(end) != '\'') {
            char c = sql.charAt(end++);
            if (c == '\\' || c == '\0') {
                return -1;
            }
        }
        boolean closed = end < sql.length() && (end + 1 == sql.length() || sql.charAt(end + 1) != '\'');
        return closed ? end + 1 : -1;
    }

    private static int endOfNumber(String sql, int from) {
        if (from >= sql.length() || !Characters.isDigit(sql.charAt(from))) {
            return -1;
        }
        int end = from;
        boolean point = false;
        while (end < sql.length() && (Characters.isDigit(sql.charAt(end)) || (sql.charAt(end) == '.' && !point))) {
            point |= sql.charAt(end++) == '.';
        }
        boolean ended = end == sql.length() || (sql.charAt(end) != '.' && !Characters.isNamePart(sql.charAt(end)));
        return ended && sql.charAt(end - 1) != '.' && end - from <= MOST_DIGITS ? end : -1;
    }

    /** Returns the part shared with other statements of the shape. */
    KnownSql known() {
        return known;
    }

    /** The text with {@code ?} for each plain literal. */
    public String text() {
        return known.text();
    }

    /** Returns the number of parameters in the user's SQL. */
    public int parameterCount() {
        return known.parameterCount();
    }

    /** The parameters of the shape's text: the user's, and the values of the literals. */
    public Parameters parameters(Parameters user) {
        Parameters all = new Parameters(sources.length);
        all.endWith(user);
        for (int i = 0; i < sources.length; i++) {
            if (sources[i] >= 0) {
                all.copy(i, user, sources[i]);
            } else {
                setLiteral(all, i, -1 - sources[i], ends[i]);
            }
        }
        return all;
    }

    private void setLiteral(Parameters all, int i, int start, int end) {
        char first = sql.charAt(start);
        if (first == '\'') {
            all.setObject(i, sql.substring(start + 1, end - 1));
            return;
        }
        // A minus may stand apart from the digits.
        int digits = end;
        boolean decimal = false;
        while (digits > start && isOfNumber(sql.charAt(digits - 1))) {
            digits--;
            decimal |= sql.charAt(digits) == '.';
        }
        if (decimal) {
            BigDecimal number = new BigDecimal(sql.substring(digits, end));
            all.setObject(i, first == '-' ? number.negate() : number);
        } else {
            long number = Long.parseLong(sql, digits, end, 10);
            all.setLong(i, first == '-' ? -number : number);
        }
    }

    private static boolean isOfNumber(char c) {
        return (c >= '0' && c <= '9') || c == '.';
    }

    /**
     * A text for a shard that was made of this shape's text.
     *
     * @param text with the user's literals again
     * @param sources where its parameters come from: the user's parameter, or what it was if it is negative
     */
    public record Filled(String text, int[] sources) {}

    /**
     * Puts the literals back into a text for a shard.
     *
     * @param shardText made of this shape's text
     * @param shardSources where its parameters come from: those of the shape's text, or negative; null if they are those
     *     of the shape's text as they stand
     */
    public Filled fill(String shardText, int @Nullable [] shardSources) throws SQLException {
        int[] places = known.places(shardText);
        StringBuilder filled = new StringBuilder(shardText.length() + sql.length() - text().length() + 16);
        int[] left = new int[places.length];
        int leftCount = 0;
        int at = 0;
        for (int parameter = 0; parameter < places.length; parameter++) {
            int source = shardSources == null ? parameter : shardSources[parameter];
            int own = source < 0 ? source : sources[source];
            if (source >= 0 && own < 0) {
                filled.append(shardText, at, places[parameter]).append(sql, -1 - own, ends[source]);
                at = places[parameter] + 1;
            } else {
                left[leftCount++] = own;
            }
        }
        filled.append(shardText, at, shardText.length());
        return new Filled(filled.toString(), Arrays.copyOf(left, leftCount));
    }
}
