package io.shardkit.dialect.facts;

import java.util.Set;

/**
 * Finds the end of an operator in a database that has a fixed list of operators, of which it takes the longest match.
 * Immutable.
 */
public final class ListedOperators {
    private static final String COMPARING = "<>=!~";

    /** Operators that compare nothing and have several characters, longest first. */
    private static final String[] OTHERS = {"->>", "||", "&&", "::", ":=", "->"};

    private final Set<String> comparisons;

    /** @param comparisons those that are made of the characters of comparisons only */
    public ListedOperators(Set<String> comparisons) {
        this.comparisons = Set.copyOf(comparisons);
    }

    /** The offset after the operator that starts at an offset, or -1 if it is none that is known. */
    public int end(String sql, int at) {
        char c = sql.charAt(at);
        if (COMPARING.indexOf(c) >= 0) {
            int to = at;
            while (to < sql.length() && COMPARING.indexOf(sql.charAt(to)) >= 0) {
                to++;
            }
            return comparisons.contains(sql.substring(at, to)) ? to : -1;
        }
        for (String operator : OTHERS) {
            if (sql.startsWith(operator, at)) {
                return at + operator.length();
            }
        }
        // The parser takes two slashes for a comment.
        return "@#?".indexOf(c) >= 0 || sql.startsWith("//", at) ? -1 : at + 1;
    }
}
