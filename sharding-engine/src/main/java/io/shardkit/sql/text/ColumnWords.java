package io.shardkit.sql.text;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells what the words of a statement may mean for the columns of its tables. */
public final class ColumnWords {
    /** The names for the place of a row within its actual table, in lower case. */
    private static final Set<String> OF_ROW = Set.of("_rowid_", "ctid");

    /** Also a usual name of columns. */
    private static final String OBJECT_ID = "oid";

    private final SqlText text;

    public ColumnWords(SqlText text) {
        this.text = text;
    }

    /** Returns true if the name, in lower case, occurs in a subquery. */
    public boolean inSubquery(String name) {
        int depth = 0;
        for (int i = 0; i < text.size(); i++) {
            int here = text.token(i).depth();
            if (here < depth) {
                depth = 0;
            }
            if (depth == 0 && here > 0 && text.is(i, "SELECT")) {
                depth = here;
            }
            boolean named = text.isName(i) && Words.same(Token.stripQuotes(text.string(i)), name);
            boolean star = text.is(i, "*") && isStar(i);
            if (depth > 0 && (named || star)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns true if a subquery selects the column, by its name in lower case, beside an aggregate: then the value is
     * any row's.
     */
    public boolean besideAggregate(String name) {
        for (int i = 0; i < text.size(); i++) {
            if (text.token(i).depth() > 0 && text.is(i, "SELECT") && listIsMixed(i + 1, name)) {
                return true;
            }
        }
        return false;
    }

    private boolean listIsMixed(int from, String name) {
        int depth = text.token(from - 1).depth();
        boolean aggregated = false;
        boolean named = false;
        for (int i = from; i < text.size() && text.token(i).depth() >= depth; i++) {
            if (text.is(i, "FROM") && text.token(i).depth() == depth) {
                break;
            }
            if (text.is(i + 1, "(") && Functions.isAggregate(text.string(i).toLowerCase(Locale.ROOT))) {
                aggregated = true;
                i = text.find(i + 1, text.size(), text.token(i + 1).depth(), ")");
            } else {
                named |= text.isName(i) && Words.same(Token.stripQuotes(text.string(i)), name);
            }
        }
        return aggregated && named;
    }

    /**
     * Returns true if the ON of a MERGE reads one of the columns of its table.
     *
     * @param label the label of the table
     * @param columns names in lower case
     */
    public boolean inOnOfMerge(String label, Collection<String> columns) {
        int on = text.is(0, "MERGE") ? text.next(0, "ON") : text.size();
        int when = text.next(on, "WHEN");
        for (int i = on; i < when; i++) {
            boolean ofOther = text.is(i - 1, ".") && !Words.same(Token.stripQuotes(text.string(i - 2)), label);
            if (!ofOther
                    && text.isName(i)
                    && columns.contains(Token.stripQuotes(text.string(i)).toLowerCase(Locale.ROOT))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns true if a {@code *}, NATURAL, or the bare name of the table stands for columns that are not named.
     *
     * @param uses the number of tables that are used under that name
     */
    public boolean mayMeanAll(String label, int uses) {
        int bareLabels = 0;
        for (int i = 0; i < text.size(); i++) {
            if (text.is(i, "NATURAL") || text.is(i, "TABLE") || (text.is(i, "*") && isStar(i) && !isOfExists(i))) {
                return true;
            }
            boolean isLabel = text.isName(i) && Words.same(Token.stripQuotes(text.string(i)), label);
            bareLabels += isLabel && !text.is(i + 1, ".") ? 1 : 0;
        }
        return bareLabels > uses;
    }

    /** Returns true if a token is part of a select list, also deep in it: a column without a name is called by its text. */
    private boolean isInSelectList(int token) {
        int depth = text.token(token).depth();
        boolean afterList = false;
        for (int i = token - 1; i >= 0; i--) {
            int here = text.token(i).depth();
            if (here < depth) {
                depth = here;
                afterList = false;
            }
            if (here == depth && text.is(i, "FROM")) {
                afterList = true;
            } else if (here == depth && text.is(i, "SELECT") && !afterList) {
                return true;
            }
        }
        return false;
    }

    /** Returns true if the asterisk is the select list of an EXISTS, which asks for rows, whatever their columns. */
    private boolean isOfExists(int star) {
        int depth = text.token(star).depth();
        int close = text.find(star, text.size(), depth - 1, ")");
        return text.is(star - 1, "SELECT")
                && text.is(star - 2, "(")
                && text.is(star - 3, "EXISTS")
                && !isInSelectList(star - 3)
                && text.is(star + 1, "FROM")
                && text.find(star, close, depth, "UNION", "EXCEPT", "INTERSECT", "MINUS", "GROUP", "HAVING") < 0;
    }

    /** Returns true if the asterisk cannot be a multiplication or that of COUNT(*). */
    private boolean isStar(int index) {
        boolean ofCount = text.is(index - 1, "(") && text.is(index + 1, ")");
        boolean last = index + 1 == text.size() || text.isOneOf(index + 1, "FROM", "INTO", ",", ")");
        return (last && !ofCount) || text.isOneOf(index - 1, "SELECT", "DISTINCT", "ALL", ",", ".");
    }

    /**
     * The first word that means something else on a copy of a table than on the table itself, or null.
     *
     * @param unknownColumns the names, in lower case, of columns that no table in sight is known to have
     * @param sameRows how many equalities tell which rows of tables that are not copied are the same
     */
    public @Nullable String ofTheTableItself(Set<String> unknownColumns, int sameRows) {
        String ofRow = otherOfRow(sameRows);
        if (ofRow != null) {
            return ofRow;
        }
        for (int i = 0; i < text.size(); i++) {
            if (text.isOneOf(i, "XMIN", "XMAX", "CMIN", "CMAX", "TABLEOID")
                    || (text.is(i, "DEFAULT") && text.is(i + 1, "("))) {
                return text.string(i);
            }
        }
        return unknownColumns.contains(OBJECT_ID) ? OBJECT_ID : null;
    }

    /**
     * Returns true if the name, in lower case, is that of a row's place within its actual table, if no column has the
     * name.
     */
    public static boolean isOfRow(String name) {
        return OF_ROW.contains(name);
    }

    /**
     * The first name, in lower case, for where a row is within its actual table, or null if there are none but those of
     * equalities.
     *
     * @param sameRows how many equalities tell that rows are the same
     */
    public @Nullable String otherOfRow(int sameRows) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < text.size(); i++) {
            String name = text.isName(i) ? Token.stripQuotes(text.string(i)).toLowerCase(Locale.ROOT) : "";
            if (isOfRow(name)) {
                names.add(name);
            }
        }
        return names.size() > 2 * sameRows ? names.get(0) : null;
    }
}
