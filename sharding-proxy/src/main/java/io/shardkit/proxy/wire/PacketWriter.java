package io.shardkit.proxy.wire;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes packets: {@link #begin}, what is in it, {@link #end}. They are sent when enough of them are there, or by
 * {@link #flush}, which waits for a client that does not read. Has no memory while nothing is written. Not thread-safe.
 */
public final class PacketWriter {
    private static final int HEADER = 4;
    private static final int SENT_AT = 16 * 1024;
    private static final int INITIAL = 1024;
    private static final int KEPT = 2 * SENT_AT;
    private static final byte[] NONE = new byte[0];

    private OutputStream out;
    private byte[] buffer = NONE;
    private int position;
    private int start;
    private int sequence;

    public PacketWriter(OutputStream out) {
        this.out = out;
    }

    /** Goes on with another stream, as that of TLS. */
    public void continueWith(OutputStream other) {
        out = other;
    }

    /** The number of the next packet. */
    public void sequence(int next) {
        sequence = next;
    }

    public int sequence() {
        return sequence;
    }

    public PacketWriter begin() {
        start = position;
        room(HEADER);
        position += HEADER;
        return this;
    }

    /** Ends the packet; it is sent now if much is waiting. */
    public void end() throws IOException {
        int length = position - start - HEADER;
        if (length < PacketReader.FULL) {
            header(start, length);
            if (position >= SENT_AT) {
                send();
            }
            return;
        }
        endLarge(length);
    }

    private void endLarge(int length) throws IOException {
        byte[] packet = buffer;
        out.write(packet, 0, start);
        int at = start + HEADER;
        int left = length;
        byte[] header = new byte[HEADER];
        while (true) {
            int piece = Math.min(left, PacketReader.FULL);
            fillHeader(header, 0, piece);
            out.write(header);
            out.write(packet, at, piece);
            at += piece;
            left -= piece;
            if (piece < PacketReader.FULL) {
                break;
            }
        }
        position = 0;
        buffer = NONE;
    }

    private void header(int at, int length) {
        fillHeader(buffer, at, length);
    }

    private void fillHeader(byte[] target, int at, int length) {
        target[at] = (byte) length;
        target[at + 1] = (byte) (length >> 8);
        target[at + 2] = (byte) (length >> 16);
        target[at + 3] = (byte) sequence++;
    }

    /** Drops the packet that was begun and not ended. */
    public void discard() {
        position = start;
    }

    private void send() throws IOException {
        int length = position;
        position = 0;
        start = 0;
        out.write(buffer, 0, length);
        if (buffer.length > KEPT) {
            buffer = NONE;
        }
    }

    /** Sends what is waiting. */
    public void flush() throws IOException {
        if (position > 0) {
            send();
        }
        out.flush();
    }

    /** Gives the memory back until something is written again. */
    public void rest() {
        if (position == 0) {
            buffer = NONE;
        }
    }

    private void room(int more) {
        if (buffer.length - position < more) {
            long wanted = Math.max(Math.max(INITIAL, buffer.length * 2L), (long) position + more);
            if (wanted > Integer.MAX_VALUE - 16) {
                wanted = Math.max((long) position + more, Integer.MAX_VALUE - 16);
            }
            buffer = Arrays.copyOf(buffer, Math.toIntExact(wanted));
        }
    }

    public PacketWriter int1(int value) {
        room(1);
        buffer[position++] = (byte) value;
        return this;
    }

    public PacketWriter int2(int value) {
        room(2);
        buffer[position++] = (byte) value;
        buffer[position++] = (byte) (value >> 8);
        return this;
    }

    public PacketWriter int3(int value) {
        int2(value);
        return int1(value >> 16);
    }

    public PacketWriter int4(int value) {
        int2(value);
        return int2(value >> 16);
    }

    public PacketWriter int8(long value) {
        int4((int) value);
        return int4((int) (value >> 32));
    }

    public PacketWriter zeros(int count) {
        room(count);
        Arrays.fill(buffer, position, position + count, (byte) 0);
        position += count;
        return this;
    }

    public PacketWriter bytes(byte[] value) {
        room(value.length);
        System.arraycopy(value, 0, buffer, position, value.length);
        position += value.length;
        return this;
    }

    /** A number that says its own length. */
    public PacketWriter lengthEncoded(long value) {
        if (value >= 0 && value < 251) {
            return int1((int) value);
        }
        if (value >= 0 && value < 1 << 16) {
            return int1(0xfc).int2((int) value);
        }
        if (value >= 0 && value < 1 << 24) {
            return int1(0xfd).int3((int) value);
        }
        return int1(0xfe).int8(value);
    }

    public PacketWriter lengthEncodedBytes(byte[] value) {
        return lengthEncoded(value.length).bytes(value);
    }

    /** A text with its length before it. */
    public PacketWriter text(String value, Charset charset) {
        int length = value.length();
        if (charset.equals(StandardCharsets.UTF_8) && length < 251 / 3) {
            room(1 + length);
            int at = position + 1;
            for (int i = 0; i < length; i++) {
                char c = value.charAt(i);
                if (c >= 0x80) {
                    return lengthEncodedBytes(value.getBytes(charset));
                }
                buffer[at++] = (byte) c;
            }
            buffer[position] = (byte) length;
            position = at;
            return this;
        }
        return lengthEncodedBytes(value.getBytes(charset));
    }

    /** A value of the text protocol: a text, or the sign for NULL. */
    public PacketWriter textOrNull(@Nullable String value, Charset charset) {
        return value == null ? int1(0xfb) : text(value, charset);
    }

    public PacketWriter terminated(String value, Charset charset) {
        return bytes(value.getBytes(charset)).int1(0);
    }

    /** Returns the position of the next byte, for {@link #or}. */
    public int mark() {
        return position - start;
    }

    /** Sets bits of a byte of the packet. */
    public void or(int mark, int bits) {
        buffer[start + mark] |= (byte) bits;
    }
}
