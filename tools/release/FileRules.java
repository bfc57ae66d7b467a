import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks which files are staged, with their checksums and signatures. */
final class FileRules {
    private static final Map<String, String> CHECKSUMS = Map.of(".md5", "MD5", ".sha1", "SHA-1");
    private static final Set<String> KINDS =
            Set.of(".pom", ".jar", "-sources.jar", "-javadoc.jar", "-cyclonedx.json");

    private final Path staging;
    private final String version;

    FileRules(Path staging, String version) {
        this.staging = staging;
        this.version = version;
    }

    void check(List<Artifact> artifacts, Set<String> published, ReleaseRules.Report report) {
        report.rule("what is published is staged, and nothing else", () -> {
            Set<String> staged = artifacts.stream().map(Artifact::name).collect(Collectors.toCollection(TreeSet::new));
            return staged.equals(published) ? List.of() : List.of("staged is " + staged + " instead of " + published);
        });
        report.rule("the files are POMs, jars, sources, Javadoc and SBOMs: no tests", () -> {
            Set<String> known = artifacts.stream()
                    .flatMap(each -> KINDS.stream().map(kind -> each.file(kind).toString()))
                    .collect(Collectors.toSet());
            return payload(staging).stream().map(Path::toString).filter(file -> !known.contains(file)).toList();
        });
        CHECKSUMS.forEach((end, algorithm) -> report.rule("each file has its " + algorithm, () -> {
            List<String> wrong = new ArrayList<>();
            for (Path file : payload(staging)) {
                Path checksum = Path.of(file + end);
                if (!Files.isRegularFile(checksum)
                        || !ReleaseRules.text(checksum).strip().equals(hash(algorithm, file))) {
                    wrong.add(file.toString());
                }
            }
            return wrong;
        }));
        report.rule("each file has a signature that is good", () -> {
            List<String> bad = new ArrayList<>();
            for (Path file : payload(staging)) {
                if (!isSigned(file)) {
                    bad.add(file.toString());
                }
            }
            return bad;
        });
        report.rule("no version is that of a snapshot", () -> version.endsWith("-SNAPSHOT") ? List.of(version) : List.of());
    }

    /** The files that two builds differ in; signatures have the time at which they were made. */
    static List<String> differences(Path one, Path other) throws IOException {
        Set<String> names = new TreeSet<>();
        for (Path root : List.of(one, other)) {
            payload(root).forEach(file -> names.add(root.relativize(file).toString()));
        }
        List<String> different = new ArrayList<>();
        for (String name : names) {
            Path first = one.resolve(name);
            Path second = other.resolve(name);
            if (!Files.exists(first) || !Files.exists(second)) {
                different.add(name + " is only in one");
            } else if (Files.mismatch(first, second) >= 0) {
                different.add(name + " from byte " + Files.mismatch(first, second));
            }
        }
        return names.isEmpty() ? List.of("nothing is staged") : different;
    }

    /** Returns the published files, without checksums, signatures and the repository's own lists. */
    private static List<Path> payload(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.getFileName().toString().matches(".*\\.(asc|md5|sha1|sha256|sha512)"))
                    .filter(file -> !file.getFileName().toString().startsWith("maven-metadata"))
                    .sorted()
                    .toList();
        }
    }

    private static boolean isSigned(Path file) throws IOException {
        Process gpg = new ProcessBuilder("gpg", "--batch", "--quiet", "--verify", file + ".asc", file.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            return gpg.waitFor() == 0;
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private static String hash(String algorithm, Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new IOException(e);
        }
    }
}
