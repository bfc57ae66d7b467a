package io.shardkit.docs;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the words that make a page hard to read or to search, in pages, messages, Javadoc and comments. */
class WordsTest {
    private static final Path ROOT = Path.of("..");

    /** Pages with tables generated from Java; their templates, among the sources below, are checked instead. */
    private static final Set<String> GENERATED = Set.of(
            "configuration.md", "error-codes.md", "explain.md", "metrics.md", "performance.md", "sql-support.md");

    private static final List<String> SOURCES = List.of(
            "sharding-engine/src/test/resources/docs/error-codes.md",
            "sharding-engine/src/test/resources/docs/explain.md",
            "sharding-engine/src/test/resources/docs/sql-support.md",
            "sharding-engine/src/test/resources/docs/sql-support.yaml",
            "sharding-autoconfigure/src/test/resources/configuration-page.md",
            "sharding-autoconfigure/src/test/resources/metrics-page.md",
            "sharding-console/src/main/resources/io/shardkit/console/console.html",
            "sharding-console/src/main/resources/io/shardkit/console/frame.html",
            "sharding-console/src/main/resources/io/shardkit/console/heat.html",
            "sharding-console/src/main/resources/io/shardkit/console/moves.html",
            "sharding-console/src/main/resources/io/shardkit/console/audit.html",
            "sharding-console/src/main/resources/io/shardkit/console/page.js",
            "sharding-console/src/main/resources/io/shardkit/console/format.js",
            "sharding-console/src/main/resources/io/shardkit/console/sql.js",
            "sharding-console/src/main/resources/io/shardkit/console/chart.js",
            "sharding-console/src/main/resources/io/shardkit/console/live.js",
            "sharding-console/src/main/resources/io/shardkit/console/topology.js",
            "sharding-console/src/main/resources/io/shardkit/console/overview.js",
            "sharding-console/src/main/resources/io/shardkit/console/statements.js",
            "sharding-console/src/main/resources/io/shardkit/console/explain.js",
            "sharding-console/src/main/resources/io/shardkit/console/refusals.js",
            "sharding-console/src/main/resources/io/shardkit/console/transactions.js",
            "sharding-console/src/main/resources/io/shardkit/console/databases.js",
            "sharding-console/src/main/resources/io/shardkit/console/tables.js",
            "sharding-console/src/main/resources/io/shardkit/console/console.js",
            "sharding-console/src/main/resources/io/shardkit/console/heat.js",
            "sharding-console/src/main/resources/io/shardkit/console/moves.js",
            "sharding-console/src/main/resources/io/shardkit/console/audit.js");

    private static final List<Word> WORDS = List.of(
            new Word("\\b(nobody|somebody|anybody|whoever|whomever)\\b", "name the person or the component"),
            new Word("\\btexts\\b", "statements, SQL, strings or messages"),
            new Word("\\bbehind\\b", "after, below, beneath; a replica lags"),
            new Word("\\b(that|those|one|ones) of which\\b", "name the thing, and begin a sentence of its own"),
            new Word(
                    "\\bgets? (?:\\w+ )?told\\b|\\b(is|are) told (?!apart\\b)",
                    "is notified of, is informed of, receives, is reported"));

    /** A sentence, a heading, an item of a list or a cell that begins with a relative word and is no question. */
    private static final Pattern RELATIVE_START = Pattern.compile(
            "(?:^|(?<=[.!?] )|(?<=\\| )|(?<=\\*\\*))"
                    + "(?:whether|what(?! to do\\b)|whatever|which|whichever|who|whose|that which"
                    + "|those (?=of|that|which|who|in|on|with))\\b[^.?|]*+(?![?])",
            Pattern.CASE_INSENSITIVE);

    /** Comments, strings and characters of Java; a comment of several lines is one. */
    private static final Pattern JAVA = Pattern.compile(
            "//[^\\n]*+(?:\\n *+//[^\\n]*+)*+|/\\*.*?\\*/|\"\"\".*?(?<!\\\\)\"\"\"|\"[^\"\\\\\\n]*+(?:\\\\.[^\"\\\\\\n]*+)*+\""
                    + "|'(?:[^'\\\\\\n]|\\\\.)++'",
            Pattern.DOTALL);

    /** Words in a row, as no name and no setting has them. */
    private static final Pattern SENTENCE = Pattern.compile("\\w \\w+");

    private static final Pattern RELATIVE_JAVADOC =
            Pattern.compile("(Whether|What|How|Where|Those|Who|Whose|Which|That|When|Why|The ones?)\\b");
    private static final Pattern PERSONS = Pattern.compile("\\b([Nn]obody|[Ss]omebody|[Ww]hoever)\\b");

    private static final Pattern FENCE = Pattern.compile("^ *```.*?^ *```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern CODE = Pattern.compile("`[^`\\n]*`");
    private static final Pattern COMMENT = Pattern.compile("<!--.*?-->", Pattern.DOTALL);

    /**
     * A word to avoid.
     *
     * @param pattern how it is found, in lower case
     * @param instead words that say more
     */
    private record Word(Pattern pattern, String instead) {
        Word(String regex, String instead) {
            this(Pattern.compile(regex), instead);
        }
    }

    static Stream<Path> pages() {
        List<Path> pages = new ArrayList<>();
        for (String folder : List.of("", "docs", "docs/frameworks", "start")) {
            try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
                files.filter(file -> file.toString().endsWith(".md"))
                        .filter(file -> !GENERATED.contains(file.getFileName().toString()))
                        .sorted()
                        .forEach(pages::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        SOURCES.forEach(source -> pages.add(ROOT.resolve(source)));
        return pages.stream();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void pageIsWrittenInTheWordsOfTheField(Path page) throws IOException {
        assertThat(objections(Files.readString(page)))
                .as(ROOT.relativize(page).toString())
                .isEmpty();
    }

    /** Javadoc of sources and tests begins with a verb or a noun, and names persons and components. */
    @Test
    void javadocBeginsWithAVerbOrANoun() throws IOException {
        assertThat(javaTokens("main|test")
                        .filter(token -> token.text().startsWith("/**"))
                        .filter(token -> RELATIVE_JAVADOC.matcher(token.words()).lookingAt()
                                || PERSONS.matcher(token.words()).find()))
                .isEmpty();
    }

    /** So do comments within the code. */
    @Test
    void commentsAreWrittenInTheWordsOfTheField() throws IOException {
        assertThat(javaTokens("main")
                        .filter(token -> token.text().startsWith("//"))
                        .filter(token -> RELATIVE_JAVADOC.matcher(token.words()).lookingAt() || token.hasWords()))
                .isEmpty();
    }

    /** Messages of exceptions and of the log are strings of several words, and so are descriptions. */
    @Test
    void messagesAreWrittenInTheWordsOfTheField() throws IOException {
        assertThat(javaTokens("main")
                        .filter(token -> token.text().startsWith("\""))
                        .filter(token -> SENTENCE.matcher(token.text()).find() && token.hasWords()))
                .isEmpty();
    }

    /**
     * A comment or a string of a Java file.
     *
     * @param text as written; of comments up to the end of the line all that follow one another
     */
    private record JavaToken(Path file, String text) {
        String words() {
            return text.replaceAll("\\s*\n\\s*(\\*|//)? ?", " ")
                    .replaceAll("^(/\\*\\*|//|\"+)|(\\*/|\"+)$", "")
                    .strip();
        }

        boolean hasWords() {
            String lower = words().toLowerCase(Locale.ROOT);
            return WORDS.stream().anyMatch(word -> word.pattern().matcher(lower).find());
        }
    }

    private static Stream<JavaToken> javaTokens(String sources) throws IOException {
        List<JavaToken> tokens = new ArrayList<>();
        try (Stream<Path> files = Files.find(
                ROOT, 20, (file, attributes) -> file.toString().matches(".*/src/(" + sources + ")/java/.*\\.java"))) {
            for (Path file : files.sorted().toList()) {
                tokens.addAll(javaTokens(file, Files.readString(file)));
            }
        }
        return tokens.stream();
    }

    private static List<JavaToken> javaTokens(Path file, String source) {
        return JAVA.matcher(source)
                .results()
                .map(token -> new JavaToken(ROOT.relativize(file), token.group()))
                .toList();
    }

    @Test
    void findsCommentsAndStrings() {
        String source =
                """
                /** Whether
                  * it \"runs\". */
                char c = '"'; // What
                              // nobody knows
                String s = "behind \\"it\\"" + \"\"\"
                    texts
                    \"\"\";
                """;
        assertThat(javaTokens(ROOT, source))
                .extracting(JavaToken::words)
                .containsExactly("Whether it \"runs\".", "'\"'", "What nobody knows", "behind \\\"it\\", "texts");
        assertThat(javaTokens(ROOT, source)).filteredOn(JavaToken::hasWords).hasSize(3);
    }

    @Test
    void findsWordsAndRelativeStarts() {
        assertThat(objections("Nobody knows.")).hasSize(1);
        assertThat(objections("The `texts` are kept.\n\n```text\nnobody\n```\n"))
                .isEmpty();
        assertThat(objections("It works. What is gone stays gone.")).hasSize(1);
        assertThat(objections("- Whether it runs\n- a table that\n  those rows are in"))
                .hasSize(1);
        assertThat(objections("| a | whether clients are refused |")).hasSize(1);
        assertThat(objections("## What is it?\n\nWhat does it cost? Little.")).isEmpty();
    }

    /** The words of a page that are to be avoided, each with its line and with better ones. */
    private static List<String> objections(String page) {
        String prose = blank(COMMENT, blank(FENCE, page));
        List<String> found = new ArrayList<>();
        for (String sentence : sentences(blank(CODE, prose))) {
            for (Word word : WORDS) {
                Matcher match = word.pattern().matcher(sentence.toLowerCase(Locale.ROOT));
                while (match.find()) {
                    found.add("'" + match.group() + "' (" + word.instead() + ") in: " + sentence);
                }
            }
            Matcher start = RELATIVE_START.matcher(sentence);
            while (start.find()) {
                found.add("begins with a relative word (begin with a noun or a verb): " + start.group());
            }
        }
        return found;
    }

    /** The paragraphs, headings, items and rows of a page, each in one line without its marks. */
    private static List<String> sentences(String page) {
        List<String> blocks = new ArrayList<>();
        for (String line : page.lines().toList()) {
            String text = line.strip();
            boolean begins = text.isEmpty() || text.matches("(#+|[-*]|\\d+\\.|\\|).*") || blocks.isEmpty();
            if (begins) {
                blocks.add(text.replaceFirst("^(#+|[-*]|\\d+\\.) +", ""));
            } else {
                blocks.add((blocks.remove(blocks.size() - 1) + " " + text).strip());
            }
        }
        return blocks.stream().filter(block -> !block.isEmpty()).toList();
    }

    private static String blank(Pattern part, String page) {
        return part.matcher(page).replaceAll("`");
    }
}
