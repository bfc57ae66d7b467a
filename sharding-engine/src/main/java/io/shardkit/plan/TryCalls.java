package io.shardkit.plan;

/**
 * Sends calls as they are: if they meet the rows that a unique key names, or none has moved, that is all.
 *
 * @param rows those that they are for
 */
public record TryCalls(Calls calls, UniqueKeyLookup rows) implements WriteStep {}
