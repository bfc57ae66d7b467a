package io.shardkit.execute.watch;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * One point in time for all the calls of a statement.
 *
 * @param limited whether there is one
 * @param nanos the point, as {@link System#nanoTime()} counts
 * @param byDriver whether drivers are told; a {@link Watch} keeps it in any case
 */
public record Deadline(boolean limited, long nanos, boolean byDriver) {

    /** No limit. */
    public static final Deadline NEVER = new Deadline(false, 0, false);

    /**
     * In so many seconds; 0 for never.
     *
     * @param byDriver whether drivers are told
     */
    public static Deadline in(int seconds, boolean byDriver) {
        Deadline deadline = in(seconds);
        return byDriver ? deadline : new Deadline(deadline.limited, deadline.nanos, false);
    }

    /** In so many seconds; 0 for never. */
    public static Deadline in(int seconds) {
        return new Deadline(seconds > 0, System.nanoTime() + seconds * 1_000_000_000L, true);
    }

    /** Gives a statement what is left, at least the one second that is the unit of JDBC. */
    public void limit(Statement statement) throws SQLException {
        if (limited) {
            int left = secondsLeft();
            if (byDriver) {
                statement.setQueryTimeout(left);
            }
        }
    }

    /** Returns the time left in seconds, rounded up, at least 1; 0 for no limit. */
    public int secondsLeft() throws SQLException {
        return (int) ((nanosLeft() + 999_999_999L) / 1_000_000_000L);
    }

    /**
     * Returns the time left, at least 1; 0 for no limit.
     *
     * @throws SQLException with {@link ErrorCode#DEADLINE_PASSED} if no time is left
     */
    public long nanosLeft() throws SQLException {
        if (!limited) {
            return 0;
        }
        long left = nanos - System.nanoTime();
        if (left <= 0) {
            throw ShardingExceptions.of(ErrorCode.DEADLINE_PASSED, "");
        }
        return left;
    }
}
