package io.shardkit.plan;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The refusal of a statement, or of a way to run a statement.
 *
 * @param code the reason
 * @param detail the part of the statement in question
 * @param action what to do about this statement, or null for what the code says
 */
public record Refusal(ErrorCode code, String detail, @Nullable String action) {
    /** With what the code says to do. */
    public Refusal(ErrorCode code, String detail) {
        this(code, detail, null);
    }

    /** The same with something else to do. */
    public Refusal advising(String what) {
        return new Refusal(code, detail, what);
    }

    /** Code, reason and detail. */
    public String text() {
        return code.code() + ": " + code.reason() + (detail.isEmpty() ? "" : ": " + detail);
    }

    /** Code, reason, detail, and what to do. */
    public String message() {
        return action == null ? code.message(detail) : code.message(detail, action);
    }

    public SQLException exception() {
        return ShardingExceptions.of(code, detail, message());
    }
}
