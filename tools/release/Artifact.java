import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * An artifact of a staging repository: a folder with a POM.
 *
 * @param name its artifact id
 * @param version its version
 * @param folder where its files are
 * @param pom its POM
 */
record Artifact(String name, String version, Path folder, Document pom) {
    static List<Artifact> all(Path staging) throws IOException {
        List<Path> poms;
        try (Stream<Path> files = Files.walk(staging)) {
            poms = files.filter(file -> file.toString().endsWith(".pom")).sorted().toList();
        }
        List<Artifact> artifacts = new ArrayList<>();
        for (Path pom : poms) {
            Path folder = pom.getParent();
            artifacts.add(new Artifact(
                    folder.getParent().getFileName().toString(), folder.getFileName().toString(), folder, parse(pom)));
        }
        return artifacts;
    }

    private static Document parse(Path pom) throws IOException {
        try {
            return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom.toFile());
        } catch (SAXException | ParserConfigurationException e) {
            throw new IOException(pom.toString(), e);
        }
    }

    /** A file of it: {@code .pom}, {@code -sources.jar}. */
    Path file(String end) {
        return folder.resolve(name + "-" + version + end);
    }

    boolean isJar() {
        return List.of("", "jar").contains(text("packaging"));
    }

    /** The text of an element of the POM, by its path; empty if it is not there. */
    String text(String path) {
        Element element = pom.getDocumentElement();
        for (String name : path.split("/")) {
            List<Element> found = children(element, name);
            if (found.isEmpty()) {
                return "";
            }
            element = found.get(0);
        }
        return element.getTextContent().strip();
    }

    /** The dependencies that users get with it. */
    List<Element> dependencies() {
        return children(pom.getDocumentElement(), "dependencies").stream()
                .flatMap(all -> children(all, "dependency").stream())
                .toList();
    }

    /** The artifacts whose versions it manages. */
    List<Element> managed() {
        return children(pom.getDocumentElement(), "dependencyManagement").stream()
                .flatMap(management -> children(management, "dependencies").stream())
                .flatMap(all -> children(all, "dependency").stream())
                .toList();
    }

    static String child(Element element, String name) {
        List<Element> found = children(element, name);
        return found.isEmpty() ? "" : found.get(0).getTextContent().strip();
    }

    static List<Element> children(Element element, String name) {
        List<Element> found = new ArrayList<>();
        NodeList nodes = element.getChildNodes();
        for (int node = 0; node < nodes.getLength(); node++) {
            Node each = nodes.item(node);
            if (each instanceof Element child && each.getNodeName().equals(name)) {
                found.add(child);
            }
        }
        return found;
    }
}
