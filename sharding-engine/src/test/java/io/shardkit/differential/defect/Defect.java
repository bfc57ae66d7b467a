package io.shardkit.differential.defect;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * A deliberate fault in the engine.
 *
 * @param name what it is called
 * @param file the source file, without its ending, below the engine's root package
 * @param text what stands there once
 * @param by what it is replaced by
 * @param first who is asked first, as he is likely to notice it: a case of the corpus, or {@link DefectHunt#ATOMICITY}
 */
record Defect(String name, String file, String text, String by, String first) {
    private static final Set<String> KEYS = Set.of("name", "why", "file", "text", "by", "first");

    static List<Defect> load() {
        Path folder = Path.of(System.getProperty("basedir", "."), "src", "test", "resources", "defects");
        try (Stream<Path> files = Files.list(folder)) {
            List<Defect> defects = new ArrayList<>();
            for (Path file : files.sorted().toList()) {
                defects.addAll(load(file));
            }
            return defects;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Defect> load(Path file) throws IOException {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        try (InputStream in = Files.newInputStream(file)) {
            List<Map<String, String>> entries = new Yaml(new SafeConstructor(options)).load(in);
            List<Defect> defects = new ArrayList<>();
            for (Map<String, String> entry : entries) {
                if (!entry.keySet().equals(KEYS)) {
                    throw new IllegalArgumentException("the keys of a defect are " + KEYS + ", not " + entry.keySet());
                }
                defects.add(new Defect(
                        entry.getOrDefault("name", ""),
                        entry.getOrDefault("file", ""),
                        entry.getOrDefault("text", "").strip(),
                        entry.getOrDefault("by", "").strip(),
                        entry.getOrDefault("first", "")));
            }
            return defects;
        }
    }

    Path path() {
        return Path.of(System.getProperty("basedir", "."), "src", "main", "java", "io", "shardkit", file + ".java");
    }

    /** The source with the fault in it. */
    String source() throws IOException {
        String whole = Files.readString(path());
        int at = whole.indexOf(text);
        if (at < 0 || whole.indexOf(text, at + 1) >= 0) {
            throw new IllegalStateException(
                    "in " + path() + " this does not stand once; where is the rule held now?\n" + text);
        }
        return whole.substring(0, at) + by + whole.substring(at + text.length());
    }
}
