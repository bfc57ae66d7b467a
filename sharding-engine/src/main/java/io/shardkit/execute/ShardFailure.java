package io.shardkit.execute;

import java.util.Locale;

/**
 * What one would ask next about a shard's exception; hangs on it as a suppressed exception, so that the driver's own
 * goes through unwrapped. Names the data source and never a parameter's value.
 */
public final class ShardFailure extends Exception {
    private static final long serialVersionUID = 1L;

    ShardFailure(String message) {
        super(message, null, false, false);
    }

    /** Of a connection that could not be had. */
    static ShardFailure connecting(String dataSource) {
        return new ShardFailure("data source " + dataSource + ": no connection");
    }

    /**
     * Of a call.
     *
     * @param dataSource where it failed
     * @param plan what was being done
     * @param asked how many calls it takes
     * @param succeeded how many were known to have succeeded
     * @param nanos since the statement began
     */
    public static ShardFailure calling(String dataSource, String plan, int asked, int succeeded, long nanos) {
        return new ShardFailure(String.format(
                Locale.ROOT,
                "data source %s: %s, %d of %d calls had succeeded, %d ms",
                dataSource,
                plan,
                succeeded,
                asked,
                nanos / 1_000_000));
    }
}
