package io.shardkit.sql.text;

import io.shardkit.dialect.facts.TextRules;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.sql.SQLException;
import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The roles of single characters outside of strings, quoted names and comments. Only characters that all databases take
 * for the same are accepted: H2 takes each control character for a blank, others end the SQL at some of them or read them
 * as part of a name.
 */
public final class Characters {
    /**
     * The bound below which characters are looked up in tables, as each character is asked for; for others the answer is
     * computed.
     */
    private static final int ASCII = 128;

    private static final boolean[] WHITESPACE = asciiOf(c -> " \t\n\r\f".indexOf(c) >= 0);
    private static final boolean[] NAME_STARTS = asciiOf(c -> c == '_' || isLetter(c));
    private static final boolean[] NAME_PARTS = asciiOf(c -> c == '_' || c == '$' || isLetter(c) || isDigit((char) c));

    private Characters() {}

    private static boolean[] asciiOf(IntPredicate which) {
        boolean[] table = new boolean[ASCII];
        for (int c = 0; c < ASCII; c++) {
            table[c] = which.test(c);
        }
        return table;
    }

    static boolean isAscii(char c) {
        return c < ASCII;
    }

    private static boolean isLetter(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    static boolean isWhitespace(char c) {
        return c < ASCII && WHITESPACE[c];
    }

    static boolean isNameStart(char c) {
        return c < ASCII ? NAME_STARTS[c] : Character.isJavaIdentifierStart(c);
    }

    public static boolean isNamePart(char c) {
        return c < ASCII ? NAME_PARTS[c] : Character.isJavaIdentifierPart(c) && !Character.isIdentifierIgnorable(c);
    }

    public static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** Returns true if the string has only ASCII digits, at least one and at most a given number. */
    public static boolean areDigits(String text, int most) {
        boolean digits = !text.isEmpty() && text.length() <= most;
        for (int i = 0; digits && i < text.length(); i++) {
            digits = isDigit(text.charAt(i));
        }
        return digits;
    }

    /** Returns true if the string has only ASCII letters, digits and underscores, and at least one. */
    public static boolean isPlainName(String text) {
        boolean plain = !text.isEmpty();
        for (int i = 0; plain && i < text.length(); i++) {
            char c = text.charAt(i);
            plain = c != '$' && c < ASCII && NAME_PARTS[c];
        }
        return plain;
    }

    /** Returns true if the string has one of some characters. */
    public static boolean hasAny(String text, String characters) {
        for (int i = 0; i < text.length(); i++) {
            if (characters.indexOf(text.charAt(i)) >= 0) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns true if a database takes a name with other letters for one of ASCII, because the database folds names to
     * one case: H2 to upper case, in which the dotless i is {@code I} and the sharp s is {@code SS}, MySQL and MariaDB to
     * lower case, in which the sign of kelvin is {@code k}.
     */
    static boolean foldsToAscii(String sql, int from, int to, TextRules rules) {
        boolean ascii = true;
        for (int i = from; i < to && ascii; i++) {
            ascii = isAscii(sql.charAt(i));
        }
        if (ascii) {
            return false;
        }
        String name = sql.substring(from, to);
        return isAscii(name.codePoints().map(Character::toLowerCase))
                || (rules.foldsNamesToUpperCase()
                        && isAscii(name.toUpperCase(Locale.ROOT).codePoints()));
    }

    private static boolean isAscii(IntStream characters) {
        return characters.allMatch(c -> c < ASCII);
    }

    /** Refuses a text with a NUL: some databases end the text there, and some strings. */
    static void checkNoNul(String sql, int from, int to) throws SQLException {
        if (sql.substring(from, to).indexOf('\0') >= 0) {
            throw control();
        }
    }

    static SQLException control() {
        return ShardingExceptions.of(ErrorCode.UNSTABLE_PARSE, "a control character");
    }
}
