package io.shardkit.move;

import java.util.List;

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

    /** Returns it as a change of its table. */
    TableChange change() {
        return new TableChange(
                table,
                List.of(new TableChange.Actual(number, from, actual)),
                List.of(new TableChange.Actual(number, to, renamed)));
    }

    /** Returns the same unit, which keeps its name. */
    MovedUnit keepingName() {
        return new MovedUnit(table, number, actual, from, to, actual);
    }

    /** Returns the data source and the actual table that it is after the next switch, with a dot between them. */
    String place(boolean back) {
        return back ? from + "." + actual : to + "." + renamed;
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
