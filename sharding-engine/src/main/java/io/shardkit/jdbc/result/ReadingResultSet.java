package io.shardkit.jdbc.result;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The getters of a result set, and nothing else: each reads the row that {@link #row} stands on. Columns are counted
 * and named as the user's statement has them.
 */
abstract class ReadingResultSet implements ResultSet {
    /** Stands on the current row, or throws on each call where there is none. */
    ResultSet row;

    private final int visibleColumns;
    private final @Nullable ColumnLabels labels;

    /**
     * @param row where to begin
     * @param visibleColumns how many columns may be read by number
     * @param labels how columns are found by label, or null if the row knows that itself
     */
    ReadingResultSet(ResultSet row, int visibleColumns, @Nullable ColumnLabels labels) {
        this.row = row;
        this.visibleColumns = visibleColumns;
        this.labels = labels;
    }

    private int column(int index) throws SQLException {
        if (index > visibleColumns) {
            throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "column " + index + " of " + visibleColumns);
        }
        return index;
    }

    @Override
    public final int findColumn(String label) throws SQLException {
        if (labels != null) {
            checkOpen();
            return labels.index(label);
        }
        try {
            return row.findColumn(label);
        } catch (SQLException unknown) {
            // A label that shows an actual table to the driver shows the logical one to the user.
            ResultSetMetaData columns = getMetaData();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                if (columns.getColumnLabel(i).equalsIgnoreCase(label)) {
                    return i;
                }
            }
            throw unknown;
        }
    }

    /** Throws if the result set is closed. */
    final void checkOpen() throws SQLException {
        if (closed()) {
            throw ShardingExceptions.of(ErrorCode.CLOSED, "result set");
        }
    }

    /** Tells whether it was closed. */
    @SuppressWarnings("ReferenceEquality") // there is one such row
    final boolean closed() {
        return row == AbsentRow.CLOSED;
    }

    @Override
    public final boolean wasNull() throws SQLException {
        return row.wasNull();
    }

    @Override
    public final String getString(int index) throws SQLException {
        return row.getString(column(index));
    }

    @Override
    public final boolean getBoolean(int index) throws SQLException {
        return row.getBoolean(column(index));
    }

    @Override
    public final byte getByte(int index) throws SQLException {
        return row.getByte(column(index));
    }

    @Override
    public final short getShort(int index) throws SQLException {
        return row.getShort(column(index));
    }

    @Override
    public final int getInt(int index) throws SQLException {
        return row.getInt(column(index));
    }

    @Override
    public final long getLong(int index) throws SQLException {
        return row.getLong(column(index));
    }

    @Override
    public final float getFloat(int index) throws SQLException {
        return row.getFloat(column(index));
    }

    @Override
    public final double getDouble(int index) throws SQLException {
        return row.getDouble(column(index));
    }

    @Deprecated
    @Override
    public final BigDecimal getBigDecimal(int index, int scale) throws SQLException {
        return row.getBigDecimal(column(index), scale);
    }

    @Override
    public final byte[] getBytes(int index) throws SQLException {
        return row.getBytes(column(index));
    }

    @Override
    public final Date getDate(int index) throws SQLException {
        return row.getDate(column(index));
    }

    @Override
    public final Time getTime(int index) throws SQLException {
        return row.getTime(column(index));
    }

    @Override
    public final Timestamp getTimestamp(int index) throws SQLException {
        return row.getTimestamp(column(index));
    }

    @Override
    public final InputStream getAsciiStream(int index) throws SQLException {
        return row.getAsciiStream(column(index));
    }

    @Deprecated
    @Override
    public final InputStream getUnicodeStream(int index) throws SQLException {
        return row.getUnicodeStream(column(index));
    }

    @Override
    public final InputStream getBinaryStream(int index) throws SQLException {
        return row.getBinaryStream(column(index));
    }

    @Override
    public final String getString(String label) throws SQLException {
        return labels == null ? row.getString(label) : row.getString(labels.index(label));
    }

    @Override
    public final boolean getBoolean(String label) throws SQLException {
        return labels == null ? row.getBoolean(label) : row.getBoolean(labels.index(label));
    }

    @Override
    public final byte getByte(String label) throws SQLException {
        return labels == null ? row.getByte(label) : row.getByte(labels.index(label));
    }

    @Override
    public final short getShort(String label) throws SQLException {
        return labels == null ? row.getShort(label) : row.getShort(labels.index(label));
    }

    @Override
    public final int getInt(String label) throws SQLException {
        return labels == null ? row.getInt(label) : row.getInt(labels.index(label));
    }

    @Override
    public final long getLong(String label) throws SQLException {
        return labels == null ? row.getLong(label) : row.getLong(labels.index(label));
    }

    @Override
    public final float getFloat(String label) throws SQLException {
        return labels == null ? row.getFloat(label) : row.getFloat(labels.index(label));
    }

    @Override
    public final double getDouble(String label) throws SQLException {
        return labels == null ? row.getDouble(label) : row.getDouble(labels.index(label));
    }

    @Deprecated
    @Override
    public final BigDecimal getBigDecimal(String label, int scale) throws SQLException {
        return labels == null ? row.getBigDecimal(label, scale) : row.getBigDecimal(labels.index(label), scale);
    }

    @Override
    public final byte[] getBytes(String label) throws SQLException {
        return labels == null ? row.getBytes(label) : row.getBytes(labels.index(label));
    }

    @Override
    public final Date getDate(String label) throws SQLException {
        return labels == null ? row.getDate(label) : row.getDate(labels.index(label));
    }

    @Override
    public final Time getTime(String label) throws SQLException {
        return labels == null ? row.getTime(label) : row.getTime(labels.index(label));
    }

    @Override
    public final Timestamp getTimestamp(String label) throws SQLException {
        return labels == null ? row.getTimestamp(label) : row.getTimestamp(labels.index(label));
    }

    @Override
    public final InputStream getAsciiStream(String label) throws SQLException {
        return labels == null ? row.getAsciiStream(label) : row.getAsciiStream(labels.index(label));
    }

    @Deprecated
    @Override
    public final InputStream getUnicodeStream(String label) throws SQLException {
        return labels == null ? row.getUnicodeStream(label) : row.getUnicodeStream(labels.index(label));
    }

    @Override
    public final InputStream getBinaryStream(String label) throws SQLException {
        return labels == null ? row.getBinaryStream(label) : row.getBinaryStream(labels.index(label));
    }

    @Override
    public final Object getObject(int index) throws SQLException {
        return row.getObject(column(index));
    }

    @Override
    public final Object getObject(String label) throws SQLException {
        return labels == null ? row.getObject(label) : row.getObject(labels.index(label));
    }

    @Override
    public final Reader getCharacterStream(int index) throws SQLException {
        return row.getCharacterStream(column(index));
    }

    @Override
    public final Reader getCharacterStream(String label) throws SQLException {
        return labels == null ? row.getCharacterStream(label) : row.getCharacterStream(labels.index(label));
    }

    @Override
    public final BigDecimal getBigDecimal(int index) throws SQLException {
        return row.getBigDecimal(column(index));
    }

    @Override
    public final BigDecimal getBigDecimal(String label) throws SQLException {
        return labels == null ? row.getBigDecimal(label) : row.getBigDecimal(labels.index(label));
    }

    @Override
    public final Object getObject(int index, Map<String, Class<?>> map) throws SQLException {
        return row.getObject(column(index), map);
    }

    @Override
    public final Ref getRef(int index) throws SQLException {
        return row.getRef(column(index));
    }

    @Override
    public final Blob getBlob(int index) throws SQLException {
        return row.getBlob(column(index));
    }

    @Override
    public final Clob getClob(int index) throws SQLException {
        return row.getClob(column(index));
    }

    @Override
    public final Array getArray(int index) throws SQLException {
        return row.getArray(column(index));
    }

    @Override
    public final Object getObject(String label, Map<String, Class<?>> map) throws SQLException {
        return labels == null ? row.getObject(label, map) : row.getObject(labels.index(label), map);
    }

    @Override
    public final Ref getRef(String label) throws SQLException {
        return labels == null ? row.getRef(label) : row.getRef(labels.index(label));
    }

    @Override
    public final Blob getBlob(String label) throws SQLException {
        return labels == null ? row.getBlob(label) : row.getBlob(labels.index(label));
    }

    @Override
    public final Clob getClob(String label) throws SQLException {
        return labels == null ? row.getClob(label) : row.getClob(labels.index(label));
    }

    @Override
    public final Array getArray(String label) throws SQLException {
        return labels == null ? row.getArray(label) : row.getArray(labels.index(label));
    }

    @Override
    public final Date getDate(int index, Calendar calendar) throws SQLException {
        return row.getDate(column(index), calendar);
    }

    @Override
    public final Date getDate(String label, Calendar calendar) throws SQLException {
        return labels == null ? row.getDate(label, calendar) : row.getDate(labels.index(label), calendar);
    }

    @Override
    public final Time getTime(int index, Calendar calendar) throws SQLException {
        return row.getTime(column(index), calendar);
    }

    @Override
    public final Time getTime(String label, Calendar calendar) throws SQLException {
        return labels == null ? row.getTime(label, calendar) : row.getTime(labels.index(label), calendar);
    }

    @Override
    public final Timestamp getTimestamp(int index, Calendar calendar) throws SQLException {
        return row.getTimestamp(column(index), calendar);
    }

    @Override
    public final Timestamp getTimestamp(String label, Calendar calendar) throws SQLException {
        return labels == null ? row.getTimestamp(label, calendar) : row.getTimestamp(labels.index(label), calendar);
    }

    @Override
    public final URL getURL(int index) throws SQLException {
        return row.getURL(column(index));
    }

    @Override
    public final URL getURL(String label) throws SQLException {
        return labels == null ? row.getURL(label) : row.getURL(labels.index(label));
    }

    @Override
    public final RowId getRowId(int index) throws SQLException {
        return row.getRowId(column(index));
    }

    @Override
    public final RowId getRowId(String label) throws SQLException {
        return labels == null ? row.getRowId(label) : row.getRowId(labels.index(label));
    }

    @Override
    public final NClob getNClob(int index) throws SQLException {
        return row.getNClob(column(index));
    }

    @Override
    public final NClob getNClob(String label) throws SQLException {
        return labels == null ? row.getNClob(label) : row.getNClob(labels.index(label));
    }

    @Override
    public final SQLXML getSQLXML(int index) throws SQLException {
        return row.getSQLXML(column(index));
    }

    @Override
    public final SQLXML getSQLXML(String label) throws SQLException {
        return labels == null ? row.getSQLXML(label) : row.getSQLXML(labels.index(label));
    }

    @Override
    public final String getNString(int index) throws SQLException {
        return row.getNString(column(index));
    }

    @Override
    public final String getNString(String label) throws SQLException {
        return labels == null ? row.getNString(label) : row.getNString(labels.index(label));
    }

    @Override
    public final Reader getNCharacterStream(int index) throws SQLException {
        return row.getNCharacterStream(column(index));
    }

    @Override
    public final Reader getNCharacterStream(String label) throws SQLException {
        return labels == null ? row.getNCharacterStream(label) : row.getNCharacterStream(labels.index(label));
    }

    @Override
    public final <T> T getObject(int index, Class<T> type) throws SQLException {
        return row.getObject(column(index), type);
    }

    @Override
    public final <T> T getObject(String label, Class<T> type) throws SQLException {
        return labels == null ? row.getObject(label, type) : row.getObject(labels.index(label), type);
    }
}
