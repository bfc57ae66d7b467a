package io.shardkit.analytics;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** The page about engines, whose snippets the tests run. */
final class Page {
    private Page() {}

    /** The queries of the first block of SQL after a heading. */
    static List<String> queries(String heading) throws IOException {
        return Arrays.stream(block(heading, "sql").split(";"))
                .map(String::strip)
                .filter(query -> !query.isEmpty())
                .toList();
    }

    /** The first block in a language after a heading. */
    static String block(String heading, String language) throws IOException {
        String page = Files.readString(Path.of("../docs/analytics.md"));
        int section = page.indexOf("\n## " + heading + "\n");
        int begin = page.indexOf("```" + language + "\n", section) + language.length() + "```\n".length();
        if (section < 0 || begin < section) {
            throw new IllegalStateException("no " + language + " under " + heading);
        }
        return page.substring(begin, page.indexOf("```", begin));
    }
}
