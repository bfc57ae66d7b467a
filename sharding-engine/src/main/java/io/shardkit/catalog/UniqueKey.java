package io.shardkit.catalog;

import java.util.List;

/**
 * A primary key, unique constraint or unique index.
 *
 * @param name as the database has it
 * @param primary whether it is the primary key
 * @param columns the columns whose whole values it compares, in lower case; what it compares of an expression or of a
 *     part of a value is left out
 * @param exact whether rows violate it if and only if these columns have equal values, and none of them is NULL
 */
public record UniqueKey(String name, boolean primary, List<String> columns, boolean exact) {
    /** Copies the list. */
    public UniqueKey {
        columns = List.copyOf(columns);
    }
}
