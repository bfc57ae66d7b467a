package io.shardkit.boot.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page on the metrics is generated; {@code -Dshardkit.docs.write=true} writes it. */
class MetricsPageTest {
    private static final Path PAGE = Path.of("..", "docs", "metrics.md");

    @Test
    void pageIsWhatTheMetricsSay() throws IOException {
        String page = Files.readString(Path.of("src/test/resources/metrics-page.md"))
                .replace("{{metrics}}", metrics())
                .replace("{{keys}}", keys());
        if (Boolean.getBoolean("shardkit.docs.write")) {
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE).as("run with -Dshardkit.docs.write=true").content().isEqualTo(page);
    }

    private static String metrics() {
        return Arrays.stream(ShardingMetric.values())
                .map(metric -> "| `" + metric.meterName() + "` | "
                        + metric.type().name().toLowerCase(Locale.ROOT).replace('_', ' ') + " | "
                        + metric.keys().stream()
                                .map(key -> "`" + key.key() + "`")
                                .collect(Collectors.joining(", "))
                        + " | " + metric.description() + ". |\n")
                .collect(Collectors.joining("", "| meter | type | keys | what |\n| --- | --- | --- | --- |\n", ""));
    }

    private static String keys() {
        return Arrays.stream(MetricKey.values())
                .map(key -> "| `" + key.key() + "` | " + key.meaning() + " |\n")
                .collect(Collectors.joining("", "| key | meaning |\n| --- | --- |\n", ""));
    }
}
