package io.shardkit.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;

/**
 * A page that is written for readers, as CommonMark with tables reads it.
 *
 * @param path its file
 * @param text its text
 */
record Markdown(Path path, String text) {
    static final Path ROOT = Path.of("..");
    private static final Parser PARSER =
            Parser.builder().extensions(List.of(TablesExtension.create())).build();
    private static final Pattern HTML_TARGET = Pattern.compile("\\b(?:src|href)=\"([^\"]+)\"");
    private static final Pattern HTML_ANCHOR = Pattern.compile("\\b(?:id|name)=\"([^\"]+)\"");

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

    /** The pages at the root, in docs and in its folders, and the README of each module that has one. */
    static List<Markdown> all() {
        Path docs = ROOT.resolve("docs");
        List<Markdown> pages = new ArrayList<>(in(docs, Integer.MAX_VALUE));
        for (Markdown page : in(ROOT, 2)) {
            if (page.path().getParent().equals(ROOT)
                    || (page.path().endsWith("README.md") && !page.path().startsWith(docs))) {
                pages.add(page);
            }
        }
        return pages;
    }

    private static List<Markdown> in(Path folder, int depth) {
        try (Stream<Path> files = Files.walk(folder, depth)) {
            return files.filter(path -> path.toString().endsWith(".md"))
                    .sorted()
                    .map(Markdown::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Markdown read(Path path) {
        try {
            return new Markdown(path, Files.readString(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the file by its path from the root, with slashes. */
    String name() {
        return ROOT.relativize(path).toString().replace('\\', '/');
    }

    List<Block> blocks() {
        return nodes(FencedCodeBlock.class).stream()
                .map(fence -> new Block(fence.getInfo(), fence.getLiteral(), path))
                .toList();
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

    /** Returns the targets of the page's links and pictures, as written. */
    List<String> links() {
        List<String> targets = new ArrayList<>();
        nodes(Link.class).forEach(link -> targets.add(link.getDestination()));
        nodes(Image.class).forEach(image -> targets.add(image.getDestination()));
        for (String html : html()) {
            HTML_TARGET.matcher(html).results().forEach(target -> targets.add(target.group(1)));
        }
        return targets;
    }

    /** Returns the anchors that a link may name after its {@code #}, as Git hosts and the site name them. */
    Set<String> anchors() {
        Set<String> anchors = new HashSet<>();
        Map<String, Integer> repeated = new HashMap<>();
        for (Heading heading : headings()) {
            String anchor = textOf(heading)
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N} _-]", "")
                    .replace(' ', '-');
            // Hosts number the others each in a way of its own: no link can name them
            if (repeated.merge(anchor, 1, Integer::sum) == 1) {
                anchors.add(anchor);
            }
        }
        for (String html : html()) {
            HTML_ANCHOR.matcher(html).results().forEach(anchor -> anchors.add(anchor.group(1)));
        }
        return anchors;
    }

    /** Returns the headings in the order of the page. */
    List<Heading> headings() {
        return nodes(Heading.class);
    }

    private List<String> html() {
        return Stream.concat(
                        nodes(HtmlBlock.class).stream().map(HtmlBlock::getLiteral),
                        nodes(HtmlInline.class).stream().map(HtmlInline::getLiteral))
                .toList();
    }

    private <N extends Node> List<N> nodes(Class<N> type) {
        List<N> found = new ArrayList<>();
        collect(PARSER.parse(text), type, found);
        return found;
    }

    private static <N extends Node> void collect(Node node, Class<N> type, List<N> found) {
        if (type.isInstance(node)) {
            found.add(type.cast(node));
        }
        for (Node child = node.getFirstChild(); child != null; child = child.getNext()) {
            collect(child, type, found);
        }
    }

    /** Returns the words of a heading without its marks. */
    static String textOf(Node node) {
        StringBuilder text = new StringBuilder();
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(Text words) {
                text.append(words.getLiteral());
            }

            @Override
            public void visit(Code code) {
                text.append(code.getLiteral());
            }

            @Override
            public void visit(SoftLineBreak end) {
                text.append(' ');
            }
        });
        return text.toString();
    }
}
