package io.shardkit.sql.passthrough;

import io.shardkit.sql.text.Token;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads from a query of {@code pg_catalog} which of its views are limited to relations that it names: by {@code relname},
 * by a number that the client has from the same database, by {@code ::regclass}, or by joining another view that is
 * limited. Any other condition counts as none, so a view may be limited without being found so. Immutable.
 */
final class NamedRelations {
    /** Columns with the number of the relation that a row is about. */
    private static final Set<String> NUMBERS =
            Set.of("oid", "attrelid", "indrelid", "indexrelid", "conrelid", "adrelid", "tgrelid", "relid");

    private static final Set<String> NAMES = Set.of("relname", "tablename");

    /** The kinds of relations that belong to no table: views, types and foreign tables. */
    private static final Set<String> APART_FROM_TABLES = Set.of("'v'", "'m'", "'c'", "'f'");

    /** The words that end a condition of ON. */
    private static final Set<String> AFTER_ON = Set.of("JOIN", "INNER", "LEFT", "CROSS", "ON", "WHERE", ",");

    private static final Set<String> AFTER_WHERE =
            Set.of("GROUP", "HAVING", "ORDER", "LIMIT", "OFFSET", "FETCH", "WINDOW", "FOR");

    private static final Set<String> JOINS = Set.of("JOIN", ",", "ON");

    private static final Set<String> SETS = Set.of("UNION", "EXCEPT", "INTERSECT");

    /** With these the conditions between two ANDs do not hold for all rows. */
    private static final List<String> UNREAD = List.of("OR", "RIGHT", "FULL", "NATURAL", "USING", "CASE", "BETWEEN");

    private static final List<Token.Kind> VALUES = List.of(Token.Kind.STRING, Token.Kind.NUMBER, Token.Kind.PARAMETER);

    /**
     * A view in a FROM clause.
     *
     * @param written its name
     * @param first the index of the name's first token
     * @param last that of its last one
     * @param alias in upper case, or the view's own name
     */
    record View(String written, int first, int last, String alias, List<String> columns) {}

    private record Scope(int start, int end, int depth) {
        boolean holds(int index) {
            return start <= index && index < end;
        }
    }

    private final StatementWords words;
    private final List<Token> tokens;
    private final List<View> views;
    private final Set<View> limited = new HashSet<>();

    NamedRelations(StatementWords words, List<Token> tokens, List<View> views) {
        this.words = words;
        this.tokens = tokens;
        this.views = views;
        int before = -1;
        while (before < limited.size()) {
            before = limited.size();
            views.stream()
                    .filter(view -> !limited.contains(view) && limits(view))
                    .forEach(limited::add);
        }
    }

    boolean areAll(List<View> wanted) {
        return limited.containsAll(wanted);
    }

    private boolean limits(View view) {
        Scope scope = scope(view.first());
        int renamed = words.is(view.last() + 1, "AS") ? view.last() + 3 : view.last() + 2;
        if (scope == null || words.is(renamed, "(")) {
            return false;
        }
        int from = next(scope.start(), scope, Set.of("FROM"));
        int end = next(from, scope, AFTER_WHERE);
        if (IntStream.range(from, end).anyMatch(i -> isOf(i, scope) && UNREAD.contains(words.at(i)))) {
            return false;
        }
        int where = Math.min(end, next(from, scope, Set.of("WHERE")));
        if (isLimitedBy(view, scope, where + 1, end)) {
            return true;
        }
        for (int on = next(from, scope, Set.of("ON")); on < where; on = next(on + 1, scope, Set.of("ON"))) {
            int join = on;
            do {
                join--;
            } while (join > from && !(isOf(join, scope) && JOINS.contains(words.at(join))));
            if (words.is(join, "ON")) {
                return false;
            }
            boolean left = words.is(join - 1, "LEFT") || words.is(join - 1, "OUTER");
            boolean own = join < view.first() && view.first() < on;
            if ((own || !left) && isLimitedBy(view, scope, on + 1, next(on + 1, scope, AFTER_ON))) {
                return true;
            }
        }
        return false;
    }

    /** The SELECT whose FROM clause has the token, without those in parentheses; or null. */
    private @Nullable Scope scope(int index) {
        int depth = tokens.get(index).depth();
        int start = index;
        while (start >= 0
                && tokens.get(start).depth() >= depth
                && !(tokens.get(start).depth() == depth && words.is(start, "SELECT"))) {
            start--;
        }
        if (start < 0 || tokens.get(start).depth() < depth) {
            return null;
        }
        int end = start;
        while (end < tokens.size()
                && tokens.get(end).depth() >= depth
                && !(tokens.get(end).depth() == depth && SETS.contains(words.at(end)))) {
            end++;
        }
        return new Scope(start, end, depth);
    }

    private boolean isOf(int index, Scope scope) {
        return tokens.get(index).depth() == scope.depth();
    }

    /** The next token of the scope that is one of these, or its end. */
    private int next(int from, Scope scope, Set<String> any) {
        int at = from;
        while (at < scope.end() && !(isOf(at, scope) && any.contains(words.at(at)))) {
            at++;
        }
        return at;
    }

    private boolean isLimitedBy(View view, Scope scope, int start, int end) {
        if (start >= end) {
            return false;
        }
        int depth = tokens.get(start).depth();
        List<Integer> ends = new ArrayList<>();
        for (int i = start; i < end; i++) {
            if (tokens.get(i).depth() == depth && words.is(i, "OR")) {
                return false;
            }
            if (tokens.get(i).depth() == depth && words.is(i, "AND")) {
                ends.add(i);
            }
        }
        ends.add(end);
        int from = start;
        for (int each : ends) {
            if (isLimitedByOne(view, scope, from, each)) {
                return true;
            }
            from = each + 1;
        }
        return false;
    }

    private boolean isLimitedByOne(View view, Scope scope, int start, int end) {
        if (closing(start) == end - 1) {
            return !words.is(start + 1, "SELECT") && isLimitedBy(view, scope, start + 1, end - 1);
        }
        int sign = start;
        while (sign < end && !words.is(sign, "=") && !words.is(sign, "IN")) {
            sign++;
        }
        if (sign >= end) {
            return false;
        }
        return isEqual(view, scope, start, sign, sign + 1, end)
                || (words.is(sign, "=") && isEqual(view, scope, sign + 1, end, start, sign));
    }

    /** Returns true if a condition demands of a column of the view to be what limits it. */
    private boolean isEqual(View view, Scope scope, int start, int end, int other, int otherEnd) {
        String column = column(view, scope, start, end);
        if (NAMES.contains(column)) {
            return isValue(other, otherEnd)
                    && (!words.is(other, "ANY") || words.is(other + 2, "ARRAY"))
                    && IntStream.range(other, otherEnd)
                            .allMatch(i -> tokens.get(i).kind() != Token.Kind.STRING || words.plainString(i) != null);
        }
        if (column.equals("relkind")) {
            return isValue(other, otherEnd)
                    && IntStream.range(other, otherEnd)
                            .filter(i -> VALUES.contains(tokens.get(i).kind()))
                            .allMatch(i -> APART_FROM_TABLES.contains(words.one(i)));
        }
        if (!NUMBERS.contains(column)) {
            return false;
        }
        // Its own views have to be limited too.
        boolean query = words.is(other, "(") && words.is(other + 1, "SELECT") && closing(other) == otherEnd - 1;
        return query
                ? views.stream().anyMatch(each -> other < each.first() && each.last() < otherEnd)
                : isValue(other, otherEnd)
                        || limited.stream().anyMatch(each -> !column(each, scope, other, otherEnd)
                                .isEmpty());
    }

    /** The column of the view in lower case that the tokens are, or nothing. */
    private String column(View view, Scope scope, int start, int end) {
        Scope own = scope(view.first());
        boolean qualified = (end - start == 3 || end - start == 5) && words.is(end - 2, ".");
        if (own == null || !own.holds(start) || !(qualified || end - start == 1)) {
            return "";
        }
        String column = words.one(end - 1).toLowerCase(Locale.ROOT);
        String alias = qualified ? words.one(end - 3).toUpperCase(Locale.ROOT) : view.alias();
        // Of two views that may be meant the one further inside hides the other.
        boolean meant = alias.equals(view.alias())
                && view.columns().contains(column)
                && views.stream()
                        .filter(each -> each.first() != view.first() && scope.holds(each.first()))
                        .noneMatch(each -> qualified
                                ? each.alias().equals(alias)
                                : each.columns().contains(column));
        return meant && (qualified || own.equals(scope)) ? column : "";
    }

    /** Returns true if the tokens are a value, with a type or without, or a list of values in parentheses. */
    private boolean isValue(int start, int end) {
        boolean any = words.is(start, "ANY") || words.is(start, "(");
        int from = words.is(start, "ANY") ? start + 1 : start;
        if (any && closing(from) == end - 1) {
            boolean array = words.is(from + 1, "ARRAY");
            return IntStream.range(from + (array ? 2 : 1), end - 1).allMatch(this::isOfList);
        }
        return start < end
                && VALUES.contains(tokens.get(start).kind())
                && IntStream.range(start + 1, end).allMatch(i -> isOfType(start, i));
    }

    private boolean isOfList(int index) {
        return VALUES.contains(tokens.get(index).kind())
                || Set.of(",", "[", "]").contains(words.at(index));
    }

    /** Returns true if the tokens after a value go on with {@code ::type}. */
    private boolean isOfType(int value, int index) {
        return (index - value) % 2 == 1
                ? words.is(index, "::") || words.is(index, ".")
                : words.is(index - 1, "::") || words.is(index - 1, ".");
    }

    /** The parenthesis that closes the one at the index, or -1 if none stands there. */
    private int closing(int open) {
        if (!words.is(open, "(")) {
            return -1;
        }
        int close = open + 1;
        while (close < tokens.size()
                && tokens.get(close).depth() > tokens.get(open).depth()) {
            close++;
        }
        return close;
    }
}
