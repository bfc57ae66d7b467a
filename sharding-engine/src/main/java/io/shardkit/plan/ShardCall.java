package io.shardkit.plan;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * One text for one shard. Those of plain one-unit statements are made once and used again, so identity may serve as a
 * quick test for "the same text on the same data source".
 *
 * @param dataSource number of the data source
 * @param unit number of the unit, for messages and order; 0 where the statement has no sharded table
 * @param sql the text for the shard
 * @param mapping where its parameters come from, or null for the user's parameters as they stand
 */
public record ShardCall(int dataSource, int unit, String sql, @Nullable ParameterMapping mapping) {
    /** Data sources ascending, then units ascending: the order in which connections and locks are taken. */
    public static final Comparator<ShardCall> ORDER =
            Comparator.comparingInt(ShardCall::dataSource).thenComparingInt(ShardCall::unit);

    private static final Object[] NOTHING = {};

    /** The same call to another server. */
    public ShardCall on(int number) {
        return number == dataSource ? this : new ShardCall(number, unit, sql, mapping);
    }

    /** The values made by binding that its parameters may come from. */
    public @Nullable Object[] computed() {
        return mapping == null ? NOTHING : mapping.computed();
    }
}
