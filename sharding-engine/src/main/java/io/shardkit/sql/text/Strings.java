package io.shardkit.sql.text;

import io.shardkit.dialect.facts.TextRules;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.sql.SQLException;

/** Finds where strings end. */
final class Strings {
    private Strings() {}

    /**
     * Offset after the string whose opening quote stands at an offset.
     *
     * @param escapes whether a backslash is one
     */
    static int endOfQuoted(String sql, int start, boolean escapes) throws SQLException {
        char quote = sql.charAt(start);
        int at = start + 1;
        while (at < sql.length()) {
            char c = sql.charAt(at++);
            if (c == '\\' && escapes) {
                at++;
            } else if (c == quote) {
                if (at < sql.length() && sql.charAt(at) == quote) {
                    at++;
                } else {
                    return at;
                }
            } else if (c == '\0') {
                throw Characters.control();
            }
        }
        throw notClosed();
    }

    /** Returns true if the dollar at an offset begins a string. */
    static boolean startsByDollars(String sql, int at, TextRules rules) {
        return rules.quotesByDollars() && endOfTag(sql, at, rules) > 0;
    }

    /** Offset after the string that a dollar at an offset begins. */
    static int endOfDollars(String sql, int start, TextRules rules) throws SQLException {
        int tagEnd = endOfTag(sql, start, rules);
        String tag = sql.substring(start, tagEnd + 1);
        int close = sql.indexOf(tag, tagEnd + 1);
        if (close < 0) {
            throw notClosed();
        }
        Characters.checkNoNul(sql, start, close);
        return close + tag.length();
    }

    /** Offset of the dollar that ends the tag that starts at an offset, or -1 if none does. */
    private static int endOfTag(String sql, int start, TextRules rules) {
        int close = start + 1;
        while (rules.tagsDollars()
                && close < sql.length()
                && sql.charAt(close) != '$'
                && Characters.isNamePart(sql.charAt(close))) {
            close++;
        }
        boolean tag = close < sql.length() && sql.charAt(close) == '$' && !Characters.isDigit(sql.charAt(start + 1));
        return tag ? close : -1;
    }

    private static SQLException notClosed() {
        return ShardingExceptions.of(ErrorCode.UNPARSABLE, "a string is not closed");
    }
}
