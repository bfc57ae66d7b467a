package io.shardkit.lab.workload;

import java.util.List;

/** A statement, over logical tables and for the actual ones of each number. Immutable. */
final class Text {
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
    static Text of(String sql, Kind kind, List<Layout> layouts) {
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

    String logical() {
        return logical;
    }

    String actual(int table) {
        return actual[table];
    }
}
