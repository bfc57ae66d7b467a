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
 * @param renamed its actual table at the target, the same one if the name is free there
 */
record MovedUnit(String table, int number, String actual, String from, String to, String renamed) {

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

    /** Returns the name that it has until the next switch. */
    String sourceName(boolean back) {
        return ActualName.withinSchema(back ? renamed : actual);
    }

    /** Returns the name that it has after the next switch. */
    String targetName(boolean back) {
        return sourceName(!back);
    }

    /** Returns the data source and the actual table that it is after the next switch, with a dot between them. */
    String place(boolean back) {
        return target(back) + "." + (back ? actual : renamed);
    }

    /** Returns the name that rows have where they are not in use, made of the one by which they are used. */
    static String parked(String name, String id, int attempt) {
        return name + "__" + id + "_" + attempt;
    }

    @Override
    public String toString() {
        return from + "." + actual;
    }
}
