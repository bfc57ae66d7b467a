package io.shardkit.execute;

import java.sql.SQLException;
import java.util.List;

/**
 * The steps of a write over several units.
 *
 * @param <T> what they answer together
 */
@FunctionalInterface
public interface WriteSteps<T> {

    /**
     * Runs the steps, and tells of each that succeeded.
     *
     * @param connections those that were asked for, ascending
     */
    T run(List<ShardConnection> connections, Progress progress) throws SQLException;

    /** Counts the steps that changed something. */
    final class Progress {
        private int count;

        /** A step succeeded. */
        public void succeeded() {
            count++;
        }

        int count() {
            return count;
        }
    }
}
