package io.shardkit.differential.corpus;

import io.shardkit.differential.fixture.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites the expectations in the corpus files with what was seen, for review in the diff. Only the lines
 * {@code expect} and {@code except} of a case change.
 */
final class CorpusWriter {
    private static final String CASE = "- name: ";
    private static final String EXPECT = "  expect: ";
    private static final String EXCEPT = "  except: ";

    private final Map<String, Map<Topology, Expectation>> seen = new HashMap<>();

    /** Returns true if the run is to rewrite the files: {@code -Dshardkit.corpus.write=true}. */
    static boolean isOn() {
        return Boolean.getBoolean("shardkit.corpus.write");
    }

    void saw(CorpusCase corpusCase, Topology topology, Expectation expectation) {
        seen.computeIfAbsent(corpusCase.toString(), key -> new EnumMap<>(Topology.class))
                .put(topology, expectation);
    }

    void write() throws IOException {
        Map<String, Map<String, List<String>>> byFile = new HashMap<>();
        for (CorpusCase each : Corpus.load()) {
            Map<Topology, Expectation> verdicts = seen.get(each.toString());
            if (verdicts != null) {
                byFile.computeIfAbsent(each.file(), file -> new HashMap<>()).put(each.name(), lines(each, verdicts));
            }
        }
        for (Map.Entry<String, Map<String, List<String>>> entry : byFile.entrySet()) {
            Path file = Corpus.folder().resolve(entry.getKey() + ".yaml");
            Files.write(file, rewrite(Files.readAllLines(file), entry.getValue()));
        }
    }

    private static List<String> rewrite(List<String> lines, Map<String, List<String>> replacements) {
        List<String> out = new ArrayList<>();
        List<String> current = null;
        for (String line : lines) {
            if (line.startsWith(CASE)) {
                current = replacements.get(line.substring(CASE.length()).strip());
            }
            if (current != null && line.startsWith(EXPECT)) {
                out.addAll(current);
            } else if (current == null || !line.startsWith(EXCEPT)) {
                out.add(line);
            }
        }
        return out;
    }

    private static Expectation inherited(Topology topology, Map<Topology, Expectation> all, Expectation usual) {
        return topology.family() == topology ? usual : all.getOrDefault(topology.family(), usual);
    }

    private static List<String> lines(CorpusCase corpusCase, Map<Topology, Expectation> verdicts) {
        Map<Topology, Expectation> all = new LinkedHashMap<>();
        for (Topology topology : Topology.values()) {
            if (corpusCase.databases().contains(topology.database())
                    && !corpusCase.errors().contains(topology.database())) {
                @Nullable Expectation verdict = verdicts.get(topology);
                all.put(topology, verdict == null ? corpusCase.expectation(topology) : verdict);
            }
        }
        Expectation usual = all.entrySet().stream()
                .filter(entry -> !all.containsKey(entry.getKey().family())
                        || entry.getKey().family() == entry.getKey())
                .collect(Collectors.groupingBy(Map.Entry::getValue, LinkedHashMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(corpusCase.expect());
        String others = all.entrySet().stream()
                .filter(entry -> !entry.getValue().equals(inherited(entry.getKey(), all, usual)))
                .map(entry -> entry.getKey().label() + ": " + entry.getValue())
                .collect(Collectors.joining(", ", "{", "}"));
        return others.equals("{}") ? List.of(EXPECT + usual) : List.of(EXPECT + usual, EXCEPT + others);
    }
}
