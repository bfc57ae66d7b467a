package io.shardkit.execute.session;

import io.shardkit.execute.ShardConnection;
import org.jspecify.annotations.Nullable;

/** The key that was generated last in a session, as far as it can be told. Not thread-safe. */
public final class LastKey {
    /** Something that may have generated a key, of which nothing is known. */
    private static final Object UNKNOWN = new Object();

    /**
     * The key that the framework generated last, or the only connection whose database may have generated it, or {@link
     * #UNKNOWN}; null before the first INSERT.
     */
    private @Nullable Object source;

    LastKey() {}

    /**
     * Must be told of each INSERT but those of one call.
     *
     * @param generated the first of the keys that the framework made, or null if a database may have made them
     */
    public void inserted(@Nullable Object generated) {
        source = generated instanceof Long ? generated : UNKNOWN;
    }

    /** Must be told of an INSERT of one call, whose database may have generated a key, or else tells an older one. */
    public void insertedOn(ShardConnection shard) {
        source = source == null || source == shard ? shard : UNKNOWN;
    }

    /** Must be told of what sets the key that a database tells as its last one. */
    public void setOn(ShardConnection shard) {
        source = shard;
    }

    /** The first key that the framework made for the last INSERT, or null if it made none. */
    public @Nullable Long key() {
        return source instanceof Long key ? key : null;
    }

    /** The connection whose database knows the key that was generated last, or null. */
    public @Nullable ShardConnection shard() {
        return source instanceof ShardConnection shard && !shard.released() ? shard : null;
    }

    /** Connections were given back: what a database would tell of the key that was generated last is gone with its own. */
    void connectionsReleased() {
        if (source instanceof ShardConnection shard && shard.released()) {
            source = null;
        }
    }
}
