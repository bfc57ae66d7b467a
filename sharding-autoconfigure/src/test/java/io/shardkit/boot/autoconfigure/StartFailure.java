package io.shardkit.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.context.annotation.Configuration;

/**
 * The output of an application that cannot start.
 *
 * @param description what is wrong
 * @param action what to do
 */
record StartFailure(String description, String action) {
    private static final Pattern REPORT = Pattern.compile(
            "APPLICATION FAILED TO START\\n\\*+\\n\\nDescription:\\n\\n(.*?)\\n\\nAction:\\n\\n(.*?)\\n\\n",
            Pattern.DOTALL);

    /** Starts an application with this {@code application.yml} and reads what it prints. */
    static StartFailure of(String yaml, CapturedOutput output, Class<?>... configurations) {
        Path file = write(yaml);
        List<Class<?>> sources = new ArrayList<>(List.of(configurations));
        sources.add(Application.class);
        SpringApplicationBuilder application = new SpringApplicationBuilder(sources.toArray(new Class<?>[0]))
                .web(WebApplicationType.NONE)
                .properties("spring.config.location=" + file.toUri());
        Throwable failure = catchThrowable(() -> application.run().close());
        assertThat(failure).as("the application starts").isNotNull();
        Matcher report = REPORT.matcher(output.getAll());
        assertThat(report.find()).as("there is a report in %s", output).isTrue();
        return new StartFailure(report.group(1), report.group(2));
    }

    /** Reads what an analyzer says of a failure. */
    static StartFailure analysed(@Nullable Throwable failure, FailureAnalyzer analyzer) {
        FailureAnalysis analysis = Objects.requireNonNull(
                analyzer.analyze(Objects.requireNonNull(failure, "the application starts")), "there is no analysis");
        return new StartFailure(analysis.getDescription(), String.valueOf(analysis.getAction()));
    }

    private static Path write(String yaml) {
        try {
            Path folder = Files.createTempDirectory("shardkit");
            Path file = folder.resolve("application.yml");
            Files.writeString(file, yaml);
            // In reverse order
            folder.toFile().deleteOnExit();
            file.toFile().deleteOnExit();
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        ShardingAutoConfiguration.class,
        ShardingCheckAutoConfiguration.class,
        DataSourceAutoConfiguration.class
    })
    static class Application {}
}
