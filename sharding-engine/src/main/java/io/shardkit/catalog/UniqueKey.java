package io.shardkit.catalog;

import java.util.List;

/**
 * A primary key, unique constraint or unique index.
 *
 * @param name as the database has it
 * @param primary whether it is the primary key
 * @param columns the columns whose whole values it compares, in lower case; what it compares of an expression or of a
 *     part of a value is left out
 */
public record UniqueKey(String name, boolean primary, List<String> columns) {
    /** Copies the list. */
    public UniqueKey {
        columns = List.copyOf(columns);
    }
}
