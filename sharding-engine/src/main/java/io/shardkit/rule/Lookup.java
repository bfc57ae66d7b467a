package io.shardkit.rule;

import java.util.Locale;

/**
 * A global unique index of a sharded table: another table, with the values of one of its columns, each once, and the
 * sharding columns of the rows that have them. Names in lower case.
 *
 * @param column the column, which the other table has by the same name as its primary key
 * @param table the other table: a sharded one whose only sharding column is that column, or a single one
 * @param writeOnly whether it is kept but not asked, as while rows that were there before are still missing in it
 */
public record Lookup(String column, String table, boolean writeOnly) {
    /** Folds the names. */
    public Lookup {
        column = column.trim().toLowerCase(Locale.ROOT);
        table = table.trim().toLowerCase(Locale.ROOT);
    }
}
