package io.shardkit.jdbc.result;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
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

/** Updating rows: a driver's own where a statement ran on one unit, not supported on merged rows. */
interface RowUpdates extends ResultSet {
    /**
     * The driver's result set.
     *
     * @param method what is asked for
     * @throws SQLException if the rows are merged from several units
     */
    ResultSet single(String method) throws SQLException;

    /** As {@link #single}, to update a column. */
    ResultSet column(int index, String method) throws SQLException;

    private ResultSet column(String label, String method) throws SQLException {
        ResultSet rows = single(method);
        return column(rows.findColumn(label), method);
    }

    /** Writes the current row. */
    void write(String method, RowWrite write) throws SQLException;

    /** A write to a driver's current row. */
    @FunctionalInterface
    interface RowWrite {
        void write(ResultSet rows) throws SQLException;
    }

    @Override
    default void updateNull(int index) throws SQLException {
        column(index, "updateNull").updateNull(index);
    }

    @Override
    default void updateBoolean(int index, boolean value) throws SQLException {
        column(index, "updateBoolean").updateBoolean(index, value);
    }

    @Override
    default void updateByte(int index, byte value) throws SQLException {
        column(index, "updateByte").updateByte(index, value);
    }

    @Override
    default void updateShort(int index, short value) throws SQLException {
        column(index, "updateShort").updateShort(index, value);
    }

    @Override
    default void updateInt(int index, int value) throws SQLException {
        column(index, "updateInt").updateInt(index, value);
    }

    @Override
    default void updateLong(int index, long value) throws SQLException {
        column(index, "updateLong").updateLong(index, value);
    }

    @Override
    default void updateFloat(int index, float value) throws SQLException {
        column(index, "updateFloat").updateFloat(index, value);
    }

    @Override
    default void updateDouble(int index, double value) throws SQLException {
        column(index, "updateDouble").updateDouble(index, value);
    }

    @Override
    default void updateBigDecimal(int index, BigDecimal value) throws SQLException {
        column(index, "updateBigDecimal").updateBigDecimal(index, value);
    }

    @Override
    default void updateString(int index, String value) throws SQLException {
        column(index, "updateString").updateString(index, value);
    }

    @Override
    default void updateBytes(int index, byte[] value) throws SQLException {
        column(index, "updateBytes").updateBytes(index, value);
    }

    @Override
    default void updateDate(int index, Date value) throws SQLException {
        column(index, "updateDate").updateDate(index, value);
    }

    @Override
    default void updateTime(int index, Time value) throws SQLException {
        column(index, "updateTime").updateTime(index, value);
    }

    @Override
    default void updateTimestamp(int index, Timestamp value) throws SQLException {
        column(index, "updateTimestamp").updateTimestamp(index, value);
    }

    @Override
    default void updateAsciiStream(int index, InputStream value, int length) throws SQLException {
        column(index, "updateAsciiStream").updateAsciiStream(index, value, length);
    }

    @Override
    default void updateBinaryStream(int index, InputStream value, int length) throws SQLException {
        column(index, "updateBinaryStream").updateBinaryStream(index, value, length);
    }

    @Override
    default void updateCharacterStream(int index, Reader value, int length) throws SQLException {
        column(index, "updateCharacterStream").updateCharacterStream(index, value, length);
    }

    @Override
    default void updateObject(int index, Object value, int scaleOrLength) throws SQLException {
        column(index, "updateObject").updateObject(index, value, scaleOrLength);
    }

    @Override
    default void updateObject(int index, Object value) throws SQLException {
        column(index, "updateObject").updateObject(index, value);
    }

    @Override
    default void updateNull(String label) throws SQLException {
        column(label, "updateNull").updateNull(label);
    }

    @Override
    default void updateBoolean(String label, boolean value) throws SQLException {
        column(label, "updateBoolean").updateBoolean(label, value);
    }

    @Override
    default void updateByte(String label, byte value) throws SQLException {
        column(label, "updateByte").updateByte(label, value);
    }

    @Override
    default void updateShort(String label, short value) throws SQLException {
        column(label, "updateShort").updateShort(label, value);
    }

    @Override
    default void updateInt(String label, int value) throws SQLException {
        column(label, "updateInt").updateInt(label, value);
    }

    @Override
    default void updateLong(String label, long value) throws SQLException {
        column(label, "updateLong").updateLong(label, value);
    }

    @Override
    default void updateFloat(String label, float value) throws SQLException {
        column(label, "updateFloat").updateFloat(label, value);
    }

    @Override
    default void updateDouble(String label, double value) throws SQLException {
        column(label, "updateDouble").updateDouble(label, value);
    }

    @Override
    default void updateBigDecimal(String label, BigDecimal value) throws SQLException {
        column(label, "updateBigDecimal").updateBigDecimal(label, value);
    }

    @Override
    default void updateString(String label, String value) throws SQLException {
        column(label, "updateString").updateString(label, value);
    }

    @Override
    default void updateBytes(String label, byte[] value) throws SQLException {
        column(label, "updateBytes").updateBytes(label, value);
    }

    @Override
    default void updateDate(String label, Date value) throws SQLException {
        column(label, "updateDate").updateDate(label, value);
    }

    @Override
    default void updateTime(String label, Time value) throws SQLException {
        column(label, "updateTime").updateTime(label, value);
    }

    @Override
    default void updateTimestamp(String label, Timestamp value) throws SQLException {
        column(label, "updateTimestamp").updateTimestamp(label, value);
    }

    @Override
    default void updateAsciiStream(String label, InputStream value, int length) throws SQLException {
        column(label, "updateAsciiStream").updateAsciiStream(label, value, length);
    }

    @Override
    default void updateBinaryStream(String label, InputStream value, int length) throws SQLException {
        column(label, "updateBinaryStream").updateBinaryStream(label, value, length);
    }

    @Override
    default void updateCharacterStream(String label, Reader value, int length) throws SQLException {
        column(label, "updateCharacterStream").updateCharacterStream(label, value, length);
    }

    @Override
    default void updateObject(String label, Object value, int scaleOrLength) throws SQLException {
        column(label, "updateObject").updateObject(label, value, scaleOrLength);
    }

    @Override
    default void updateObject(String label, Object value) throws SQLException {
        column(label, "updateObject").updateObject(label, value);
    }

    @Override
    default void updateRef(int index, Ref value) throws SQLException {
        column(index, "updateRef").updateRef(index, value);
    }

    @Override
    default void updateRef(String label, Ref value) throws SQLException {
        column(label, "updateRef").updateRef(label, value);
    }

    @Override
    default void updateBlob(int index, Blob value) throws SQLException {
        column(index, "updateBlob").updateBlob(index, value);
    }

    @Override
    default void updateBlob(String label, Blob value) throws SQLException {
        column(label, "updateBlob").updateBlob(label, value);
    }

    @Override
    default void updateClob(int index, Clob value) throws SQLException {
        column(index, "updateClob").updateClob(index, value);
    }

    @Override
    default void updateClob(String label, Clob value) throws SQLException {
        column(label, "updateClob").updateClob(label, value);
    }

    @Override
    default void updateArray(int index, Array value) throws SQLException {
        column(index, "updateArray").updateArray(index, value);
    }

    @Override
    default void updateArray(String label, Array value) throws SQLException {
        column(label, "updateArray").updateArray(label, value);
    }

    @Override
    default void updateRowId(int index, RowId value) throws SQLException {
        column(index, "updateRowId").updateRowId(index, value);
    }

    @Override
    default void updateRowId(String label, RowId value) throws SQLException {
        column(label, "updateRowId").updateRowId(label, value);
    }

    @Override
    default void updateNString(int index, String value) throws SQLException {
        column(index, "updateNString").updateNString(index, value);
    }

    @Override
    default void updateNString(String label, String value) throws SQLException {
        column(label, "updateNString").updateNString(label, value);
    }

    @Override
    default void updateNClob(int index, NClob value) throws SQLException {
        column(index, "updateNClob").updateNClob(index, value);
    }

    @Override
    default void updateNClob(String label, NClob value) throws SQLException {
        column(label, "updateNClob").updateNClob(label, value);
    }

    @Override
    default void updateSQLXML(int index, SQLXML value) throws SQLException {
        column(index, "updateSQLXML").updateSQLXML(index, value);
    }

    @Override
    default void updateSQLXML(String label, SQLXML value) throws SQLException {
        column(label, "updateSQLXML").updateSQLXML(label, value);
    }

    @Override
    default void updateNCharacterStream(int index, Reader value, long length) throws SQLException {
        column(index, "updateNCharacterStream").updateNCharacterStream(index, value, length);
    }

    @Override
    default void updateNCharacterStream(String label, Reader value, long length) throws SQLException {
        column(label, "updateNCharacterStream").updateNCharacterStream(label, value, length);
    }

    @Override
    default void updateAsciiStream(int index, InputStream value, long length) throws SQLException {
        column(index, "updateAsciiStream").updateAsciiStream(index, value, length);
    }

    @Override
    default void updateBinaryStream(int index, InputStream value, long length) throws SQLException {
        column(index, "updateBinaryStream").updateBinaryStream(index, value, length);
    }

    @Override
    default void updateCharacterStream(int index, Reader value, long length) throws SQLException {
        column(index, "updateCharacterStream").updateCharacterStream(index, value, length);
    }

    @Override
    default void updateAsciiStream(String label, InputStream value, long length) throws SQLException {
        column(label, "updateAsciiStream").updateAsciiStream(label, value, length);
    }

    @Override
    default void updateBinaryStream(String label, InputStream value, long length) throws SQLException {
        column(label, "updateBinaryStream").updateBinaryStream(label, value, length);
    }

    @Override
    default void updateCharacterStream(String label, Reader value, long length) throws SQLException {
        column(label, "updateCharacterStream").updateCharacterStream(label, value, length);
    }

    @Override
    default void updateBlob(int index, InputStream value, long length) throws SQLException {
        column(index, "updateBlob").updateBlob(index, value, length);
    }

    @Override
    default void updateBlob(String label, InputStream value, long length) throws SQLException {
        column(label, "updateBlob").updateBlob(label, value, length);
    }

    @Override
    default void updateClob(int index, Reader value, long length) throws SQLException {
        column(index, "updateClob").updateClob(index, value, length);
    }

    @Override
    default void updateClob(String label, Reader value, long length) throws SQLException {
        column(label, "updateClob").updateClob(label, value, length);
    }

    @Override
    default void updateNClob(int index, Reader value, long length) throws SQLException {
        column(index, "updateNClob").updateNClob(index, value, length);
    }

    @Override
    default void updateNClob(String label, Reader value, long length) throws SQLException {
        column(label, "updateNClob").updateNClob(label, value, length);
    }

    @Override
    default void updateNCharacterStream(int index, Reader value) throws SQLException {
        column(index, "updateNCharacterStream").updateNCharacterStream(index, value);
    }

    @Override
    default void updateNCharacterStream(String label, Reader value) throws SQLException {
        column(label, "updateNCharacterStream").updateNCharacterStream(label, value);
    }

    @Override
    default void updateAsciiStream(int index, InputStream value) throws SQLException {
        column(index, "updateAsciiStream").updateAsciiStream(index, value);
    }

    @Override
    default void updateBinaryStream(int index, InputStream value) throws SQLException {
        column(index, "updateBinaryStream").updateBinaryStream(index, value);
    }

    @Override
    default void updateCharacterStream(int index, Reader value) throws SQLException {
        column(index, "updateCharacterStream").updateCharacterStream(index, value);
    }

    @Override
    default void updateAsciiStream(String label, InputStream value) throws SQLException {
        column(label, "updateAsciiStream").updateAsciiStream(label, value);
    }

    @Override
    default void updateBinaryStream(String label, InputStream value) throws SQLException {
        column(label, "updateBinaryStream").updateBinaryStream(label, value);
    }

    @Override
    default void updateCharacterStream(String label, Reader value) throws SQLException {
        column(label, "updateCharacterStream").updateCharacterStream(label, value);
    }

    @Override
    default void updateBlob(int index, InputStream value) throws SQLException {
        column(index, "updateBlob").updateBlob(index, value);
    }

    @Override
    default void updateBlob(String label, InputStream value) throws SQLException {
        column(label, "updateBlob").updateBlob(label, value);
    }

    @Override
    default void updateClob(int index, Reader value) throws SQLException {
        column(index, "updateClob").updateClob(index, value);
    }

    @Override
    default void updateClob(String label, Reader value) throws SQLException {
        column(label, "updateClob").updateClob(label, value);
    }

    @Override
    default void updateNClob(int index, Reader value) throws SQLException {
        column(index, "updateNClob").updateNClob(index, value);
    }

    @Override
    default void updateNClob(String label, Reader value) throws SQLException {
        column(label, "updateNClob").updateNClob(label, value);
    }

    @Override
    default void updateObject(int index, Object value, SQLType type, int scaleOrLength) throws SQLException {
        column(index, "updateObject").updateObject(index, value, type, scaleOrLength);
    }

    @Override
    default void updateObject(String label, Object value, SQLType type, int scaleOrLength) throws SQLException {
        column(label, "updateObject").updateObject(label, value, type, scaleOrLength);
    }

    @Override
    default void updateObject(int index, Object value, SQLType type) throws SQLException {
        column(index, "updateObject").updateObject(index, value, type);
    }

    @Override
    default void updateObject(String label, Object value, SQLType type) throws SQLException {
        column(label, "updateObject").updateObject(label, value, type);
    }

    @Override
    default void insertRow() throws SQLException {
        write("insertRow", ResultSet::insertRow);
    }

    @Override
    default void updateRow() throws SQLException {
        write("updateRow", ResultSet::updateRow);
    }

    @Override
    default void deleteRow() throws SQLException {
        write("deleteRow", ResultSet::deleteRow);
    }

    @Override
    default void refreshRow() throws SQLException {
        single("refreshRow").refreshRow();
    }

    @Override
    default void cancelRowUpdates() throws SQLException {
        single("cancelRowUpdates").cancelRowUpdates();
    }

    @Override
    default void moveToInsertRow() throws SQLException {
        single("moveToInsertRow").moveToInsertRow();
    }

    @Override
    default void moveToCurrentRow() throws SQLException {
        single("moveToCurrentRow").moveToCurrentRow();
    }
}
