package io.shardkit.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.Yaml;

/** Checks the workflows and forms in {@code .github} as far as that goes without GitHub; a workflow runs actionlint too. */
class WorkflowsTest {
    private static final Path ROOT = Path.of("..");
    private static final Path WORKFLOWS = ROOT.resolve(".github/workflows");
    private static final Path FORMS = ROOT.resolve(".github/ISSUE_TEMPLATE");
    private static final Pattern PROFILES = Pattern.compile("-P([\\w,-]+)");
    private static final Pattern PROGRAM = Pattern.compile("(?<![\\w./-])((?:tools/|\\./|\\.ci/)[\\w./-]+)");

    static List<Path> workflows() throws IOException {
        try (Stream<Path> files = Files.list(WORKFLOWS)) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("workflows")
    void nameWhatExists(Path workflow) throws IOException {
        Map<Object, Object> content = read(workflow);
        // YAML 1.1 reads the key "on" as true
        assertThat(content).containsKey(Boolean.TRUE).containsEntry("permissions", Map.of("contents", "read"));
        List<String> commands = new ArrayList<>();
        for (Object job : map(content.get("jobs")).values()) {
            assertThat(map(job)).containsKeys("runs-on", "timeout-minutes");
            for (Object step : list(map(job).get("steps"))) {
                Object action = map(step).get("uses");
                if (action != null) {
                    assertThat(action.toString()).matches("[\\w-]+/[\\w-]+@v\\d+");
                } else {
                    commands.add(map(step).get("run").toString());
                }
            }
        }
        String pom = Files.readString(ROOT.resolve("pom.xml"))
                + Files.readString(ROOT.resolve("sharding-engine").resolve("pom.xml"));
        for (String command : commands) {
            found(PROFILES, command)
                    .flatMap(profiles -> Stream.of(profiles.split(",")))
                    .forEach(profile -> assertThat(pom).contains("<id>" + profile + "</id>"));
            found(PROGRAM, command)
                    .forEach(program -> assertThat(ROOT.resolve(program)).isExecutable());
        }
        assertThat(commands).isNotEmpty();
    }

    @Test
    void bugReportsDemandVersionStatementAndExplanation() throws IOException {
        List<Object> required = list(read(FORMS.resolve("bug.yml")).get("body")).stream()
                .filter(field -> map(field).get("validations") != null)
                .map(field -> map(field).get("id"))
                .toList();
        assertThat(required).contains("version", "statement", "explain");
    }

    @Test
    void otherFilesAreYaml() throws IOException {
        for (Path file : List.of(
                ROOT.resolve(".github/dependabot.yml"), FORMS.resolve("config.yml"), FORMS.resolve("feature.yml"))) {
            assertThat(read(file)).as(file.toString()).isNotEmpty();
        }
    }

    private static Stream<String> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(result -> result.group(1));
    }

    private static Map<Object, Object> read(Path file) throws IOException {
        return new Yaml().load(Files.readString(file));
    }

    @SuppressWarnings("unchecked")
    private static Map<Object, Object> map(@Nullable Object value) {
        return (Map<Object, Object>) Objects.requireNonNull(value);
    }

    @SuppressWarnings("unchecked")
    private static List<Object> list(@Nullable Object value) {
        return (List<Object>) Objects.requireNonNull(value);
    }
}
