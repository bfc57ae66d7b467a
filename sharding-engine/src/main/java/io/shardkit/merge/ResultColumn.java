package io.shardkit.merge;

import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.driver.JdbcDriver;
import io.shardkit.dialect.driver.JdbcDrivers;
import io.shardkit.dialect.facts.TextOrder;
import io.shardkit.dialect.facts.ValueKind;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.merge.memory.Cell;
import io.shardkit.merge.memory.Conversion;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.regex.Pattern;
import javax.sql.rowset.serial.SerialBlob;
import javax.sql.rowset.serial.SerialClob;
import org.jspecify.annotations.Nullable;

/**
 * One column of the units' rows and how its values are read without loss.
 *
 * @param index from 1 at the left
 * @param label as in the metadata
 * @param jdbcType as in the metadata
 * @param kind what its values are
 * @param precision as in the metadata
 * @param scale as in the metadata
 * @param driver that reads them
 */
record ResultColumn(
        int index, String label, int jdbcType, ValueKind kind, int precision, int scale, JdbcDriver driver) {
    private static final int LENGTH_OF_DATE = 10;

    /** A date that is zero, or has no month or no day. */
    private static final Pattern UNREAL = Pattern.compile("\\d{4}-(00-\\d\\d|\\d\\d-00)(?: [0:]+)?(?:\\.0*)?");

    /**
     * @param offset from 1 at the left or from -1 at the right
     */
    static ResultColumn of(ResultSetMetaData metaData, int offset, Dialect dialect) throws SQLException {
        int count = metaData.getColumnCount();
        int index = offset > 0 ? offset : count + 1 + offset;
        if (offset == 0 || index < 1 || index > count) {
            throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "column " + offset + " of " + count);
        }
        int jdbcType = metaData.getColumnType(index);
        return new ResultColumn(
                index,
                metaData.getColumnLabel(index),
                jdbcType,
                dialect.results().kind(metaData, index, jdbcType),
                metaData.getPrecision(index),
                metaData.getScale(index),
                JdbcDrivers.of(metaData));
    }

    /** A column that is compared as this text order says. */
    static ResultColumn of(ResultSetMetaData metaData, int offset, Dialect dialect, TextOrder text)
            throws SQLException {
        ResultColumn column = of(metaData, offset, dialect);
        return text.byWeights()
                ? new ResultColumn(
                        column.index,
                        column.label,
                        column.jdbcType,
                        ValueKind.BINARY,
                        column.precision,
                        column.scale,
                        column.driver)
                : column;
    }

    /** The value in the current row in the form in which it is compared and added; null for NULL. */
    @Nullable Object read(ResultSet row) throws SQLException {
        return switch (kind) {
            case INTEGER -> integer(row);
            case TEXT, CHARACTER_LARGE_OBJECT -> row.getString(index);
            case BINARY, BINARY_LARGE_OBJECT -> row.getBytes(index);
            case DATE -> moment(row, LocalDate.class);
            case TIME, TIME_SPAN -> row.getObject(index, LocalTime.class);
            case TIMESTAMP -> moment(row, LocalDateTime.class);
            case ZONED_TIMESTAMP -> row.getObject(index, OffsetDateTime.class);
            case DECIMAL, DECIMAL_FLOATING, FLOATING, ROUNDED_FLOATING, BOOLEAN, OTHER -> row.getObject(index);
        };
    }

    private @Nullable Object integer(ResultSet row) throws SQLException {
        if (ValueKind.ofJdbcType(jdbcType) == ValueKind.INTEGER) {
            return row.getObject(index);
        }
        long value = row.getLong(index);
        return row.wasNull() ? null : (Object) value;
    }

    /** A date such as 0000-00-00 is not NULL but has no value in Java, so that it is its day as text. */
    private @Nullable Object moment(ResultSet row, Class<?> type) throws SQLException {
        try {
            Object value = row.getObject(index, type);
            if (value != null) {
                return value;
            }
        } catch (SQLException failure) {
            if (isReal(row.getString(index))) {
                throw failure;
            }
        }
        String text = row.getString(index);
        if (text != null && isReal(text)) {
            throw ShardingExceptions.of(ErrorCode.SORT_TYPE_UNKNOWN, "'" + text + "' in column \"" + label + '"');
        }
        return text == null ? null : text.substring(0, LENGTH_OF_DATE);
    }

    private static boolean isReal(@Nullable String text) {
        return text == null || !UNREAL.matcher(text).matches();
    }

    /** The value in the current row with all that its getters show; outlives the row. */
    @Nullable Object copy(ResultSet row) throws SQLException {
        String text = row.getString(index);
        if (text == null) {
            return null;
        }
        try {
            return copy(row, text);
        } catch (SQLException failure) {
            // There are drivers that fail at a zero date, and others that give null for it.
            boolean unreal = (kind == ValueKind.DATE || kind == ValueKind.TIMESTAMP) && !isReal(text);
            throw unreal ? refusal(ErrorCode.SORT_TYPE_UNKNOWN, "a zero date in column") : failure;
        }
    }

    private @Nullable Object copy(ResultSet row, String text) throws SQLException {
        return switch (kind) {
            case TEXT -> text;
            case CHARACTER_LARGE_OBJECT -> new Cell(text, new SerialClob(text.toCharArray()), text);
            case BINARY_LARGE_OBJECT -> {
                byte[] bytes = row.getBytes(index);
                yield new Cell(bytes, new SerialBlob(bytes), text);
            }
            case DATE -> shown(row.getObject(index, LocalDate.class), row.getObject(index), text);
            case TIMESTAMP -> shown(row.getObject(index, LocalDateTime.class), row.getObject(index), text);
            default -> shown(read(row), row.getObject(index), text);
        };
    }

    private static @Nullable Object shown(@Nullable Object value, @Nullable Object object, String text)
            throws SQLException {
        boolean plain = value != null
                && object != null
                && value.getClass() == object.getClass()
                && text.equals(Conversion.toText(value));
        return plain ? value : new Cell(value, object, text);
    }

    /** A computed number with the text that the driver would give for it. */
    Object cell(Number value, String sent) {
        String text = driver.text(value, sent);
        return text.equals(Conversion.toText(value)) ? value : new Cell(value, value, text);
    }

    /** A refusal that names this column. */
    SQLException refusal(ErrorCode code, String use) {
        return ShardingExceptions.of(
                code, use + " \"" + label + "\" (" + kind.name().toLowerCase(Locale.ROOT) + ")");
    }
}
