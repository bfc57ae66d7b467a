package io.shardkit.move.table;

import io.shardkit.execute.watch.Step;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tries again what met a lock. */
final class Attempts {
    private static final Logger LOG = LoggerFactory.getLogger(Attempts.class);
    private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int LONGEST_PAUSE = 40;

    private Attempts() {}

    /** Runs a step, again after growing pauses while it fails for reasons that pass. */
    static <T> T of(TableMove move, Step<T> step) throws SQLException {
        return of(move, step, () -> {});
    }

    /** The same; before each pause something else is run. */
    static <T> T of(TableMove move, Step<T> step, Runnable waiting) throws SQLException {
        MoveSql sql = MoveSqls.of(move.dialect());
        for (int attempt = 1; ; attempt++) {
            try {
                return step.run();
            } catch (SQLException failure) {
                if (attempt >= move.limits().attempts() || !sql.isTransient(failure) || Thread.interrupted()) {
                    throw failure;
                }
                LOG.debug("Attempt {} for {} met a lock", attempt, move.table(), failure);
                waiting.run();
                LockSupport.parkNanos(FIRST_PAUSE_NANOS * Math.min(LONGEST_PAUSE, attempt));
            }
        }
    }
}
