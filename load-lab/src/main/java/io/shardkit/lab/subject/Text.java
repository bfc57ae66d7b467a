package io.shardkit.lab.subject;

import java.util.List;

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
    public static Text of(String sql, Database kind, List<Layout> layouts) {
        String logical = sql;
        for (Layout layout : layouts) {
            logical = logical.replace("{" + layout.name() + "}", kind.quoted(layout.name()));
        }
        String[] actual = new String[layouts.get(0).tables()];
        for (int table = 0; table < actual.length; table++) {
            actual[table] = sql;
            for (Layout layout : layouts) {
                actual[table] = actual[table].replace("{" + layout.name() + "}", kind.quoted(layout.actual(table)));
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
