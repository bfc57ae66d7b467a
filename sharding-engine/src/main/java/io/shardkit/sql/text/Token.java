package io.shardkit.sql.text;

/**
 * One token of a statement's text.
 *
 * @param kind what it is
 * @param start offset of its first character
 * @param end offset after its last character
 * @param depth how many parentheses are open around it; a parenthesis itself counts as outside
 */
public record Token(Kind kind, int start, int end, int depth) {

    public enum Kind {
        /** A keyword or an unquoted name. */
        WORD,
        /** A name in quotes. */
        QUOTED,
        STRING,
        NUMBER,
        /** {@code ?} */
        PARAMETER,
        /** Operators and punctuation, one character or one operator each. */
        SYMBOL
    }

    /** Returns true if the token is a string or a number. */
    public boolean isLiteral() {
        return kind == Kind.STRING || kind == Kind.NUMBER;
    }

    /** An identifier without the quotes around it, if it has any. */
    public static String stripQuotes(String identifier) {
        int length = identifier.length();
        if (length >= 2) {
            char first = identifier.charAt(0);
            if ((first == '`' || first == '"') && identifier.charAt(length - 1) == first) {
                return identifier.substring(1, length - 1);
            }
        }
        return identifier;
    }
}
