package io.shardkit.move;

/**
 * A broadcast table whose rows a move copies to a data source that joins the rule. Immutable.
 *
 * @param from the data source from which they are copied
 * @param to the data source that joins
 * @param table its name, with its schema if it is declared with one
 * @param made whether the move makes the table; else there was an empty one
 */
record CopiedTable(String from, String to, String table, boolean made) {
    private static final String SEPARATOR = "\t";

    /** Reads what {@link #text} wrote. */
    static CopiedTable parse(String text) {
        String[] parts = text.split(SEPARATOR);
        return new CopiedTable(parts[0], parts[1], parts[2], Boolean.parseBoolean(parts[3]));
    }

    /** Returns it as text. */
    String text() {
        return String.join(SEPARATOR, from, to, table, Boolean.toString(made));
    }

    /** Returns true if it is this table there. */
    boolean is(String dataSource, String name) {
        return to.equals(dataSource) && table.equals(name);
    }

    @Override
    public String toString() {
        return to + "." + table;
    }
}
