package io.shardkit.sql.merge;

import io.shardkit.sql.statement.Value;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The one row of values that a MERGE uses, and the values that its text says. Not thread-safe. */
final class SourceRow {
    /** By these a SELECT of values gives other rows too, or none. */
    private static final String[] AFTER_VALUES = {
        "UNION",
        "INTERSECT",
        "EXCEPT",
        "MINUS",
        "VALUES",
        "WHERE",
        "GROUP",
        "HAVING",
        "WINDOW",
        "QUALIFY",
        "CONNECT",
        "ORDER",
        "LIMIT",
        "OFFSET",
        "FETCH",
        "FOR"
    };

    private final SqlText text;
    private final Map<String, Value> columns = new HashMap<>();
    private String label = "";

    SourceRow(SqlText text) {
        this.text = text;
    }

    /**
     * Reads {@code (VALUES (?, ?)) AS s (a, b)} or {@code (SELECT ? AS a, ? AS b) s}, whose columns nobody can name where
     * it has no label; whether it is one of them.
     */
    boolean read(int from, int to) {
        int close =
                text.is(from, "(") ? text.find(from + 1, to, text.token(from).depth(), ")") : -1;
        if (close < 0) {
            return false;
        }
        int at = text.is(close + 1, "AS") ? close + 2 : close + 1;
        boolean labelled = at < to && text.isName(at);
        if (!labelled && at != to) {
            return false;
        }
        label = labelled ? name(at) : "";
        int inside = text.token(from).depth() + 1;
        if (text.is(from + 1, "SELECT") && at + 1 >= to) {
            int end = text.find(from + 2, close, inside, "FROM");
            return text.find(from + 2, close, inside, AFTER_VALUES) < 0
                    && (end < 0 || (text.is(end + 1, "DUAL") && end + 2 == close))
                    && selected(text.split(from + 2, end < 0 ? close : end, inside));
        }
        boolean one = text.is(from + 1, "VALUES")
                && text.is(from + 2, "(")
                && text.find(from + 3, close, inside, ")") == close - 1;
        return one
                && text.is(at + 1, "(")
                && text.is(to - 1, ")")
                && named(
                        text.split(from + 3, close - 1, inside + 1),
                        text.split(at + 2, to - 1, text.token(at).depth() + 1));
    }

    private boolean selected(List<int[]> items) {
        for (int[] item : items) {
            int last = item[1] - 1;
            boolean named = last > item[0] && text.isName(last) && !text.is(last - 1, ".") && !text.is(last - 1, "::");
            int end = named && text.is(last - 1, "AS") ? last - 1 : last;
            if (!named || !add(name(last), value(item[0], end))) {
                return false;
            }
        }
        return true;
    }

    private boolean named(List<int[]> values, List<int[]> names) {
        boolean fits = values.size() == names.size();
        for (int i = 0; i < values.size() && fits; i++) {
            int[] name = names.get(i);
            fits = name[1] - name[0] == 1
                    && text.isName(name[0])
                    && add(name(name[0]), value(values.get(i)[0], values.get(i)[1]));
        }
        return fits;
    }

    private boolean add(String name, @Nullable Value value) {
        return columns.put(name, value == null ? new Value.Literal(Value.UNKNOWN) : value) == null;
    }

    /** What the tokens {@code [from, to)} say, or null if that is not known beforehand. */
    @Nullable Value value(int from, int to) {
        if (to - from == 1) {
            return literal(from);
        }
        if (to - from == 3
                && text.is(from + 1, ".")
                && text.isName(from)
                && name(from).equals(label)) {
            Value value = columns.get(name(from + 2));
            return value == null || value.equals(new Value.Literal(Value.UNKNOWN)) ? null : value;
        }
        boolean cast = to - from == 6
                && text.is(from, "CAST")
                && text.is(from + 1, "(")
                && text.is(from + 3, "AS")
                && text.is(to - 1, ")");
        if (cast) {
            return keeps(from + 4) ? literal(from + 2) : null;
        }
        return to - from == 3 && text.is(from + 1, "::") && keeps(from + 2) ? literal(from) : null;
    }

    /** Whether a cast to this type leaves a value as a column that takes it would, or fails. */
    private boolean keeps(int type) {
        return text.isOneOf(type, "BIGINT", "INTEGER", "INT", "SMALLINT", "VARCHAR", "TEXT", "UUID");
    }

    private @Nullable Value literal(int index) {
        Token token = text.token(index);
        String string = text.string(index);
        return switch (token.kind()) {
            case PARAMETER -> new Value.Parameter(text.parametersBefore(token.start()));
            case NUMBER -> string.matches("[0-9]{1,18}") ? new Value.Literal(Long.valueOf(string)) : null;
            case STRING ->
                string.matches("'[^'\\\\]*'") ? new Value.Literal(string.substring(1, string.length() - 1)) : null;
            case WORD -> text.is(index, "NULL") ? new Value.Literal(null) : null;
            default -> null;
        };
    }

    private String name(int index) {
        return Token.stripQuotes(text.string(index)).toLowerCase(Locale.ROOT);
    }
}
