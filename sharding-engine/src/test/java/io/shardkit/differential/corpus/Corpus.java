package io.shardkit.differential.corpus;

import io.shardkit.testing.TestDatabase;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The corpus files: statements as data, one file per clause. */
public final class Corpus {
    private Corpus() {}

    /** The folder of the corpus files in the source tree, which another module names. */
    static Path folder() {
        return Path.of(System.getProperty("shardkit.engine", System.getProperty("basedir", ".")))
                .resolve(Path.of("src", "test", "resources", "corpus"));
    }

    static List<CorpusCase> load() {
        try (Stream<Path> files = Files.list(folder())) {
            List<CorpusCase> cases = new ArrayList<>();
            for (Path file : files.filter(path -> path.toString().endsWith(".yaml"))
                    .sorted()
                    .toList()) {
                cases.addAll(load(file));
            }
            return cases;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static List<CorpusCase> load(TestDatabase database) {
        return load().stream()
                .filter(each -> each.databases().contains(database))
                .toList();
    }

    private static List<CorpusCase> load(Path file) throws IOException {
        String name = String.valueOf(file.getFileName()).replace(".yaml", "");
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        List<CorpusCase> cases = new ArrayList<>();
        Set<String> names = new HashSet<>();
        try (InputStream in = Files.newInputStream(file)) {
            List<Map<String, Object>> entries = new Yaml(new SafeConstructor(options)).load(in);
            for (Map<String, Object> entry : entries) {
                CorpusCase each = CorpusCase.parse(name, entry);
                if (!names.add(each.name())) {
                    throw new IllegalArgumentException("two cases " + each);
                }
                cases.add(each);
            }
        }
        return cases;
    }
}
