package io.shardkit.proxy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import javax.net.ssl.SSLContext;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Starts the server when the application is ready, and lets it end its transactions before the pools close. */
final class ProxyLifecycle implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(ProxyLifecycle.class);

    private final ProxyProperties properties;
    private final @Nullable DataSource dataSource;
    private final @Nullable SSLContext tls;
    private final ProxyDirectory directory;
    private volatile @Nullable ProxyServer server;

    ProxyLifecycle(ProxyProperties properties, @Nullable DataSource dataSource, @Nullable SSLContext tls) {
        this.properties = properties;
        this.dataSource = dataSource;
        this.tls = tls;
        this.directory = new ProxyDirectory(properties);
    }

    @Override
    public void start() {
        try {
            ProxyServer started = ProxyServer.start(
                    properties.address(), properties.port(), directory.open(dataSource), directory.settings(), tls);
            server = started;
            LOG.info("Clients may connect to {} port {}", properties.address().getHostAddress(), started.port());
        } catch (SQLException failure) {
            directory.close();
            throw new IllegalStateException("The databases did not answer: " + failure.getMessage(), failure);
        } catch (IOException failure) {
            directory.close();
            throw new UncheckedIOException(
                    "sharding.proxy.port: " + properties.address() + " port " + properties.port()
                            + " cannot be listened to",
                    failure);
        } catch (RuntimeException failure) {
            directory.close();
            throw failure;
        }
    }

    @Override
    public void stop() {
        ProxyServer running = server;
        if (running != null) {
            running.stop(properties.stopTimeout());
            server = null;
            directory.close();
        }
    }

    @Override
    public boolean isRunning() {
        return server != null;
    }

    /** The port that clients connect to; -1 while there is none. */
    int port() {
        ProxyServer running = server;
        return running == null ? -1 : running.port();
    }

    /** Returns the number of clients. */
    int connections() {
        ProxyServer running = server;
        return running == null ? 0 : running.connections();
    }
}
