package io.shardkit.merge.memory;

import io.shardkit.dialect.driver.JdbcDriver;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.util.Calendar;
import java.util.List;
import java.util.Map;
import javax.sql.rowset.serial.SerialBlob;
import javax.sql.rowset.serial.SerialClob;
import org.jspecify.annotations.Nullable;

/**
 * Rows that are held in memory, as a result set: read only, scrollable, with the conversions between types that JDBC
 * recommends. A number read as a whole number loses its fraction, or is rounded where the databases' driver does that;
 * one that does not fit is refused with {@link ErrorCode#VALUE_NOT_CONVERTIBLE}. A date or time without a zone is read in that of the
 * calendar or else of the JVM. Not thread-safe.
 */
public final class MemoryResultSet extends ReadOnlyResultSet {
    private final ResultSetMetaData metaData;
    private final String[] labels;
    private final List<@Nullable Object[]> rows;
    private final boolean roundsToWhole;
    /** Of the current row; -1 before the first, the number of rows after the last. */
    private int position = -1;

    private int fetchDirection = FETCH_FORWARD;
    private boolean lastWasNull;
    private boolean closed;

    private MemoryResultSet(
            ResultSetMetaData metaData, String[] labels, List<@Nullable Object[]> rows, boolean roundsToWhole) {
        this.metaData = metaData;
        this.labels = labels;
        this.rows = rows;
        this.roundsToWhole = roundsToWhole;
    }

    /**
     * Rows that come from no merge.
     *
     * @param columns what they are said to be
     * @param rows one value for each column; {@code getObject} gives them as they are
     */
    public static MemoryResultSet of(ResultSetMetaData columns, List<@Nullable Object[]> rows) throws SQLException {
        return new MemoryResultSet(columns, labels(columns), rows, false);
    }

    /** Rows of columns that are described elsewhere, converted as this driver does. */
    public static MemoryResultSet of(ResultSetMetaData columns, List<@Nullable Object[]> rows, JdbcDriver driver)
            throws SQLException {
        return new MemoryResultSet(columns, labels(columns), rows, driver.roundsToWhole());
    }

    private static String[] labels(ResultSetMetaData columns) throws SQLException {
        String[] labels = new String[columns.getColumnCount()];
        for (int i = 0; i < labels.length; i++) {
            labels[i] = columns.getColumnLabel(i + 1);
        }
        return labels;
    }

    private @Nullable Object shown(int column) throws SQLException {
        requireOpen();
        if (position < 0 || position >= rows.size()) {
            throw ShardingExceptions.of(ErrorCode.NO_CURRENT_ROW, "");
        }
        if (column < 1 || column > labels.length) {
            throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "column " + column + " of " + labels.length);
        }
        Object shown = rows.get(position)[column - 1];
        lastWasNull = shown == null;
        return shown;
    }

    /** One of the conversions; null if there is none for the value's type. */
    private interface Converter<T> {
        @Nullable T convert(Object value);
    }

    private <T> @Nullable T convert(int column, String target, Converter<T> converter) throws SQLException {
        Object value = Cell.valueOf(shown(column));
        if (value == null) {
            lastWasNull = true;
            return null;
        }
        return convert(value, column, target, converter);
    }

    private <T> T convert(Object value, int column, String target, Converter<T> converter) throws SQLException {
        Exception cause = null;
        try {
            T converted = converter.convert(value);
            if (converted != null) {
                return converted;
            }
        } catch (ArithmeticException | IllegalArgumentException | DateTimeException e) {
            cause = e;
        }
        // the cause's own message would show the value
        throw ShardingExceptions.of(
                ErrorCode.VALUE_NOT_CONVERTIBLE,
                "column " + column + " (\"" + labels[column - 1] + "\"), a "
                        + value.getClass().getSimpleName() + ", to " + target
                        + (cause instanceof ArithmeticException ? ", out of range" : ""));
    }

    private long whole(int column, String target, long min, long max) throws SQLException {
        Long whole = convert(column, target, value -> Conversion.toLong(forWhole(value), min, max));
        return whole == null ? 0 : whole;
    }

    private Object forWhole(Object value) {
        return roundsToWhole ? Conversion.rounded(value) : value;
    }

    @Override
    public byte getByte(int column) throws SQLException {
        return (byte) whole(column, "byte", Byte.MIN_VALUE, Byte.MAX_VALUE);
    }

    @Override
    public short getShort(int column) throws SQLException {
        return (short) whole(column, "short", Short.MIN_VALUE, Short.MAX_VALUE);
    }

    @Override
    public int getInt(int column) throws SQLException {
        return (int) whole(column, "int", Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    @Override
    public long getLong(int column) throws SQLException {
        return whole(column, "long", Long.MIN_VALUE, Long.MAX_VALUE);
    }

    @Override
    public float getFloat(int column) throws SQLException {
        Float number = convert(column, "float", Conversion::toFloat);
        return number == null ? 0 : number;
    }

    @Override
    public double getDouble(int column) throws SQLException {
        Double number = convert(column, "double", Conversion::toDouble);
        return number == null ? 0 : number;
    }

    @Override
    public boolean getBoolean(int column) throws SQLException {
        Boolean flag = convert(column, "boolean", Conversion::toBoolean);
        return flag != null && flag;
    }

    @Override
    public @Nullable BigDecimal getBigDecimal(int column) throws SQLException {
        return convert(column, "BigDecimal", Conversion::toBigDecimal);
    }

    @Override
    public @Nullable String getString(int column) throws SQLException {
        Object shown = shown(column);
        if (shown instanceof Cell cell) {
            lastWasNull = cell.text() == null;
            return cell.text();
        }
        return shown == null ? null : Conversion.toText(shown);
    }

    @Override
    public @Nullable String getNString(int column) throws SQLException {
        return getString(column);
    }

    @Override
    public byte @Nullable [] getBytes(int column) throws SQLException {
        return convert(column, "byte[]", Conversion::toBytes);
    }

    @Override
    public @Nullable Date getDate(int column) throws SQLException {
        return convert(column, "Date", value -> TemporalConversion.toDate(value, null));
    }

    @Override
    public @Nullable Date getDate(int column, @Nullable Calendar calendar) throws SQLException {
        return convert(column, "Date", value -> TemporalConversion.toDate(value, calendar));
    }

    @Override
    public @Nullable Time getTime(int column) throws SQLException {
        return convert(column, "Time", value -> TemporalConversion.toTime(value, null));
    }

    @Override
    public @Nullable Time getTime(int column, @Nullable Calendar calendar) throws SQLException {
        return convert(column, "Time", value -> TemporalConversion.toTime(value, calendar));
    }

    @Override
    public @Nullable Timestamp getTimestamp(int column) throws SQLException {
        return convert(column, "Timestamp", value -> TemporalConversion.toTimestamp(value, null));
    }

    @Override
    public @Nullable Timestamp getTimestamp(int column, @Nullable Calendar calendar) throws SQLException {
        return convert(column, "Timestamp", value -> TemporalConversion.toTimestamp(value, calendar));
    }

    @Override
    public @Nullable Object getObject(int column) throws SQLException {
        Object shown = shown(column);
        Object object = shown instanceof Cell cell ? cell.object() : shown;
        lastWasNull = object == null;
        return object instanceof byte[] bytes ? bytes.clone() : object;
    }

    @Override
    public @Nullable Object getObject(int column, @Nullable Map<String, Class<?>> map) throws SQLException {
        return getObject(column);
    }

    @Override
    public <T> @Nullable T getObject(int column, @Nullable Class<T> type) throws SQLException {
        if (type == null) {
            throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "no class is given");
        }
        if (type == String.class) {
            return type.cast(getString(column));
        }
        Object shown = shown(column);
        Object value = Cell.valueOf(shown);
        if (value == null) {
            lastWasNull = true;
            return null;
        }
        Object object = shown instanceof Cell cell ? cell.object() : null;
        Object whole = TypedConversion.isWhole(type) ? forWhole(value) : value;
        return type.cast(convert(whole, column, type.getTypeName(), any -> TypedConversion.convert(any, object, type)));
    }

    @Override
    public @Nullable InputStream getAsciiStream(int column) throws SQLException {
        String text = getString(column);
        return text == null ? null : new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public @Nullable InputStream getBinaryStream(int column) throws SQLException {
        byte[] bytes = getBytes(column);
        return bytes == null ? null : new ByteArrayInputStream(bytes);
    }

    @Override
    public @Nullable Reader getCharacterStream(int column) throws SQLException {
        String text = getString(column);
        return text == null ? null : new StringReader(text);
    }

    @Override
    public @Nullable Reader getNCharacterStream(int column) throws SQLException {
        return getCharacterStream(column);
    }

    @Override
    public @Nullable Blob getBlob(int column) throws SQLException {
        byte[] bytes = getBytes(column);
        return bytes == null ? null : new SerialBlob(bytes);
    }

    @Override
    public @Nullable Clob getClob(int column) throws SQLException {
        String text = getString(column);
        return text == null ? null : new SerialClob(text.toCharArray());
    }

    @Override
    public @Nullable Array getArray(int column) throws SQLException {
        return convert(column, "Array", value -> value instanceof Array array ? array : null);
    }

    @Override
    public boolean wasNull() throws SQLException {
        requireOpen();
        return lastWasNull;
    }

    @Override
    public int findColumn(String label) throws SQLException {
        requireOpen();
        for (int i = 0; i < labels.length; i++) {
            if (labels[i].equalsIgnoreCase(label)) {
                return i + 1;
            }
        }
        throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "no column is labelled \"" + label + '"');
    }

    @Override
    public ResultSetMetaData getMetaData() throws SQLException {
        requireOpen();
        return metaData;
    }

    private boolean moveTo(long target) throws SQLException {
        requireOpen();
        position = (int) Math.max(-1, Math.min(target, rows.size()));
        return position >= 0 && position < rows.size();
    }

    @Override
    public boolean next() throws SQLException {
        return moveTo(position + 1L);
    }

    @Override
    public boolean previous() throws SQLException {
        return moveTo(position - 1L);
    }

    @Override
    public boolean first() throws SQLException {
        return moveTo(0);
    }

    @Override
    public boolean last() throws SQLException {
        return moveTo(rows.size() - 1L);
    }

    @Override
    public boolean absolute(int row) throws SQLException {
        return moveTo(row < 0 ? (long) rows.size() + row : row - 1L);
    }

    @Override
    public boolean relative(int offset) throws SQLException {
        return moveTo((long) position + offset);
    }

    @Override
    public void beforeFirst() throws SQLException {
        moveTo(-1);
    }

    @Override
    public void afterLast() throws SQLException {
        moveTo(rows.size());
    }

    @Override
    public boolean isBeforeFirst() throws SQLException {
        requireOpen();
        return position < 0 && !rows.isEmpty();
    }

    @Override
    public boolean isFirst() throws SQLException {
        requireOpen();
        return position == 0 && !rows.isEmpty();
    }

    @Override
    public boolean isLast() throws SQLException {
        requireOpen();
        return !rows.isEmpty() && position == rows.size() - 1;
    }

    @Override
    public boolean isAfterLast() throws SQLException {
        requireOpen();
        return position >= rows.size() && !rows.isEmpty();
    }

    @Override
    public int getRow() throws SQLException {
        requireOpen();
        return position >= rows.size() ? 0 : position + 1;
    }

    @Override
    public int getType() throws SQLException {
        requireOpen();
        return TYPE_SCROLL_INSENSITIVE;
    }

    @Override
    public void setFetchDirection(int direction) throws SQLException {
        requireOpen();
        if (direction != FETCH_FORWARD && direction != FETCH_REVERSE && direction != FETCH_UNKNOWN) {
            throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "fetch direction " + direction);
        }
        fetchDirection = direction;
    }

    @Override
    public int getFetchDirection() throws SQLException {
        requireOpen();
        return fetchDirection;
    }

    @Override
    public void setFetchSize(int rows) throws SQLException {
        requireOpen();
        if (rows < 0) {
            throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "fetch size " + rows);
        }
    }

    @Override
    public int getFetchSize() throws SQLException {
        requireOpen();
        return 0;
    }

    /** Null: the rows are of no statement. */
    @Override
    public @Nullable Statement getStatement() throws SQLException {
        requireOpen();
        return null;
    }

    @Override
    public @Nullable SQLWarning getWarnings() throws SQLException {
        requireOpen();
        return null;
    }

    @Override
    public void clearWarnings() throws SQLException {
        requireOpen();
    }

    @Override
    public void close() {
        closed = true;
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    private void requireOpen() throws SQLException {
        if (closed) {
            throw ShardingExceptions.of(ErrorCode.CLOSED, "ResultSet");
        }
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_JDBC, "unwrap to " + type.getName());
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this);
    }
}
