package io.shardkit.sql.statement;

/**
 * One place in a statement where a table is read or written.
 *
 * @param id its number in the statement, in the order of reading
 * @param name the logical name, in lower case
 * @param label the alias, or the name where there is none, in lower case
 * @param aliased whether there is an alias
 */
public record TableUse(int id, String name, String label, boolean aliased) {
    private static final int BITS = 16;

    /** The number of a use in a copy of a part of the statement, which is written more than once. */
    public static int inCopy(int id, int copy) {
        return copy << BITS | id;
    }

    /** The number of the use of which this is the number in a copy, or itself. */
    public static int original(int id) {
        return id & (1 << BITS) - 1;
    }

    /** The number of the copy, or 0 for the statement as it was written. */
    public static int copy(int id) {
        return id >> BITS;
    }
}
