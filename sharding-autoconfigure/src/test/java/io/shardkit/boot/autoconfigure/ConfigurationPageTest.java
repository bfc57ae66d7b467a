package io.shardkit.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.rule.ShardingRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ClassPathResource;

/** The page on the properties is generated; {@code -Dshardkit.docs.write=true} writes it. */
class ConfigurationPageTest {
    private static final Path PAGE = Path.of("..", "docs", "configuration.md");

    /** Settings of wanted tables, defaults and algorithms, which are those of the configured ones. */
    private static final Pattern NEXT = Pattern.compile("sharding\\.next\\.(defaults\\.|.*\\*).*");

    @Test
    void pageIsWhatTheMetadataSays() throws IOException {
        String page = page();
        if (Boolean.getBoolean("shardkit.docs.write")) {
            Files.createDirectories(PAGE.getParent());
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE).as("run with -Dshardkit.docs.write=true").content().isEqualTo(page);
    }

    @Test
    void exampleStartsWhenItsDatabasesAreThere() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(ShardingAutoConfiguration.class))
                .withInitializer(
                        context -> context.getEnvironment().getPropertySources().addLast(example()))
                .withPropertyValues(
                        "DB0_PASSWORD=",
                        "DB1_PASSWORD=",
                        "sharding.data-sources.ds0.url=" + H2.url(),
                        "sharding.data-sources.ds1.url=" + H2.url())
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(ShardingRule.class).shardedTables())
                            .hasSize(2);
                });
    }

    private static PropertySource<?> example() {
        try {
            return new YamlPropertySourceLoader()
                    .load("example", new ClassPathResource("example.yml"))
                    .get(0);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String page() throws IOException {
        return Files.readString(Path.of("src/test/resources/configuration-page.md"))
                .replace("{{example}}", Files.readString(Path.of("src/test/resources/example.yml")))
                .replace("{{properties}}", properties())
                .replace("{{cross-source}}", values("sharding.transaction.cross-source"))
                .replace("{{moving-updates}}", values("sharding.guard.moving-updates"))
                .replace("{{upserts}}", values("sharding.unique-keys.upserts"))
                .replace("{{without-sharding-column}}", values("sharding.unique-keys.without-sharding-column"))
                .replace("{{load-balancer}}", values("sharding.data-sources.*.load-balancer"))
                .replace("{{after-write}}", values("sharding.replicas.after-write"))
                .replace("{{without-replica}}", values("sharding.replicas.without-replica"))
                .replace("{{algorithms}}", values("sharding.algorithms.*.type"))
                .replace("{{key-generators}}", values("sharding.key-generators.*.type"));
    }

    private static String properties() {
        return Metadata.properties().values().stream()
                .filter(property -> !NEXT.matcher(property.name()).matches())
                .map(property -> row(List.of(
                        "`" + property.name() + "`",
                        type(property.type()),
                        property.defaultValue() == null ? "" : "`" + property.defaultValue() + "`",
                        String.valueOf(property.description()))))
                .collect(Collectors.joining(
                        "", "| property | type | default | description |\n| --- | --- | --- | --- |\n", ""));
    }

    private static String values(String property) {
        return Metadata.values(property).stream()
                .map(value -> row(List.of("`" + value.value() + "`", value.description())))
                .collect(Collectors.joining("", "| value | meaning |\n| --- | --- |\n", ""));
    }

    private static String row(List<String> cells) {
        return cells.stream().map(cell -> cell.replace("|", "\\|")).collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    private static String type(String javaType) {
        String raw = javaType.replaceAll("<.*", "");
        return switch (raw) {
            case "java.util.Map" -> "map";
            case "java.util.List" -> javaType.endsWith("String>") ? "list of text" : "list";
            case "java.lang.String" -> "text";
            case "java.lang.Integer" -> "whole number";
            case "java.lang.Boolean" -> "true or false";
            default ->
                raw.substring(raw.lastIndexOf('.') + 1)
                        .replaceAll("(?<=.)([A-Z])", " $1")
                        .toLowerCase(Locale.ROOT);
        };
    }
}
