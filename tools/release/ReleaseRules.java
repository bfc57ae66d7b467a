import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Checks staged artifacts by what Maven Central demands, and by what their users rely on. Arguments: a
 * staging repository, another one that was built of the same sources, the sources, the version, and the modules that
 * are published. Prints a line for each rule; the exit code is 1 if one is red.
 */
final class ReleaseRules {
    private ReleaseRules() {}

    public static void main(String[] arguments) throws IOException {
        Path staging = Path.of(arguments[0]);
        Path again = Path.of(arguments[1]);
        Path sources = Path.of(arguments[2]);
        String version = arguments[3];
        Set<String> published = new TreeSet<>(List.of(arguments[4].split(",")));
        List<Artifact> artifacts = Artifact.all(staging);
        Report report = new Report();
        new FileRules(staging, version).check(artifacts, published, report);
        new PomRules(version).check(artifacts, report);
        new JarRules(sources).check(artifacts, report);
        new SbomRules(version).check(artifacts, report);
        report.rule("a second build of the same sources has the same bytes", () -> FileRules.differences(staging, again));
        report.end();
    }

    /** The lines of all rules. */
    static final class Report {
        private static final boolean COLOURS = System.getenv("NO_COLOR") == null && System.console() != null;
        private int red;

        /** Finds what breaks a rule; nothing if it is kept. */
        interface Rule {
            List<String> findings() throws IOException;
        }

        void rule(String name, Rule rule) {
            List<String> findings;
            try {
                findings = rule.findings();
            } catch (IOException | RuntimeException e) {
                findings = List.of("cannot be checked: " + e);
            }
            System.out.println((findings.isEmpty() ? coloured(32, "green") : coloured(31, "red  ")) + "  " + name);
            findings.forEach(finding -> System.out.println("         " + finding));
            red += findings.isEmpty() ? 0 : 1;
        }

        private static String coloured(int colour, String word) {
            return COLOURS ? "\u001b[" + colour + "m" + word + "\u001b[0m" : word;
        }

        void end() {
            System.exit(red == 0 ? 0 : 1);
        }
    }

    /** A file's text. */
    static String text(Path file) throws IOException {
        return Files.readString(file);
    }
}
