package io.shardkit.dialect.postgresql;

/** Finds the end of an operator of PostgreSQL. */
final class PostgresqlOperators {
    private static final String CHARACTERS = "+-*/<>=~!@#%^&|?";

    /** Only an operator with one of these may end with a sign. */
    private static final String BEFORE_SIGNS = "~!@#%^&|?";

    private PostgresqlOperators() {}

    static int end(String sql, int at) {
        if (sql.charAt(at) == ':') {
            return at + (sql.startsWith("::", at) || sql.startsWith(":=", at) ? 2 : 1);
        }
        return ofCharacters(sql, at);
    }

    /**
     * As its manual says in "Operators" of the lexical structure: the longest one is taken, whatever it is, as extensions
     * and users make their own. A {@code ?} alone is a parameter of JDBC's, which writes {@code ??} for the character.
     */
    private static int ofCharacters(String sql, int at) {
        int to = at;
        while (to < sql.length() && CHARACTERS.indexOf(sql.charAt(to)) >= 0) {
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
