package io.shardkit.catalog;

import org.jspecify.annotations.Nullable;

/** The name that the clients of a front end know a logical database by, if they do not know its schema. Thread-safe. */
public final class DatabaseName {
    private volatile @Nullable String name;

    /** Returns the name; null if clients know the schema of the first data source. */
    public @Nullable String get() {
        return name;
    }

    /** Changes the name; plans that were made before have the old one. */
    public void set(String name) {
        this.name = name;
    }
}
