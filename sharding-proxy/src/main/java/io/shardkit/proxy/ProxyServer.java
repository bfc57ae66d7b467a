package io.shardkit.proxy;

import io.shardkit.proxy.session.ClientSession;
import io.shardkit.proxy.session.Directory;
import io.shardkit.proxy.session.Parking;
import io.shardkit.proxy.session.Resting;
import io.shardkit.proxy.session.Sessions;
import io.shardkit.proxy.session.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Listens on a port, and gives each client a thread. Thread-safe. */
public final class ProxyServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ProxyServer.class);
    private static final int BACKLOG = 512;
    private static final long STEP_MILLIS = 20;
    private static final long LONGEST_STEP_MILLIS = 1000;

    private final ServerSocketChannel listening;
    private final Parking parking;
    private final Sessions sessions;
    private final Directory directory;
    private final Settings settings;
    private final @Nullable SSLContext tls;

    private ProxyServer(ServerSocketChannel listening, Directory directory, Settings settings, @Nullable SSLContext tls)
            throws IOException {
        this.listening = listening;
        this.parking = new Parking(ProxyServer::resume);
        this.sessions = new Sessions(settings, parking);
        this.directory = directory;
        this.settings = settings;
        this.tls = tls;
    }

    /**
     * Starts one.
     *
     * @param port 0 for any that is free
     * @param tls for clients that ask for it; null if there is none
     * @throws IOException if the port cannot be had
     */
    public static ProxyServer start(
            InetAddress address, int port, Directory directory, Settings settings, @Nullable SSLContext tls)
            throws IOException {
        ServerSocketChannel listening = ServerSocketChannel.open();
        try {
            listening.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            listening.bind(new InetSocketAddress(address, port), BACKLOG);
        } catch (IOException taken) {
            listening.close();
            throw taken;
        }
        ProxyServer server = new ProxyServer(listening, directory, settings, tls);
        new Thread(server::accept, "sharding-proxy-" + listening.socket().getLocalPort()).start();
        Thread resting = new Thread(server.parking, "sharding-proxy-parking");
        resting.setDaemon(true);
        resting.start();
        Thread deadlines = new Thread(server::endLate, "sharding-proxy-deadlines");
        deadlines.setDaemon(true);
        deadlines.start();
        return server;
    }

    public int port() {
        return listening.socket().getLocalPort();
    }

    /** Returns the number of clients. */
    public int connections() {
        return sessions.count();
    }

    private void accept() {
        while (listening.isOpen()) {
            try {
                SocketChannel socket = listening.accept();
                if (listening.isOpen()) {
                    admit(socket);
                } else {
                    // It came while the port was closed.
                    socket.close();
                }
            } catch (IOException failure) {
                if (listening.isOpen()) {
                    LOG.warn("A client was not admitted", failure);
                    pause();
                }
            } catch (OutOfMemoryError noThread) {
                LOG.error("A client got no thread", noThread);
                pause();
            }
        }
    }

    private static void resume(Resting session) {
        try {
            ClientThreads.start(session, session.threadName());
        } catch (OutOfMemoryError noThread) {
            LOG.error("A client got no thread", noThread);
            session.fail();
        }
    }

    private void endLate() {
        long shortest = Math.min(
                settings.idleTimeout().toMillis(), settings.loginTimeout().toMillis());
        long step = Math.max(1, Math.min(LONGEST_STEP_MILLIS, shortest / 4));
        while (listening.isOpen() && !Thread.currentThread().isInterrupted()) {
            pause(step);
            sessions.endLate();
        }
    }

    private static void pause() {
        pause(STEP_MILLIS);
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException later) {
            Thread.currentThread().interrupt();
        }
    }

    private void admit(SocketChannel socket) throws IOException {
        try {
            while (!sessions.hasPlaceForLogin() && listening.isOpen()) {
                pause();
            }
            long id = sessions.nextId();
            ClientSession session = new ClientSession(id, socket, sessions, directory, settings, tls);
            sessions.opened(session);
            if (!listening.isOpen()) {
                // The others may have been ended before it was one of them.
                sessions.forget(session);
                socket.close();
                return;
            }
            try {
                ClientThreads.start(session, session.threadName());
            } catch (RuntimeException | Error noThread) {
                sessions.forget(session);
                throw noThread;
            }
        } catch (IOException | RuntimeException | Error failure) {
            socket.close();
            throw failure;
        }
    }

    /**
     * Takes no more clients, and waits for the transactions of those that there are. What is open after that time is
     * ended.
     */
    public void stop(Duration patience) {
        closeListening();
        long until = System.nanoTime() + patience.toNanos();
        while (sessions.count() > 0 && System.nanoTime() < until) {
            sessions.endLogins();
            sessions.all().forEach(ClientSession::stop);
            pause();
            if (Thread.currentThread().isInterrupted()) {
                break;
            }
        }
        close();
    }

    private void closeListening() {
        try {
            listening.close();
        } catch (IOException failure) {
            LOG.warn("The port was not closed", failure);
        }
    }

    /** Ends all at once; open transactions are rolled back. */
    @Override
    public void close() {
        closeListening();
        sessions.all().forEach(ClientSession::close);
        parking.close();
    }
}
