package io.shardkit.sql.form;

import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import java.util.BitSet;
import java.util.Locale;
import java.util.Set;

/**
 * Finds calls and lateral queries where a table can stand, such as {@code FROM unnest(?) AS t (n)}. The parser is
 * spared what it does not read of them: the names that follow the alias, and ordinality.
 */
final class FunctionTables {
    /** The functions that make rows from their arguments alone and read no table. */
    private static final Set<String> OF_ARGUMENTS = Set.of("UNNEST", "GENERATE_SERIES", "SYSTEM_RANGE");

    private static final String[] NO_CALLS = {"SELECT", "VALUES", "TABLE", "XMLTABLE"};

    private final SqlText text;
    private final Substitutions forms;

    FunctionTables(SqlText text, Substitutions forms) {
        this.text = text;
        this.forms = forms;
    }

    void apply() {
        BitSet statements = new BitSet();
        BitSet tables = new BitSet();
        for (int i = 0; i < text.size(); i++) {
            int depth = text.token(i).depth();
            if (text.is(i, "(")) {
                statements.clear(depth + 1);
                tables.clear(depth + 1);
            } else if (text.isOneOf(i, "SELECT", "UPDATE", "DELETE")) {
                statements.set(depth);
            } else if (text.isOneOf(i, "FROM", "USING")
                    && statements.get(depth)
                    && !text.isOneOf(i - 1, "DISTINCT", ".")) {
                tables.set(depth);
            } else if (endsTables(i) && !text.is(i - 1, ".")) {
                tables.clear(depth);
            }
            if (tables.get(depth)
                    && text.token(i).kind() == Token.Kind.WORD
                    && text.is(i + 1, "(")
                    && text.isOneOf(i - 1, "FROM", "USING", "JOIN", ",", "LATERAL")
                    && !text.isOneOf(i, NO_CALLS)) {
                table(i);
            }
        }
    }

    private void table(int name) {
        int end = closing(name + 1) + 1;
        if (end == 0) {
            return;
        }
        if (text.is(name - 1, "LATERAL")) {
            // Every call sees the tables before it
            forms.drop(name - 1, name);
        }
        if (OF_ARGUMENTS.contains(text.word(name))) {
            forms.number(name);
        } else if (text.is(name, "JSON_TABLE")) {
            columns(name, end - 1);
        }
        if (text.is(end, "WITH") && text.is(end + 1, "ORDINALITY")) {
            forms.drop(end, end + 2);
            end += 2;
        }
        int alias = text.is(end, "AS") ? end + 1 : end;
        int close = isAlias(alias) ? closing(alias + 1) : -1;
        if (close > 0) {
            list(alias + 1, close + 1);
        }
    }

    /** {@code JSON_TABLE(document, path COLUMNS (...))}: what the columns are read by is part of the call. */
    private void columns(int name, int close) {
        int depth = text.token(name).depth() + 1;
        int columns = text.find(name + 2, close, depth, "COLUMNS");
        if (columns > 0 && text.find(name + 2, columns, depth, "PASSING") < 0) {
            forms.number(name);
            list(columns, close);
        }
    }

    /** Takes the tokens {@code [from, to)}, in which the first names of lists are those of columns, from the parser. */
    private void list(int from, int to) {
        for (int i = from; i < to; i++) {
            if (isName(i) && text.isOneOf(i - 1, "(", ",")) {
                forms.list(Token.stripQuotes(text.string(i)).toLowerCase(Locale.ROOT));
            }
        }
        forms.drop(from, to);
    }

    private boolean isAlias(int i) {
        return isName(i) && text.is(i + 1, "(") && !text.isOneOf(i, "ON", "USING", "JOIN") && !endsTables(i);
    }

    private boolean endsTables(int i) {
        return text.is(i, "SET") || text.isOneOf(i, JoinSubstitutions.AFTER_FROM);
    }

    private int closing(int open) {
        return text.find(open + 1, text.size(), text.token(open).depth(), ")");
    }

    private boolean isName(int i) {
        return i < text.size()
                && (text.token(i).kind() == Token.Kind.WORD || text.token(i).kind() == Token.Kind.QUOTED);
    }
}
