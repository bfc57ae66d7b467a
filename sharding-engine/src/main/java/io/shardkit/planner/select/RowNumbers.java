package io.shardkit.planner.select;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.merge.RowLimit;
import io.shardkit.sql.statement.Limit;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.Value;
import java.math.BigDecimal;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The numbers of a LIMIT in one execution. */
public final class RowNumbers {
    private RowNumbers() {}

    /** Returns the rows that a LIMIT takes in one execution. */
    public static RowLimit of(@Nullable Limit limit, Parameters parameters) throws SQLException {
        if (limit == null) {
            return RowLimit.NONE;
        }
        return new RowLimit(number(limit.offset(), 0, parameters), number(limit.count(), RowLimit.ALL, parameters));
    }

    private static long number(@Nullable Value value, long absent, Parameters parameters) throws SQLException {
        if (value == null) {
            return absent;
        }
        Object number = value.of(parameters);
        if (number instanceof Long || number instanceof Integer || number instanceof Short || number instanceof Byte) {
            long whole = ((Number) number).longValue();
            if (whole >= 0) {
                return whole;
            }
        } else if (number instanceof Number other && Double.isFinite(other.doubleValue())) {
            BigDecimal decimal = new BigDecimal(other.toString()).stripTrailingZeros();
            if (decimal.signum() >= 0 && decimal.scale() <= 0) {
                return decimal.min(BigDecimal.valueOf(Long.MAX_VALUE)).longValue();
            }
        }
        throw ShardingExceptions.of(
                ErrorCode.LIMIT_NOT_A_NUMBER,
                number == null
                        ? "NULL"
                        : number instanceof Number
                                ? number.toString()
                                : "a " + number.getClass().getSimpleName());
    }
}
