package io.shardkit.observe;

import java.util.List;

/**
 * A change that would make a statement cheaper. The statement has been planned with the change, and goes to fewer units
 * then, or need not be gathered, or is not refused any more.
 *
 * @param kind the kind of change
 * @param tables the tables that it is about, in lower case
 * @param columns the columns that it is about, in lower case, if it is about one table, else as {@code table.column}
 * @param units the number of units that its calls go to then; where that depends on a value, the greatest number
 * @param text in words
 */
public record Advice(Kind kind, List<String> tables, List<String> columns, int units, String text) {
    /** Copies the lists. */
    public Advice {
        tables = List.copyOf(tables);
        columns = List.copyOf(columns);
    }

    /** The kind of change. */
    public enum Kind {
        /** The statement: it lacks a value for a sharding column. */
        CONDITION,
        /** The statement: it joins tables that are sharded alike by other columns than their sharding columns. */
        JOIN,
        /** The statement: it skips rows by OFFSET, which each unit has to send. */
        PAGING,
        /** The statement: it inserts rows for several data sources, and could be one for each value of a column. */
        ROWS,
        /** The rule: tables that are sharded alike are joined, and not declared as binding tables. */
        BINDING,
        /** The rule: a table could be copied to each data source. */
        BROADCAST,
        /** The rule, and the keys of the table: its key could hold the shard. */
        ALSO_BY,
        /** The rule: a lookup table could tell where rows are. */
        LOOKUP,
        /** The transaction: by another isolation level it would lock no rows but those that it gets. */
        ISOLATION
    }
}
