package io.shardkit.plan;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The one place where what goes wrong unexpectedly while a statement is read, planned or bound becomes a refusal: users
 * of JDBC get an {@link SQLException} with a code, and what was thrown as its cause.
 */
public final class Wall {
    private Wall() {}

    /** What is read or planned. */
    @FunctionalInterface
    public interface Reading<T extends @Nullable Object> {
        T read() throws SQLException;
    }

    /** Reads or plans; nothing but an {@link SQLException} comes out. */
    public static <T extends @Nullable Object> T within(Reading<T> reading) throws SQLException {
        try {
            return reading.read();
        } catch (RuntimeException | StackOverflowError unexpected) {
            throw refusal(unexpected);
        }
    }

    /** The refusal for what was thrown. */
    public static SQLException refusal(Throwable unexpected) {
        SQLException refusal = unexpected instanceof StackOverflowError
                ? ShardingExceptions.of(ErrorCode.TOO_COMPLEX, "the stack of the thread is too small")
                : ShardingExceptions.of(
                        ErrorCode.UNEXPECTED_FAILURE, unexpected.getClass().getSimpleName());
        refusal.initCause(unexpected);
        return refusal;
    }
}
