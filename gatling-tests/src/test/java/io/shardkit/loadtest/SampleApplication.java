package io.shardkit.loadtest;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The order service as a user runs it, {@code java -jar}, in a JVM of its own on a free port of this machine. */
final class SampleApplication implements AutoCloseable {

    private static final Duration START_LIMIT = Duration.ofSeconds(120);
    private static final Duration ASK_EVERY = Duration.ofMillis(200);

    private final ChildJvm jvm;
    private final URI uri;

    private SampleApplication(ChildJvm jvm, URI uri) {
        this.jvm = jvm;
        this.uri = uri;
    }

    /**
     * Starts the application and returns when it is ready for requests, its sample data included.
     *
     * @param jar the executable jar
     * @param output where its log goes
     * @param properties Spring properties, {@code name=value}
     */
    static SampleApplication start(Path jar, Path output, List<String> properties)
            throws IOException, InterruptedException {
        int port = freePort();
        List<String> arguments = new ArrayList<>(List.of("-Xmx768m", "-XX:+UseParallelGC", "-jar", jar.toString()));
        arguments.add("--server.address=127.0.0.1");
        arguments.add("--server.port=" + port);
        arguments.add("--management.endpoint.health.probes.enabled=true");
        properties.forEach(property -> arguments.add("--" + property));
        SampleApplication application =
                new SampleApplication(ChildJvm.start(output, arguments), URI.create("http://127.0.0.1:" + port));
        try {
            application.awaitReady();
        } catch (IOException | InterruptedException | RuntimeException e) {
            application.close();
            throw e;
        }
        return application;
    }

    URI uri() {
        return uri;
    }

    @Override
    public void close() {
        jvm.close();
    }

    private void awaitReady() throws IOException, InterruptedException {
        HttpClient client =
                HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
        HttpRequest readiness = HttpRequest.newBuilder(uri.resolve("/actuator/health/readiness"))
                .timeout(Duration.ofSeconds(5))
                .build();
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        while (!isReady(client, readiness)) {
            if (!jvm.isAlive()) {
                throw new IOException("the application did not start; " + jvm.lastOutput());
            }
            if (System.nanoTime() > deadline) {
                throw new IOException(
                        "the application was not ready after " + START_LIMIT.toSeconds() + " s; " + jvm.lastOutput());
            }
            Thread.sleep(ASK_EVERY.toMillis());
        }
    }

    private static boolean isReady(HttpClient client, HttpRequest readiness) throws InterruptedException {
        try {
            return client.send(readiness, HttpResponse.BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        } catch (IOException e) {
            return false; // nothing listens there yet, or it is too busy starting to answer
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
