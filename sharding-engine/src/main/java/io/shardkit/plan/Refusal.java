package io.shardkit.plan;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import java.sql.SQLException;

/**
 * Why a statement, or a way to run it, is refused.
 *
 * @param code the reason
 * @param detail the part of the statement in question
 */
public record Refusal(ErrorCode code, String detail) {

    /** The refusal that was thrown; anything else goes on. */
    public static Refusal of(SQLException thrown) throws SQLException {
        if (thrown instanceof ShardingException refusal) {
            return new Refusal(refusal.errorCode(), refusal.detail());
        }
        throw thrown;
    }

    /** Code, reason and detail. */
    public String text() {
        return code.code() + ": " + code.reason() + (detail.isEmpty() ? "" : ": " + detail);
    }

    public SQLException exception() {
        return code.exception(detail);
    }
}
