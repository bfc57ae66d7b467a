import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;

/** Checks the jars: classes, sources, Javadoc, licences. */
final class JarRules {
    private static final List<String> KINDS = List.of(".jar", "-sources.jar", "-javadoc.jar");
    private static final int JAVA_17 = 61;
    /** The folder in which a jar that runs alone has the module's own classes. */
    private static final String REPACKAGED = "BOOT-INF/classes/";

    private final Path sources;

    JarRules(Path sources) {
        this.sources = sources;
    }

    void check(List<Artifact> all, ReleaseRules.Report report) {
        List<Artifact> artifacts = all.stream().filter(Artifact::isJar).toList();
        report.rule("each jar has one with sources and one with Javadoc beside it", () -> PomRules.lines(
                artifacts,
                each -> KINDS.stream().filter(kind -> !Files.isRegularFile(each.file(kind))).toList()));
        for (String licence : List.of("LICENSE", "NOTICE")) {
            report.rule("each jar has META-INF/" + licence + " of the sources", () -> {
                byte[] expected = Files.readAllBytes(sources.resolve(licence));
                return PomRules.lines(artifacts, each -> {
                    List<String> lacking = new ArrayList<>();
                    for (String kind : KINDS) {
                        if (!Arrays.equals(expected, read(each.file(kind), "META-INF/" + licence))) {
                            lacking.add(kind);
                        }
                    }
                    return lacking;
                });
            });
        }
        report.rule("each jar has an Automatic-Module-Name of its own", () -> {
            Map<String, String> names = new TreeMap<>();
            return PomRules.lines(artifacts, each -> {
                try (JarFile jar = new JarFile(each.file(".jar").toFile())) {
                    String name = jar.getManifest().getMainAttributes().getValue("Automatic-Module-Name");
                    if (name == null || !name.matches("io\\.shardkit(\\.[a-z]+)+") || name.contains("unpublished")) {
                        return List.of("is called " + name);
                    }
                    String other = names.putIfAbsent(name, each.name());
                    return other == null ? List.of() : List.of(name + " is the name of " + other);
                }
            });
        });
        report.rule("each class is of the module, runs on Java 17, and is no test", () -> PomRules.lines(
                artifacts, JarRules::strangeClasses));
        report.rule("the jar of sources has the source of each class", () -> PomRules.lines(artifacts, each -> {
            Set<String> there = entries(each.file("-sources.jar"));
            return topLevel(each).stream()
                    .filter(name -> !there.contains(name + ".java"))
                    .toList();
        }));
        report.rule("the jar of Javadoc has pages where there are classes", () -> PomRules.lines(
                artifacts,
                each -> topLevel(each).isEmpty()
                                || entries(each.file("-javadoc.jar")).contains("index.html")
                        ? List.of()
                        : List.of("has no index.html")));
        report.rule("the pages of the engine are those of the API", () -> PomRules.lines(
                artifacts.stream().filter(each -> each.name().equals("sharding-engine")).toList(), each -> {
                    Set<String> documented = entries(each.file("-javadoc.jar")).stream()
                            .filter(entry -> entry.endsWith("/package-summary.html"))
                            .map(entry -> entry.substring(0, entry.lastIndexOf('/')).replace('/', '.'))
                            .collect(Collectors.toCollection(TreeSet::new));
                    Set<String> api = ReleaseRules.text(sources.resolve("sharding-engine/src/test/resources/api.txt"))
                            .lines()
                            .filter(line -> !line.startsWith(" "))
                            .map(type -> type.substring(0, type.lastIndexOf('.')))
                            .collect(Collectors.toCollection(TreeSet::new));
                    return documented.equals(api) ? List.of() : List.of(documented + " instead of " + api);
                }));
    }

    private static List<String> strangeClasses(Artifact artifact) throws IOException {
        List<String> strange = new ArrayList<>();
        try (JarFile jar = new JarFile(artifact.file(".jar").toFile())) {
            for (ZipEntry entry : (Iterable<ZipEntry>) jar.stream().map(ZipEntry.class::cast)::iterator) {
                String name = entry.getName();
                if (!name.endsWith(".class") || name.startsWith("org/springframework/boot/loader/")) {
                    continue;
                }
                try (DataInputStream in = new DataInputStream(jar.getInputStream(entry))) {
                    in.readInt();
                    in.readUnsignedShort();
                    if (in.readUnsignedShort() > JAVA_17) {
                        strange.add(name + " needs a later Java");
                    }
                }
                String own = name.startsWith(REPACKAGED) ? name.substring(REPACKAGED.length()) : name;
                if (!own.startsWith("io/shardkit/") || own.matches(".*(Test|Tests|IT)(\\$.*)?\\.class")) {
                    strange.add(name);
                }
            }
        }
        return strange;
    }

    /** The module's own top-level classes, as paths without an ending. */
    private static Set<String> topLevel(Artifact artifact) throws IOException {
        return entries(artifact.file(".jar")).stream()
                .map(name -> name.startsWith(REPACKAGED) ? name.substring(REPACKAGED.length()) : name)
                .filter(name -> name.startsWith("io/shardkit/") && name.endsWith(".class") && !name.contains("$"))
                .map(name -> name.substring(0, name.length() - ".class".length()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> entries(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.stream().map(ZipEntry::getName).collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static byte[] read(Path jar, String entry) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            ZipEntry found = file.getEntry(entry);
            if (found == null) {
                return new byte[0];
            }
            try (InputStream in = file.getInputStream(found)) {
                return in.readAllBytes();
            }
        }
    }
}
