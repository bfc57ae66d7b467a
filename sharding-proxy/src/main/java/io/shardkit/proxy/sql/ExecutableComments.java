package io.shardkit.proxy.sql;

/**
 * Comments that the server runs: {@code /*! ENGINE = innodb *}{@code /}. They are opened, so that what looks at the text
 * sees what runs; those for later versions and other servers are taken out.
 */
public final class ExecutableComments {
    private ExecutableComments() {}

    /**
     * The text with the comments that a server runs as a part of it.
     *
     * @param version as comments count: 110405
     */
    public static String open(String sql, int version, boolean mariaDb) {
        if (!sql.contains("/*!") && !sql.contains("/*M!")) {
            return sql;
        }
        StringBuilder opened = new StringBuilder(sql.length());
        int position = 0;
        while (position < sql.length()) {
            if (Scanner.startsExecutable(sql, position)) {
                position = open(sql, position, version, mariaDb, opened);
            } else {
                int end = Scanner.skip(sql, position);
                opened.append(sql, position, end);
                position = end;
            }
        }
        return opened.toString();
    }

    private static int open(String sql, int start, int version, boolean mariaDb, StringBuilder opened) {
        boolean ofMariaDb = sql.charAt(start + 2) == 'M';
        int from = start + (ofMariaDb ? 4 : 3);
        int digits = 0;
        while (digits < 6 && from + digits < sql.length() && Character.isDigit(sql.charAt(from + digits))) {
            digits++;
        }
        // Five or six digits are a version; fewer are a part of the text.
        digits = digits < 5 ? 0 : digits;
        int wanted = digits == 0 ? 0 : Integer.parseInt(sql, from, from + digits, 10);
        boolean ofLaterMysql = mariaDb && !ofMariaDb && wanted >= 50_700 && wanted <= 99_999;
        boolean runs = wanted <= version && !ofLaterMysql && (mariaDb || !ofMariaDb);
        int end = commentEnd(sql, from + digits);
        if (runs) {
            separate(opened, sql, from + digits);
            opened.append(sql, from + digits, end);
        }
        separate(opened, sql, end + 2);
        return Math.min(sql.length(), end + 2);
    }

    /** Separates the two words on either side of a comment sign. */
    private static void separate(StringBuilder opened, String sql, int next) {
        boolean before = !opened.isEmpty() && opened.charAt(opened.length() - 1) > ' ';
        if (before && next < sql.length() && sql.charAt(next) > ' ' && !endsWithParenthesis(opened)) {
            opened.append(' ');
        }
    }

    private static boolean endsWithParenthesis(StringBuilder opened) {
        return opened.charAt(opened.length() - 1) == '(';
    }

    /** Returns the end of a comment that began before; a quoted end in it does not count, nor that of one within it. */
    private static int commentEnd(String sql, int from) {
        int position = from;
        while (position < sql.length() && !sql.startsWith("*/", position)) {
            char c = sql.charAt(position);
            position = c == '#' || c == '-' ? position + 1 : Scanner.skip(sql, position);
        }
        return position;
    }
}
