package io.shardkit.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.shardkit.docs.shop.ShopApplication;
import io.shardkit.testing.DatabaseServer;
import io.shardkit.testing.EmbeddedServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The steps of the page on getting started do what the page says. */
@ExtendWith(OutputCaptureExtension.class)
class GettingStartedTest {
    private final Markdown page = Markdown.of("docs/getting-started.md");
    private final String settings = page.block("yaml", "init:");

    @TempDir
    Path folder;

    @Test
    void printsWhatThePageShows(CapturedOutput output) throws IOException {
        run(settings);
        assertThat(printed(output)).containsAll(shown("An order of a user:"));
    }

    @Test
    void printsTheSameOnPostgreSqlWhichKeepsTheRowsOfEachRun(CapturedOutput output) throws IOException, SQLException {
        DatabaseServer server = EmbeddedServers.postgres();
        String[] urls = {
            "--sharding.data-sources.ds0.url=" + server.createDatabase("db0") + "?user=" + server.username(),
            "--sharding.data-sources.ds1.url=" + server.createDatabase("db1") + "?user=" + server.username()
        };
        run(settings, urls);
        assertThat(printed(output)).containsAll(shown("An order of a user:"));
        run(settings, urls);
        assertThat(printed(output)).contains("8 orders");
    }

    @Test
    void saysWhatIsWrongAsThePageShows(CapturedOutput output) {
        String wrong = settings.replaceFirst("algorithm: by-user", "algorithm: by-usr");
        assertThat(catchThrowable(() -> run(wrong))).isNotNull();
        List<String> shown = shown("Property:").stream()
                .map(line -> line.contains("Origin:") ? line.substring(line.indexOf(" - ")) : line)
                .toList();
        assertThat(output.getAll()).contains(shown);
    }

    /** Returns the printed lines; the key of the order decides by chance which of two tables it lies in. */
    private static List<String> printed(CapturedOutput output) {
        return output.getOut()
                .lines()
                .map(line -> line.replace("SELECT status FROM t_order_1 ", "SELECT status FROM t_order_0 "))
                .toList();
    }

    private List<String> shown(String part) {
        return page.block("text", part).lines().filter(line -> !line.isBlank()).toList();
    }

    private void run(String yaml, String... more) throws IOException {
        Path configuration = Files.writeString(folder.resolve("application.yml"), yaml);
        Path schema = Files.writeString(folder.resolve("schema.sql"), page.block("sql", "t_order_item"));
        new SpringApplicationBuilder(ShopApplication.class)
                .web(WebApplicationType.NONE)
                .run(Stream.concat(
                                Stream.of(
                                        "--spring.config.location=" + configuration.toUri(),
                                        "--spring.sql.init.schema-locations=" + schema.toUri()),
                                Arrays.stream(more))
                        .toArray(String[]::new))
                .close();
    }
}
