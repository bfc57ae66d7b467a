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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The order service as a user runs it, {@code java -jar}, in a JVM of its own on a free port of this machine. */
final class SampleApplication implements AutoCloseable {

    /**
     * A service runs for weeks, a load test for minutes: so that these are spent in compiled code, it is compiled after
     * three tenths of the usual number of calls. Otherwise the service with more code is measured half compiled. After
     * fewer still, it takes longer, as the compilers are kept busy by what only the start calls.
     */
    static final String COMPILED_SOON = "-XX:CompileThresholdScaling=0.3";

    /**
     * By the quick compiler only, which is done within seconds: enough for a service that waits for databases most of the
     * time.
     */
    static final String COMPILED_QUICKLY = "-XX:TieredStopAtLevel=1";

    /** The ports that were given to applications. */
    private static final Set<Integer> PORTS = ConcurrentHashMap.newKeySet();

    private static final Duration START_LIMIT = Duration.ofMinutes(5);
    private static final Duration ASK_EVERY = Duration.ofMillis(200);

    private static final Pattern VALUE = Pattern.compile("\"value\":([-+.\\dE]+)");

    private final ChildJvm jvm;
    private final URI uri;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    private SampleApplication(ChildJvm jvm, URI uri) {
        this.jvm = jvm;
        this.uri = uri;
    }

    /**
     * Starts the application and returns when it is ready for requests.
     *
     * @param jar the executable jar
     * @param more a jar or folder whose classes the application sees beside its own; null for none
     * @param compiled how its code is, {@link #COMPILED_SOON} or {@link #COMPILED_QUICKLY}
     * @param output where its log goes
     * @param properties Spring properties, {@code name=value}
     */
    static SampleApplication start(Path jar, @Nullable Path more, String compiled, Path output, List<String> properties)
            throws IOException, InterruptedException {
        int port = freePort();
        List<String> arguments = new ArrayList<>(List.of("-Xmx512m", "-Xmn128m", "-XX:+UseParallelGC", compiled));
        if (more == null) {
            arguments.addAll(List.of("-jar", jar.toString()));
        } else {
            arguments.addAll(List.of(
                    "-Dloader.path=" + more,
                    "-cp",
                    jar.toString(),
                    "org.springframework.boot.loader.launch.PropertiesLauncher"));
        }
        arguments.add("--server.address=127.0.0.1");
        arguments.add("--server.port=" + port);
        arguments.add("--sample.seed=false");
        arguments.add("--management.endpoint.health.probes.enabled=true");
        // They count each call, which most services do not have counted
        arguments.add("--management.endpoint.shardingconsole.access=none");
        arguments.add("--management.prometheus.metrics.export.enabled=false");
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

    /** Processor time that it has taken up to now. */
    Duration cpu() {
        return jvm.cpu();
    }

    /**
     * Bytes that it has allocated up to now. The young generation's growth is counted at its collections, so there is one
     * before the question, by the JDK's {@code jcmd}; without that tool the answer is exact to the size of that generation.
     */
    double allocatedBytes() throws IOException, InterruptedException {
        jvm.collectGarbage();
        return metric("jvm.gc.memory.allocated");
    }

    /** A metric as the actuator has it, its first value. */
    double metric(String name) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri.resolve("/actuator/metrics/" + name))
                .timeout(Duration.ofSeconds(30))
                .build();
        String body = client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        Matcher value = VALUE.matcher(body);
        if (!value.find()) {
            throw new IOException("no value of " + name + " in " + body);
        }
        return Double.parseDouble(value.group(1));
    }

    URI uri() {
        return uri;
    }

    @Override
    public void close() {
        jvm.close();
    }

    private void awaitReady() throws IOException, InterruptedException {
        HttpRequest readiness = HttpRequest.newBuilder(uri.resolve("/actuator/health/readiness"))
                .timeout(Duration.ofSeconds(5))
                .build();
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        while (!isReady(readiness)) {
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

    private boolean isReady(HttpRequest readiness) throws InterruptedException {
        try {
            return client.send(readiness, HttpResponse.BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        } catch (IOException e) {
            return false; // nothing listens there yet, or it is too busy starting to answer
        }
    }

    /** One that no other application was given, as an application opens its port only late in its start. */
    private static int freePort() throws IOException {
        while (true) {
            try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                if (PORTS.add(socket.getLocalPort())) {
                    return socket.getLocalPort();
                }
            }
        }
    }
}
