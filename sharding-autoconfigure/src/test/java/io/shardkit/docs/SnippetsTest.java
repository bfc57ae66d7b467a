package io.shardkit.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.shardkit.boot.autoconfigure.ShardingAutoConfiguration;
import io.shardkit.jdbc.ShardingDataSource;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.json.JSONTokener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.yaml.snakeyaml.Yaml;

/** Checks that the pages show code that was compiled, and configuration that an application starts with. */
class SnippetsTest {
    private static final List<String> LANGUAGES =
            List.of("yaml", "java", "xml", "sql", "shell", "console", "text", "properties", "json", "mermaid");

    static Stream<Markdown.Block> java() {
        return blocks("java");
    }

    static Stream<Markdown.Block> yaml() {
        return blocks("yaml").filter(block -> block.text().startsWith("sharding:"));
    }

    private static Stream<Markdown.Block> blocks(String language) {
        return Markdown.all().stream().flatMap(page -> page.blocks(language).stream());
    }

    @Test
    void everyBlockSaysWhatItIs() {
        assertThat(Markdown.all().stream().flatMap(page -> page.blocks().stream()))
                .allSatisfy(block -> assertThat(LANGUAGES).contains(block.language()));
    }

    /** So does what no application starts with: fragments, and settings of other programs. */
    @Test
    void settingsCanBeRead() throws IOException, SAXException, ParserConfigurationException {
        for (Markdown.Block block : blocks("yaml").toList()) {
            assertThatCode(() -> new Yaml().loadAll(block.text()).forEach(document -> {}))
                    .as(block.toString())
                    .doesNotThrowAnyException();
        }
        for (Markdown.Block block : blocks("json").toList()) {
            assertThatCode(() -> new JSONTokener(block.text()).nextValue())
                    .as(block.toString())
                    .doesNotThrowAnyException();
        }
        for (Markdown.Block block : blocks("properties").toList()) {
            Properties properties = new Properties();
            properties.load(new StringReader(block.text()));
            assertThat(properties).as(block.toString()).isNotEmpty().allSatisfy((name, value) -> assertThat(
                            name.toString())
                    .matches("[a-z][\\w.\\[\\]-]*"));
        }
        for (Markdown.Block block : blocks("xml").toList()) {
            String xml = block.text().replaceFirst("<\\?xml.*\\?>", "");
            DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader("<block>" + xml + "</block>")));
        }
    }

    @ParameterizedTest
    @MethodSource("java")
    void javaIsARegionOfATest(Markdown.Block block) {
        assertThat(Region.all()).extracting(Region::text).contains(block.text());
    }

    @Test
    void everyRegionIsShown() {
        Set<String> shown = new HashSet<>(java().map(Markdown.Block::text).toList());
        assertThat(Region.all())
                .isNotEmpty()
                .allSatisfy(region -> assertThat(shown).as(region.name()).contains(region.text()));
    }

    @Test
    void dependenciesAreThoseOfTheBuild() throws IOException {
        String pom = Files.readString(Path.of("..", "pom.xml"));
        List<String> shown = new ArrayList<>();
        for (Markdown.Block block : blocks("xml").toList()) {
            if (block.text().contains("<groupId>io.shardkit</groupId>")) {
                shown.add(block.text());
                String artifact = between(
                        block.text().substring(block.text().indexOf("<groupId>io.shardkit</groupId>")), "artifactId");
                assertThat(pom).contains("<module>" + artifact + "</module>");
                assertThat(block.text())
                        .contains("<version>" + between(pom, "version") + "</version>")
                        .contains(artifact);
            }
            if (block.text().contains("spring-boot-starter-parent")) {
                assertThat(block.text())
                        .contains("<version>" + between(pom, "spring-boot.version") + "</version>")
                        .contains("<java.version>" + between(pom, "java.version") + "</java.version>");
            }
        }
        assertThat(shown).isNotEmpty();
    }

    private static String between(String xml, String element) {
        String open = "<" + element + ">";
        int start = xml.indexOf(open) + open.length();
        return xml.substring(start, xml.indexOf("</" + element + ">", start));
    }

    /** A block of settings, where it is not whole on top of README's first one, is enough for a start. */
    @ParameterizedTest
    @MethodSource("yaml")
    void settingsStartAnApplication(Markdown.Block block) {
        String base = Markdown.of("README.md").block("yaml", "jdbc:h2:mem:ds0");
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(ShardingAutoConfiguration.class))
                .withInitializer(context -> {
                    MutablePropertySources sources = context.getEnvironment().getPropertySources();
                    sources.addLast(settings("block", local(block.text())));
                    if (!block.text().contains("\n  tables:")) {
                        sources.addLast(settings("base", base));
                    }
                    for (String name : List.of("ds0", "ds1")) {
                        sources.addFirst(inMemory(name));
                    }
                })
                .withPropertyValues("DB_PASSWORD=", "DB0_PASSWORD=", "DB1_PASSWORD=")
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(ShardingDataSource.class));
    }

    /** The servers of a group are as many databases in memory. */
    private static String local(String yaml) {
        return Pattern.compile("(?<=url: \")jdbc:[a-z]+://[^\"]+(?=\", username: app)")
                .matcher(yaml)
                .replaceAll(url -> "jdbc:h2:mem:" + UUID.randomUUID());
    }

    private static PropertySource<?> inMemory(String dataSource) {
        return new MapPropertySource(
                dataSource, Map.of("sharding.data-sources." + dataSource + ".url", "jdbc:h2:mem:" + UUID.randomUUID()));
    }

    static PropertySource<?> settings(String name, String yaml) {
        try {
            return new YamlPropertySourceLoader()
                    .load(name, new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)))
                    .get(0);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
