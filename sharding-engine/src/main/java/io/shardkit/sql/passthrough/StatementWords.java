package io.shardkit.sql.passthrough;

import io.shardkit.sql.text.Token;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The tokens of one of a text's statements, by what they say. Immutable. */
final class StatementWords {
    private final String sql;
    private final List<Token> tokens;

    StatementWords(String sql, List<Token> tokens) {
        this.sql = sql;
        this.tokens = tokens;
    }

    int size() {
        return tokens.size();
    }

    /** A word in upper case, or a symbol; empty for what is neither, and outside of the statement. */
    String at(int index) {
        if (!hasText(index)) {
            return "";
        }
        Token token = tokens.get(index);
        return sql.substring(token.start(), token.end()).toUpperCase(Locale.ROOT);
    }

    /** Returns true if that word, which has no lower-case letters, or that symbol stands at the index. */
    boolean is(int index, String word) {
        if (!hasText(index)) {
            return word.isEmpty();
        }
        Token token = tokens.get(index);
        int length = token.end() - token.start();
        return length == word.length() && sql.regionMatches(true, token.start(), word, 0, length);
    }

    /** A text in which this statement stands where it did, as does all before it, without the statement's last word. */
    String withoutLastWord(String text) {
        Token last = tokens.get(tokens.size() - 1);
        return text.substring(0, last.start()) + text.substring(last.end());
    }

    private boolean hasText(int index) {
        if (index < 0 || index >= tokens.size()) {
            return false;
        }
        Token.Kind kind = tokens.get(index).kind();
        return kind == Token.Kind.WORD || kind == Token.Kind.SYMBOL;
    }

    /**
     * Returns the content of the string at the index, or null if there is no string or it is written with backslashes or
     * dollar quotes.
     */
    @Nullable String plainString(int index) {
        if (index >= tokens.size() || tokens.get(index).kind() != Token.Kind.STRING) {
            return null;
        }
        String written =
                sql.substring(tokens.get(index).start(), tokens.get(index).end());
        if (written.indexOf('\\') >= 0 || written.charAt(0) == '$') {
            return null;
        }
        char quote = written.charAt(0);
        String twice = String.valueOf(quote).repeat(2);
        return written.substring(1, written.length() - 1).replace(twice, String.valueOf(quote));
    }

    /** The name before a parenthesis in upper case, without its quotes; empty if none stands there. */
    String called(int index) {
        boolean call = is(index + 1, "(") && index >= 0 && index < tokens.size();
        if (!call || (tokens.get(index).kind() != Token.Kind.QUOTED && !hasText(index))) {
            return "";
        }
        return one(index).toUpperCase(Locale.ROOT);
    }

    /** One token as it is written, without the quotes of a name. */
    String one(int index) {
        return Token.stripQuotes(
                sql.substring(tokens.get(index).start(), tokens.get(index).end()));
    }

    /** The last part of the name that begins there, without its quotes; empty if no name does. */
    String name(int index) {
        int last = index;
        while (is(last + 1, ".")) {
            last += 2;
        }
        boolean named = last >= 0
                && last < tokens.size()
                && (tokens.get(last).kind() == Token.Kind.QUOTED
                        || tokens.get(last).kind() == Token.Kind.WORD);
        return named ? one(last) : "";
    }

    /** Returns true if a function of that name is called anywhere. */
    boolean calls(String function) {
        for (int i = 0; i < tokens.size(); i++) {
            if (called(i).equals(function)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the index of a word outside of parentheses, or -1. */
    int outside(String word) {
        for (int i = 0; i < tokens.size(); i++) {
            if (tokens.get(i).depth() == 0 && is(i, word)) {
                return i;
            }
        }
        return -1;
    }

    /** Returns true if a word stands anywhere, also in quotes. */
    boolean names(String word) {
        return tokens.stream()
                .map(token -> Token.stripQuotes(sql.substring(token.start(), token.end())))
                .anyMatch(word::equalsIgnoreCase);
    }

    /** Returns true if a word stands anywhere. */
    boolean has(String word) {
        return find(0, word) >= 0;
    }

    /** Returns the index at which these words follow one another, or -1. */
    int find(int from, String... words) {
        for (int i = from; i + words.length <= tokens.size(); i++) {
            int matched = 0;
            while (matched < words.length && is(i + matched, words[matched])) {
                matched++;
            }
            if (matched == words.length) {
                return i;
            }
        }
        return -1;
    }

    /** Returns true if the token is a user variable, {@code @name}. */
    boolean isVariable(int index) {
        return at(index).startsWith("@") && at(index).length() > 1 && !at(index).startsWith("@@");
    }
}
