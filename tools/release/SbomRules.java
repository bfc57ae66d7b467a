import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.w3c.dom.Element;

/** Checks the bills of materials. */
final class SbomRules {
    private static final String END = "-cyclonedx.json";
    private final String version;

    SbomRules(String version) {
        this.version = version;
    }

    void check(List<Artifact> artifacts, ReleaseRules.Report report) {
        report.rule("each module has a CycloneDX SBOM with each of its dependencies", () -> PomRules.lines(
                artifacts.stream().filter(Artifact::isJar).toList(), each -> {
                    if (!Files.isRegularFile(each.file(END))) {
                        return List.of("has none");
                    }
                    String sbom = sbom(each);
                    List<String> lacking = new ArrayList<>();
                    for (Element dependency : each.dependencies()) {
                        String purl = purl(
                                Artifact.child(dependency, "groupId"),
                                Artifact.child(dependency, "artifactId"),
                                Artifact.child(dependency, "version"));
                        boolean optional = Artifact.child(dependency, "optional").equals("true")
                                || Artifact.child(dependency, "scope").equals("provided");
                        if (!optional && !sbom.contains(purl)) {
                            lacking.add("lacks " + purl);
                        }
                    }
                    return lacking;
                }));
        report.rule("the SBOM of the parent has all modules", () -> {
            Artifact parent = artifacts.stream()
                    .filter(each -> each.name().equals("shardkit-parent"))
                    .findFirst()
                    .orElseThrow();
            String sbom = sbom(parent);
            return artifacts.stream()
                    .map(each -> purl("io.shardkit", each.name(), version))
                    .filter(purl -> !sbom.contains(purl))
                    .toList();
        });
        report.rule("no SBOM has what is not published, or a snapshot", () -> PomRules.lines(artifacts, each -> {
            List<String> found = new ArrayList<>();
            if (Files.isRegularFile(each.file(END))) {
                String sbom = sbom(each);
                for (String word : List.of("-SNAPSHOT", "sharding-test-support", "load-lab", "sample-order-service")) {
                    if (sbom.contains(word)) {
                        found.add("has " + word);
                    }
                }
            }
            return found;
        }));
    }

    private static String purl(String group, String name, String version) {
        return "pkg:maven/" + group + "/" + name + "@" + version;
    }

    private static String sbom(Artifact artifact) throws IOException {
        String text = ReleaseRules.text(artifact.file(END));
        if (!text.contains("\"bomFormat\" : \"CycloneDX\"")) {
            throw new IOException(artifact.file(END) + " is no CycloneDX");
        }
        return text;
    }
}
