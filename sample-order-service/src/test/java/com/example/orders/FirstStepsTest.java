package com.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureRestTestClient;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.http.MediaType;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.web.servlet.client.RestTestClient;

/** Tests what a new user sees first: the log of the start, the page at the root, and the refusal of the tour. */
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {"sample.seed=false", "management.prometheus.metrics.export.enabled=true"})
@ContextConfiguration(initializers = EmbeddedDatabases.class)
@AutoConfigureRestTestClient
@ActiveProfiles({"sharding", "h2"})
@ExtendWith(OutputCaptureExtension.class)
class FirstStepsTest {
    private static final Pattern LINK = Pattern.compile("href=\"(/[^\"]*)\"");
    private static final Pattern MODULE = Pattern.compile("<artifactId>(sharding-[a-z-]+)</artifactId>");
    private static final Pattern REFUSED = Pattern.compile("-d '([^']*)' \\S*/actuator/sharding/explain\\n(.*)\\n");

    @Autowired
    RestTestClient client;

    @Test
    void theLogSaysWhatHasStarted(CapturedOutput output) {
        assertThat(output)
                .containsPattern(
                        "Shardkit( \\S+)?: 2 data sources \\(ds0, ds1: H2 [0-9.]+\\), 2 sharded tables in 16 units,"
                                + " 1 broadcast table, transactions best-effort; console at /actuator/shardingconsole,"
                                + " endpoint at /actuator/sharding")
                .doesNotContain(" WARN ");
    }

    @Test
    void theLinksOfThePageLeadSomewhere() {
        String page = get("/");
        List<String> links =
                LINK.matcher(page).results().map(link -> link.group(1)).toList();
        assertThat(links).hasSizeGreaterThan(6);
        links.forEach(this::get);
    }

    /** The command of README runs the goal in each module that the service needs, and starts the service alone. */
    @Test
    void noModuleOfTheServiceIsStartedBeforeIt() throws IOException {
        List<String> modules = MODULE.matcher(Files.readString(Path.of("pom.xml")))
                .results()
                .map(module -> module.group(1))
                .toList();
        assertThat(modules).hasSizeGreaterThan(2).allSatisfy(module -> assertThat(Path.of("..", module, "pom.xml"))
                .content()
                .doesNotContain("<spring-boot.run.skip>false"));
    }

    private String get(String path) {
        return Objects.requireNonNullElse(
                client.get()
                        .uri(path)
                        .exchange()
                        .expectStatus()
                        .value(status -> assertThat(status).as(path).isLessThan(400))
                        .expectBody(String.class)
                        .returnResult()
                        .getResponseBody(),
                "");
    }

    @Test
    void theStatementOfTheTourIsRefused() throws IOException {
        Matcher command = REFUSED.matcher(Files.readString(Path.of("../docs/sample.md")));
        assertThat(command.find()).isTrue();
        MatchResult shown = command.toMatchResult();
        client.post()
                .uri("/actuator/sharding/explain")
                .contentType(MediaType.APPLICATION_JSON)
                .body(shown.group(1))
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo(shown.group(2));
    }
}
