package com.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.ActiveProfiles;
import org.yaml.snakeyaml.Yaml;

/** Runs the commands of docs/tutorial.md as they stand, and compares their answers with those of the page. */
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "orders.ds0.url=jdbc:h2:mem:tutorial0;MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE",
            "orders.ds1.url=jdbc:h2:mem:tutorial1;MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE",
            "management.prometheus.metrics.export.enabled=true"
        })
@ActiveProfiles("tutorial")
class TutorialTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern STEP = Pattern.compile("```console\\n\\$ (.*)\\n((?s).*?)```");
    private static final Pattern CURL = Pattern.compile(
            "curl -s (?:-o /dev/null -w \\S+ )?(?:-H '[^']*' -d '([^']*)' )?(http://localhost:8080[^\\s;]*)"
                    + "(?: \\| grep -o '([^']*)'( \\| sort -u)?)?");
    private static final Pattern LINK = Pattern.compile("<(http://localhost:8080[^>]*)>");
    private static final Pattern VARYING = Pattern.compile("(?<=\"id\":\"|\"createdAt\":\")[^\"]+");
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @LocalServerPort
    private int port;

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void commandsAnswerAsThePageSays() throws IOException, InterruptedException {
        String page = Files.readString(ROOT.resolve("docs/tutorial.md"));
        List<MatchResult> steps = STEP.matcher(page).results().toList();
        assertThat(steps).hasSizeGreaterThan(6);
        for (MatchResult step : steps) {
            Matcher command = CURL.matcher(step.group(1));
            assertThat(command.matches()).as(step.group(1)).isTrue();
            String expected = VARYING.matcher(step.group(2)).replaceAll("..");
            long until = System.nanoTime() + PATIENCE.toNanos();
            String answer = answer(command.toMatchResult());
            // A GET may be asked again, until the orders are there, or a phase is over
            while (!answer.equals(expected) && command.group(1) == null && System.nanoTime() < until) {
                Thread.sleep(50);
                answer = answer(command.toMatchResult());
            }
            assertThat(answer).as(step.group(1)).isEqualTo(expected);
        }
        Matcher loop = CURL.matcher(page.substring(page.indexOf("while sleep")));
        assertThat(loop.find()).isTrue();
        assertThat(send(loop.group(2), loop.group(1)).statusCode()).isEqualTo(201);
        for (MatchResult link : LINK.matcher(page).results().toList()) {
            assertThat(send(link.group(1), null).statusCode()).as(link.group()).isEqualTo(200);
        }
    }

    /** The answer as the page shows it: by grep the parts that match, each in a line. */
    private String answer(MatchResult command) throws IOException, InterruptedException {
        String body = send(command.group(2), command.group(1)).body();
        if (command.group(3) == null) {
            return VARYING.matcher(body + "\n").replaceAll("..");
        }
        Stream<String> parts =
                Pattern.compile(command.group(3)).matcher(body).results().map(part -> part.group() + "\n");
        return (command.group(4) == null ? parts : parts.distinct().sorted()).collect(Collectors.joining());
    }

    private HttpResponse<String> send(String url, @Nullable String body) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url.replace(":8080", ":" + port)));
        if (body != null) {
            request.header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(body));
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Containers get files that are there, and the jar that the build makes. */
    @Test
    void composeFileNamesWhatIsThere() throws IOException {
        Path folder = ROOT.resolve("deploy/compose");
        String text = Files.readString(folder.resolve("compose.yaml"));
        Map<String, Object> compose = new Yaml().load(text);
        assertThat(compose).containsKey("services");
        List<String> mounted = Pattern.compile("- (\\.[^:]*):/")
                .matcher(text)
                .results()
                .map(volume -> volume.group(1))
                .toList();
        assertThat(mounted).hasSizeGreaterThan(4).allSatisfy(path -> assertThat(folder.resolve(path))
                .exists());
        String pom = Files.readString(ROOT.resolve("pom.xml"));
        Matcher version = Pattern.compile("<version>(.*)</version>").matcher(pom);
        assertThat(version.find()).isTrue();
        assertThat(text).contains("JAR: sample-order-service/target/sample-order-service-" + version.group(1) + ".jar");
    }
}
