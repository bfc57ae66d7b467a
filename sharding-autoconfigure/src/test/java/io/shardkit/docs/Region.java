package io.shardkit.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A part of a test's source that a page shows, between {@code region:} and {@code endregion} in comments.
 *
 * @param name its name
 * @param text its lines, without common indentation
 */
record Region(String name, String text) {
    private static final List<Path> SOURCES = List.of(
            Path.of("src", "test", "java", "io", "shardkit", "docs"),
            Path.of("..", "framework-tests", "src", "test", "java", "io", "shardkit", "frameworks"),
            Path.of("..", "analytics-tests", "src", "test", "java", "io", "shardkit", "analytics"));
    private static final Pattern REGION =
            Pattern.compile("^ *// region: (\\S+)\\n(.*?)^ *// endregion$", Pattern.MULTILINE | Pattern.DOTALL);

    static List<Region> all() {
        List<Region> regions = new ArrayList<>();
        SOURCES.forEach(folder -> regions.addAll(in(folder)));
        return regions;
    }

    private static List<Region> in(Path folder) {
        List<Region> regions = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                Matcher region = REGION.matcher(Files.readString(file));
                while (region.find()) {
                    regions.add(new Region(
                            region.group(1),
                            region.group(2).stripTrailing().stripIndent().concat("\n")));
                }
            }
            return regions;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
