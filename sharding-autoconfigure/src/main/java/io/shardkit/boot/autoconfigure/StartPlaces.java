package io.shardkit.boot.autoconfigure;

import java.util.List;

/** Tells where an application that has started shows its shards, for the line in the log that says what has started. */
@FunctionalInterface
public interface StartPlaces {
    /** Returns what is where, such as {@code endpoint at /actuator/sharding}; empty if nothing is. */
    List<String> places();
}
