package io.shardkit.sql.text;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The alias that MySQL has for the rows to insert, {@code VALUES (...) AS new ON DUPLICATE KEY UPDATE a = new.a}, and
 * perhaps for their columns, {@code VALUES (...) AS new(x, y) ON DUPLICATE KEY UPDATE a = x}.
 *
 * @param from the token AS
 * @param to the token after the alias and the names of its columns
 * @param hasColumns whether the alias names columns
 * @param columns by these names, in lower case, the columns of the table that they stand for, as they are written; empty
 *     if the statement does not list as many
 */
public record RowAlias(int from, int to, boolean hasColumns, Map<String, String> columns) {

    /** The row alias of rows without a name. */
    public static final RowAlias NONE = new RowAlias(0, 0, false, Map.of());

    /** Returns the row alias of an INSERT whose values follow this token, VALUES or SET, or an alias that spans nothing. */
    public static RowAlias of(SqlText text, int form) {
        int end = text.find(form, text.size(), 0, "AS", "ON", "RETURNING");
        if (!text.is(end, "AS") || end + 1 >= text.size() || !text.isName(end + 1)) {
            int none = end < 0 ? text.size() : end;
            return new RowAlias(none, none, false, Map.of());
        }
        boolean columns = text.is(end + 2, "(");
        int close = columns ? text.find(end + 3, text.size(), 0, ")") : end + 1;
        int to = (close < 0 ? text.size() - 1 : close) + 1;
        return new RowAlias(end, to, columns, columns ? columns(text, form, end + 3, to - 1) : Map.of());
    }

    private static Map<String, String> columns(SqlText text, int form, int from, int to) {
        List<String> listed = text.is(form, "SET") ? assigned(text, form) : listed(text, form);
        List<int[]> names = text.split(from, to, 1);
        Map<String, String> columns = new HashMap<>();
        for (int i = 0; i < names.size() && names.size() == listed.size(); i++) {
            columns.put(name(text.string(names.get(i)[0])), listed.get(i));
        }
        return Map.copyOf(columns);
    }

    private static List<String> listed(SqlText text, int values) {
        int open = values - 2;
        while (open > 0 && !(text.is(open, "(") && text.token(open).depth() == 0)) {
            open--;
        }
        return !text.is(values - 1, ")") || open <= 0
                ? List.of()
                : text.split(open + 1, values - 1, 1).stream()
                        .map(part -> text.string(part[1] - 1))
                        .toList();
    }

    private static List<String> assigned(SqlText text, int set) {
        return text.split(set + 1, InsertClauses.endOfAssignments(text, set), 0).stream()
                .map(part -> text.string(Math.max(part[0], text.find(part[0], part[1], 0, "=") - 1)))
                .toList();
    }

    private static String name(String token) {
        return Token.stripQuotes(token).toLowerCase(Locale.ROOT);
    }

    public boolean isThere() {
        return to > from;
    }

    /**
     * The column of the row to insert that a token names without the name of the rows, as it is written, or null.
     *
     * @param from the token where the assignments begin
     */
    public @Nullable String column(SqlText text, int token, int from) {
        boolean alone =
                hasColumns && text.isName(token) && !text.is(token - 1, ".") && !text.isOneOf(token + 1, ".", "(");
        boolean assigned = text.token(token).depth() == 0
                && text.is(token + 1, "=")
                && (token == from || text.isOneOf(token - 1, ",", "UPDATE"));
        return alone && !assigned ? columns.get(name(text.string(token))) : null;
    }

    /** The column of the row to insert that a name of one means, as it is written. */
    public String written(String name) {
        return columns.getOrDefault(name(name), name);
    }

    /** Returns true if the token is the row alias before a dot. */
    public boolean qualifies(SqlText text, int token) {
        return isThere()
                && text.is(token + 1, ".")
                && token + 2 < text.size()
                && text.isName(token)
                && Words.same(Token.stripQuotes(text.string(token)), Token.stripQuotes(text.string(from + 1)));
    }
}
