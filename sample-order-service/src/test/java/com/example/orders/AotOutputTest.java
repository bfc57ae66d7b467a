package com.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplicationAotProcessor;

/** The service as {@code spring-boot:process-aot} prepares it, in a process of its own, shards its orders. */
@Timeout(600)
class AotOutputTest {

    private static final String CLASS_PATH =
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));

    /** The message of the application once its data is there. */
    private static final Pattern PORT = Pattern.compile("See what can be tried at http://localhost:(\\d+)/");

    private final List<String> log = new ArrayList<>();

    @TempDir
    Path folder;

    @Test
    void answersFromTheGeneratedContext() throws Exception {
        Path classes = Files.createDirectory(folder.resolve("classes"));
        Path sources = folder.resolve("sources");
        generate(sources, classes);
        compile(sources, classes);
        Process service = start(classes);
        try (BufferedReader output = service.inputReader(StandardCharsets.UTF_8)) {
            URI root = URI.create("http://localhost:" + port(output));
            assertThat(log).anyMatch(line -> line.contains("Starting AOT-processed OrderServiceApplication"));
            String placed = send(
                    HttpRequest.newBuilder(root.resolve("/orders"))
                            .header("Content-Type", "application/json")
                            .POST(
                                    HttpRequest.BodyPublishers.ofString(
                                            """
                            {"userId": 7, "countryCode": "DE",
                             "items": [{"product": "tea", "quantity": 2, "unitPrice": 3.50}]}
                            """)));
            assertThat(placed).contains("\"userId\":7", "tea");
            assertThat(send(HttpRequest.newBuilder(root.resolve("/users/7/orders"))))
                    .contains("\"totalElements\":1");
            assertThat(send(HttpRequest.newBuilder(root.resolve("/orders/totals"))))
                    .contains("\"orders\":1,\"amount\":7.00");
            assertThat(send(HttpRequest.newBuilder(root.resolve("/actuator/health"))))
                    .contains("\"ds0\"", "\"ds1\"");
        } finally {
            service.destroyForcibly();
        }
    }

    /** In a process of its own: where contexts have run before, their generated classes are not written again. */
    private static void generate(Path sources, Path classes) throws Exception {
        Process generator = limited(new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath(classes),
                SpringApplicationAotProcessor.class.getName(),
                OrderServiceApplication.class.getName(),
                sources.toString(),
                classes.toString(),
                classes.toString(),
                "com.example",
                "orders"));
        try (BufferedReader output = generator.inputReader(StandardCharsets.UTF_8)) {
            List<String> lines = output.lines().toList();
            assertThat(generator.waitFor()).as(String.join("\n", lines)).isZero();
        }
    }

    private static void compile(Path sources, Path classes) throws IOException {
        List<String> arguments =
                new ArrayList<>(List.of("-nowarn", "-proc:none", "-d", classes.toString(), "-cp", classPath(classes)));
        try (Stream<Path> files = Files.walk(sources)) {
            files.filter(file -> file.toString().endsWith(".java"))
                    .map(Path::toString)
                    .forEach(arguments::add);
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
    }

    private static String classPath(Path classes) {
        return classes + File.pathSeparator + CLASS_PATH;
    }

    private static Process start(Path classes) throws IOException {
        return limited(new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-Dspring.aot.enabled=true",
                "-cp",
                classPath(classes),
                OrderServiceApplication.class.getName(),
                "--server.port=0",
                "--sample.seed=false"));
    }

    /**
     * Starts a process with a time limit: a thread that waits for a process's output does not notice a test's time limit,
     * but the output ends with the process.
     */
    private static Process limited(ProcessBuilder builder) throws IOException {
        Process process = builder.redirectErrorStream(true).start();
        CompletableFuture.delayedExecutor(4, TimeUnit.MINUTES).execute(process::destroyForcibly);
        return process;
    }

    private String port(BufferedReader output) throws IOException {
        String line;
        while ((line = output.readLine()) != null) {
            log.add(line);
            Matcher port = PORT.matcher(line);
            if (port.find()) {
                return port.group(1);
            }
        }
        throw new AssertionError(String.join("\n", log));
    }

    private static String send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> response =
                HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isBetween(200, 299);
        return response.body();
    }
}
