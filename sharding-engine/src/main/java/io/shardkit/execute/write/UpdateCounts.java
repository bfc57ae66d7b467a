package io.shardkit.execute.write;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.plan.Calls.Counts;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Makes one update count of several. */
public final class UpdateCounts {
    private UpdateCounts() {}

    /**
     * The count of a statement, or {@link Statement#SUCCESS_NO_INFO} if a driver did not tell.
     *
     * @throws SQLException if copies that should be equal were changed differently
     */
    public static long combine(List<Long> counts, Counts how) throws SQLException {
        if (how == Counts.SUM) {
            return sum(counts);
        }
        long same = counts.get(0);
        for (long count : counts) {
            if (same < 0 || count < 0) {
                same = Statement.SUCCESS_NO_INFO;
            } else if (same != count) {
                throw ShardingExceptions.of(ErrorCode.BROADCAST_DIVERGED, same + " and " + count);
            }
        }
        return same;
    }

    /** The sum, or {@link Statement#SUCCESS_NO_INFO} if a driver did not tell one of them. */
    public static long sum(List<Long> counts) {
        long sum = 0;
        for (long count : counts) {
            sum = sum < 0 || count < 0 ? Statement.SUCCESS_NO_INFO : sum + count;
        }
        return sum;
    }

    /** The counts that {@link Statement#executeBatch()} gave. */
    public static long[] longs(int[] counts) {
        long[] longs = new long[counts.length];
        for (int i = 0; i < counts.length; i++) {
            longs[i] = counts[i];
        }
        return longs;
    }

    /** The counts as {@link Statement#executeBatch()} gives them. */
    public static int[] ints(long[] counts) {
        int[] ints = new int[counts.length];
        for (int i = 0; i < counts.length; i++) {
            ints[i] = (int) Math.min(Integer.MAX_VALUE, counts[i]);
        }
        return ints;
    }
}
