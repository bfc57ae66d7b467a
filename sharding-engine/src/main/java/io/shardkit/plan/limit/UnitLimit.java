package io.shardkit.plan.limit;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.hint.ShardingHint;
import io.shardkit.options.Limits;
import java.sql.SQLException;

/** The limit on the units a statement may touch, unless the application allows any number at that moment. */
public final class UnitLimit {
    private UnitLimit() {}

    /**
     * Checks how many units a statement is about to touch.
     *
     * @throws SQLException with {@link ErrorCode#TOO_MANY_UNITS} if they are too many
     */
    public static void check(Limits limits, int count) throws SQLException {
        if (count > limits.maxUnits() && !ShardingHint.allowsScatter()) {
            throw ShardingExceptions.of(ErrorCode.TOO_MANY_UNITS, count + " units");
        }
    }
}
