package io.shardkit.sql.form;

import io.shardkit.sql.text.SqlText;

/**
 * Puts the QUALIFY of an outermost query into its HAVING, as the parser does not know it for each database. Within a
 * call it is no condition that the rows of a table could be found by.
 */
final class QualifySubstitutions {
    private static final String[] AFTER = {"ORDER", "LIMIT", "OFFSET", "FETCH", "FOR"};
    private static final String[] SEVERAL = {"UNION", "EXCEPT", "INTERSECT", "MINUS"};

    private final SqlText text;
    private final Substitutions forms;

    QualifySubstitutions(SqlText text, Substitutions forms) {
        this.text = text;
        this.forms = forms;
    }

    /**
     * Returns true if there was a QUALIFY, which is replaced; a QUALIFY within another query, or in one of several, is
     * left to the parser.
     */
    boolean apply() {
        int qualify = text.find(0, text.size(), 0, "QUALIFY");
        if (qualify < 0 || text.find(0, text.size(), 0, SEVERAL) >= 0 || !text.isOneOf(0, "SELECT", "WITH")) {
            return false;
        }
        int having = text.find(0, qualify, 0, "HAVING");
        if (having >= 0) {
            forms.surround(having + 1, qualify, "COALESCE(", ", FALSE)");
        }
        forms.replace(qualify, having >= 0 ? "AND" : "HAVING");
        int end = text.find(qualify, text.size(), 0, AFTER);
        forms.surround(qualify + 1, end < 0 ? text.size() : end, "COALESCE(", ", FALSE)");
        return true;
    }
}
