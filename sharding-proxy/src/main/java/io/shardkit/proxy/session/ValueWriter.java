package io.shardkit.proxy.session;

import io.shardkit.proxy.backend.ResultColumn;
import io.shardkit.proxy.wire.CharacterSets;
import io.shardkit.proxy.wire.FieldType;
import io.shardkit.proxy.wire.PacketWriter;
import java.io.IOException;
import java.nio.charset.Charset;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Writes rows straight from a result to the client, as strings or in the binary protocol. Not thread-safe. */
final class ValueWriter {
    /** The flags of NULL begin with two bits that nothing uses. */
    private static final int RESERVED = 2;

    private final PacketWriter writer;
    private final Charset charset;
    private final ResultColumn[] columns;
    private final boolean sentTexts;

    /** The changes to the strings of columns; null for columns whose strings are sent as they are. */
    private final @Nullable UnaryOperator<String>[] shown;

    /**
     * One for the rows of an answer.
     *
     * @param sentTexts whether getBytes gives values as the strings that the server sent
     * @param names those in the answer that are shown otherwise, or null
     */
    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of functions
    ValueWriter(
            PacketWriter writer,
            Charset charset,
            List<ResultColumn> columns,
            boolean sentTexts,
            @Nullable ShownNames names) {
        this.shown = new UnaryOperator[columns.size()];
        for (int i = 0; names != null && i < shown.length; i++) {
            shown[i] = names.values(columns.get(i));
        }
        this.sentTexts = sentTexts;
        this.writer = writer;
        this.charset = charset;
        this.columns = columns.toArray(new ResultColumn[0]);
    }

    /** Writes the row on which the result stands. */
    void text(ResultSet rows) throws SQLException, IOException {
        writer.begin();
        for (int i = 0; i < columns.length; i++) {
            // Strings come in the letters of their columns, and so by way of the driver.
            if (sentTexts && columns[i].definition().collation() == CharacterSets.BINARY) {
                bytes(rows.getBytes(i + 1));
                continue;
            }
            switch (columns[i].values()) {
                case BYTES -> bytes(rows.getBytes(i + 1));
                case BOOLEAN -> {
                    boolean value = rows.getBoolean(i + 1);
                    writer.textOrNull(rows.wasNull() ? null : value ? "1" : "0", charset);
                }
                case DATE -> writer.textOrNull(DateTimes.text(rows, i + 1, columns[i]), charset);
                case TIME -> writer.textOrNull(DateTimes.time(rows, i + 1, columns[i]), charset);
                default -> writer.textOrNull(string(rows, i + 1, columns[i]), charset);
            }
        }
        writer.end();
    }

    private @Nullable String string(ResultSet rows, int i, ResultColumn column) throws SQLException {
        String given = rows.getString(i);
        UnaryOperator<String> other = shown[i - 1];
        String text = given == null || other == null ? given : other.apply(given);
        return text == null || column.plain() ? text : ServerText.of(text, column.definition());
    }

    private void bytes(byte @Nullable [] value) {
        if (value == null) {
            writer.int1(0xfb);
        } else {
            writer.lengthEncodedBytes(value);
        }
    }

    /** Writes the row in the binary protocol. */
    void binary(ResultSet rows) throws SQLException, IOException {
        writer.begin().int1(0);
        int nulls = writer.mark();
        writer.zeros((columns.length + RESERVED + 7) / 8);
        for (int i = 0; i < columns.length; i++) {
            if (!binary(rows, i + 1, columns[i])) {
                writer.or(nulls + (i + RESERVED) / 8, 1 << ((i + RESERVED) % 8));
            }
        }
        writer.end();
    }

    /** @return false for NULL, which is not written */
    private boolean binary(ResultSet rows, int i, ResultColumn column) throws SQLException {
        switch (column.values()) {
            case INTEGER -> {
                long value = rows.getLong(i);
                return !rows.wasNull() && integer(column.definition().type(), value);
            }
            case BOOLEAN -> {
                boolean value = rows.getBoolean(i);
                return !rows.wasNull() && integer(FieldType.TINY, value ? 1 : 0);
            }
            case UNSIGNED -> {
                String value = rows.getString(i);
                return value != null && integer(FieldType.LONGLONG, Long.parseUnsignedLong(value));
            }
            case FLOAT -> {
                float value = rows.getFloat(i);
                return !rows.wasNull() && integer(FieldType.LONG, Float.floatToRawIntBits(value));
            }
            case DOUBLE -> {
                double value = rows.getDouble(i);
                return !rows.wasNull() && integer(FieldType.LONGLONG, Double.doubleToRawLongBits(value));
            }
            case DATE -> {
                String value = DateTimes.text(rows, i, column);
                return value != null
                        && TemporalText.writeDate(
                                writer, value, column.definition().type());
            }
            case TIME -> {
                String value = DateTimes.time(rows, i, column);
                return value != null && TemporalText.writeTime(writer, value);
            }
            case TEXT -> {
                String value = string(rows, i, column);
                if (value != null) {
                    writer.text(value, charset);
                }
                return value != null;
            }
            case BYTES -> {
                byte[] value = rows.getBytes(i);
                if (value != null) {
                    writer.lengthEncodedBytes(value);
                }
                return value != null;
            }
        }
        throw new IllegalStateException("values of " + column);
    }

    private boolean integer(int type, long value) {
        switch (type) {
            case FieldType.TINY -> writer.int1((int) value);
            case FieldType.SHORT, FieldType.YEAR -> writer.int2((int) value);
            case FieldType.LONG, FieldType.INT24 -> writer.int4((int) value);
            default -> writer.int8(value);
        }
        return true;
    }
}
