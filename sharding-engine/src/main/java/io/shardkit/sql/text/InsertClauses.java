package io.shardkit.sql.text;

/** Finds the clauses of an INSERT by its tokens. */
public final class InsertClauses {
    private InsertClauses() {}

    /** The token VALUES, VALUE or SET that the values follow, or -1. */
    public static int form(SqlText text) {
        int from = 1;
        while (from < text.size() && !isOverriding(text, from)) {
            from++;
        }
        from = from < text.size() ? from + 3 : 1;
        int form = text.find(from, text.size(), 0, "VALUES", "VALUE", "SET", "SELECT", "WITH", "DEFAULT", "ON");
        return form > 0 && text.isOneOf(form, "VALUES", "VALUE", "SET") ? form : -1;
    }

    /**
     * The token before the rows or the query, or before OVERRIDING SYSTEM VALUE and OVERRIDING USER VALUE if they stand there.
     *
     * @param rows the token where they begin
     */
    public static int beforeRows(SqlText text, int rows) {
        return rows - (isOverriding(text, rows - 3) ? 4 : 1);
    }

    /**
     * Returns true if the database stores values of its own in identity columns, whatever values the statement has for
     * them.
     */
    public static boolean overridesUserValues(SqlText text) {
        for (int i = text.is(0, "INSERT") ? 1 : text.size(); i < text.size(); i++) {
            if (isOverriding(text, i)) {
                return text.is(i + 1, "USER");
            }
        }
        return false;
    }

    /** The token after the last assignment of INSERT ... SET. */
    public static int endOfAssignments(SqlText text, int set) {
        int end = text.find(set, text.size(), 0, "AS", "ON", "RETURNING");
        return end < 0 ? text.size() : end;
    }

    /** Returns true if OVERRIDING SYSTEM VALUE or OVERRIDING USER VALUE of an INSERT begins with the token. */
    public static boolean isOverriding(SqlText text, int i) {
        return text.is(0, "INSERT")
                && text.is(i, "OVERRIDING")
                && text.token(i).depth() == 0
                && text.isOneOf(i + 1, "SYSTEM", "USER")
                && text.is(i + 2, "VALUE");
    }
}
