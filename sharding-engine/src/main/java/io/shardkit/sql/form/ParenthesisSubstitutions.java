package io.shardkit.sql.form;

import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;

/** Takes from the parser parentheses with which it prints an expression in another way whenever it reads it. */
final class ParenthesisSubstitutions {
    private final SqlText text;
    private final Substitutions forms;

    ParenthesisSubstitutions(SqlText text, Substitutions forms) {
        this.text = text;
        this.forms = forms;
    }

    void apply() {
        queryOfInsert();
        for (int i = 0; i < text.size(); i++) {
            if (text.is(i, "(") && forms.isOriginal(i)) {
                int close = closing(i);
                if (text.is(i + 1, "NOT") && close > 0 && text.is(close + 1, "IS") && !text.endsOperand(i - 1)) {
                    testedNegation(i, close);
                } else if (isParameter(i, close)) {
                    parameter(i, close);
                } else if (text.is(i - 1, "NOT")) {
                    negated(i);
                } else if (text.isOneOf(i - 1, "(", "WHERE", "HAVING", "ON", "WHEN")) {
                    leading(i);
                }
            }
        }
    }

    /** {@code INSERT INTO t (a) (SELECT ...)}, which it takes for two statements. */
    private void queryOfInsert() {
        int end = text.returning();
        int rows =
                text.is(0, "INSERT") ? text.find(1, end, 0, "SELECT", "WITH", "VALUES", "VALUE", "SET", "DEFAULT") : 0;
        for (int open = 2; open < (rows < 0 ? end : rows); open++) {
            if (text.is(open, "(") && text.token(open).depth() == 0 && text.isOneOf(open + 1, "SELECT", "WITH")) {
                int close = closing(open);
                if (close > 0 && (close + 1 == end || text.is(close + 1, "ON"))) {
                    forms.unwrap(open, close);
                }
                return;
            }
        }
    }

    /** {@code (NOT a) IS NULL}: it prints the negation without them, which then is one of the whole comparison. */
    private void testedNegation(int open, int close) {
        forms.surround(open, close + 1, "COALESCE", "");
    }

    /** {@code (?) * 2}, which it prints as {@code (? * 2)} and counts twice in an ORDER BY. */
    private void parameter(int open, int close) {
        forms.unwrap(open, close);
    }

    private boolean isParameter(int open, int close) {
        return close == open + 2
                && text.token(open + 1).kind() == Token.Kind.PARAMETER
                && text.isOneOf(open - 1, "SELECT", "BY", ",")
                && text.isOneOf(close + 1, "*", "/", "%", "+", "-");
    }

    /** {@code NOT ((...))} and {@code NOT (EXISTS (...))}: it prints one pair less each time. */
    private void negated(int first) {
        int open = first;
        int close = closing(first);
        while (isDoubled(open, close)) {
            forms.unwrap(open++, close--);
        }
        if (close > 0 && text.is(open + 1, "EXISTS") && text.is(open + 2, "(") && closing(open + 2) == close - 1) {
            forms.unwrap(open, close);
        }
    }

    /** {@code (a IN (1, 2)) AND b = 3} at the beginning of a condition: it prints one pair more, around all of it. */
    private void leading(int first) {
        int close = closing(first);
        if (close < 0 || !text.isOneOf(close + 1, "AND", "OR")) {
            return;
        }
        int pairs = 0;
        while (isDoubled(first + pairs, close - pairs)) {
            pairs++;
        }
        if (isListOrRange(first + pairs + 1, close - pairs)) {
            for (; pairs >= 0; pairs--) {
                forms.unwrap(first + pairs, close - pairs);
            }
        }
    }

    private boolean isDoubled(int open, int close) {
        return close > 0 && text.is(open + 1, "(") && closing(open + 1) == close - 1;
    }

    /** Returns true if the tokens are one comparison with a list or a range, which binds closer than AND and OR. */
    private boolean isListOrRange(int from, int to) {
        int depth = text.token(from - 1).depth() + 1;
        boolean found = false;
        int ranges = 0;
        for (int i = from; i < to; i++) {
            if (text.token(i).depth() != depth) {
                continue;
            }
            if (text.isOneOf(i, "OR", "XOR", "||", "&&", ",", ":=", "SELECT", "WITH", "VALUES", "TABLE")) {
                return false;
            }
            if (text.is(i, "AND") && --ranges < 0) {
                return false;
            }
            ranges += text.is(i, "BETWEEN") ? 1 : 0;
            found |= text.isOneOf(i, "IN", "BETWEEN");
        }
        return found && ranges == 0;
    }

    private int closing(int open) {
        return text.find(open + 1, text.size(), text.token(open).depth(), ")");
    }
}
