package io.shardkit.move.table;

import java.util.List;

/**
 * A row in which source and target differ.
 *
 * @param key its key
 * @param kind what is wrong at the target
 * @param columns names of the columns that differ; empty unless the row is changed
 */
public record Difference(MovedKey key, Kind kind, List<String> columns) {
    /** Copies the list. */
    public Difference {
        columns = List.copyOf(columns);
    }

    /** Kinds of differences. */
    public enum Kind {
        /** The target lacks the row. */
        MISSING,
        /** Only the target has the row. */
        EXTRA,
        /** The target has another row. */
        CHANGED
    }

    @Override
    public String toString() {
        return switch (kind) {
            case MISSING -> "the target lacks the row with the key " + key;
            case EXTRA -> "only the target has a row with the key " + key;
            case CHANGED -> "the row with the key " + key + " differs in " + String.join(", ", columns);
        };
    }
}
