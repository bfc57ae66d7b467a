package io.shardkit.execute;

import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A driver's statement that its owner closes, or at the latest its connection when that goes back to its pool; a link
 * in the connection's chain of them. Belongs to its session's thread.
 */
public abstract class AttachedStatement {
    private @Nullable AttachedStatement newer;

    private @Nullable AttachedStatement older;

    /** The driver's statement. */
    protected abstract Statement statement();

    /** Returns the statement that was attached before this one. */
    final @Nullable AttachedStatement older() {
        return older;
    }

    /** Joins a chain, as its newest. */
    final void follow(@Nullable AttachedStatement newest) {
        older = newest;
        if (newest != null) {
            newest.newer = this;
        }
    }

    /**
     * Leaves its chain.
     *
     * @return the newest of what is left, given the newest there was
     */
    final @Nullable AttachedStatement leave(@Nullable AttachedStatement newest) {
        AttachedStatement left = newer == null ? older : newest;
        if (newer != null) {
            newer.older = older;
        }
        if (older != null) {
            older.newer = newer;
        }
        newer = null;
        older = null;
        return left;
    }
}
