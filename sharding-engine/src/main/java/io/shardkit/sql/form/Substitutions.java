package io.shardkit.sql.form;

import io.shardkit.sql.statement.Value;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The replacements that the parser reads for tokens of a statement. The parser is asked only for the structure; where the
 * parser would misread or misprint a form that the databases take, it gets a form of the same structure that it knows.
 * The databases always get the user's own SQL. Not thread-safe.
 */
public class Substitutions {
    private static final String LITERAL = "sk";

    private final SqlText text;
    private final String suffix;
    private final @Nullable String[] forms;
    private final char[] quotes;
    private final Map<Integer, String> before = new HashMap<>();
    private final Map<Integer, String> after = new HashMap<>();
    private final List<@Nullable Value> literals = new ArrayList<>();
    private final List<Integer> parameters = new ArrayList<>();
    private final BitSet hiddenParameters = new BitSet();
    private final BitSet numbered = new BitSet();
    private final Set<String> listed = new HashSet<>();
    private int groups;

    Substitutions(SqlText text) {
        this.text = text;
        this.suffix = freeSuffix(text.sql());
        this.forms = new String[text.size()];
        this.quotes = new char[text.size()];
    }

    /** A string that does not occur in the text. */
    String suffix() {
        return suffix;
    }

    void replace(int token, String form) {
        forms[token] = form;
    }

    void drop(int from, int to) {
        for (int i = from; i < to; i++) {
            forms[i] = "";
        }
    }

    /** Takes two parentheses from around what stands between them. */
    void unwrap(int open, int close) {
        drop(open, open + 1);
        drop(close, close + 1);
    }

    /** Puts a string in place of the token; the value is null if it is not that of a plain string. */
    void literal(int token, @Nullable Value value) {
        forms[token] = "'" + LITERAL + literals.size() + "'";
        literals.add(value);
    }

    /** Puts more around what stands for the token. */
    void wrap(int token, String open, String close) {
        forms[token] = open + forms[token] + close;
    }

    /** Puts more around what stands for the tokens {@code [from, to)}. */
    void surround(int from, int to, String open, String close) {
        before.merge(from, open, (old, more) -> more + old);
        after.merge(to - 1, close, (old, more) -> old + more);
    }

    /** Puts the tokens {@code [from, to)} of a join in the place of one table. */
    void group(int from, int to) {
        surround(from, to, "(SELECT * FROM ", ") " + groupName(groups++) + " ");
    }

    /** Puts the join between two parentheses in the place of one table. */
    void groupInParentheses(int open, int close) {
        forms[open] = "(SELECT * FROM ";
        forms[close] = ") " + groupName(groups++) + " ";
    }

    private String groupName(int number) {
        return "g" + number + suffix;
    }

    /** Returns true if a derived table is not the user's, but stands for a join. */
    public boolean isGroup(@Nullable String alias) {
        return alias != null && alias.toLowerCase(Locale.ROOT).endsWith(suffix);
    }

    /** Has a name numbered for the parser, to which it would mean something else. */
    void number(int token) {
        numbered.set(token);
    }

    boolean isNumbered(int token) {
        return numbered.get(token);
    }

    /** Notes a column's name, in lower case, of a list that the parser does not see. */
    void list(String column) {
        listed.add(column);
    }

    /** The names in lists of columns that the parser does not see. */
    public Set<String> listed() {
        return listed;
    }

    /** Puts a name into other quotes. */
    void quote(int token, char quote) {
        quotes[token] = quote;
    }

    /** The quotes that a name stands in, for the parser; 0 for none. */
    char quoteOf(int token) {
        if (quotes[token] != 0 || text.token(token).kind() != Token.Kind.QUOTED) {
            return quotes[token];
        }
        return text.sql().charAt(text.token(token).start());
    }

    boolean isOriginal(int token) {
        return forms[token] == null;
    }

    /** The value of a string that the parser has met, or null if it is not known. */
    public @Nullable Value value(String string) {
        if (!string.startsWith(LITERAL)) {
            return null;
        }
        try {
            int literal = Integer.parseInt(string.substring(LITERAL.length()));
            return literal < literals.size() ? literals.get(literal) : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** The number in the user's text of a parameter that the parser has met. */
    public int parameter(int met) {
        return met < 0 || met >= parameters.size() ? -1 : parameters.get(met);
    }

    /** The parameters that the parser does not see. */
    public BitSet hiddenParameters() {
        return hiddenParameters;
    }

    /** Writes the text for the parser. */
    String write(Names names) {
        StringBuilder out = new StringBuilder(text.sql().length() + 64);
        int end = 0;
        hiddenParameters.set(0, text.parameterCount());
        for (int i = 0; i < text.size(); i++) {
            Token token = text.token(i);
            gap(end, token.start(), out);
            end = token.end();
            if (!before.isEmpty()) {
                out.append(before.getOrDefault(i, ""));
            }
            if (token.kind() == Token.Kind.PARAMETER && isOriginal(i)) {
                int parameter = text.parametersBefore(token.start());
                parameters.add(parameter);
                hiddenParameters.clear(parameter);
            }
            String form = forms[i];
            if (form == null) {
                names.write(i, out);
            } else {
                out.append(form.isEmpty() ? " " : form);
            }
            if (!after.isEmpty()) {
                out.append(after.getOrDefault(i, ""));
            }
        }
        return out.toString();
    }

    /** Comments are left out: parser and database need not agree on where they end. */
    private void gap(int from, int to, StringBuilder out) {
        if (to > from) {
            int at = from;
            while (at < to && text.sql().charAt(at) != '\n') {
                at++;
            }
            out.append(at < to ? '\n' : ' ');
        }
    }

    /** Writes one token of the user's own. */
    @FunctionalInterface
    interface Names {
        void write(int token, StringBuilder out);
    }

    private static String freeSuffix(String sql) {
        String suffix = "__sk";
        String lower = sql.toLowerCase(Locale.ROOT);
        while (lower.contains(suffix)) {
            suffix += "_";
        }
        return suffix;
    }
}
