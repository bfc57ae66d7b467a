package io.shardkit.boot.imports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.io.ByteArrayResource;

/** Tests the YAML of an imported file in our own words. */
class ApplicationYamlTest {

    @Test
    void saysTheSameAsTheFile() throws IOException {
        String yaml = ApplicationYaml.of("classpath:import/proxy-sharding.yaml");
        assertThat(yaml)
                .startsWith("sharding:\n  data-sources:\n    ds_0:\n      url: jdbc:mysql://127.0.0.1:3306/demo_ds_0")
                .contains("actual-data-nodes: ds_{0..1}.t_order_{0..1}\n")
                .contains("algorithm-expression: ds_$->{user_id % 2}\n")
                .contains("binding-tables:\n    - t_order, t_order_item\n");
        Map<String, Object> read = new LinkedHashMap<>();
        EnumerablePropertySource<?> source = (EnumerablePropertySource<?>) new YamlPropertySourceLoader()
                .load("written", new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)))
                .get(0);
        for (String name : source.getPropertyNames()) {
            read.put(name, String.valueOf(source.getProperty(name)));
        }
        Map<String, Object> meant = new LinkedHashMap<>();
        ShardingImport.read("classpath:import/proxy-sharding.yaml")
                .properties()
                .forEach((name, value) -> meant.put(name, value.toString()));
        assertThat(read).isEqualTo(meant);
    }

    @Test
    void commandPrintsTheBlockOrTheLines() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        assertThat(run(out, err, "classpath:import/jdbc-sharding.yaml")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("sharding:").contains("broadcast-tables:");
        String refused = Imported.of("dataSources:\n  ds: {url: x}\nrules:\n- !MASK\n  tables: {}\n");
        assertThat(run(out, err, refused)).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("line 4: rules[0] !MASK");
        assertThat(run(out, err)).isEqualTo(2);
    }

    private static int run(ByteArrayOutputStream out, ByteArrayOutputStream err, String... arguments) {
        return ApplicationYaml.run(
                arguments,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }
}
