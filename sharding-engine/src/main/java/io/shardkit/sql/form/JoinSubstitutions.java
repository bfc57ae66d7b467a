package io.shardkit.sql.form;

import io.shardkit.dialect.facts.ClauseRules;
import io.shardkit.sql.text.SqlText;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;

/**
 * Finds joins within joins, those in parentheses and those whose ON follows the ON of another, and groups them for the
 * parser, which keeps neither when it prints.
 */
final class JoinSubstitutions {
    /** The words that end the table list of a query. */
    static final String[] AFTER_FROM = {
        "WHERE",
        "GROUP",
        "HAVING",
        "WINDOW",
        "QUALIFY",
        "ORDER",
        "LIMIT",
        "OFFSET",
        "FETCH",
        "UNION",
        "EXCEPT",
        "INTERSECT",
        "MINUS",
        "INTO",
        "PROCEDURE",
        "RETURNING",
        "LOCK",
        "FOR",
        ";"
    };

    /** The tokens that may follow a table within the table list of a query. */
    static final String[] BEHIND_A_JOIN = {
        "",
        ",",
        ")",
        "}",
        "ON",
        "USING",
        "JOIN",
        "INNER",
        "LEFT",
        "RIGHT",
        "FULL",
        "CROSS",
        "NATURAL",
        "STRAIGHT_JOIN",
        "WHERE",
        "GROUP",
        "HAVING",
        "WINDOW",
        "QUALIFY",
        "ORDER",
        "LIMIT",
        "OFFSET",
        "FETCH",
        "UNION",
        "EXCEPT",
        "INTERSECT",
        "MINUS",
        "INTO",
        "PROCEDURE",
        "LOCK",
        "FOR"
    };

    private static final String[] BEHIND_A_QUERY = {
        "UNION", "EXCEPT", "INTERSECT", "MINUS", "ORDER", "LIMIT", "OFFSET", "FETCH", ")"
    };

    private final SqlText text;
    private final ClauseRules rules;
    private final Substitutions forms;
    private final int[] closing;
    private boolean trial;
    private boolean readable;

    JoinSubstitutions(SqlText text, ClauseRules rules, Substitutions forms) {
        this.text = text;
        this.rules = rules;
        this.forms = forms;
        this.closing = closing(text);
    }

    void apply() {
        BitSet select = new BitSet();
        for (int i = 0; i < text.size(); i++) {
            int depth = text.token(i).depth();
            if (text.is(i, "(")) {
                select.clear(depth + 1);
            } else if (text.is(i, "SELECT")) {
                select.set(depth);
            } else if (text.is(i, "FROM") && select.get(depth) && !text.is(i - 1, "DISTINCT") && !text.is(i - 1, ".")) {
                select.clear(depth);
                int end = end(i + 1, depth);
                if (hasNestedJoin(i + 1, end, depth) && isReadable(i + 1, end, depth)) {
                    list(i + 1, end, depth);
                }
            }
        }
    }

    private int end(int from, int depth) {
        int at = from;
        while (at < text.size() && text.token(at).depth() >= depth) {
            boolean hint = text.is(at, "FOR") && text.isOneOf(at - 1, "INDEX", "KEY");
            boolean upsert = text.is(at, "ON") && text.isOneOf(at + 1, "DUPLICATE", "CONFLICT");
            if (text.token(at).depth() == depth
                    && !text.is(at - 1, ".")
                    && ((text.isOneOf(at, AFTER_FROM) && !hint) || upsert)) {
                break;
            }
            at++;
        }
        return at;
    }

    /** Returns true if there is anything but joins one after the other, each with its ON. */
    private boolean hasNestedJoin(int from, int to, int depth) {
        int commas = 0;
        int joins = 0;
        int open = 0;
        for (int i = from; i < to; i++) {
            if (text.token(i).depth() == depth) {
                boolean start = i == from || text.is(i - 1, ",") || isJoinWord(i - 1);
                if (start && text.is(i, "(") && isJoin(i)) {
                    return true;
                }
                commas += text.is(i, ",") ? 1 : 0;
                joins += isJoinWord(i) ? 1 : 0;
                open += isJoinWord(i) ? 1 : isCondition(i) ? -1 : 0;
                if (open > 1 || (commas > 0 && joins > 0)) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Returns true if all of the joins are understood; otherwise the parser reads them, and what the parser has read is
     * checked.
     */
    private boolean isReadable(int from, int to, int depth) {
        readable = true;
        trial = true;
        list(from, to, depth);
        trial = false;
        return readable;
    }

    private void list(int from, int to, int depth) {
        boolean several = text.find(from, to, depth, ",") >= 0;
        int start = from;
        for (int i = from; i <= to; i++) {
            if (i == to || (text.token(i).depth() == depth && text.is(i, ","))) {
                boolean joined = item(start, i, depth);
                if (several && joined) {
                    group(start, i);
                }
                start = i + 1;
            }
        }
    }

    /** Reads one table with all that is joined to it; returns whether anything is. */
    private boolean item(int from, int to, int depth) {
        Deque<int[]> open = new ArrayDeque<>();
        boolean joined = false;
        table(from, to);
        for (int i = from; i < to; i++) {
            if (text.token(i).depth() != depth) {
                continue;
            }
            if (isJoinWord(i)) {
                joined = true;
                table(i + 1, to);
                open.forEach(join -> join[1]++);
                boolean plain = text.is(i - 1, "CROSS") && !rules.crossJoinsHaveConditions();
                boolean natural = text.is(i - 1, "NATURAL") || text.is(i - 2, "NATURAL") || text.is(i - 3, "NATURAL");
                if (!plain && !natural) {
                    open.push(new int[] {i + 1, 0});
                }
            } else if (isCondition(i)) {
                if (open.isEmpty()) {
                    readable = false;
                    return joined;
                }
                int[] join = open.pop();
                if (join[1] > 0) {
                    group(join[0], i);
                }
            }
        }
        return joined;
    }

    private void table(int at, int to) {
        if (at >= to) {
            readable = false;
        } else if (text.is(at, "(") && isJoin(at)) {
            int close = closing[at];
            readable &= text.isOneOf(close + 1, BEHIND_A_JOIN);
            if (!trial) {
                forms.groupInParentheses(at, close);
            }
            list(at + 1, close, text.token(at).depth() + 1);
        }
    }

    private void group(int from, int to) {
        if (!trial) {
            forms.group(from, to);
        }
    }

    /** Returns true if these parentheses in the place of a table hold tables, and not a query. */
    private boolean isJoin(int open) {
        if (text.isOneOf(open + 1, "SELECT", "WITH", "VALUES", "TABLE")) {
            return false;
        }
        if (!text.is(open + 1, "(") || isJoin(open + 1)) {
            return true;
        }
        return !text.isOneOf(closing[open + 1] + 1, BEHIND_A_QUERY);
    }

    private boolean isJoinWord(int i) {
        return forms.isOriginal(i) && text.isOneOf(i, "JOIN", "STRAIGHT_JOIN") && !text.is(i - 1, ".");
    }

    private boolean isCondition(int i) {
        return (text.is(i, "ON") || (text.is(i, "USING") && text.is(i + 1, "("))) && !text.is(i - 1, ".");
    }

    private static int[] closing(SqlText text) {
        int[] closing = new int[text.size()];
        Deque<Integer> open = new ArrayDeque<>();
        for (int i = 0; i < text.size(); i++) {
            if (text.is(i, "(")) {
                open.push(i);
            } else if (text.is(i, ")")) {
                closing[open.pop()] = i;
            }
        }
        return closing;
    }
}
