package io.shardkit.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Stands on loopback between a driver and its server. Frozen, it is a server that was stopped: it accepts connections
 * and what is sent, and forwards nothing. Thread-safe.
 */
public final class FreezableProxy implements AutoCloseable {
    private final ServerSocket server;
    private final int target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private boolean frozen;
    private volatile long delayMillis;

    /** In front of a server on loopback. */
    public FreezableProxy(int target) throws IOException {
        this.target = target;
        this.server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    /** Returns the port on which the proxy listens. */
    public int port() {
        return server.getLocalPort();
    }

    /** From now on nothing is forwarded. */
    public synchronized void freeze() {
        frozen = true;
    }

    /** From now on each new connection is forwarded that much later. */
    public void delayNew(long millis) {
        delayMillis = millis;
    }

    /** Forwards again, first what came meanwhile. */
    public synchronized void thaw() {
        frozen = false;
        notifyAll();
    }

    /** Ends all connections. */
    public void cut() {
        open.forEach(FreezableProxy::close);
        open.clear();
    }

    /** Is gone as a server that was killed: it takes no connections any more, and those that there were end. */
    public void kill() throws IOException {
        close();
    }

    @Override
    public void close() throws IOException {
        server.close();
        cut();
        thaw();
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "freezable-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                open.add(client);
                start(() -> forward(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void forward(Socket client) {
        try {
            Thread.sleep(delayMillis);
            awaitThaw();
            Socket behind = new Socket(InetAddress.getLoopbackAddress(), target);
            behind.setTcpNoDelay(true);
            client.setTcpNoDelay(true);
            open.add(behind);
            start(() -> pump(behind, client));
            pump(client, behind);
        } catch (InterruptedException | IOException gone) {
            close(client);
        }
    }

    private void pump(Socket from, Socket to) {
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[16_384];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                awaitThaw();
                out.write(buffer, 0, read);
                out.flush();
            }
            awaitThaw();
        } catch (IOException gone) {
            // The other side hears of it below.
        }
        close(from);
        close(to);
        open.remove(from);
        open.remove(to);
    }

    private synchronized void awaitThaw() throws IOException {
        while (frozen) {
            try {
                wait();
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
                throw new IOException(stop);
            }
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException closed) {
            // It is what was wanted.
        }
    }
}
