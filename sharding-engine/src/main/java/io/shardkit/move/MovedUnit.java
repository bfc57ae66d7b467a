package io.shardkit.move;

import io.shardkit.rule.ActualName;
import org.jspecify.annotations.Nullable;

/**
 * A unit that moves. Immutable.
 *
 * @param table the logical table
 * @param number of the unit in its table
 * @param actual its actual table, with its schema if it is declared with one
 * @param from the data source from which it was to move
 * @param to the data source to which it was to move
 */
record MovedUnit(String table, int number, String actual, String from, String to) {

    String name() {
        return ActualName.withinSchema(actual);
    }

    @Nullable String schema() {
        return ActualName.schema(actual);
    }

    /** Returns the data source on which it is until the next switch. */
    String source(boolean back) {
        return back ? to : from;
    }

    /** Returns the data source on which it is after the next switch. */
    String target(boolean back) {
        return back ? from : to;
    }

    /** Returns the name that its rows have where they are not in use. */
    String parked(String id, int attempt) {
        return name() + "__" + id + "_" + attempt;
    }

    @Override
    public String toString() {
        return from + "." + actual;
    }
}
