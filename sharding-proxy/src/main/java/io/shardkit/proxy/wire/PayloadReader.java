package io.shardkit.proxy.wire;

import java.nio.charset.Charset;
import java.util.Arrays;

/** Reads the numbers and strings of one packet, from its start to its end. Not thread-safe. */
public final class PayloadReader {
    private final byte[] bytes;
    private int position;

    public PayloadReader(byte[] bytes, int position) {
        this.bytes = bytes;
        this.position = position;
    }

    /** Returns the number of bytes left. */
    public int left() {
        return bytes.length - position;
    }

    private int advance(int length) throws ProtocolException {
        if (length < 0 || length > left()) {
            throw new ProtocolException("a packet ends too early");
        }
        int at = position;
        position += length;
        return at;
    }

    public void skip(int length) throws ProtocolException {
        advance(length);
    }

    public int int1() throws ProtocolException {
        return bytes[advance(1)] & 0xff;
    }

    public int int2() throws ProtocolException {
        int at = advance(2);
        return (bytes[at] & 0xff) | ((bytes[at + 1] & 0xff) << 8);
    }

    public int int4() throws ProtocolException {
        int at = advance(4);
        return (bytes[at] & 0xff)
                | ((bytes[at + 1] & 0xff) << 8)
                | ((bytes[at + 2] & 0xff) << 16)
                | ((bytes[at + 3] & 0xff) << 24);
    }

    public long int8() throws ProtocolException {
        return (int4() & 0xffffffffL) | ((long) int4() << 32);
    }

    /** A number that says its own length. */
    public long lengthEncoded() throws ProtocolException {
        int first = int1();
        return switch (first) {
            case 0xfc -> int2();
            case 0xfd -> int2() | ((long) int1() << 16);
            case 0xfe -> int8();
            case 0xfb, 0xff -> throw new ProtocolException("no number begins with " + first);
            default -> first;
        };
    }

    public byte[] bytes(long length) throws ProtocolException {
        if (length > left()) {
            throw new ProtocolException("a packet ends too early");
        }
        int at = advance((int) length);
        return Arrays.copyOfRange(bytes, at, position);
    }

    public byte[] lengthEncodedBytes() throws ProtocolException {
        return bytes(lengthEncoded());
    }

    /** Up to a zero, or to the end if there is none. */
    public byte[] terminatedBytes() {
        int end = position;
        while (end < bytes.length && bytes[end] != 0) {
            end++;
        }
        byte[] found = Arrays.copyOfRange(bytes, position, end);
        position = Math.min(end + 1, bytes.length);
        return found;
    }

    public String terminated(Charset charset) {
        return new String(terminatedBytes(), charset);
    }

    public byte[] rest() {
        int at = position;
        position = bytes.length;
        return Arrays.copyOfRange(bytes, at, bytes.length);
    }
}
