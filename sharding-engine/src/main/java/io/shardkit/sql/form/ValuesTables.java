package io.shardkit.sql.form;

import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import java.util.Locale;

/**
 * Gives the parser rows of values where a table can stand, {@code JOIN (VALUES (?, ?)) AS v (a, b)}, with one name for
 * their columns: it demands a list of names, and none in quotes.
 */
final class ValuesTables {
    private final SqlText text;
    private final Substitutions forms;

    ValuesTables(SqlText text, Substitutions forms) {
        this.text = text;
        this.forms = forms;
    }

    void apply() {
        for (int i = 2; i < text.size(); i++) {
            boolean table = text.is(i, "VALUES") && text.is(i - 1, "(");
            if (table && text.isOneOf(i - 2, "FROM", "JOIN", "STRAIGHT_JOIN", ",", "LATERAL", "USING")) {
                values(i);
            }
        }
    }

    private void values(int values) {
        int close = closing(values - 1);
        if (close < 0) {
            return;
        }
        // A clause that reads them twice counts the parameters twice; no rule depends on them.
        for (int i = values + 1; i < close; i++) {
            if (text.token(i).kind() == Token.Kind.PARAMETER && forms.isOriginal(i)) {
                forms.literal(i, null);
            }
        }
        int alias = text.is(close + 1, "AS") ? close + 2 : close + 1;
        if (alias >= text.size()
                || !text.isName(alias)
                || text.isOneOf(alias, JoinSubstitutions.BEHIND_A_JOIN)
                || text.is(alias, "SET")) {
            return;
        }
        int end = text.is(alias + 1, "(") ? closing(alias + 1) : alias;
        for (int i = alias + 2; i < end; i++) {
            if (text.isName(i)) {
                forms.list(Token.stripQuotes(text.string(i)).toLowerCase(Locale.ROOT));
            }
        }
        if (end >= alias) {
            forms.drop(alias + 1, end + 1);
            forms.surround(alias, alias + 1, alias == close + 1 ? "AS " : "", " (v" + forms.suffix() + ")");
        }
    }

    private int closing(int open) {
        return text.find(open + 1, text.size(), text.token(open).depth(), ")");
    }
}
