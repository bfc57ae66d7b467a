package io.shardkit.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/** A native image gets the files of the pages. */
class ConsoleRuntimeHintsTest {
    private final RuntimeHints hints = new RuntimeHints();

    @BeforeEach
    void register() {
        new ConsoleRuntimeHints().registerHints(hints, getClass().getClassLoader());
    }

    @Test
    void filesOfThePagesAreRegistered() throws IOException {
        Path root = Path.of("src", "main", "resources");
        try (Stream<Path> files = Files.list(root.resolve("io/shardkit/console"))) {
            assertThat(files)
                    .isNotEmpty()
                    .allMatch(
                            file -> registered(root.relativize(file).toString().replace('\\', '/')));
        }
    }

    @Test
    void filesOfTheCurvesAreRegistered() throws IOException {
        String path = new PathMatchingResourcePatternResolver()
                .getResources("classpath*:META-INF/resources/webjars/uplot/*/dist/uPlot.iife.min.js")[0]
                .getURL()
                .getPath();
        assertThat(registered(path.substring(path.indexOf("META-INF/resources"))))
                .isTrue();
        assertThat(registered("META-INF/maven/org.webjars.npm/uplot/pom.properties"))
                .isTrue();
    }

    private boolean registered(String name) {
        return RuntimeHintsPredicates.resource().forResource(name).test(hints);
    }
}
