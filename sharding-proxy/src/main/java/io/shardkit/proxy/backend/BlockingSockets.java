package io.shardkit.proxy.backend;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import javax.net.SocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes sockets that wait for an answer in the read itself. Those of the JDK stay in non-blocking mode after anything
 * that was limited in time, as the connecting is, and read in three system calls from then on: one that finds nothing,
 * one that waits, one that reads. Other than those, these are closed where a thread is interrupted that reads from
 * them, which happens to no client's thread before the server stops. Thread-safe.
 */
public final class BlockingSockets extends SocketFactory {
    @Override
    public Socket createSocket() throws IOException {
        return SocketChannel.open().socket();
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return connected(new InetSocketAddress(host, port), null);
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return connected(new InetSocketAddress(host, port), null);
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) throws IOException {
        return connected(new InetSocketAddress(host, port), new InetSocketAddress(localHost, localPort));
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort) throws IOException {
        return connected(new InetSocketAddress(host, port), new InetSocketAddress(localHost, localPort));
    }

    private Socket connected(SocketAddress to, @Nullable SocketAddress from) throws IOException {
        Socket socket = createSocket();
        try {
            socket.bind(from);
            socket.connect(to);
            return socket;
        } catch (IOException | RuntimeException failure) {
            socket.close();
            throw failure;
        }
    }
}
