package io.shardkit.sql.merge;

import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.Value;
import io.shardkit.sql.text.Characters;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A row of values that a MERGE uses, and the values that its text says. Not thread-safe. */
final class SourceRow {
    /** So many digits are always a long. */
    private static final int DIGITS_OF_LONG = 18;

    /** By these a SELECT of values gives other rows too, or none. */
    private static final String[] AFTER_VALUES =
            "INTERSECT EXCEPT MINUS VALUES WHERE GROUP HAVING WINDOW QUALIFY CONNECT ORDER LIMIT OFFSET FETCH FOR"
                    .split(" ");

    private final SqlText text;

    /** Its tokens. */
    private final int from;

    private final int to;
    private final String label;
    private final Map<String, Value> columns = new LinkedHashMap<>();

    /** By the offset at which it goes, what names a column that has no name in this row. */
    private final Map<Integer, String> labels = new HashMap<>();

    /** For each column, equal for values of one type, if the parameters are. */
    private final List<String> types = new ArrayList<>();

    /** The parameters that are not cast. */
    private final List<Integer> untyped = new ArrayList<>();

    private SourceRow(SqlText text, int from, int to, String label) {
        this.text = text;
        this.from = from;
        this.to = to;
        this.label = label;
    }

    /** Returns a row whose columns cannot be named. */
    static SourceRow unnamed(SqlText text, int from, int to) {
        return new SourceRow(text, from, to, "");
    }

    /** Returns the row with what is done for it. */
    ParsedStatement.MergeRow row(
            List<ParsedStatement.MergedRow> inserted, List<ParsedStatement.Assignment> assignments) {
        return new ParsedStatement.MergeRow(
                text.span(from, to), Map.copyOf(labels), List.copyOf(untyped), inserted, assignments);
    }

    /** Returns the names that may stand for the row and its columns. */
    Set<String> names() {
        Set<String> names = new HashSet<>(columns.keySet());
        names.add(label);
        return names;
    }

    int from() {
        return from;
    }

    int to() {
        return to;
    }

    /**
     * Returns true if the row's values are certain to have the types of another row's, provided that the parameters are
     * set alike: a database gives a column one type for all rows.
     */
    boolean isLike(SourceRow other) {
        return types.equals(other.types);
    }

    /**
     * Returns the rows of {@code (VALUES (?, ?), (?, ?)) AS s (a, b)} or {@code (SELECT ? AS a, ? AS b UNION ALL SELECT
     * ?, ?) s}, whose columns cannot be named without a label, or of {@code DUAL}, which has no columns; empty for
     * anything else.
     */
    static List<SourceRow> read(SqlText text, int from, int to) {
        if (to - from == 1 && text.is(from, "DUAL")) {
            return List.of(unnamed(text, from, to));
        }
        int close =
                text.is(from, "(") ? text.find(from + 1, to, text.token(from).depth(), ")") : -1;
        if (close < 0) {
            return List.of();
        }
        int at = text.is(close + 1, "AS") ? close + 2 : close + 1;
        boolean labelled = at < to && text.isName(at);
        if (!labelled && at != to) {
            return List.of();
        }
        String label = labelled ? text.name(at) : "";
        int inside = text.token(from).depth() + 1;
        boolean listed = text.is(at + 1, "(") && text.is(to - 1, ")");
        List<int[]> names = listed ? text.split(at + 2, to - 1, text.token(at).depth() + 1) : List.of();
        if (text.is(from + 1, "SELECT")) {
            List<SourceRow> rows = selected(text, from + 1, close, inside, label);
            return at + 1 >= to || (listed && rows.stream().allMatch(row -> row.isNamed(names))) ? rows : List.of();
        }
        return listed && text.is(from + 1, "VALUES")
                ? given(text, text.split(from + 2, close, inside), names, label)
                : List.of();
    }

    /** Returns true if the columns have these names even without a list of names. */
    private boolean isNamed(List<int[]> names) {
        return List.copyOf(columns.keySet())
                .equals(names.stream().map(each -> text.name(each[1] - 1)).toList());
    }

    private static List<SourceRow> selected(SqlText text, int from, int close, int inside, String label) {
        List<SourceRow> rows = new ArrayList<>();
        List<Integer> names = new ArrayList<>();
        for (int start = from, end; start < close; start = end + 2) {
            end = text.find(start, close, inside, "UNION");
            end = end < 0 ? close : end;
            boolean another = end < close && text.is(end + 1, "ALL");
            SourceRow row = new SourceRow(text, start, end, label);
            if (!text.is(start, "SELECT") || (end < close && !another) || !row.select(inside, names, end == close)) {
                return List.of();
            }
            rows.add(row);
        }
        return rows;
    }

    /**
     * @param names the tokens that name the columns, to which the first row adds
     * @param last whether no row follows
     */
    private boolean select(int inside, List<Integer> names, boolean last) {
        int dual = text.find(from + 1, to, inside, "FROM");
        boolean ofNothing = text.find(from + 1, to, inside, AFTER_VALUES) < 0
                && (dual < 0 || (text.is(dual + 1, "DUAL") && dual + 2 == to));
        List<int[]> items = text.split(from + 1, dual < 0 ? to : dual, inside);
        boolean first = names.isEmpty();
        if (!ofNothing || (!first && items.size() != names.size())) {
            return false;
        }
        for (int i = 0; i < items.size(); i++) {
            int end = items.get(i)[1] - 1;
            boolean named =
                    end > items.get(i)[0] && text.isName(end) && !text.is(end - 1, ".") && !text.is(end - 1, "::");
            if (first) {
                names.add(end);
            }
            int name = names.get(i);
            if (first ? !named && !last : named && !text.name(end).equals(text.name(name))) {
                return false;
            }
            int after = !named ? end + 1 : text.is(end - 1, "AS") ? end - 1 : end;
            if (!named && !first) {
                labels.put(text.token(end).end(), " AS " + text.string(name));
            }
            // Whatever the database calls it, nothing is known by that name.
            String called = first && !named ? "?" + i : text.name(name);
            if (!add(called, items.get(i)[0], after)) {
                return false;
            }
        }
        return true;
    }

    private static List<SourceRow> given(SqlText text, List<int[]> rows, List<int[]> names, String label) {
        List<SourceRow> read = new ArrayList<>();
        for (int[] each : rows) {
            SourceRow row = new SourceRow(text, each[0], each[1], label);
            int depth = text.token(each[0]).depth();
            if (!text.isEnclosed(each[0], each[1])
                    || !row.give(text.split(each[0] + 1, each[1] - 1, depth + 1), names)) {
                return List.of();
            }
            read.add(row);
        }
        return read;
    }

    private boolean give(List<int[]> values, List<int[]> names) {
        boolean fits = values.size() == names.size();
        for (int i = 0; i < values.size() && fits; i++) {
            int[] name = names.get(i);
            fits = name[1] - name[0] == 1
                    && text.isName(name[0])
                    && add(text.name(name[0]), values.get(i)[0], values.get(i)[1]);
        }
        return fits;
    }

    private boolean add(String name, int first, int end) {
        types.add(type(first, end));
        Value value = value(first, end);
        return columns.put(name, value == null ? new Value.Literal(Value.UNKNOWN) : value) == null;
    }

    /** Of parameters, whole numbers, strings and casts what tells their type; of all else what it is. */
    private String type(int first, int end) {
        StringBuilder type = new StringBuilder();
        for (int i = first; i < end; i++) {
            Token token = text.token(i);
            Value value = token.kind() == Token.Kind.WORD ? null : literal(i);
            boolean big = value instanceof Value.Literal said
                    && said.value() instanceof Long number
                    && number > Integer.MAX_VALUE;
            type.append(
                            value == null
                                    ? text.string(i)
                                    : big ? "BIG" : token.kind().name())
                    .append(' ');
            boolean cast = text.is(i + 1, "::") || (text.is(i + 1, "AS") && i > 1 && text.is(i - 2, "CAST"));
            if (value instanceof Value.Parameter parameter && !cast) {
                untyped.add(parameter.index());
            }
        }
        return type.toString();
    }

    /** Returns the value of the tokens {@code [from, to)}, or null if the value is not known beforehand. */
    @Nullable Value value(int from, int to) {
        if (to - from == 1) {
            return literal(from);
        }
        if (to - from == 2 && text.is(from, "-")) {
            return literal(from + 1) instanceof Value.Literal said && said.value() instanceof Long number
                    ? new Value.Literal(-number)
                    : null;
        }
        if (to - from == 3
                && text.is(from + 1, ".")
                && text.isName(from)
                && text.name(from).equals(label)) {
            Value value = columns.get(text.name(from + 2));
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

    /** Returns true if a cast to this type leaves a value as a column that takes the value would, or fails. */
    private boolean keeps(int type) {
        return text.isOneOf(type, "BIGINT", "INTEGER", "INT", "SMALLINT", "VARCHAR", "TEXT", "UUID");
    }

    private @Nullable Value literal(int index) {
        Token token = text.token(index);
        String string = text.string(index);
        return switch (token.kind()) {
            case PARAMETER -> new Value.Parameter(text.parametersBefore(token.start()));
            case NUMBER ->
                Characters.areDigits(string, DIGITS_OF_LONG) ? new Value.Literal(Long.valueOf(string)) : null;
            case STRING -> isPlain(string) ? new Value.Literal(string.substring(1, string.length() - 1)) : null;
            case WORD -> text.is(index, "NULL") ? new Value.Literal(null) : null;
            default -> null;
        };
    }

    /** Returns true if the string contains neither a quote nor a backslash. */
    private static boolean isPlain(String string) {
        String inside = string.substring(1, string.length() - 1);
        return string.charAt(0) == '\'' && !Characters.hasAny(inside, "'\\");
    }
}
