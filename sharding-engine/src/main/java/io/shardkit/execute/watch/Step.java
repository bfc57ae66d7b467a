package io.shardkit.execute.watch;

import java.sql.SQLException;

/**
 * A step that may throw what drivers throw.
 *
 * @param <R> what it answers
 */
@FunctionalInterface
public interface Step<R> {
    /** Runs it. */
    R run() throws SQLException;
}
