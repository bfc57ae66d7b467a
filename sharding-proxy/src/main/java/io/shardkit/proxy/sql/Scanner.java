package io.shardkit.proxy.sql;

import java.util.Locale;

/**
 * Cuts SQL into tokens as the server does, from its start to its end. Unlike the engine's tokenizer it refuses nothing: a
 * database that is the only one also gets statements that the engine has refused, and the rights to schemas hold for these
 * too. Not thread-safe.
 */
final class Scanner {
    /** The kind of a token. */
    enum Kind {
        WORD,
        /** A text in single or double quotes. */
        STRING,
        /** A name in backticks. */
        NAME,
        NUMBER,
        /** Any other character. */
        SYMBOL,
        END
    }

    private final String sql;
    private Kind kind = Kind.END;
    private int position;
    private int start;

    Scanner(String sql) {
        this.sql = sql;
    }

    /** Returns the beginning of the last token. */
    int start() {
        return start;
    }

    /** Returns the end of the last token. */
    int end() {
        return position;
    }

    /** Returns true if the last token is a symbol. */
    boolean is(char symbol) {
        return kind == Kind.SYMBOL && sql.charAt(start) == symbol;
    }

    /** Returns true if the last token is a word, in upper or lower case. */
    boolean is(String word) {
        return kind == Kind.WORD
                && position - start == word.length()
                && sql.regionMatches(true, start, word, 0, word.length());
    }

    /** Returns the last token in upper case. */
    String upper() {
        return sql.substring(start, position).toUpperCase(Locale.ROOT);
    }

    Kind next() {
        skipBlanks();
        start = position;
        kind = position >= sql.length() ? Kind.END : token(sql.charAt(position));
        return kind;
    }

    private Kind token(char c) {
        if (isQuote(c)) {
            position = endOfQuoted(sql, position);
            return c == '`' ? Kind.NAME : Kind.STRING;
        }
        if (!isWordPart(c)) {
            position++;
            return Kind.SYMBOL;
        }
        while (position < sql.length() && isWordPart(sql.charAt(position))) {
            position++;
        }
        return c >= '0' && c <= '9' ? Kind.NUMBER : Kind.WORD;
    }

    private static boolean isWordPart(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '_'
                || c == '$'
                || c >= 0x80;
    }

    private void skipBlanks() {
        int end = position;
        do {
            position = end;
            end = position >= sql.length() || sql.charAt(position) > ' ' ? endOfComment(sql, position) : position + 1;
        } while (end > position);
    }

    private static boolean isQuote(char c) {
        return c == '\'' || c == '"' || c == '`';
    }

    /** Returns the end of the string, the quoted name or the comment that begins at a position; else the next position. */
    static int skip(String sql, int position) {
        return isQuote(sql.charAt(position))
                ? endOfQuoted(sql, position)
                : Math.max(position + 1, endOfComment(sql, position));
    }

    private static int endOfQuoted(String sql, int start) {
        char quote = sql.charAt(start);
        int position = start + 1;
        while (position < sql.length()) {
            char c = sql.charAt(position++);
            if (c == '\\' && quote != '`') {
                position++;
            } else if (c == quote) {
                if (position >= sql.length() || sql.charAt(position) != quote) {
                    return position;
                }
                position++;
            }
        }
        return sql.length();
    }

    /** Returns the end of the comment that begins at a position, or the position if none does. */
    private static int endOfComment(String sql, int position) {
        char c = position < sql.length() ? sql.charAt(position) : ' ';
        if (c == '#' || (c == '-' && isDashComment(sql, position))) {
            int end = sql.indexOf('\n', position);
            return end < 0 ? sql.length() : end + 1;
        }
        if (c == '/' && sql.startsWith("/*", position)) {
            int end = sql.indexOf("*/", position + 2);
            return end < 0 ? sql.length() : end + 2;
        }
        return position;
    }

    private static boolean isDashComment(String sql, int position) {
        return sql.startsWith("--", position) && (position + 2 >= sql.length() || sql.charAt(position + 2) <= ' ');
    }

    /** Returns true if a comment that servers run begins at a position. */
    static boolean startsExecutable(String sql, int position) {
        return sql.startsWith("/*!", position) || sql.startsWith("/*M!", position);
    }
}
