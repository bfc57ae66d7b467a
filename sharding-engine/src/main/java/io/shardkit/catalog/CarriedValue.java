package io.shardkit.catalog;

import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import org.jspecify.annotations.Nullable;

/** Reads and sets values of a column in the form in which they are carried from one database to another. */
public final class CarriedValue {
    private CarriedValue() {}

    /**
     * Reads a value that was selected as {@link io.shardkit.dialect.Dialect#carried} says.
     *
     * @param index counts from 1
     */
    public static @Nullable Object read(ResultSet source, int index, Column column) throws SQLException {
        return switch (column.carrier()) {
            case TEXT, UNTYPED_TEXT -> source.getString(index);
            case BYTES -> source.getBytes(index);
            case OBJECT, NONE -> object(source, index);
        };
    }

    /**
     * Sets a parameter that is written to the column.
     *
     * @param index counts from 1
     */
    public static void set(PreparedStatement target, int index, Column column, @Nullable Object value)
            throws SQLException {
        switch (column.carrier()) {
            case TEXT -> target.setString(index, (String) value);
            case UNTYPED_TEXT -> target.setObject(index, value, Types.OTHER);
            case BYTES -> target.setBytes(index, (byte[]) value);
            case OBJECT, NONE -> target.setObject(index, value);
        }
    }

    private static @Nullable Object object(ResultSet source, int index) throws SQLException {
        ResultSetMetaData metaData = source.getMetaData();
        return switch (metaData.getColumnType(index)) {
            case Types.DATE -> source.getObject(index, LocalDate.class);
            case Types.TIME -> source.getObject(index, LocalTime.class);
            case Types.TIMESTAMP -> source.getObject(index, LocalDateTime.class);
            case Types.TIMESTAMP_WITH_TIMEZONE -> source.getObject(index, OffsetDateTime.class);
            case Types.TIME_WITH_TIMEZONE -> source.getObject(index, OffsetTime.class);
            case Types.ARRAY -> elements(source.getArray(index));
            default -> source.getObject(index);
        };
    }

    private static @Nullable Object elements(@Nullable Array array) throws SQLException {
        return array == null ? null : array.getArray();
    }
}
