package io.shardkit.error;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A configuration that cannot work; thrown while the engine is built, never later. */
public final class ShardingConfigurationException extends RuntimeException implements ShardingException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode errorCode;
    private final String property;
    private final String detail;

    /**
     * @param errorCode why
     * @param property the property in question, such as {@code sharding.tables.t_order.actual-data-nodes}, or the method
     *     of a builder
     * @param detail the value found and what would be right
     */
    public ShardingConfigurationException(ErrorCode errorCode, String property, String detail) {
        this(errorCode, property, detail, null);
    }

    /** As the other constructor, with the exception that showed it. */
    public ShardingConfigurationException(
            ErrorCode errorCode, String property, String detail, @Nullable Throwable cause) {
        this(errorCode, property, detail, UnaryOperator.identity(), cause);
    }

    /** @param words changes the message */
    ShardingConfigurationException(
            ErrorCode errorCode,
            String property,
            String detail,
            UnaryOperator<String> words,
            @Nullable Throwable cause) {
        super(words.apply(errorCode.message(property + ": " + detail)), cause);
        this.errorCode = errorCode;
        this.property = property;
        this.detail = detail;
    }

    @Override
    public ErrorCode errorCode() {
        return errorCode;
    }

    /** The property in question, or the method of a builder if the rule was built in Java. */
    public String property() {
        return property;
    }

    @Override
    public String detail() {
        return detail;
    }
}
