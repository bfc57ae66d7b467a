package com.example.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.shardkit.testing.DatabaseServer;
import io.shardkit.testing.EmbeddedServers;
import io.shardkit.testing.ServerSize;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands of the page lead the sample from one ordinary database to four and back while orders come in: each is run as
 * it stands, the jars in processes of their own.
 */
@Tag("thorough")
class GrowingSampleIT {
    private static final Path ROOT = Path.of("..");
    private static final String SECTION = "## From one database to four";
    private static final Pattern BLOCK = Pattern.compile("```(\\w+)\n(.*?)```", Pattern.DOTALL);
    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");
    private static final Pattern ORDERS = Pattern.compile("\"orders\":(\\d+)");
    private static final Pattern BEGUN = Pattern.compile("Move (\\w+) of .* begins");
    private static final String ID = "m7k2x";
    private static final int FIRST_ORDERS = 300;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** The databases with actual tables of the orders, after commands. */
    private static final Map<String, List<String>> TABLES = Map.of(
            "moves start --next two.yml", List.of("ds0", "ds1"),
            "moves start --next four.yml", List.of("ds0", "ds1", "ds2", "ds3"),
            "moves start --next one.yml", List.of("ds0", "ds1"));

    @TempDir
    private Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private final List<String> refused = new ArrayList<>();
    private final AtomicBoolean isOver = new AtomicBoolean();
    private DatabaseServer server;
    private int port;
    private @Nullable Process service;
    private @Nullable Thread customers;
    private int placed;
    private String move = ID;
    private String answer = "";

    @BeforeEach
    void open() throws IOException {
        server = EmbeddedServers.startMariaDb(ServerSize.SMALL);
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
    }

    @AfterEach
    void close() throws InterruptedException {
        isOver.set(true);
        if (customers != null) {
            customers.join();
        }
        stop();
        server.close();
    }

    @Test
    void theCommandsOfThePageLeadToFourDatabasesAndBack() throws Exception {
        String page = Files.readString(ROOT.resolve("docs/sample.md"));
        Matcher blocks = BLOCK.matcher(page.substring(page.indexOf(SECTION)));
        while (blocks.find()) {
            String text = blocks.group(2);
            switch (blocks.group(1)) {
                case "sql" -> execute(text);
                case "shell" -> {
                    for (String line : text.lines().toList()) {
                        run(line);
                    }
                }
                default -> assertThat(blocks.group(1)).isEqualTo("text");
            }
        }
        isOver.set(true);
        customers.join();
        assertThat(refused).isEmpty();
        assertThat(placed).isPositive();
        ask("http://localhost:8080/orders/totals");
        assertThat(ORDERS.matcher(answer)
                        .results()
                        .mapToInt(number -> Integer.parseInt(number.group(1)))
                        .sum())
                .isEqualTo(FIRST_ORDERS + placed);
        assertThat(databases()).containsExactly("ds0");
    }

    private void run(String line) throws Exception {
        List<String> words = words(line.replace(ID, move));
        switch (words.get(0)) {
            case "./mvnw", "mkdir", "cd" -> {}
            case "cp" -> copy(words.get(1), Path.of(words.get(2)));
            case "while" -> customers = customers(words.get(words.indexOf("-d") + 1));
            case "curl" -> ask(words.get(words.size() - 1));
            default -> {
                if (line.startsWith("java -jar order-service.jar")) {
                    start(words);
                } else {
                    command(line, words);
                }
            }
        }
    }

    private static List<String> words(String line) {
        return WORD.matcher(line)
                .results()
                .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
                .toList();
    }

    /** Copies what the build has made, as the page says; the folder of the test is that of the page. */
    private void copy(String from, Path to) throws IOException {
        Path source = ROOT.resolve(from);
        if (from.contains("*")) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(
                    source.getParent(), source.getFileName().toString())) {
                for (Path file : files) {
                    Files.copy(file, folder.resolve(file.getFileName()));
                }
            }
        } else {
            assumeTrue(Files.exists(source), () -> source + " is not there, the build makes it");
            Files.copy(source, folder.resolve(to.getFileName()));
        }
    }

    private Process process(List<String> words, String output) throws IOException {
        List<String> command = new ArrayList<>(words);
        command.set(0, Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(1, List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m"));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(output).toFile());
        builder.environment().put("ORDERS_SERVER", server.url("").replaceAll("/$", ""));
        builder.environment().put("SERVER_PORT", Integer.toString(port));
        return builder.start();
    }

    private void start(List<String> words) throws Exception {
        stop();
        service = process(words, "service.txt");
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (!isReady()) {
            assertThat(service.isAlive() && System.nanoTime() < until)
                    .as(said("service.txt"))
                    .isTrue();
            Thread.sleep(100);
        }
    }

    private boolean isReady() throws InterruptedException {
        try {
            return get("http://localhost:8080/actuator/health/readiness").statusCode() == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    private void stop() throws InterruptedException {
        if (service != null) {
            service.destroy();
            service.waitFor();
        }
    }

    private void command(String line, List<String> words) throws Exception {
        Process command = process(words, "command.txt");
        assertThat(command.waitFor()).as(line + "\n" + said("command.txt")).isZero();
        Matcher begun = BEGUN.matcher(said("command.txt"));
        if (begun.find()) {
            move = begun.group(1);
        }
        List<String> expected = TABLES.get(line.replace("java -jar sharding-admin.jar ", ""));
        if (expected != null) {
            assertThat(databases()).as(line).containsExactlyElementsOf(expected);
        }
    }

    private String said(String output) throws IOException {
        return Files.readString(folder.resolve(output));
    }

    private URI here(String url) {
        return URI.create(url.replace("localhost:8080", "127.0.0.1:" + port));
    }

    private HttpResponse<String> get(String url) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(here(url)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private void ask(String url) throws IOException, InterruptedException {
        HttpResponse<String> response = get(url);
        answer = response.body();
        assertThat(response.statusCode()).as(url + " " + answer).isEqualTo(200);
        if (url.endsWith("/markdown")) {
            assertThat(answer).containsPattern("(?m)^\\| user_id \\|.*\\| t_order, t_order_item \\|");
        }
    }

    /** Starts to place orders one after another. */
    private Thread customers(String order) {
        HttpRequest request = HttpRequest.newBuilder(here("http://localhost:8080/orders"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(order))
                .build();
        Thread thread = new Thread(() -> {
            while (!isOver.get()) {
                try {
                    HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
                    if (response.statusCode() == 201) {
                        placed++;
                    } else {
                        refused.add(response.body());
                    }
                } catch (IOException | InterruptedException failure) {
                    refused.add(failure.toString());
                }
            }
        });
        thread.start();
        return thread;
    }

    private void execute(String script) throws SQLException {
        try (Connection connection = DriverManager.getConnection(server.url(""), server.username(), server.password());
                Statement statement = connection.createStatement()) {
            for (String each : script.split(";\\s*")) {
                statement.execute(each);
            }
        }
    }

    /** Returns the databases that have tables of orders. */
    private List<String> databases() throws SQLException {
        List<String> names = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(server.url(""), server.username(), server.password());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT DISTINCT table_schema FROM information_schema.tables"
                        + " WHERE table_schema LIKE 'ds_' AND table_name LIKE 't\\_order%' ORDER BY 1")) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return names;
    }
}
