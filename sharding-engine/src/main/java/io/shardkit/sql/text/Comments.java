package io.shardkit.sql.text;

import io.shardkit.dialect.facts.TextRules;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.sql.SQLException;

/** Finds comments and where they end. */
final class Comments {
    private Comments() {}

    /** Returns true if a comment up to the end of the line starts at an offset. */
    static boolean startsLine(String sql, int at, TextRules rules) throws SQLException {
        char c = sql.charAt(at);
        if (c == '#') {
            return rules.hashStartsComment();
        }
        if (c == '/') {
            return rules.slashesStartComment() && sql.startsWith("//", at);
        }
        if (c != '-' || !sql.startsWith("--", at)) {
            return false;
        }
        boolean blank = at + 2 >= sql.length() || Characters.isWhitespace(sql.charAt(at + 2));
        boolean needsBlank = rules.dashesNeedBlank();
        if (needsBlank && !blank && Character.isISOControl(sql.charAt(at + 2))) {
            throw unclear("a control character after two dashes");
        }
        return !needsBlank || blank;
    }

    /**
     * Offset of the end of the line of a comment. PostgreSQL and H2 end it at a carriage return as well, MySQL and
     * MariaDB at a NUL.
     */
    static int endOfLine(String sql, int start) throws SQLException {
        int at = start;
        for (; at < sql.length() && sql.charAt(at) != '\n'; at++) {
            if (sql.charAt(at) == '\0' || (sql.charAt(at) == '\r' && !sql.startsWith("\n", at + 1))) {
                throw unclear("a comment that may end within its line");
            }
        }
        return at;
    }

    /** Offset after the comment that starts at an offset, unless it is one that the database executes. */
    static int endOfBlock(String sql, int start, TextRules rules) throws SQLException {
        int close = close(sql, start, rules);
        boolean marked = sql.startsWith("!", start + 2) || sql.startsWith("M!", start + 2);
        if (rules.executesComments() && marked) {
            throw ShardingExceptions.of(ErrorCode.EXECUTABLE_COMMENT, sql.substring(start, close));
        }
        return close;
    }

    /** H2's driver, which looks for escapes in braces, ends a comment with the first of several that are nested. */
    private static int close(String sql, int start, TextRules rules) throws SQLException {
        int comments = 1;
        int i = start + 2;
        while (comments > 0) {
            int close = sql.indexOf("*/", i);
            if (close < 0) {
                throw ShardingExceptions.of(ErrorCode.UNPARSABLE, "a comment is not closed");
            }
            int inner = sql.indexOf("/*", i);
            if (inner < 0 || inner > close) {
                comments--;
                i = close + 2;
            } else if (rules.nestsComments() && sql.indexOf('{') < 0) {
                comments++;
                i = inner + 2;
            } else {
                throw unclear("a comment within a comment");
            }
        }
        Characters.checkNoNul(sql, start, i);
        return i;
    }

    private static SQLException unclear(String what) {
        return ShardingExceptions.of(ErrorCode.UNSTABLE_PARSE, what);
    }
}
