package io.shardkit.proxy.session;

import io.shardkit.proxy.backend.Parameters;
import io.shardkit.proxy.backend.WrittenDate;
import io.shardkit.proxy.sql.ReceivedText;
import io.shardkit.proxy.wire.FieldType;
import io.shardkit.proxy.wire.PayloadReader;
import io.shardkit.proxy.wire.ProtocolException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** The values of one execution, as the client sent them. */
final class BoundValues implements Parameters {
    private static final int UNSIGNED = 0x8000;
    private static final int LETTERS_OF_DATE = 10;

    private final @Nullable Object[] values;

    private BoundValues(@Nullable Object[] values) {
        this.values = values;
    }

    /**
     * Reads the values of COM_STMT_EXECUTE.
     *
     * @param types of the parameters, which are kept from one execution to the next
     * @param anyDates whether dates that no calendar has may be sent on as such, and not as strings
     * @param longData values that were sent before, or null for those that were not
     */
    static BoundValues read(
            PayloadReader reader, int[] types, byte[] @Nullable [] longData, Charset charset, boolean anyDates)
            throws ProtocolException {
        int count = types.length;
        @Nullable Object[] values = new @Nullable Object[count];
        if (count == 0) {
            return new BoundValues(values);
        }
        byte[] nulls = reader.bytes((count + 7) / 8);
        if (reader.int1() == 1) {
            for (int i = 0; i < count; i++) {
                types[i] = reader.int2();
            }
        }
        for (int i = 0; i < count; i++) {
            byte[] sent = longData[i];
            if (sent != null) {
                values[i] = isBinary(types[i]) ? sent : text(sent, charset);
            } else if ((nulls[i / 8] & (1 << (i % 8))) == 0) {
                Object value = value(reader, types[i], charset);
                values[i] = value instanceof WrittenDate date && !anyDates ? date.text() : value;
            }
        }
        return new BoundValues(values);
    }

    /**
     * Makes whole numbers of those that say how many rows a statement has, where they are some.
     *
     * @param unsigned whether the servers read a number below zero as one without a sign, which is more than all rows; a
     *     text they all read so
     */
    BoundValues withLimits(BitSet limits, boolean unsigned) {
        for (int i = limits.nextSetBit(0); i >= 0; i = limits.nextSetBit(i + 1)) {
            Object value = values[i];
            if (value instanceof String || value instanceof Double || value instanceof BigDecimal) {
                try {
                    values[i] = new BigDecimal(value.toString()).longValueExact();
                } catch (ArithmeticException | NumberFormatException none) {
                    // The database says what is wrong with it.
                }
            }
            if ((unsigned || value instanceof String) && values[i] instanceof Long number && number < 0) {
                values[i] = Long.MAX_VALUE;
            }
        }
        return this;
    }

    /** Returns true if a value is written so. */
    boolean has(String written) {
        for (Object value : values) {
            if (value != null && String.valueOf(value).equals(written)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isBinary(int type) {
        int plain = type & 0xff;
        return plain >= FieldType.TINY_BLOB && plain <= FieldType.BLOB;
    }

    private static @Nullable Object value(PayloadReader reader, int written, Charset charset) throws ProtocolException {
        boolean unsigned = (written & UNSIGNED) != 0;
        int type = written & 0xff;
        return switch (type) {
            case FieldType.NULL -> null;
            case FieldType.TINY -> {
                int tiny = reader.int1();
                yield (long) (unsigned ? tiny : (byte) tiny);
            }
            case FieldType.SHORT, FieldType.YEAR -> {
                int small = reader.int2();
                yield (long) (unsigned ? small : (short) small);
            }
            case FieldType.LONG, FieldType.INT24 -> {
                int plain = reader.int4();
                yield unsigned ? plain & 0xffffffffL : (long) plain;
            }
            case FieldType.LONGLONG -> large(reader.int8(), unsigned);
            case FieldType.FLOAT -> Float.intBitsToFloat(reader.int4());
            case FieldType.DOUBLE -> Double.longBitsToDouble(reader.int8());
            case FieldType.DATE -> date(TemporalText.readDate(reader, false).substring(0, LETTERS_OF_DATE));
            case FieldType.DATETIME, FieldType.TIMESTAMP -> dateTime(TemporalText.readDate(reader, true));
            case FieldType.TIME -> time(TemporalText.readTime(reader));
            case FieldType.DECIMAL, FieldType.NEWDECIMAL ->
                decimal(new String(reader.lengthEncodedBytes(), StandardCharsets.US_ASCII));
            case FieldType.TINY_BLOB,
                    FieldType.MEDIUM_BLOB,
                    FieldType.LONG_BLOB,
                    FieldType.BLOB,
                    FieldType.BIT,
                    FieldType.GEOMETRY -> reader.lengthEncodedBytes();
            case FieldType.VARCHAR,
                    FieldType.VAR_STRING,
                    FieldType.STRING,
                    FieldType.ENUM,
                    FieldType.SET,
                    FieldType.JSON -> text(reader.lengthEncodedBytes(), charset);
            default -> throw new ProtocolException("a parameter of type " + type);
        };
    }

    /** A text, or the bytes themselves if they are no letters. */
    private static Object text(byte[] sent, Charset charset) {
        String text = new String(sent, charset);
        return text.indexOf('\uFFFD') < 0 || ReceivedText.isText(sent, charset) ? text : sent;
    }

    private static Object large(long value, boolean unsigned) {
        return unsigned && value < 0 ? new BigDecimal(new BigInteger(Long.toUnsignedString(value))) : value;
    }

    private static Object decimal(String text) {
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException none) {
            return text;
        }
    }

    /**
     * Returns the date of a string. The servers also know dates that no calendar has, such as 0000-00-00; they ignore a
     * time after such a date.
     */
    private static Object date(String text) {
        try {
            return LocalDate.parse(text);
        } catch (DateTimeException none) {
            return new WrittenDate(text, false);
        }
    }

    private static Object dateTime(String text) {
        try {
            return LocalDateTime.parse(text.replace(' ', 'T'));
        } catch (DateTimeException none) {
            return new WrittenDate(text, true);
        }
    }

    private static Object time(String text) {
        try {
            return LocalTime.parse(text);
        } catch (DateTimeException none) {
            return text;
        }
    }

    @Override
    public void set(PreparedStatement statement) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            Object value = values[i];
            if (value instanceof Long number) {
                statement.setLong(i + 1, number);
            } else if (value instanceof String text) {
                statement.setString(i + 1, text);
            } else if (value == null) {
                statement.setNull(i + 1, Types.NULL);
            } else if (value instanceof byte[] bytes) {
                statement.setBytes(i + 1, bytes);
            } else if (value instanceof Double number) {
                statement.setDouble(i + 1, number);
            } else if (value instanceof Float number) {
                statement.setFloat(i + 1, number);
            } else if (value instanceof BigDecimal number) {
                statement.setBigDecimal(i + 1, number);
            } else {
                statement.setObject(i + 1, value);
            }
        }
    }
}
