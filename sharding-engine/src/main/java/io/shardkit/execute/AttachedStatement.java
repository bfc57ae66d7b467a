package io.shardkit.execute;

import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A driver's statement that its owner closes, or at the latest its connection when that goes back to its pool; a link
 * in the connection's chain of them. Belongs to its session's thread.
 */
public abstract class AttachedStatement {
    @Nullable AttachedStatement newer;

    @Nullable AttachedStatement older;

    /** The driver's statement. */
    protected abstract Statement statement();
}
