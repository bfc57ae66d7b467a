package io.shardkit.plan;

/** Sends calls to the units where a step before has locked rows. */
public record LockedCalls(Calls calls) implements WriteStep {}
