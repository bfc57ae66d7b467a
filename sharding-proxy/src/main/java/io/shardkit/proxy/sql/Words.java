package io.shardkit.proxy.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The tokens of a short statement, such as SET and SHOW. Immutable. */
public final class Words {
    private final String sql;
    private final List<Scanner.Kind> kinds = new ArrayList<>();
    private final List<int[]> spans = new ArrayList<>();

    public Words(String sql) {
        this.sql = sql;
        Scanner scanner = new Scanner(sql);
        for (Scanner.Kind kind = scanner.next(); kind != Scanner.Kind.END; kind = scanner.next()) {
            kinds.add(kind);
            spans.add(new int[] {scanner.start(), scanner.end()});
        }
        if (!kinds.isEmpty() && is(kinds.size() - 1, ";")) {
            kinds.remove(kinds.size() - 1);
            spans.remove(spans.size() - 1);
        }
    }

    public int size() {
        return kinds.size();
    }

    /** Returns a token as it is written; empty after the last token. */
    public String at(int i) {
        return i < 0 || i >= size() ? "" : sql.substring(spans.get(i)[0], spans.get(i)[1]);
    }

    /** Returns true if a token is that word, in upper or lower case. */
    public boolean is(int i, String word) {
        return i >= 0
                && i < size()
                && kinds.get(i) != Scanner.Kind.STRING
                && kinds.get(i) != Scanner.Kind.NAME
                && at(i).equalsIgnoreCase(word);
    }

    /** Returns true if the tokens from a position on are these. */
    public boolean are(int from, String... words) {
        for (int i = 0; i < words.length; i++) {
            if (!is(from + i, words[i])) {
                return false;
            }
        }
        return true;
    }

    /** Returns true if the whole statement is these tokens. */
    public boolean areAll(String... words) {
        return size() == words.length && are(0, words);
    }

    /** Returns true if one of the tokens is that word, in quotes for names or without. */
    public boolean contains(String word) {
        for (int i = 0; i < size(); i++) {
            if (!isString(i) && unquoted(i).equalsIgnoreCase(word)) {
                return true;
            }
        }
        return false;
    }

    /** Returns true if a token is a string. */
    public boolean isString(int i) {
        return i >= 0 && i < size() && kinds.get(i) == Scanner.Kind.STRING;
    }

    /** Returns the beginning of a token in the SQL. */
    public int start(int i) {
        return spans.get(i)[0];
    }

    /** Returns the end of a token in the SQL. */
    public int end(int i) {
        return spans.get(i)[1];
    }

    /** The text from one token up to another. */
    public String text(int from, int to) {
        int end = Math.min(to, size());
        return from >= end ? "" : sql.substring(spans.get(from)[0], spans.get(end - 1)[1]);
    }

    /** A token without the quotes around it. */
    public String unquoted(int i) {
        String token = at(i);
        boolean quoted = i < size()
                && i >= 0
                && (kinds.get(i) == Scanner.Kind.STRING || kinds.get(i) == Scanner.Kind.NAME)
                && token.length() >= 2;
        return quoted ? token.substring(1, token.length() - 1).replace("``", "`") : token;
    }

    /** An unquoted token in small letters. */
    public String name(int i) {
        return unquoted(i).toLowerCase(Locale.ROOT);
    }

    /** Returns the positions of the commas between two tokens that are not in parentheses, and as the last one the end. */
    public List<Integer> commas(int from, int to) {
        List<Integer> found = new ArrayList<>();
        int depth = 0;
        for (int i = from; i < to; i++) {
            depth += is(i, "(") ? 1 : is(i, ")") ? -1 : 0;
            if (depth == 0 && is(i, ",")) {
                found.add(i);
            }
        }
        found.add(to);
        return found;
    }
}
