package io.shardkit.sql.text;

import io.shardkit.dialect.Dialect;
import java.util.Set;

/**
 * Where an operator ends. The databases take the longest one that is there, by rules of their own: MySQL of what
 * comparisons are made of, PostgreSQL of nearly all special characters.
 */
final class Operators {
    private static final String COMPARING = "<>=!~";

    private static final Set<String> MYSQL_COMPARISONS =
            Set.of("<=>", "<>", "!=", "<=", ">=", "<<", ">>", "<", ">", "=", "!", "~");

    private static final Set<String> H2_COMPARISONS = Set.of("<>", "!=", "<=", ">=", "!~", "<", ">", "=", "~");

    /** Those of MySQL and H2 that compare nothing and have several characters, longest first. */
    private static final String[] OTHERS = {"->>", "||", "&&", "::", ":=", "->"};

    private static final String IN_POSTGRESQL = "+-*/<>=~!@#%^&|?";

    /** Only an operator with one of these may end with a sign in PostgreSQL. */
    private static final String BEFORE_SIGNS = "~!@#%^&|?";

    private Operators() {}

    /** Whether a character may start an operator of several characters in one of the databases. */
    static boolean start(char c) {
        return switch (c) {
            case '+', '-', '*', '/', '<', '>', '=', '~', '!', '@', '#', '%', '^', '&', '|', '?', ':' -> true;
            default -> false;
        };
    }

    /** The offset after the operator that starts at an offset, or -1 if it is none that is known. */
    static int end(String sql, int at, Dialect.Grammar grammar) {
        char c = sql.charAt(at);
        if (grammar == Dialect.Grammar.POSTGRESQL && c != ':') {
            return endInPostgresql(sql, at);
        }
        if (COMPARING.indexOf(c) >= 0) {
            int to = at;
            while (to < sql.length() && COMPARING.indexOf(sql.charAt(to)) >= 0) {
                to++;
            }
            Set<String> known = grammar == Dialect.Grammar.H2 ? H2_COMPARISONS : MYSQL_COMPARISONS;
            return known.contains(sql.substring(at, to)) ? to : -1;
        }
        for (String operator : OTHERS) {
            if (sql.startsWith(operator, at)) {
                return at + operator.length();
            }
        }
        // The parser takes two slashes for a comment.
        return "@#?".indexOf(c) >= 0 || sql.startsWith("//", at) ? -1 : at + 1;
    }

    /**
     * As its manual says in "Operators" of the lexical structure: the longest one is taken, whatever it is, as extensions
     * and users make their own. A {@code ?} alone is a parameter of JDBC's, which writes {@code ??} for the character.
     */
    private static int endInPostgresql(String sql, int at) {
        int to = at;
        while (to < sql.length() && IN_POSTGRESQL.indexOf(sql.charAt(to)) >= 0) {
            if (to > at && (sql.startsWith("--", to) || sql.startsWith("/*", to))) {
                break;
            }
            if (sql.charAt(to) == '?') {
                if (!sql.startsWith("??", to)) {
                    break;
                }
                to++;
            }
            to++;
        }
        while (to > at + 1 && "+-".indexOf(sql.charAt(to - 1)) >= 0 && !mayEndWithSign(sql, at, to - 1)) {
            to--;
        }
        return to;
    }

    private static boolean mayEndWithSign(String sql, int from, int to) {
        for (int i = from; i < to; i++) {
            if (BEFORE_SIGNS.indexOf(sql.charAt(i)) >= 0) {
                return true;
            }
        }
        return false;
    }
}
