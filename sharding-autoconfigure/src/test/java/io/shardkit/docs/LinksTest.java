package io.shardkit.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Links within the repository lead to a page or a heading that is there. */
class LinksTest {
    /** Begins the links of pages that are copied elsewhere. */
    private static final String REPOSITORY = "https://github.com/shardkit/shardkit/blob/main/";

    @Test
    void leadSomewhere() {
        Map<Path, Set<String>> pages = new TreeMap<>();
        Markdown.all().forEach(page -> pages.put(page.path().normalize(), page.anchors()));
        int followed = 0;
        for (Markdown page : Markdown.all()) {
            for (String link : page.links()) {
                boolean absolute = link.startsWith(REPOSITORY);
                if (link.contains(":") && !absolute) {
                    continue;
                }
                followed++;
                String[] parts = link.replace(REPOSITORY, "").split("#", 2);
                Path folder = absolute ? Path.of("..") : page.path().resolveSibling("");
                Path target = parts[0].isEmpty()
                        ? page.path().normalize()
                        : folder.resolve(parts[0]).normalize();
                if (parts[0].endsWith(".md")) {
                    assertThat(pages).as(link + " in " + page.path()).containsKey(target);
                } else {
                    assertThat(target).as(link + " in " + page.path()).exists();
                }
                if (parts.length > 1) {
                    assertThat(pages.get(target))
                            .as(link + " in " + page.path())
                            .contains(parts[1]);
                }
            }
        }
        assertThat(followed).isGreaterThan(15);
    }
}
