package io.shardkit.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A page that is written for readers.
 *
 * @param path its file
 * @param text its text
 */
record Markdown(Path path, String text) {
    private static final Path ROOT = Path.of("..");
    private static final List<Path> FOLDERS = List.of(
            ROOT,
            ROOT.resolve("docs"),
            ROOT.resolve("docs/frameworks"),
            ROOT.resolve("sample-order-service"),
            ROOT.resolve("start"));
    private static final Pattern FENCE =
            Pattern.compile("^ *```(\\w*)\\n(.*?)^ *```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("(?:(?<!`)\\[[^\\]]+]\\(|<img src=\")([^)\"\\s]+)[)\"]");
    private static final Pattern HEADING = Pattern.compile("^#+ (.*)$", Pattern.MULTILINE);

    /** A block between fences: its language, its text, the page. */
    record Block(String language, String text, Path page) {
        @Override
        public String toString() {
            return language + " in " + page.getFileName() + ": "
                    + text.lines().findFirst().orElse("");
        }
    }

    static Markdown of(String name) {
        return read(ROOT.resolve(name));
    }

    /** The pages at the root, in docs, on frameworks, of the sample, and of the project to start with. */
    static List<Markdown> all() {
        List<Markdown> pages = new ArrayList<>();
        for (Path folder : FOLDERS) {
            try (Stream<Path> files = Files.list(folder)) {
                files.filter(path -> path.toString().endsWith(".md")).sorted().forEach(path -> pages.add(read(path)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return pages;
    }

    private static Markdown read(Path path) {
        try {
            return new Markdown(path, Files.readString(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<Block> blocks() {
        Matcher fence = FENCE.matcher(text);
        List<Block> blocks = new ArrayList<>();
        while (fence.find()) {
            blocks.add(new Block(fence.group(1), fence.group(2), path));
        }
        return blocks;
    }

    List<Block> blocks(String language) {
        return blocks().stream()
                .filter(block -> block.language().equals(language))
                .toList();
    }

    /** The only block of a language that holds a text. */
    String block(String language, String part) {
        List<Block> found = blocks(language).stream()
                .filter(block -> block.text().contains(part))
                .toList();
        if (found.size() != 1) {
            throw new IllegalArgumentException(
                    found.size() + " blocks of " + language + " with '" + part + "' in " + path);
        }
        return found.get(0).text();
    }

    /** Returns the targets of the page's links, as written. */
    List<String> links() {
        Matcher link = LINK.matcher(FENCE.matcher(text).replaceAll(""));
        List<String> targets = new ArrayList<>();
        while (link.find()) {
            targets.add(link.group(1));
        }
        return targets;
    }

    /** Returns the anchors that a link may name after its {@code #}. */
    Set<String> anchors() {
        return HEADING.matcher(FENCE.matcher(text).replaceAll(""))
                .results()
                .map(heading -> heading.group(1)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z0-9 _-]", "")
                        .replace(' ', '-'))
                .collect(Collectors.toSet());
    }
}
