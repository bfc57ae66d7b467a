package io.shardkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each jar that is published has a name of its own on the module path, which applications may write down. */
class ModuleNamesTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern NAME = Pattern.compile("<module\\.name>([^<]*)</module\\.name>");

    @Test
    void publishedModulesHaveNames() throws IOException {
        String parent = Files.readString(ROOT.resolve("pom.xml"));
        assertThat(parent).contains("<Automatic-Module-Name>${module.name}</Automatic-Module-Name>");
        List<String> names = new ArrayList<>();
        for (String module : modules(parent)) {
            String pom = Files.readString(ROOT.resolve(module).resolve("pom.xml"));
            if (!pom.contains("<maven.deploy.skip>true</maven.deploy.skip>")
                    && !pom.contains("<packaging>pom</packaging>")) {
                Matcher name = NAME.matcher(pom);
                assertThat(name.find()).as(module).isTrue();
                names.add(name.group(1));
            }
        }
        assertThat(names)
                .containsExactly(
                        "io.shardkit.engine",
                        "io.shardkit.boot.autoconfigure",
                        "io.shardkit.boot.starter",
                        "io.shardkit.jta",
                        "io.shardkit.driver",
                        "io.shardkit.admin",
                        "io.shardkit.proxy",
                        "io.shardkit.console");
    }

    private static List<String> modules(String parent) {
        Matcher module = Pattern.compile("<module>([a-z-]+)</module>").matcher(parent);
        return Stream.iterate(module, Matcher::find, each -> each)
                .map(each -> each.group(1))
                .toList();
    }
}
