package io.shardkit.proxy.wire;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.util.Arrays;

/**
 * Reads packets, and puts those together that are sent in pieces. Keeps no more memory between packets than a small
 * buffer. Not thread-safe.
 */
public final class PacketReader {
    /** A piece of this length has another one after it. */
    static final int FULL = 0xffffff;

    private static final int SMALL = 512;

    private InputStream in;
    private int limit;
    private final byte[] buffer = new byte[SMALL];
    private int position;
    private int end;
    private int sequence;

    /** @param limit how many bytes a packet may have */
    public PacketReader(InputStream in, int limit) {
        this.in = in;
        this.limit = limit;
    }

    /** Sets how many bytes a packet may have from now on. */
    public void limit(int bytes) {
        limit = bytes;
    }

    /** Goes on with another stream, as that of TLS. */
    public void continueWith(InputStream other) {
        in = other;
    }

    /** The bytes that were read ahead of what was asked for, which are then forgotten. */
    public byte[] takeRest() {
        byte[] rest = Arrays.copyOfRange(buffer, position, end);
        position = end;
        return rest;
    }

    /** The number that the next packet of the answer has. */
    public int nextSequence() {
        return sequence;
    }

    /**
     * The next packet.
     *
     * @param first whether it begins an exchange, and so has number 0
     * @throws PacketTooLargeException if it is too large
     * @throws ProtocolException if it has not the number that it should have
     */
    public byte[] read(boolean first) throws IOException {
        return read(first, 0);
    }

    /** As the other, where the first packet has another number. */
    public byte[] read(boolean first, int number) throws IOException {
        if (first) {
            sequence = number;
        }
        byte[] whole = new byte[0];
        while (true) {
            int length = header();
            if (length > limit - whole.length) {
                throw new PacketTooLargeException();
            }
            if (length > 0) {
                int at = whole.length;
                // Memory comes as the bytes do: the header alone is no reason to take it.
                for (int read = 0; read < length; ) {
                    int step = Math.min(length - read, Math.max(1 << 16, read));
                    whole = whole.length == 0 && read == 0 ? new byte[step] : Arrays.copyOf(whole, at + read + step);
                    fill(whole, at + read, step);
                    read += step;
                }
            }
            if (length < FULL) {
                return whole;
            }
        }
    }

    /**
     * Waits for the first bytes of a packet, and does not take them.
     *
     * @throws SocketTimeoutException if none came in time; the packet can be waited for again
     */
    public void await() throws IOException {
        if (position == end) {
            fillBuffer();
        }
    }

    private int header() throws IOException {
        int length = next() | (next() << 8) | (next() << 16);
        int number = next();
        if (number != (sequence & 0xff)) {
            throw new ProtocolException("packet " + number + " instead of " + (sequence & 0xff));
        }
        sequence++;
        return length;
    }

    private int next() throws IOException {
        if (position == end) {
            fillBuffer();
        }
        return buffer[position++] & 0xff;
    }

    private void fillBuffer() throws IOException {
        int read = in.read(buffer, 0, SMALL);
        if (read <= 0) {
            throw new EOFException();
        }
        position = 0;
        end = read;
    }

    private void fill(byte[] target, int at, int length) throws IOException {
        int known = Math.min(length, end - position);
        System.arraycopy(buffer, position, target, at, known);
        position += known;
        for (int done = known; done < length; ) {
            int read = in.read(target, at + done, length - done);
            if (read <= 0) {
                throw new EOFException();
            }
            done += read;
        }
    }
}
