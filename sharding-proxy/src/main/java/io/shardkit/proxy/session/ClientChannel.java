package io.shardkit.proxy.session;

import io.shardkit.proxy.wire.PacketReader;
import io.shardkit.proxy.wire.PacketWriter;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** The connection to a client, with TLS or without. Not thread-safe, but for {@link #close}. */
final class ClientChannel implements Closeable {
    private final SocketChannel channel;
    private final Socket plain;
    private volatile Socket socket;
    private final PacketReader reader;
    private final PacketWriter writer;

    ClientChannel(SocketChannel channel, int maxPacket) throws IOException {
        this.channel = channel;
        this.plain = channel.socket();
        this.socket = plain;
        plain.setTcpNoDelay(true);
        plain.setKeepAlive(true);
        this.reader = new PacketReader(plain.getInputStream(), maxPacket);
        this.writer = new PacketWriter(plain.getOutputStream());
    }

    SocketChannel channel() {
        return channel;
    }

    PacketReader reader() {
        return reader;
    }

    PacketWriter writer() {
        return writer;
    }

    /** Returns the address of the client. */
    String host() {
        return plain.getRemoteSocketAddress() instanceof InetSocketAddress address
                ? address.getAddress().getHostAddress()
                : "unknown";
    }

    int port() {
        return plain.getPort();
    }

    boolean isEncrypted() {
        return socket instanceof SSLSocket;
    }

    /** The next packet has to come within that time. */
    void limit(Duration time) throws IOException {
        socket.setSoTimeout((int) Math.min(Integer.MAX_VALUE, time.toMillis()));
    }

    /** Goes over to TLS, which the client has asked for. */
    void encrypt(SSLContext context) throws IOException {
        SSLSocket encrypted = (SSLSocket)
                context.getSocketFactory().createSocket(plain, new ByteArrayInputStream(reader.takeRest()), true);
        encrypted.setUseClientMode(false);
        encrypted.setSoTimeout(plain.getSoTimeout());
        socket = encrypted;
        encrypted.startHandshake();
        reader.continueWith(encrypted.getInputStream());
        writer.continueWith(encrypted.getOutputStream());
    }

    /** Lets the client be heard no longer, so that what reads meets the end; may be called by any thread. */
    void stopReading() throws IOException {
        channel.shutdownInput();
    }

    /** Ends it, whatever is under way; may be called by any thread. */
    @Override
    public void close() throws IOException {
        try {
            socket.close();
        } finally {
            plain.close();
        }
    }
}
