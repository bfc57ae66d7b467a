package io.shardkit.proxy.sql;

/** Cuts a text into tokens as the server does, from its start to its end. Not thread-safe. */
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

    Kind next() {
        skipBlanks();
        start = position;
        if (position >= sql.length()) {
            return Kind.END;
        }
        char c = sql.charAt(position);
        if (c == '\'' || c == '"' || c == '`') {
            quoted(c);
            return c == '`' ? Kind.NAME : Kind.STRING;
        }
        if (isWordPart(c)) {
            while (position < sql.length() && isWordPart(sql.charAt(position))) {
                position++;
            }
            return c >= '0' && c <= '9' ? Kind.NUMBER : Kind.WORD;
        }
        position++;
        return Kind.SYMBOL;
    }

    private static boolean isWordPart(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '_'
                || c == '$'
                || c >= 0x80;
    }

    private void quoted(char quote) {
        position++;
        while (position < sql.length()) {
            char c = sql.charAt(position++);
            if (c == '\\' && quote != '`') {
                position++;
            } else if (c == quote) {
                if (position >= sql.length() || sql.charAt(position) != quote) {
                    return;
                }
                position++;
            }
        }
        position = Math.min(position, sql.length());
    }

    private void skipBlanks() {
        while (position < sql.length()) {
            char c = sql.charAt(position);
            if (c <= ' ') {
                position++;
            } else if (c == '#' || (c == '-' && isDashComment(sql, position))) {
                int end = sql.indexOf('\n', position);
                position = end < 0 ? sql.length() : end + 1;
            } else if (c == '/' && sql.startsWith("/*", position)) {
                int end = sql.indexOf("*/", position + 2);
                position = end < 0 ? sql.length() : end + 2;
            } else {
                return;
            }
        }
    }

    static boolean isDashComment(String sql, int position) {
        return sql.startsWith("--", position) && (position + 2 >= sql.length() || sql.charAt(position + 2) <= ' ');
    }
}
