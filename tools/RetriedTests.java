import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * Lists the tests of a build that failed at first and passed when they were retried, from the reports of all modules.
 * Arguments: the project's folder, and the time at which the build began.
 */
final class RetriedTests {
    private RetriedTests() {}

    public static void main(String[] arguments) throws Exception {
        Path project = Path.of(arguments[0]);
        Instant began = Instant.parse(arguments[1]);
        var retried = new TreeSet<String>();
        for (Path report : reports(project)) {
            if (Files.getLastModifiedTime(report).toInstant().isAfter(began)) {
                read(project.relativize(report).getName(0).toString(), report, retried);
            }
        }
        if (retried.isEmpty()) {
            System.out.println("No test had to be retried.");
        } else {
            System.out.println("Retried tests, which failed at first and passed the second time: " + retried.size());
            retried.forEach(test -> System.out.println("  " + test));
        }
    }

    private static List<Path> reports(Path project) throws IOException {
        try (Stream<Path> modules = Files.list(project)) {
            return modules.flatMap(module -> Stream.of("surefire-reports", "failsafe-reports")
                            .map(module.resolve("target")::resolve))
                    .filter(Files::isDirectory)
                    .flatMap(RetriedTests::files)
                    .toList();
        }
    }

    private static Stream<Path> files(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files
                    .filter(file -> file.getFileName().toString().matches("TEST-.*\\.xml"))
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void read(String module, Path report, TreeSet<String> retried) throws Exception {
        NodeList cases = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(report.toFile())
                .getElementsByTagName("testcase");
        for (int i = 0; i < cases.getLength(); i++) {
            Element test = (Element) cases.item(i);
            for (Node child = test.getFirstChild(); child != null; child = child.getNextSibling()) {
                if (child instanceof Element failure && failure.getTagName().startsWith("flaky")) {
                    retried.add(module + ": " + test.getAttribute("classname") + "." + test.getAttribute("name") + ": "
                            + failure.getAttribute("type") + " "
                            + failure.getAttribute("message").lines().findFirst().orElse(""));
                }
            }
        }
    }
}
