package io.shardkit.lab.subject;

import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/** A statement, over logical tables and for the actual ones of each number. Immutable. */
public final class Text {
    private final String logical;
    private final String[] actual;

    private Text(String logical, String[] actual) {
        this.logical = logical;
        this.actual = actual;
    }

    /**
     * Makes the SQL for the logical and the actual tables.
     *
     * @param sql with the logical tables in braces
     */
    public static Text of(String sql, List<Layout> layouts) {
        return of(sql, name -> name, layouts);
    }

    /** Makes the same with quoted names, which may be reserved words. */
    public static Text of(String sql, Database kind, List<Layout> layouts) {
        return of(sql, kind::quoted, layouts);
    }

    private static Text of(String sql, UnaryOperator<String> quoted, List<Layout> layouts) {
        String logical = sql;
        String[] actual = new String[layouts.get(0).tables()];
        Arrays.fill(actual, sql);
        for (Layout layout : layouts) {
            String named = "{" + layout.name() + "}";
            logical = logical.replace(named, quoted.apply(layout.name()));
            for (int table = 0; table < actual.length; table++) {
                actual[table] = actual[table].replace(named, quoted.apply(layout.actual(table)));
            }
        }
        return new Text(logical, actual);
    }

    public String logical() {
        return logical;
    }

    public String actual(int table) {
        return actual[table];
    }
}
