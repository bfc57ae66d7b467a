package io.shardkit.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.commonmark.node.Heading;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Checks what the site and a Git host need of the pages: their headings, a place in the navigation, and the first page. */
class SitePagesTest {
    /** Pages that tools/site takes from elsewhere, or makes. */
    private static final Set<String> MADE =
            Set.of("api.md", "CHANGELOG.md", "CONTRIBUTING.md", "sample-order-service/README.md", "start/README.md");

    static Stream<Markdown> pages() {
        return Markdown.all().stream();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void headingsBeginWithOneOfTheFirstLevelAndSkipNone(Markdown page) {
        List<Heading> headings = page.headings();
        assertThat(headings).as(page.name()).isNotEmpty();
        int above = 0;
        for (Heading heading : headings) {
            assertThat(heading.getLevel())
                    .as(page.name() + ": " + Markdown.textOf(heading))
                    .isLessThanOrEqualTo(above + 1)
                    .isGreaterThan(above == 0 ? 0 : 1);
            above = heading.getLevel();
        }
    }

    @Test
    void eachPageHasOnePlaceInTheNavigation() throws IOException {
        List<String> pages = new ArrayList<>(MADE);
        pages().map(Markdown::name)
                .filter(name -> name.startsWith("docs/"))
                .map(name -> name.substring("docs/".length()))
                .forEach(pages::add);
        assertThat(navigation()).containsExactlyInAnyOrderElementsOf(pages);
    }

    private static List<String> navigation() throws IOException {
        // Read as nodes: the file names functions of Python
        LoaderOptions anyTag = new LoaderOptions();
        anyTag.setTagInspector(tag -> true);
        try (Reader settings = Files.newBufferedReader(Markdown.ROOT.resolve("mkdocs.yml"))) {
            List<String> pages = new ArrayList<>();
            for (NodeTuple entry : ((MappingNode) new Yaml(anyTag).compose(settings)).getValue()) {
                if (((ScalarNode) entry.getKeyNode()).getValue().equals("nav")) {
                    addPages(entry.getValueNode(), pages);
                }
            }
            return pages;
        }
    }

    private static void addPages(Node node, List<String> pages) {
        if (node instanceof ScalarNode page) {
            pages.add(page.getValue());
        } else if (node instanceof SequenceNode list) {
            list.getValue().forEach(each -> addPages(each, pages));
        } else if (node instanceof MappingNode titles) {
            titles.getValue().forEach(title -> addPages(title.getValueNode(), pages));
        }
    }

    /** The first page says in README's words what Shardkit is and how it works. */
    @Test
    void firstPageBeginsAsReadmeDoes() {
        String readme = Markdown.of("README.md").text();
        String works = "## How it works\n\n";
        String how = readme.substring(
                readme.indexOf(works) + works.length(), readme.indexOf("\n## ", readme.indexOf(works) + 1));
        String whatItIs = readme.substring(0, readme.indexOf("## "));
        assertThat(Markdown.of("docs/index.md").text()).startsWith(whatItIs + how);
    }
}
