package io.shardkit.planner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.yaml.snakeyaml.Yaml;

/** The files of goldens: reads them, and rewrites their expectations for review in the diff. */
final class GoldenFiles {
    /** Switched on with {@code -Dshardkit.plans.write=true}. */
    static final boolean WRITE = Boolean.getBoolean("shardkit.plans.write");

    private static final String CASE = "- name: ";
    private static final String EXPECT = "  expect:";

    private GoldenFiles() {}

    static List<GoldenCase> read() throws IOException {
        List<GoldenCase> cases = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Path file : files()) {
            List<Map<String, Object>> read = new Yaml().load(Files.readString(file));
            for (Map<String, Object> each : read) {
                GoldenCase golden = GoldenCase.of(nameOf(file), each);
                if (!names.add(golden.toString())) {
                    throw new IllegalArgumentException("two cases are named " + golden);
                }
                cases.add(golden);
            }
        }
        return cases;
    }

    /** Puts what was seen, by {@link GoldenCase#toString}, in the place of what was expected. */
    static void write(Map<String, Map<String, Object>> seen) throws IOException {
        for (Path file : files()) {
            List<String> out = new ArrayList<>();
            Map<String, Object> current = Map.of();
            boolean replaced = false;
            for (String line : Files.readAllLines(file)) {
                boolean inside = line.startsWith("   ");
                if (line.startsWith(CASE)) {
                    current = seen.getOrDefault(
                            nameOf(file) + ": " + line.substring(CASE.length()).strip(), Map.of());
                }
                if (line.startsWith(EXPECT) && !current.isEmpty()) {
                    replaced = true;
                    out.add(EXPECT);
                    out.addAll(GoldenPrint.yaml(current, "    "));
                } else if (!(replaced && inside)) {
                    replaced = false;
                    out.add(line);
                }
            }
            Files.write(file, out);
        }
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src/test/resources/plans"))) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }

    private static String nameOf(Path file) {
        String name = file.getFileName().toString();
        return name.substring(0, name.lastIndexOf('.'));
    }
}
