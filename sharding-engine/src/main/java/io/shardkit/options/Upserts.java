package io.shardkit.options;

/**
 * The handling of an INSERT with a clause for rows that are there already, such as ON DUPLICATE KEY UPDATE, if a unique
 * key of its table lacks a sharding column, so that such a row may be in another unit.
 */
public enum Upserts {
    /** The other units are asked for such a row first; if there is one, the row to insert goes there, or is refused. */
    CHECK,
    /** The statement is refused. */
    REFUSE,
    /** The statement sees the rows of its own units only; the log warns once for each key. */
    WARN
}
