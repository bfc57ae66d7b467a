package io.shardkit.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.error.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** The list of traps in {@code docs/traps.md} and the cases and tests that show them know of each other. */
class TrapsTest {
    private static final Path PAGE = Path.of("..", "docs", "traps.md");
    private static final Path CASES = Path.of("src", "test", "resources");

    /** The last field of an entry if cases name its number. */
    private static final String PLANS = "plans";

    private static final String NOTHING = "-";

    /** Number, what goes wrong, what is done, and by what it is shown. */
    private static final Pattern ENTRY = Pattern.compile("(?m)^\\| (\\d+) \\| (.+) \\| (.+) \\| ([^|]+) \\|$");

    private static final Pattern CODE = Pattern.compile("`(SK-\\d+)`");

    /** An entry of the page. */
    private record Trap(String treatment, List<String> shownBy) {
        Set<String> codes() {
            return CODE.matcher(treatment).results().map(code -> code.group(1)).collect(Collectors.toSet());
        }
    }

    private final Map<Integer, Trap> traps = traps();

    /** For each number that a case names, the codes that its cases expect. */
    private final Map<Integer, Set<String>> cases = cases();

    @Test
    void entriesAreNumberedThrough() {
        assertThat(traps).hasSizeGreaterThan(100);
        assertThat(traps.keySet()).containsExactlyElementsOf(oneTo(traps.size()));
    }

    @Test
    void everyNumberOfACaseHasAnEntryThatSaysSo() {
        assertThat(cases).hasSizeGreaterThan(100);
        assertThat(traps.keySet()).containsAll(cases.keySet());
        cases.keySet().forEach(number -> assertThat(traps.get(number).shownBy())
                .as("where trap %s is shown", number)
                .contains(PLANS));
    }

    @Test
    void whatAnEntryIsShownByIsThere() throws IOException {
        Set<String> tests = tests();
        traps.forEach((number, trap) -> {
            for (String shownBy : trap.shownBy()) {
                if (shownBy.equals(PLANS)) {
                    assertThat(cases).as("cases of trap %s", number).containsKey(number);
                } else if (!shownBy.equals(NOTHING)) {
                    assertThat(tests).as("tests of trap %s", number).contains(shownBy);
                }
            }
        });
    }

    @Test
    void codesOfAnEntryAreThoseOfItsCases() {
        Set<String> known =
                Arrays.stream(ErrorCode.values()).map(ErrorCode::code).collect(Collectors.toSet());
        traps.forEach((number, trap) -> {
            assertThat(known).as("codes of trap %s", number).containsAll(trap.codes());
            if (trap.shownBy().equals(List.of(PLANS))) {
                assertThat(cases.get(number))
                        .as("codes of the cases of trap %s", number)
                        .containsAll(trap.codes());
            }
        });
    }

    private static List<Integer> oneTo(int last) {
        return Stream.iterate(1, number -> number + 1).limit(last).toList();
    }

    private static Map<Integer, Trap> traps() {
        Map<Integer, Trap> traps = new TreeMap<>();
        Matcher entry = ENTRY.matcher(text(PAGE));
        while (entry.find()) {
            int number = Integer.parseInt(entry.group(1));
            assertThat(traps).as("an entry for each number").doesNotContainKey(number);
            traps.put(number, new Trap(entry.group(3), List.of(entry.group(4).split(", "))));
        }
        return traps;
    }

    private static Map<Integer, Set<String>> cases() {
        Map<Integer, Set<String>> codes = new TreeMap<>();
        for (Path file : files(CASES, ".yaml")) {
            if (new Yaml().load(text(file)) instanceof List<?> examples) {
                for (Object each : examples) {
                    if (each instanceof Map<?, ?> example && example.get("traps") instanceof List<?> numbers) {
                        numbers.forEach(number -> codes.computeIfAbsent((Integer) number, none -> new TreeSet<>())
                                .addAll(codesOf(example)));
                    }
                }
            }
        }
        return codes;
    }

    private static Set<String> codesOf(Map<?, ?> example) {
        String expected = String.valueOf(example.get("expect"));
        return Arrays.stream(ErrorCode.values())
                .filter(code -> Pattern.compile("\\b" + code.name() + "\\b")
                        .matcher(expected)
                        .find())
                .map(ErrorCode::code)
                .collect(Collectors.toSet());
    }

    /** The names of all test classes of all modules. */
    private static Set<String> tests() throws IOException {
        Set<String> names = new TreeSet<>();
        try (Stream<Path> modules = Files.list(Path.of(".."))) {
            modules.map(module -> module.resolve(Path.of("src", "test", "java")))
                    .filter(Files::isDirectory)
                    .flatMap(tests -> files(tests, ".java").stream())
                    .map(file -> file.getFileName().toString().replace(".java", ""))
                    .forEach(names::add);
        }
        return names;
    }

    private static List<Path> files(Path folder, String ending) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(ending)).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
