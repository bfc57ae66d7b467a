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

    /** Begins what is to be committed, and counts the steps that changed something. */
    class Progress {
        private int count;

        /**
         * To be called before the first step on a connection, by the thread that makes it: begins a transaction, unless
         * the session has one.
         */
        public void begin(ShardConnection shard) throws SQLException {}

        /** A step succeeded. */
        public final void succeeded() {
            count++;
        }

        public final int count() {
            return count;
        }
    }
}
