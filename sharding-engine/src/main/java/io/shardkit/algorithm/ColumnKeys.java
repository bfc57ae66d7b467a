package io.shardkit.algorithm;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Converts the values of a column to sharding keys: what the column stores as the same value is one key, whatever Java
 * type carried it. Immutable; two instances that make the same keys are {@code equals}.
 */
public interface ColumnKeys {
    /** No row of the column can equal the value. */
    Object NO_MATCH = new Object();
    /** It is not known which rows of the column equal the value. */
    Object UNKNOWN = new Object();

    /** Returns the type of the keys. */
    KeyType type();

    /**
     * The canonical key that rows equal to the value have.
     *
     * @return a {@link Long} or {@link String} as the type says, or {@link #NO_MATCH}, or {@link #UNKNOWN}
     */
    Object canonical(@Nullable Object value);

    /**
     * The key of a row that is written with the value, as {@link #canonical}.
     *
     * @param value not null
     */
    default Object written(Object value) {
        return canonical(value);
    }

    /**
     * The two keys next to a value that is finer than what the column stores, one of which it becomes if it is written;
     * null if they are not known. All keys of the column up to the value are up to the greater, and from the value on
     * they are from the lesser one on.
     */
    default @Nullable KeyRange around(Object value) {
        return null;
    }

    /**
     * The canonical key of a row that is written with the value.
     *
     * @throws SQLException with {@link ErrorCode#KEY_IS_NULL} or {@link ErrorCode#KEY_NOT_CONVERTIBLE} if the database
     *     might store another value than this one
     */
    default Object canonicalForWrite(@Nullable Object value, String column) throws SQLException {
        if (value == null) {
            throw ShardingExceptions.of(ErrorCode.KEY_IS_NULL, column);
        }
        Object key = written(value);
        if (key == NO_MATCH || key == UNKNOWN) {
            throw notConvertible(value, column);
        }
        return key;
    }

    /** The refusal of a value that the column may store as another. */
    default SQLException notConvertible(Object value, String column) {
        String reason = type() == KeyType.INTEGER && isBeyondLong(value)
                ? "a number beyond " + Long.MIN_VALUE + " to " + Long.MAX_VALUE + ", where there are no sharding keys"
                : "value of " + value.getClass().getName();
        return ShardingExceptions.of(ErrorCode.KEY_NOT_CONVERTIBLE, column + " of type " + type() + ", " + reason);
    }

    /** Tells whether a value is a whole number, or the text of one, that no long holds. */
    private static boolean isBeyondLong(Object value) {
        boolean number = value instanceof BigInteger
                || value instanceof BigDecimal
                || (value instanceof String text && text.matches("-?[0-9]{1,40}"));
        return number && new BigDecimal(value.toString()).toBigInteger().bitLength() >= Long.SIZE;
    }
}
