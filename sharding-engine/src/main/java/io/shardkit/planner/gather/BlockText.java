package io.shardkit.planner.gather;

import io.shardkit.sql.text.BlockPlace;
import io.shardkit.sql.text.Functions;
import io.shardkit.sql.text.RowClauses;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Reads the clauses of one SELECT, at any level of nesting, from its tokens. Immutable. */
final class BlockText {
    private static final String[] AFTER_GROUPS = {
        "HAVING", "WINDOW", "QUALIFY", "ORDER", "LIMIT", "OFFSET", "FETCH", "FOR", "LOCK", "INTO", "PROCEDURE"
    };

    private static final String[] AFTER_SETS = {"ORDER", "LIMIT", "OFFSET", "FETCH"};

    private static final String[] SET_OPERATORS = {"UNION", "EXCEPT", "INTERSECT", "MINUS"};

    /** Words of clauses that are not read here. */
    private static final String[] OTHER_CLAUSES = {
        "QUALIFY", "CONNECT", "PRIOR", "LATERAL", "TOP", "PERCENT", "TIES", "PROCEDURE", "INTO", "LOCK"
    };

    /** Words of aggregates and groups whose values are not computed of plain groups. */
    private static final String[] OTHER_GROUPS = {
        "OVER", "WINDOW", "WITHIN", "FILTER", "ROLLUP", "CUBE", "GROUPING", "SETS"
    };

    /** Words before a parenthesis that are no calls, beside those that stand in expressions. */
    private static final String[] NO_CALLS = {
        "EXISTS",
        "FROM",
        "JOIN",
        "STRAIGHT_JOIN",
        "ALL",
        "ANY",
        "SOME",
        "AS",
        "LIKE",
        "CASE",
        "UNION",
        "EXCEPT",
        "INTERSECT",
        "WITH",
        "INTERVAL"
    };

    private final SqlText text;
    private final BlockPlace place;
    private final int depth;
    private final int end;

    BlockText(SqlText text, BlockPlace place) {
        this.text = text;
        this.place = place;
        this.depth = text.token(place.select()).depth();
        int afterSet = isOfSet() ? text.find(place.whereEnd(), place.end(), depth, AFTER_SETS) : -1;
        this.end = afterSet < 0 ? place.end() : afterSet;
    }

    BlockPlace place() {
        return place;
    }

    /** The token after the last one of this SELECT; ORDER BY of a UNION is not a part of it. */
    int end() {
        return end;
    }

    /** Returns true if its rows are those of the statement. */
    boolean isStatement() {
        return depth == 0 && !isOfSet();
    }

    /** Returns true if it is a part of a UNION or another operation of sets. */
    boolean isOfSet() {
        int before = place.select() - 1;
        while (text.isOneOf(before, "(", "ALL", "DISTINCT")) {
            before--;
        }
        int after = place.end();
        while (text.is(after, ")")) {
            after++;
        }
        return text.isOneOf(before, SET_OPERATORS) || text.isOneOf(after, SET_OPERATORS);
    }

    /** Returns true if others may read its columns by name. */
    boolean isReadByName() {
        int before = place.select() - 1;
        while (text.is(before, "(")) {
            before--;
        }
        boolean read = before < place.select() - 1
                && text.isOneOf(before, "FROM", "JOIN", "STRAIGHT_JOIN", ",", "AS", "MATERIALIZED", ")");
        int name = text.is(place.end() + 1, "AS") ? place.end() + 2 : place.end() + 1;
        boolean renamed = text.is(place.end(), ")") && text.isName(name) && text.is(name + 1, "(");
        return isOfSet() || (read && !renamed);
    }

    /** Returns true if it is asked for rows, or for values, however often it has each. */
    boolean isBlindToDuplicates() {
        int before = place.select() - 1;
        boolean asked = text.is(before, "(")
                && (text.is(before - 1, "EXISTS") || (text.is(before - 1, "IN") && text.endsOperand(place.end())));
        return (asked || text.is(place.select() + 1, "DISTINCT")) && !isOfSet() && !text.is(place.select() + 2, "ON");
    }

    /** Returns true if it takes some of its rows, or has clauses that are not read here. */
    boolean isSpecial() {
        boolean limited = !isStatement() && text.find(place.whereEnd(), end, depth, "LIMIT", "OFFSET", "FETCH") >= 0;
        return has(OTHER_CLAUSES)
                || limited
                || (text.is(place.select() + 1, "DISTINCT") && text.is(place.select() + 2, "ON"));
    }

    /** Returns true if it has windows, totals, or aggregates in another than the plain form. */
    boolean hasOtherGroups() {
        return has(OTHER_GROUPS);
    }

    private boolean has(String... words) {
        return IntStream.range(place.select(), end)
                .anyMatch(i -> text.isOneOf(i, words) && !text.isOneOf(i - 1, ".", "AS"));
    }

    /** Returns true if each call in it is an aggregate, or has a result that depends on nothing but its arguments. */
    boolean callsAreKnown() {
        RowClauses clauses = new RowClauses(text);
        for (int i = place.select(); i < end; i++) {
            boolean call = text.token(i).kind() == Token.Kind.WORD && text.is(i + 1, "(");
            boolean known = isAggregate(i)
                    || clauses.isOrdinaryCall(i)
                    || text.isOneOf(i, NO_CALLS)
                    || text.isOneOf(i - 1, "AS", "::");
            if (call && !known) {
                return false;
            }
        }
        return true;
    }

    /** The select items as tokens {@code {first, afterLast}}. */
    List<int[]> items() {
        int first = place.select() + 1;
        while (text.isOneOf(first, "DISTINCT", "ALL", "DISTINCTROW")) {
            first++;
        }
        return text.split(first, place.from(), depth);
    }

    /** The token of the alias of a select item, or -1. */
    int alias(int[] item) {
        int last = item[1] - 1;
        boolean name = last > item[0] && text.isName(last) && !text.is(last, "END");
        return name && (text.is(last - 1, "AS") || text.endsOperand(last - 1)) ? last : -1;
    }

    /** A select item without its alias. */
    int[] expression(int[] item) {
        int alias = alias(item);
        int last = alias < 0 ? item[1] : text.is(alias - 1, "AS") ? alias - 1 : alias;
        return new int[] {item[0], last};
    }

    private int group() {
        int group = text.find(place.whereEnd(), end, depth, "GROUP");
        return group >= 0 && text.is(group + 1, "BY") ? group : -1;
    }

    boolean isGrouped() {
        return group() >= 0;
    }

    /** The items of GROUP BY. */
    List<int[]> groups() {
        int group = group();
        return group < 0 ? List.of() : text.split(group + 2, groupsEnd(), depth);
    }

    /** The token after GROUP BY, or after WHERE if there is none. */
    int groupsEnd() {
        int found = text.find(place.whereEnd(), end, depth, AFTER_GROUPS);
        return found < 0 ? end : found;
    }

    /** Returns true if its select list or HAVING calls an aggregate. */
    boolean isAggregated() {
        for (int i = place.select() + 1; i < end; i++) {
            if (BlockPlace.opensQuery(text, i)) {
                i = text.find(i + 1, text.size(), text.token(i).depth(), ")");
            } else if ((i < place.from() || i >= place.whereEnd()) && isAggregate(i)) {
                return true;
            }
        }
        return false;
    }

    /** Returns true if an aggregate is called there. */
    boolean isAggregate(int token) {
        return text.is(token + 1, "(")
                && text.token(token).kind() == Token.Kind.WORD
                && Functions.isAggregate(text.string(token).toLowerCase(Locale.ROOT));
    }

    /** Returns true if two ranges of tokens are the same SQL without parameters. */
    boolean areSame(int[] a, int[] b) {
        boolean same = a[1] - a[0] == b[1] - b[0];
        for (int i = 0; same && i < a[1] - a[0]; i++) {
            same = text.token(a[0] + i).kind() != Token.Kind.PARAMETER
                    && text.word(a[0] + i).equals(text.word(b[0] + i));
        }
        return same;
    }
}
