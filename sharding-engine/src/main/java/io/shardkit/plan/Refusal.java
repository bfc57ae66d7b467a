package io.shardkit.plan;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.sql.SQLException;

/**
 * The refusal of a statement, or of a way to run a statement.
 *
 * @param code the reason
 * @param detail the part of the statement in question
 */
public record Refusal(ErrorCode code, String detail) {

    /** Code, reason and detail. */
    public String text() {
        return code.code() + ": " + code.reason() + (detail.isEmpty() ? "" : ": " + detail);
    }

    public SQLException exception() {
        return ShardingExceptions.of(code, detail);
    }
}
