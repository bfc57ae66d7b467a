package io.shardkit.keygen;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import org.jspecify.annotations.Nullable;

/** Reports that a generator can make no key now. A statement that needs a key is refused with the same code. */
public final class KeyGenerationException extends RuntimeException implements ShardingException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode errorCode;
    private final String detail;

    /**
     * @param errorCode why
     * @param detail the generator's setting, table or data source in question
     */
    public KeyGenerationException(ErrorCode errorCode, String detail) {
        this(errorCode, detail, null);
    }

    /** As the other constructor, with the exception that showed it. */
    public KeyGenerationException(ErrorCode errorCode, String detail, @Nullable Throwable cause) {
        super(errorCode.message(detail), cause);
        this.errorCode = errorCode;
        this.detail = detail;
    }

    @Override
    public ErrorCode errorCode() {
        return errorCode;
    }

    @Override
    public String detail() {
        return detail;
    }
}
