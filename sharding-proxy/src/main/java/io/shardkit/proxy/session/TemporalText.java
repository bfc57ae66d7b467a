package io.shardkit.proxy.session;

import io.shardkit.proxy.wire.FieldType;
import io.shardkit.proxy.wire.PacketWriter;
import io.shardkit.proxy.wire.PayloadReader;
import io.shardkit.proxy.wire.ProtocolException;
import java.util.Locale;

/** Converts dates and times between the strings of the server and the binary protocol. */
final class TemporalText {
    private static final int MICROS = 6;

    private TemporalText() {}

    /** Writes {@code 2024-01-31}, with or without a time after it. */
    static boolean writeDate(PacketWriter writer, String text, int type) {
        int year = number(text, 0, 4);
        int month = number(text, 5, 7);
        int day = number(text, 8, 10);
        boolean timed = text.length() >= 19 && type != FieldType.DATE;
        int hour = timed ? number(text, 11, 13) : 0;
        int minute = timed ? number(text, 14, 16) : 0;
        int second = timed ? number(text, 17, 19) : 0;
        int micros = timed ? micros(text, 19) : 0;
        int length = micros != 0 ? 11 : hour + minute + second != 0 ? 7 : year + month + day != 0 ? 4 : 0;
        writer.int1(length);
        if (length >= 4) {
            writer.int2(year).int1(month).int1(day);
        }
        if (length >= 7) {
            writer.int1(hour).int1(minute).int1(second);
        }
        if (length == 11) {
            writer.int4(micros);
        }
        return true;
    }

    /** Writes {@code -123:59:59.5}: hours may have three digits. */
    static boolean writeTime(PacketWriter writer, String text) {
        boolean negative = text.startsWith("-");
        int from = negative ? 1 : 0;
        int colon = text.indexOf(':');
        int hours = number(text, from, colon);
        int minute = number(text, colon + 1, colon + 3);
        int second = number(text, colon + 4, colon + 6);
        int micros = micros(text, colon + 6);
        int length = micros != 0 ? 12 : hours + minute + second != 0 ? 8 : 0;
        writer.int1(length);
        if (length >= 8) {
            writer.int1(negative ? 1 : 0)
                    .int4(hours / 24)
                    .int1(hours % 24)
                    .int1(minute)
                    .int1(second);
        }
        if (length == 12) {
            writer.int4(micros);
        }
        return true;
    }

    private static int number(String text, int from, int to) {
        int value = 0;
        for (int i = from; i < to && i < text.length(); i++) {
            char c = text.charAt(i);
            value = c >= '0' && c <= '9' ? value * 10 + c - '0' : value;
        }
        return value;
    }

    private static int micros(String text, int point) {
        if (point >= text.length() || text.charAt(point) != '.') {
            return 0;
        }
        int value = 0;
        for (int i = 1; i <= MICROS; i++) {
            char c = point + i < text.length() ? text.charAt(point + i) : '0';
            value = value * 10 + (c >= '0' && c <= '9' ? c - '0' : 0);
        }
        return value;
    }

    /** Reads a date, with a time or without. */
    static String readDate(PayloadReader reader, boolean timed) throws ProtocolException {
        int length = reader.int1();
        int year = length >= 4 ? reader.int2() : 0;
        int month = length >= 4 ? reader.int1() : 0;
        int day = length >= 4 ? reader.int1() : 0;
        int hour = length >= 7 ? reader.int1() : 0;
        int minute = length >= 7 ? reader.int1() : 0;
        int second = length >= 7 ? reader.int1() : 0;
        int micros = length >= 11 ? reader.int4() : 0;
        checkLength(length, 4, 7, 11);
        String date = String.format(Locale.ROOT, "%04d-%02d-%02d", year, month, day);
        return timed || length > 4
                ? date + String.format(Locale.ROOT, " %02d:%02d:%02d", hour, minute, second) + fraction(micros)
                : date;
    }

    /** Reads a time. */
    static String readTime(PayloadReader reader) throws ProtocolException {
        int length = reader.int1();
        boolean negative = length >= 8 && reader.int1() != 0;
        long days = length >= 8 ? reader.int4() & 0xffffffffL : 0;
        int hour = length >= 8 ? reader.int1() : 0;
        int minute = length >= 8 ? reader.int1() : 0;
        int second = length >= 8 ? reader.int1() : 0;
        int micros = length >= 12 ? reader.int4() : 0;
        checkLength(length, 8, 8, 12);
        return (negative ? "-" : "")
                + String.format(Locale.ROOT, "%02d:%02d:%02d", days * 24 + hour, minute, second)
                + fraction(micros);
    }

    private static void checkLength(int length, int one, int two, int three) throws ProtocolException {
        if (length != 0 && length != one && length != two && length != three) {
            throw new ProtocolException("a date or time of " + length + " bytes");
        }
    }

    private static String fraction(int micros) {
        return micros == 0 ? "" : String.format(Locale.ROOT, ".%06d", micros);
    }
}
