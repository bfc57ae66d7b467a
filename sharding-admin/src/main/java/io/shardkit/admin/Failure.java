package io.shardkit.admin;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import org.jspecify.annotations.Nullable;

/**
 * A failure in words.
 *
 * @param code that of Shardkit; null if a database has refused something
 * @param message what happened
 * @param action what to do
 */
record Failure(@Nullable String code, String message, String action) {

    static Failure of(Throwable thrown) {
        ErrorCode code = code(thrown);
        String message = thrown.getMessage() == null ? thrown.toString() : thrown.getMessage();
        if (code == null) {
            return new Failure(null, message, "");
        }
        String prefix = code.code() + ": ";
        boolean isSaid = message.contains(code.action());
        return new Failure(
                code.code(), message.startsWith(prefix) ? message : prefix + message, isSaid ? "" : code.action());
    }

    private static @Nullable ErrorCode code(Throwable thrown) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            if (each instanceof ShardingException failure) {
                return failure.errorCode();
            }
        }
        return null;
    }

    String text() {
        return action.isEmpty() ? message : message + System.lineSeparator() + action;
    }
}
