package io.shardkit.dialect.facts;

import java.sql.Types;

/** The kind of the values of a column, as far as adding and comparing them goes. */
public enum ValueKind {
    /** Whole numbers of any size, also those that a driver shows as something else. */
    INTEGER,
    DECIMAL,
    /** Decimals of any scale, rounded to a number of digits. */
    DECIMAL_FLOATING,
    FLOATING,
    /** Floating numbers that the driver gets rounded: equal ones may differ in the database. */
    ROUNDED_FLOATING,
    BOOLEAN,
    TEXT,
    BINARY,
    DATE,
    /** A time of day. */
    TIME,
    /** A time span that the driver shows as a time of day. */
    TIME_SPAN,
    TIMESTAMP,
    ZONED_TIMESTAMP,
    CHARACTER_LARGE_OBJECT,
    BINARY_LARGE_OBJECT,
    OTHER;

    /** The kind that a JDBC type stands for in most databases. */
    public static ValueKind ofJdbcType(int jdbcType) {
        return switch (jdbcType) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> INTEGER;
            case Types.DECIMAL, Types.NUMERIC -> DECIMAL;
            case Types.REAL, Types.FLOAT, Types.DOUBLE -> FLOATING;
            case Types.BOOLEAN, Types.BIT -> BOOLEAN;
            case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR, Types.NCHAR, Types.NVARCHAR, Types.LONGNVARCHAR -> TEXT;
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY -> BINARY;
            case Types.DATE -> DATE;
            case Types.TIME -> TIME;
            case Types.TIMESTAMP -> TIMESTAMP;
            case Types.TIMESTAMP_WITH_TIMEZONE -> ZONED_TIMESTAMP;
            case Types.CLOB, Types.NCLOB -> CHARACTER_LARGE_OBJECT;
            case Types.BLOB -> BINARY_LARGE_OBJECT;
            default -> OTHER;
        };
    }
}
