package io.shardkit.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.testing.PublishedNames;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** Checks that the page of the proxy describes its properties as the metadata of the build does. */
class ProxyMetadataTest {
    private static final Pattern ROW =
            Pattern.compile("^\\| `(sharding\\.proxy\\.[^`]+)` \\| (?:`([^`]*)`|all)? *\\|", Pattern.MULTILINE);

    private static Map<String, Object> read(String resource) throws IOException {
        try (InputStream in = Objects.requireNonNull(ProxyProperties.class.getResourceAsStream(resource), resource)) {
            return new Yaml().load(in);
        }
    }

    @SuppressWarnings("unchecked")
    private static void collect(String prefix, String resource, Map<String, String> defaults) throws IOException {
        for (Map<String, Object> property : (List<Map<String, Object>>)
                Objects.requireNonNull(read(resource).get("properties"))) {
            String name = prefix + property.get("name");
            if (name.equals("sharding.proxy.users")) {
                collect(
                        name + ".*.",
                        "/META-INF/spring/configuration-metadata/" + ProxyProperties.User.class.getName() + ".json",
                        defaults);
                continue;
            }
            assertThat(property.get("description")).as(name).asString().endsWith(".");
            boolean map = String.valueOf(property.get("type")).startsWith("java.util.Map");
            defaults.put(map ? name + ".*" : name, Objects.toString(property.get("defaultValue"), ""));
        }
    }

    private static Map<String, String> defaults() throws IOException {
        Map<String, String> defaults = new TreeMap<>();
        collect("", "/META-INF/spring-configuration-metadata.json", defaults);
        return defaults;
    }

    @Test
    void namesStay() throws IOException {
        new PublishedNames(Path.of("src", "test", "resources", "published", "properties.txt"))
                .areKept(defaults().keySet());
    }

    @Test
    void thePageNamesEveryPropertyWithItsDefault() throws IOException {
        Map<String, String> built = defaults();
        Map<String, String> shown = new TreeMap<>();
        Matcher rows = ROW.matcher(Files.readString(Path.of("..", "docs", "proxy.md")));
        while (rows.find()) {
            shown.put(rows.group(1), Objects.toString(rows.group(2), ""));
        }
        assertThat(shown).isEqualTo(built).hasSizeGreaterThan(10);
    }
}
