import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.w3c.dom.Element;

/** Checks the POMs. */
final class PomRules {
    private static final String GROUP = "io.shardkit";
    private final String version;

    PomRules(String version) {
        this.version = version;
    }

    void check(List<Artifact> artifacts, ReleaseRules.Report report) {
        for (String element : List.of(
                "name", "description", "url", "licenses/license/name", "licenses/license/url",
                "developers/developer/name", "scm/connection", "scm/developerConnection", "scm/url")) {
            report.rule("each POM has " + element, () -> names(artifacts, each -> each.text(element).isEmpty()));
        }
        report.rule("each POM has the coordinates of its folder", () -> names(
                artifacts,
                each -> !each.text("groupId").equals(GROUP)
                        || !each.text("artifactId").equals(each.name())
                        || !each.text("version").equals(version)
                        || !each.version().equals(version)));
        report.rule("no POM needs a parent, a profile or a repository of its own", () -> lines(artifacts, each -> {
            List<String> found = new ArrayList<>();
            for (String element : List.of(
                    "parent", "profiles", "modules", "repositories", "pluginRepositories", "distributionManagement")) {
                if (!Artifact.children(each.pom().getDocumentElement(), element).isEmpty()) {
                    found.add(element);
                }
            }
            return found;
        }));
        report.rule("no POM has a placeholder, a property of the build, or the version of a snapshot", () -> lines(artifacts, each -> {
            String pom = ReleaseRules.text(each.file(".pom"));
            return pom.lines()
                    .filter(line -> line.contains("${") || line.contains("<properties>") || line.contains("-SNAPSHOT"))
                    .toList();
        }));
        report.rule("each dependency has a version, and none is for tests or on a disk", () -> lines(
                artifacts,
                each -> each.dependencies().stream()
                        .filter(dependency -> Artifact.child(dependency, "version").isEmpty()
                                || Set.of("test", "system").contains(Artifact.child(dependency, "scope")))
                        .map(PomRules::coordinates)
                        .toList()));
        Set<String> names = artifacts.stream().map(Artifact::name).collect(Collectors.toCollection(TreeSet::new));
        report.rule("each dependency on a module is on one that is published, in this version", () -> lines(
                artifacts,
                each -> each.dependencies().stream()
                        .filter(dependency -> Artifact.child(dependency, "groupId").equals(GROUP))
                        .filter(dependency -> !names.contains(Artifact.child(dependency, "artifactId"))
                                || !Artifact.child(dependency, "version").equals(version)
                                || !Artifact.child(dependency, "classifier").isEmpty())
                        .map(PomRules::coordinates)
                        .toList()));
        report.rule("sharding-bom has each published jar, and nothing else", () -> {
            Set<String> jars = artifacts.stream()
                    .filter(Artifact::isJar)
                    .map(each -> GROUP + ":" + each.name() + ":" + version)
                    .collect(Collectors.toCollection(TreeSet::new));
            Set<String> managed = artifacts.stream()
                    .filter(each -> each.name().equals("sharding-bom"))
                    .flatMap(each -> each.managed().stream())
                    .map(PomRules::coordinates)
                    .collect(Collectors.toCollection(TreeSet::new));
            return jars.equals(managed) ? List.of() : List.of("it has " + managed + ", published are " + jars);
        });
    }

    private static String coordinates(Element dependency) {
        return Artifact.child(dependency, "groupId") + ":" + Artifact.child(dependency, "artifactId") + ":"
                + Artifact.child(dependency, "version");
    }

    /** A question about an artifact. */
    interface Check {
        boolean isBroken(Artifact artifact);
    }

    /** Finds faults of an artifact. */
    interface Finder {
        List<String> find(Artifact artifact) throws IOException;
    }

    private static List<String> names(List<Artifact> artifacts, Check check) {
        return artifacts.stream().filter(check::isBroken).map(Artifact::name).toList();
    }

    static List<String> lines(List<Artifact> artifacts, Finder finder) throws IOException {
        List<String> found = new ArrayList<>();
        for (Artifact each : artifacts) {
            finder.find(each).forEach(line -> found.add(each.name() + ": " + line.strip()));
        }
        return found;
    }
}
