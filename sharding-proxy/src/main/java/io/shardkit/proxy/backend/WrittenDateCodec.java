package io.shardkit.proxy.backend;

import java.io.IOException;
import java.sql.SQLDataException;
import java.util.Calendar;
import org.jspecify.annotations.Nullable;
import org.mariadb.jdbc.client.ColumnDecoder;
import org.mariadb.jdbc.client.Context;
import org.mariadb.jdbc.client.DataType;
import org.mariadb.jdbc.client.ReadableByteBuf;
import org.mariadb.jdbc.client.socket.Writer;
import org.mariadb.jdbc.client.util.MutableInt;
import org.mariadb.jdbc.plugin.Codec;

/** Sends dates that no calendar has as parameters; MariaDB's driver finds its two kinds by itself. Thread-safe. */
public abstract class WrittenDateCodec implements Codec<WrittenDate> {
    private static final int LONGEST = 28;

    private final boolean timed;

    private WrittenDateCodec(boolean timed) {
        this.timed = timed;
    }

    /** Dates without a time. */
    public static final class OfDates extends WrittenDateCodec {
        public OfDates() {
            super(false);
        }
    }

    /** Dates with a time. */
    public static final class OfTimes extends WrittenDateCodec {
        public OfTimes() {
            super(true);
        }
    }

    @Override
    public String className() {
        return WrittenDate.class.getName();
    }

    @Override
    public boolean canDecode(ColumnDecoder column, Class<?> type) {
        return false;
    }

    @Override
    public boolean canEncode(Object value) {
        return value instanceof WrittenDate date && date.timed() == timed;
    }

    @Override
    public WrittenDate decodeText(
            ReadableByteBuf buffer, MutableInt length, ColumnDecoder column, @Nullable Calendar zone, Context context)
            throws SQLDataException {
        throw new SQLDataException("It is for parameters only");
    }

    @Override
    public WrittenDate decodeBinary(
            ReadableByteBuf buffer, MutableInt length, ColumnDecoder column, @Nullable Calendar zone, Context context)
            throws SQLDataException {
        throw new SQLDataException("It is for parameters only");
    }

    @Override
    public void encodeText(
            Writer writer, Context context, WrittenDate value, @Nullable Calendar zone, @Nullable Long longest)
            throws IOException {
        writer.writeAscii("'" + value.text() + "'");
    }

    @Override
    public int getApproximateTextProtocolLength(WrittenDate value, @Nullable Long longest) {
        return LONGEST;
    }

    @Override
    public void encodeBinary(
            Writer writer, Context context, WrittenDate value, @Nullable Calendar zone, @Nullable Long longest)
            throws IOException {
        int micros = value.micros();
        int length = value.isZero() ? 0 : !timed ? 4 : micros == 0 ? 7 : 11;
        writer.writeByte(length);
        if (length >= 4) {
            writer.writeShort((short) value.number(0, 4));
            writer.writeByte(value.number(5, 7));
            writer.writeByte(value.number(8, 10));
        }
        if (length >= 7) {
            writer.writeByte(value.number(11, 13));
            writer.writeByte(value.number(14, 16));
            writer.writeByte(value.number(17, 19));
        }
        if (length == 11) {
            writer.writeInt(micros);
        }
    }

    @Override
    public int getBinaryEncodeType() {
        return (timed ? DataType.DATETIME : DataType.DATE).get();
    }
}
