package io.shardkit.merge.memory;

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
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The part of a result set that is the same for all that are read only: access by label is access by index, and what
 * writes, or depends on a connection, is refused.
 */
abstract class ReadOnlyResultSet implements ResultSet {

    private static SQLException unsupported(String method) {
        return ShardingExceptions.of(ErrorCode.UNSUPPORTED_JDBC, "ResultSet." + method);
    }

    @Override
    public boolean rowUpdated() throws SQLException {
        return false;
    }

    @Override
    public boolean rowInserted() throws SQLException {
        return false;
    }

    @Override
    public boolean rowDeleted() throws SQLException {
        return false;
    }

    @Override
    public int getConcurrency() throws SQLException {
        return CONCUR_READ_ONLY;
    }

    @Override
    public int getHoldability() throws SQLException {
        return HOLD_CURSORS_OVER_COMMIT;
    }

    @Override
    public @Nullable Array getArray(String label) throws SQLException {
        return getArray(findColumn(label));
    }

    @Override
    public @Nullable InputStream getAsciiStream(String label) throws SQLException {
        return getAsciiStream(findColumn(label));
    }

    @Override
    @Deprecated
    public @Nullable BigDecimal getBigDecimal(int column, int scale) throws SQLException {
        throw unsupported("getBigDecimal");
    }

    @Override
    public @Nullable BigDecimal getBigDecimal(String label) throws SQLException {
        return getBigDecimal(findColumn(label));
    }

    @Override
    @Deprecated
    public @Nullable BigDecimal getBigDecimal(String label, int scale) throws SQLException {
        return getBigDecimal(findColumn(label), scale);
    }

    @Override
    public @Nullable InputStream getBinaryStream(String label) throws SQLException {
        return getBinaryStream(findColumn(label));
    }

    @Override
    public @Nullable Blob getBlob(String label) throws SQLException {
        return getBlob(findColumn(label));
    }

    @Override
    public boolean getBoolean(String label) throws SQLException {
        return getBoolean(findColumn(label));
    }

    @Override
    public byte getByte(String label) throws SQLException {
        return getByte(findColumn(label));
    }

    @Override
    public byte @Nullable [] getBytes(String label) throws SQLException {
        return getBytes(findColumn(label));
    }

    @Override
    public @Nullable Reader getCharacterStream(String label) throws SQLException {
        return getCharacterStream(findColumn(label));
    }

    @Override
    public @Nullable Clob getClob(String label) throws SQLException {
        return getClob(findColumn(label));
    }

    @Override
    public @Nullable String getCursorName() throws SQLException {
        throw unsupported("getCursorName");
    }

    @Override
    public @Nullable Date getDate(String label) throws SQLException {
        return getDate(findColumn(label));
    }

    @Override
    public @Nullable Date getDate(String label, Calendar calendar) throws SQLException {
        return getDate(findColumn(label), calendar);
    }

    @Override
    public double getDouble(String label) throws SQLException {
        return getDouble(findColumn(label));
    }

    @Override
    public float getFloat(String label) throws SQLException {
        return getFloat(findColumn(label));
    }

    @Override
    public int getInt(String label) throws SQLException {
        return getInt(findColumn(label));
    }

    @Override
    public long getLong(String label) throws SQLException {
        return getLong(findColumn(label));
    }

    @Override
    public @Nullable Reader getNCharacterStream(String label) throws SQLException {
        return getNCharacterStream(findColumn(label));
    }

    @Override
    public @Nullable NClob getNClob(int column) throws SQLException {
        throw unsupported("getNClob");
    }

    @Override
    public @Nullable NClob getNClob(String label) throws SQLException {
        return getNClob(findColumn(label));
    }

    @Override
    public @Nullable String getNString(String label) throws SQLException {
        return getNString(findColumn(label));
    }

    @Override
    public <T> @Nullable T getObject(String label, Class<T> type) throws SQLException {
        return getObject(findColumn(label), type);
    }

    @Override
    public @Nullable Object getObject(String label) throws SQLException {
        return getObject(findColumn(label));
    }

    @Override
    public @Nullable Object getObject(String label, Map<String, Class<?>> map) throws SQLException {
        return getObject(findColumn(label), map);
    }

    @Override
    public @Nullable Ref getRef(int column) throws SQLException {
        throw unsupported("getRef");
    }

    @Override
    public @Nullable Ref getRef(String label) throws SQLException {
        return getRef(findColumn(label));
    }

    @Override
    public @Nullable RowId getRowId(int column) throws SQLException {
        throw unsupported("getRowId");
    }

    @Override
    public @Nullable RowId getRowId(String label) throws SQLException {
        return getRowId(findColumn(label));
    }

    @Override
    public @Nullable SQLXML getSQLXML(int column) throws SQLException {
        throw unsupported("getSQLXML");
    }

    @Override
    public @Nullable SQLXML getSQLXML(String label) throws SQLException {
        return getSQLXML(findColumn(label));
    }

    @Override
    public short getShort(String label) throws SQLException {
        return getShort(findColumn(label));
    }

    @Override
    public @Nullable String getString(String label) throws SQLException {
        return getString(findColumn(label));
    }

    @Override
    public @Nullable Time getTime(String label) throws SQLException {
        return getTime(findColumn(label));
    }

    @Override
    public @Nullable Time getTime(String label, Calendar calendar) throws SQLException {
        return getTime(findColumn(label), calendar);
    }

    @Override
    public @Nullable Timestamp getTimestamp(String label) throws SQLException {
        return getTimestamp(findColumn(label));
    }

    @Override
    public @Nullable Timestamp getTimestamp(String label, Calendar calendar) throws SQLException {
        return getTimestamp(findColumn(label), calendar);
    }

    @Override
    public @Nullable URL getURL(int column) throws SQLException {
        throw unsupported("getURL");
    }

    @Override
    public @Nullable URL getURL(String label) throws SQLException {
        return getURL(findColumn(label));
    }

    @Override
    @Deprecated
    public @Nullable InputStream getUnicodeStream(int column) throws SQLException {
        throw unsupported("getUnicodeStream");
    }

    @Override
    @Deprecated
    public @Nullable InputStream getUnicodeStream(String label) throws SQLException {
        return getUnicodeStream(findColumn(label));
    }

    @Override
    public void cancelRowUpdates() throws SQLException {
        throw unsupported("cancelRowUpdates");
    }

    @Override
    public void deleteRow() throws SQLException {
        throw unsupported("deleteRow");
    }

    @Override
    public void insertRow() throws SQLException {
        throw unsupported("insertRow");
    }

    @Override
    public void moveToCurrentRow() throws SQLException {
        throw unsupported("moveToCurrentRow");
    }

    @Override
    public void moveToInsertRow() throws SQLException {
        throw unsupported("moveToInsertRow");
    }

    @Override
    public void refreshRow() throws SQLException {
        throw unsupported("refreshRow");
    }

    @Override
    public void updateArray(int column, Array value) throws SQLException {
        throw unsupported("updateArray");
    }

    @Override
    public void updateArray(String label, Array value) throws SQLException {
        throw unsupported("updateArray");
    }

    @Override
    public void updateAsciiStream(int column, InputStream value) throws SQLException {
        throw unsupported("updateAsciiStream");
    }

    @Override
    public void updateAsciiStream(int column, InputStream value, int scaleOrLength) throws SQLException {
        throw unsupported("updateAsciiStream");
    }

    @Override
    public void updateAsciiStream(int column, InputStream value, long length) throws SQLException {
        throw unsupported("updateAsciiStream");
    }

    @Override
    public void updateAsciiStream(String label, InputStream value) throws SQLException {
        throw unsupported("updateAsciiStream");
    }

    @Override
    public void updateAsciiStream(String label, InputStream value, int scaleOrLength) throws SQLException {
        throw unsupported("updateAsciiStream");
    }

    @Override
    public void updateAsciiStream(String label, InputStream value, long length) throws SQLException {
        throw unsupported("updateAsciiStream");
    }

    @Override
    public void updateBigDecimal(int column, BigDecimal value) throws SQLException {
        throw unsupported("updateBigDecimal");
    }

    @Override
    public void updateBigDecimal(String label, BigDecimal value) throws SQLException {
        throw unsupported("updateBigDecimal");
    }

    @Override
    public void updateBinaryStream(int column, InputStream value) throws SQLException {
        throw unsupported("updateBinaryStream");
    }

    @Override
    public void updateBinaryStream(int column, InputStream value, int scaleOrLength) throws SQLException {
        throw unsupported("updateBinaryStream");
    }

    @Override
    public void updateBinaryStream(int column, InputStream value, long length) throws SQLException {
        throw unsupported("updateBinaryStream");
    }

    @Override
    public void updateBinaryStream(String label, InputStream value) throws SQLException {
        throw unsupported("updateBinaryStream");
    }

    @Override
    public void updateBinaryStream(String label, InputStream value, int scaleOrLength) throws SQLException {
        throw unsupported("updateBinaryStream");
    }

    @Override
    public void updateBinaryStream(String label, InputStream value, long length) throws SQLException {
        throw unsupported("updateBinaryStream");
    }

    @Override
    public void updateBlob(int column, InputStream value) throws SQLException {
        throw unsupported("updateBlob");
    }

    @Override
    public void updateBlob(int column, InputStream value, long length) throws SQLException {
        throw unsupported("updateBlob");
    }

    @Override
    public void updateBlob(int column, Blob value) throws SQLException {
        throw unsupported("updateBlob");
    }

    @Override
    public void updateBlob(String label, InputStream value) throws SQLException {
        throw unsupported("updateBlob");
    }

    @Override
    public void updateBlob(String label, InputStream value, long length) throws SQLException {
        throw unsupported("updateBlob");
    }

    @Override
    public void updateBlob(String label, Blob value) throws SQLException {
        throw unsupported("updateBlob");
    }

    @Override
    public void updateBoolean(int column, boolean value) throws SQLException {
        throw unsupported("updateBoolean");
    }

    @Override
    public void updateBoolean(String label, boolean value) throws SQLException {
        throw unsupported("updateBoolean");
    }

    @Override
    public void updateByte(int column, byte value) throws SQLException {
        throw unsupported("updateByte");
    }

    @Override
    public void updateByte(String label, byte value) throws SQLException {
        throw unsupported("updateByte");
    }

    @Override
    public void updateBytes(int column, byte[] value) throws SQLException {
        throw unsupported("updateBytes");
    }

    @Override
    public void updateBytes(String label, byte[] value) throws SQLException {
        throw unsupported("updateBytes");
    }

    @Override
    public void updateCharacterStream(int column, Reader value) throws SQLException {
        throw unsupported("updateCharacterStream");
    }

    @Override
    public void updateCharacterStream(int column, Reader value, int scaleOrLength) throws SQLException {
        throw unsupported("updateCharacterStream");
    }

    @Override
    public void updateCharacterStream(int column, Reader value, long length) throws SQLException {
        throw unsupported("updateCharacterStream");
    }

    @Override
    public void updateCharacterStream(String label, Reader value) throws SQLException {
        throw unsupported("updateCharacterStream");
    }

    @Override
    public void updateCharacterStream(String label, Reader value, int scaleOrLength) throws SQLException {
        throw unsupported("updateCharacterStream");
    }

    @Override
    public void updateCharacterStream(String label, Reader value, long length) throws SQLException {
        throw unsupported("updateCharacterStream");
    }

    @Override
    public void updateClob(int column, Reader value) throws SQLException {
        throw unsupported("updateClob");
    }

    @Override
    public void updateClob(int column, Reader value, long length) throws SQLException {
        throw unsupported("updateClob");
    }

    @Override
    public void updateClob(int column, Clob value) throws SQLException {
        throw unsupported("updateClob");
    }

    @Override
    public void updateClob(String label, Reader value) throws SQLException {
        throw unsupported("updateClob");
    }

    @Override
    public void updateClob(String label, Reader value, long length) throws SQLException {
        throw unsupported("updateClob");
    }

    @Override
    public void updateClob(String label, Clob value) throws SQLException {
        throw unsupported("updateClob");
    }

    @Override
    public void updateDate(int column, Date value) throws SQLException {
        throw unsupported("updateDate");
    }

    @Override
    public void updateDate(String label, Date value) throws SQLException {
        throw unsupported("updateDate");
    }

    @Override
    public void updateDouble(int column, double value) throws SQLException {
        throw unsupported("updateDouble");
    }

    @Override
    public void updateDouble(String label, double value) throws SQLException {
        throw unsupported("updateDouble");
    }

    @Override
    public void updateFloat(int column, float value) throws SQLException {
        throw unsupported("updateFloat");
    }

    @Override
    public void updateFloat(String label, float value) throws SQLException {
        throw unsupported("updateFloat");
    }

    @Override
    public void updateInt(int column, int value) throws SQLException {
        throw unsupported("updateInt");
    }

    @Override
    public void updateInt(String label, int value) throws SQLException {
        throw unsupported("updateInt");
    }

    @Override
    public void updateLong(int column, long value) throws SQLException {
        throw unsupported("updateLong");
    }

    @Override
    public void updateLong(String label, long value) throws SQLException {
        throw unsupported("updateLong");
    }

    @Override
    public void updateNCharacterStream(int column, Reader value) throws SQLException {
        throw unsupported("updateNCharacterStream");
    }

    @Override
    public void updateNCharacterStream(int column, Reader value, long length) throws SQLException {
        throw unsupported("updateNCharacterStream");
    }

    @Override
    public void updateNCharacterStream(String label, Reader value) throws SQLException {
        throw unsupported("updateNCharacterStream");
    }

    @Override
    public void updateNCharacterStream(String label, Reader value, long length) throws SQLException {
        throw unsupported("updateNCharacterStream");
    }

    @Override
    public void updateNClob(int column, Reader value) throws SQLException {
        throw unsupported("updateNClob");
    }

    @Override
    public void updateNClob(int column, Reader value, long length) throws SQLException {
        throw unsupported("updateNClob");
    }

    @Override
    public void updateNClob(int column, NClob value) throws SQLException {
        throw unsupported("updateNClob");
    }

    @Override
    public void updateNClob(String label, Reader value) throws SQLException {
        throw unsupported("updateNClob");
    }

    @Override
    public void updateNClob(String label, Reader value, long length) throws SQLException {
        throw unsupported("updateNClob");
    }

    @Override
    public void updateNClob(String label, NClob value) throws SQLException {
        throw unsupported("updateNClob");
    }

    @Override
    public void updateNString(int column, String value) throws SQLException {
        throw unsupported("updateNString");
    }

    @Override
    public void updateNString(String label, String value) throws SQLException {
        throw unsupported("updateNString");
    }

    @Override
    public void updateNull(int column) throws SQLException {
        throw unsupported("updateNull");
    }

    @Override
    public void updateNull(String label) throws SQLException {
        throw unsupported("updateNull");
    }

    @Override
    public void updateObject(int column, Object value) throws SQLException {
        throw unsupported("updateObject");
    }

    @Override
    public void updateObject(int column, Object value, int scaleOrLength) throws SQLException {
        throw unsupported("updateObject");
    }

    @Override
    public void updateObject(String label, Object value) throws SQLException {
        throw unsupported("updateObject");
    }

    @Override
    public void updateObject(String label, Object value, int scaleOrLength) throws SQLException {
        throw unsupported("updateObject");
    }

    @Override
    public void updateObject(int column, Object value, SQLType targetType) throws SQLException {
        throw unsupported("updateObject");
    }

    @Override
    public void updateObject(int column, Object value, SQLType targetType, int scaleOrLength) throws SQLException {
        throw unsupported("updateObject");
    }

    @Override
    public void updateObject(String label, Object value, SQLType targetType) throws SQLException {
        throw unsupported("updateObject");
    }

    @Override
    public void updateObject(String label, Object value, SQLType targetType, int scaleOrLength) throws SQLException {
        throw unsupported("updateObject");
    }

    @Override
    public void updateRef(int column, Ref value) throws SQLException {
        throw unsupported("updateRef");
    }

    @Override
    public void updateRef(String label, Ref value) throws SQLException {
        throw unsupported("updateRef");
    }

    @Override
    public void updateRow() throws SQLException {
        throw unsupported("updateRow");
    }

    @Override
    public void updateRowId(int column, RowId value) throws SQLException {
        throw unsupported("updateRowId");
    }

    @Override
    public void updateRowId(String label, RowId value) throws SQLException {
        throw unsupported("updateRowId");
    }

    @Override
    public void updateSQLXML(int column, SQLXML value) throws SQLException {
        throw unsupported("updateSQLXML");
    }

    @Override
    public void updateSQLXML(String label, SQLXML value) throws SQLException {
        throw unsupported("updateSQLXML");
    }

    @Override
    public void updateShort(int column, short value) throws SQLException {
        throw unsupported("updateShort");
    }

    @Override
    public void updateShort(String label, short value) throws SQLException {
        throw unsupported("updateShort");
    }

    @Override
    public void updateString(int column, String value) throws SQLException {
        throw unsupported("updateString");
    }

    @Override
    public void updateString(String label, String value) throws SQLException {
        throw unsupported("updateString");
    }

    @Override
    public void updateTime(int column, Time value) throws SQLException {
        throw unsupported("updateTime");
    }

    @Override
    public void updateTime(String label, Time value) throws SQLException {
        throw unsupported("updateTime");
    }

    @Override
    public void updateTimestamp(int column, Timestamp value) throws SQLException {
        throw unsupported("updateTimestamp");
    }

    @Override
    public void updateTimestamp(String label, Timestamp value) throws SQLException {
        throw unsupported("updateTimestamp");
    }
}
