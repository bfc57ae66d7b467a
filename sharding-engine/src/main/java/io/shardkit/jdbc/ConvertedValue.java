package io.shardkit.jdbc;

import java.sql.SQLType;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;
import java.util.Date;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A value that the driver converts to another type before it sends it. What the database gets is not known here, so
 * that routing may not look at it.
 *
 * @param value what the application gave
 */
record ConvertedValue(Object value) {

    /**
     * The value as it is recorded: itself where the conversion cannot change it, nor what it is equal to.
     *
     * @param padsChars as {@link io.shardkit.dialect.Dialect#padsCharParameters}
     */
    static @Nullable Object record(@Nullable Object value, int type, boolean padsChars) {
        if (value == null || !isKey(value)) {
            return value;
        }
        boolean isPadded = padsChars && type == Types.CHAR;
        return isKept(value, type) && !isPadded ? value : new ConvertedValue(copied(value));
    }

    /** Returns true if routing looks at values of the class. */
    private static boolean isKey(Object value) {
        return value instanceof Number
                || value instanceof String
                || value instanceof Boolean
                || value instanceof Temporal
                || value instanceof Date
                || value instanceof UUID
                || value instanceof byte[];
    }

    /** An application may fill one array or date again for each row of a batch. */
    @SuppressWarnings("JavaUtilDate") // the parent of the types that JDBC has
    private static Object copied(Object value) {
        if (value instanceof byte[] bytes) {
            return bytes.clone();
        }
        return value instanceof Date date ? date.clone() : value;
    }

    static @Nullable Object record(@Nullable Object value, SQLType type, boolean padsChars) {
        Integer number = type.getVendorTypeNumber();
        return record(value, number == null ? Types.OTHER : number, padsChars);
    }

    /** Returns the value that the application gave. */
    static @Nullable Object given(@Nullable Object recorded) {
        return recorded instanceof ConvertedValue converted ? converted.value() : recorded;
    }

    private static boolean isKept(Object value, int type) {
        return switch (type) {
            case Types.TINYINT -> isWhole(value, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case Types.SMALLINT -> isWhole(value, Short.MIN_VALUE, Short.MAX_VALUE);
            case Types.INTEGER -> isWhole(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case Types.BIGINT -> isWhole(value, Long.MIN_VALUE, Long.MAX_VALUE);
            case Types.NUMERIC, Types.DECIMAL -> isWhole(value, Long.MIN_VALUE, Long.MAX_VALUE);
            case Types.DATE -> value instanceof LocalDate || value instanceof java.sql.Date;
            case Types.TIMESTAMP -> value instanceof LocalDateTime || value instanceof Timestamp;
            case Types.TIMESTAMP_WITH_TIMEZONE ->
                value instanceof OffsetDateTime || value instanceof ZonedDateTime || value instanceof Instant;
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY -> value instanceof byte[];
            case Types.OTHER -> value instanceof UUID;
            case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR, Types.NCHAR, Types.NVARCHAR -> value instanceof String;
            default -> false;
        };
    }

    private static boolean isWhole(Object value, long least, long greatest) {
        boolean whole =
                value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte;
        return whole && ((Number) value).longValue() >= least && ((Number) value).longValue() <= greatest;
    }
}
