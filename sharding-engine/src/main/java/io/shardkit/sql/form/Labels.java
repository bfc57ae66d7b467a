package io.shardkit.sql.form;

import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Finds out which qualifiers the database may show in the label of a computed column. */
final class Labels {
    /** Words after which a column is a part of an expression, and not its own item with an alias. */
    private static final String[] OPERATORS = {
        "AND",
        "AT",
        "BETWEEN",
        "COLLATE",
        "DIV",
        "ILIKE",
        "IN",
        "IS",
        "ISNULL",
        "LIKE",
        "MEMBER",
        "MOD",
        "NOT",
        "NOTNULL",
        "OR",
        "OVERLAPS",
        "REGEXP",
        "RLIKE",
        "SIMILAR",
        "SOUNDS",
        "XOR"
    };

    private final SqlText text;

    Labels(SqlText text) {
        this.text = text;
    }

    /** Tokens that stand in a select list within something other than a plain {@code table.column}. */
    BitSet tokensOfComputedColumns() {
        BitSet computed = new BitSet();
        List<Boolean> select = new ArrayList<>();
        List<Boolean> list = new ArrayList<>();
        open(select, list, false);
        for (int i = 0; i < text.size(); i++) {
            int top = select.size() - 1;
            switch (text.word(i)) {
                case "(" -> open(select, list, list.get(top));
                case ")" -> {
                    select.remove(top);
                    list.remove(top);
                }
                case "SELECT" -> {
                    select.set(top, true);
                    list.set(top, true);
                }
                case "FROM" -> {
                    if (select.get(top) && !text.is(i - 1, "DISTINCT")) {
                        list.set(top, false);
                    }
                }
                default -> {
                    if (list.get(top) && !(select.get(top) && isPlain(i))) {
                        computed.set(i);
                    }
                }
            }
        }
        return computed;
    }

    private static void open(List<Boolean> select, List<Boolean> list, boolean inList) {
        select.add(false);
        list.add(inList);
    }

    private boolean isPlain(int qualifier) {
        boolean first = text.isOneOf(qualifier - 1, "SELECT", "DISTINCT", "ALL", ",");
        boolean last = qualifier + 3 >= text.size()
                || text.is(qualifier + 3, ",")
                || (text.token(qualifier + 3).kind() != Token.Kind.SYMBOL && !text.isOneOf(qualifier + 3, OPERATORS));
        return first && last;
    }
}
