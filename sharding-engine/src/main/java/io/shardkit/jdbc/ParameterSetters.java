package io.shardkit.jdbc;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.driver.PreparedExecution;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.Parameters.Setter;
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
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Every setter of a prepared statement: records the value and which setter was called, to call the same one later. */
interface ParameterSetters extends TextlessStatement {
    /** More than any of the databases takes; guards against a wild index. */
    int MOST_PARAMETERS = 1 << 20;

    Setter BOOLEAN =
            (target, index, value, number) -> target.setBoolean(index, (Boolean) Objects.requireNonNull(value));
    Setter BYTE = (target, index, value, number) -> target.setByte(index, (Byte) Objects.requireNonNull(value));
    Setter SHORT = (target, index, value, number) -> target.setShort(index, (Short) Objects.requireNonNull(value));
    Setter FLOAT = (target, index, value, number) -> target.setFloat(index, (Float) Objects.requireNonNull(value));
    Setter DOUBLE = (target, index, value, number) -> target.setDouble(index, (Double) Objects.requireNonNull(value));
    Setter BIG_DECIMAL = (target, index, value, number) -> target.setBigDecimal(index, (BigDecimal) value);
    Setter BYTES = (target, index, value, number) -> target.setBytes(index, (byte[]) value);
    Setter DATE = (target, index, value, number) -> target.setDate(index, (Date) value);
    Setter TIME = (target, index, value, number) -> target.setTime(index, (Time) value);
    Setter TIMESTAMP = (target, index, value, number) -> target.setTimestamp(index, (Timestamp) value);
    Setter NSTRING = (target, index, value, number) -> target.setNString(index, (String) value);
    Setter REF = (target, index, value, number) -> target.setRef(index, (Ref) value);
    Setter BLOB = (target, index, value, number) -> target.setBlob(index, (Blob) value);
    Setter CLOB = (target, index, value, number) -> target.setClob(index, (Clob) value);
    Setter NCLOB = (target, index, value, number) -> target.setNClob(index, (NClob) value);
    Setter ARRAY = (target, index, value, number) -> target.setArray(index, (Array) value);
    Setter URL = (target, index, value, number) -> target.setURL(index, (URL) value);
    Setter ROW_ID = (target, index, value, number) -> target.setRowId(index, (RowId) value);
    Setter SQLXML = (target, index, value, number) -> target.setSQLXML(index, (SQLXML) value);

    /** The execution that is given the values. */
    PreparedExecution prepared();

    /** As of each statement. */
    void checkOpen() throws SQLException;

    /** The values that are set. */
    default Parameters parameters() {
        return prepared().parameters();
    }

    /** Makes all streams readable more than once. */
    default void bufferStreams() throws SQLException {
        Parameters parameters = parameters();
        for (int i = 0; i < parameters.size(); i++) {
            if (parameters.object(i) instanceof StreamParameter stream) {
                stream.buffer();
            }
        }
    }

    private int at(int index) throws SQLException {
        checkOpen();
        if (index < 1 || index > MOST_PARAMETERS) {
            throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "parameter " + index);
        }
        return index - 1;
    }

    private static @Nullable StreamParameter bytes(@Nullable InputStream stream) {
        return stream == null ? null : StreamParameter.of(stream);
    }

    private static @Nullable StreamParameter characters(@Nullable Reader reader) {
        return reader == null ? null : StreamParameter.of(reader);
    }

    private static @Nullable Object keep(@Nullable Object value) {
        if (value instanceof InputStream stream) {
            return bytes(stream);
        }
        return value instanceof Reader reader ? characters(reader) : value;
    }

    private static @Nullable Object open(@Nullable Object recorded) throws SQLException {
        return recorded instanceof StreamParameter stream ? stream.open() : recorded;
    }

    @Override
    default void setLong(int index, long value) throws SQLException {
        parameters().setLong(at(index), value);
    }

    @Override
    default void setInt(int index, int value) throws SQLException {
        parameters().setInt(at(index), value);
    }

    @Override
    default void setString(int index, @Nullable String value) throws SQLException {
        parameters().setString(at(index), value);
    }

    @Override
    default void setObject(int index, @Nullable Object value) throws SQLException {
        if (value instanceof InputStream stream) {
            setBinaryStream(index, stream);
        } else if (value instanceof Reader reader) {
            setCharacterStream(index, reader);
        } else {
            parameters().setObject(at(index), value);
        }
    }

    @Override
    default void setBoolean(int index, boolean value) throws SQLException {
        parameters().set(at(index), value, BOOLEAN);
    }

    @Override
    default void setByte(int index, byte value) throws SQLException {
        parameters().set(at(index), value, BYTE);
    }

    @Override
    default void setShort(int index, short value) throws SQLException {
        parameters().set(at(index), value, SHORT);
    }

    @Override
    default void setFloat(int index, float value) throws SQLException {
        parameters().set(at(index), value, FLOAT);
    }

    @Override
    default void setDouble(int index, double value) throws SQLException {
        parameters().set(at(index), value, DOUBLE);
    }

    @Override
    default void setBigDecimal(int index, @Nullable BigDecimal value) throws SQLException {
        parameters().set(at(index), value, BIG_DECIMAL);
    }

    @Override
    default void setBytes(int index, byte @Nullable [] value) throws SQLException {
        parameters().set(at(index), value, BYTES);
    }

    @Override
    default void setDate(int index, @Nullable Date value) throws SQLException {
        parameters().set(at(index), value, DATE);
    }

    @Override
    default void setTime(int index, @Nullable Time value) throws SQLException {
        parameters().set(at(index), value, TIME);
    }

    @Override
    default void setTimestamp(int index, @Nullable Timestamp value) throws SQLException {
        parameters().set(at(index), value, TIMESTAMP);
    }

    @Override
    default void setNString(int index, @Nullable String value) throws SQLException {
        parameters().set(at(index), value, NSTRING);
    }

    @Override
    default void setRef(int index, @Nullable Ref value) throws SQLException {
        parameters().set(at(index), value, REF);
    }

    @Override
    default void setBlob(int index, @Nullable Blob value) throws SQLException {
        parameters().set(at(index), value, BLOB);
    }

    @Override
    default void setClob(int index, @Nullable Clob value) throws SQLException {
        parameters().set(at(index), value, CLOB);
    }

    @Override
    default void setNClob(int index, @Nullable NClob value) throws SQLException {
        parameters().set(at(index), value, NCLOB);
    }

    @Override
    default void setArray(int index, @Nullable Array value) throws SQLException {
        parameters().set(at(index), value, ARRAY);
    }

    @Override
    default void setURL(int index, @Nullable URL value) throws SQLException {
        parameters().set(at(index), value, URL);
    }

    @Override
    default void setRowId(int index, @Nullable RowId value) throws SQLException {
        parameters().set(at(index), value, ROW_ID);
    }

    @Override
    default void setSQLXML(int index, @Nullable SQLXML value) throws SQLException {
        parameters().set(at(index), value, SQLXML);
    }

    @Override
    default void setDate(int index, @Nullable Date value, @Nullable Calendar calendar) throws SQLException {
        if (value == null || calendar == null) {
            parameters().set(at(index), value, (target, i, recorded, number) -> target.setDate(i, value, null));
            return;
        }
        // The day is that of the calendar's zone: nothing is routed by it.
        Calendar zone = (Calendar) calendar.clone();
        Date copy = (Date) value.clone();
        parameters().set(at(index), zone, (target, i, recorded, number) -> target.setDate(i, copy, zone));
    }

    @Override
    default void setTime(int index, @Nullable Time value, @Nullable Calendar calendar) throws SQLException {
        Calendar zone = calendar == null ? null : (Calendar) calendar.clone();
        parameters().set(at(index), value, (target, i, recorded, number) -> target.setTime(i, (Time) recorded, zone));
    }

    @Override
    default void setTimestamp(int index, @Nullable Timestamp value, @Nullable Calendar calendar) throws SQLException {
        if (value == null || calendar == null) {
            parameters().set(at(index), value, (target, i, recorded, number) -> target.setTimestamp(i, value, null));
            return;
        }
        // The time is that of the calendar's zone: nothing is routed by it.
        Calendar zone = (Calendar) calendar.clone();
        Timestamp copy = (Timestamp) value.clone();
        parameters().set(at(index), zone, (target, i, recorded, number) -> target.setTimestamp(i, copy, zone));
    }

    @Override
    default void setNull(int index, int type) throws SQLException {
        parameters().set(at(index), null, (target, i, recorded, number) -> target.setNull(i, type));
    }

    @Override
    default void setNull(int index, int type, String typeName) throws SQLException {
        parameters().set(at(index), null, (target, i, recorded, number) -> target.setNull(i, type, typeName));
    }

    @Override
    default void setObject(int index, @Nullable Object value, int type) throws SQLException {
        Object kept = ConvertedValue.record(keep(value), type, padsChars());
        parameters().set(at(index), kept, (target, i, recorded, number) -> target.setObject(i, given(recorded), type));
    }

    @Override
    default void setObject(int index, @Nullable Object value, int type, int scale) throws SQLException {
        Object kept = ConvertedValue.record(keep(value), type, padsChars());
        parameters()
                .set(
                        at(index),
                        kept,
                        (target, i, recorded, number) -> target.setObject(i, given(recorded), type, scale));
    }

    @Override
    default void setObject(int index, @Nullable Object value, SQLType type) throws SQLException {
        Object kept = ConvertedValue.record(keep(value), type, padsChars());
        parameters().set(at(index), kept, (target, i, recorded, number) -> target.setObject(i, given(recorded), type));
    }

    @Override
    default void setObject(int index, @Nullable Object value, SQLType type, int scale) throws SQLException {
        Object kept = ConvertedValue.record(keep(value), type, padsChars());
        parameters()
                .set(
                        at(index),
                        kept,
                        (target, i, recorded, number) -> target.setObject(i, given(recorded), type, scale));
    }

    private boolean padsChars() {
        return prepared().session().databases().dialect().padsCharParameters();
    }

    private static @Nullable Object given(@Nullable Object recorded) throws SQLException {
        return open(ConvertedValue.given(recorded));
    }

    @Override
    default void setAsciiStream(int index, @Nullable InputStream stream, int length) throws SQLException {
        parameters()
                .set(
                        at(index),
                        bytes(stream),
                        (target, i, recorded, number) ->
                                target.setAsciiStream(i, (InputStream) open(recorded), length));
    }

    @Override
    default void setAsciiStream(int index, @Nullable InputStream stream, long length) throws SQLException {
        parameters()
                .set(
                        at(index),
                        bytes(stream),
                        (target, i, recorded, number) ->
                                target.setAsciiStream(i, (InputStream) open(recorded), length));
    }

    @Override
    default void setAsciiStream(int index, @Nullable InputStream stream) throws SQLException {
        parameters()
                .set(
                        at(index),
                        bytes(stream),
                        (target, i, recorded, number) -> target.setAsciiStream(i, (InputStream) open(recorded)));
    }

    @Override
    default void setBinaryStream(int index, @Nullable InputStream stream, int length) throws SQLException {
        parameters()
                .set(
                        at(index),
                        bytes(stream),
                        (target, i, recorded, number) ->
                                target.setBinaryStream(i, (InputStream) open(recorded), length));
    }

    @Override
    default void setBinaryStream(int index, @Nullable InputStream stream, long length) throws SQLException {
        parameters()
                .set(
                        at(index),
                        bytes(stream),
                        (target, i, recorded, number) ->
                                target.setBinaryStream(i, (InputStream) open(recorded), length));
    }

    @Override
    default void setBinaryStream(int index, @Nullable InputStream stream) throws SQLException {
        parameters()
                .set(
                        at(index),
                        bytes(stream),
                        (target, i, recorded, number) -> target.setBinaryStream(i, (InputStream) open(recorded)));
    }

    @Deprecated
    @Override
    default void setUnicodeStream(int index, @Nullable InputStream stream, int length) throws SQLException {
        parameters()
                .set(
                        at(index),
                        bytes(stream),
                        (target, i, recorded, number) ->
                                target.setUnicodeStream(i, (InputStream) open(recorded), length));
    }

    @Override
    default void setCharacterStream(int index, @Nullable Reader reader, int length) throws SQLException {
        parameters()
                .set(
                        at(index),
                        characters(reader),
                        (target, i, recorded, number) -> target.setCharacterStream(i, (Reader) open(recorded), length));
    }

    @Override
    default void setCharacterStream(int index, @Nullable Reader reader, long length) throws SQLException {
        parameters()
                .set(
                        at(index),
                        characters(reader),
                        (target, i, recorded, number) -> target.setCharacterStream(i, (Reader) open(recorded), length));
    }

    @Override
    default void setCharacterStream(int index, @Nullable Reader reader) throws SQLException {
        parameters()
                .set(
                        at(index),
                        characters(reader),
                        (target, i, recorded, number) -> target.setCharacterStream(i, (Reader) open(recorded)));
    }

    @Override
    default void setNCharacterStream(int index, @Nullable Reader reader, long length) throws SQLException {
        parameters()
                .set(
                        at(index),
                        characters(reader),
                        (target, i, recorded, number) ->
                                target.setNCharacterStream(i, (Reader) open(recorded), length));
    }

    @Override
    default void setNCharacterStream(int index, @Nullable Reader reader) throws SQLException {
        parameters()
                .set(
                        at(index),
                        characters(reader),
                        (target, i, recorded, number) -> target.setNCharacterStream(i, (Reader) open(recorded)));
    }

    @Override
    default void setClob(int index, @Nullable Reader reader, long length) throws SQLException {
        parameters()
                .set(
                        at(index),
                        characters(reader),
                        (target, i, recorded, number) -> target.setClob(i, (Reader) open(recorded), length));
    }

    @Override
    default void setClob(int index, @Nullable Reader reader) throws SQLException {
        parameters()
                .set(
                        at(index),
                        characters(reader),
                        (target, i, recorded, number) -> target.setClob(i, (Reader) open(recorded)));
    }

    @Override
    default void setNClob(int index, @Nullable Reader reader, long length) throws SQLException {
        parameters()
                .set(
                        at(index),
                        characters(reader),
                        (target, i, recorded, number) -> target.setNClob(i, (Reader) open(recorded), length));
    }

    @Override
    default void setNClob(int index, @Nullable Reader reader) throws SQLException {
        parameters()
                .set(
                        at(index),
                        characters(reader),
                        (target, i, recorded, number) -> target.setNClob(i, (Reader) open(recorded)));
    }

    @Override
    default void setBlob(int index, @Nullable InputStream stream, long length) throws SQLException {
        parameters()
                .set(
                        at(index),
                        bytes(stream),
                        (target, i, recorded, number) -> target.setBlob(i, (InputStream) open(recorded), length));
    }

    @Override
    default void setBlob(int index, @Nullable InputStream stream) throws SQLException {
        parameters()
                .set(
                        at(index),
                        bytes(stream),
                        (target, i, recorded, number) -> target.setBlob(i, (InputStream) open(recorded)));
    }
}
