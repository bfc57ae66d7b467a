package io.shardkit.benchmarks.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.shardkit.benchmarks.report.JmhResult.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The results of several runs of JMH in a folder, put together. Immutable. */
final class Results {
    private static final Pattern FILE = Pattern.compile("[a-z0-9]+-\\d+-(\\d+)(-\\w+)?\\.json");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final List<MeasuredOn> machines;
    private final Map<Place, SubjectComparison> comparisons;
    private final List<AlternationResult> turns;

    Results(List<MeasuredOn> machines, List<JmhResult> measured, Map<Place, AlternationResult> turns) {
        this.machines = List.copyOf(machines);
        Map<Place, List<JmhResult>> byPlace = new LinkedHashMap<>();
        for (JmhResult each : measured) {
            byPlace.computeIfAbsent(each.workload(), place -> new ArrayList<>()).add(each);
        }
        Map<Place, SubjectComparison> found = new LinkedHashMap<>();
        turns.keySet().forEach(place -> byPlace.putIfAbsent(place, List.of()));
        byPlace.forEach((place, those) ->
                found.put(place, new SubjectComparison(those, turns.get(place), Workloads.isBulkInsert(place.name()))));
        this.comparisons = found;
        this.turns = List.copyOf(turns.values());
    }

    /** Reads all files of the folder. */
    static Results read(Path folder) throws IOException {
        List<MeasuredOn> machines = new ArrayList<>();
        List<JmhResult> measured = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString();
                Matcher result = FILE.matcher(name);
                if (name.startsWith("machine-")) {
                    machines.add(MeasuredOn.read(file));
                } else if (result.matches() && Files.size(file) > 0) {
                    read(JSON.readTree(file.toFile()), Integer.parseInt(result.group(1)), measured);
                }
            }
        }
        return new Results(machines, measured, AlternationResult.read(folder));
    }

    private static void read(JsonNode benchmarks, int round, List<JmhResult> measured) throws IOException {
        for (JsonNode benchmark : benchmarks) {
            String unit = benchmark.at("/primaryMetric/scoreUnit").asText();
            if (!unit.equals("us/op")) {
                throw new IOException("results in " + unit + ", not in us/op");
            }
            String name = benchmark.path("benchmark").asText();
            Place place = new Place(
                    benchmark.at("/params/database").asText().toLowerCase(Locale.ROOT),
                    benchmark.path("threads").asInt(),
                    name.substring(name.lastIndexOf('.') + 1));
            measured.add(new JmhResult(
                    place,
                    benchmark.at("/params/subject").asText(),
                    round,
                    benchmark.at("/primaryMetric/score").asDouble(),
                    benchmark.at("/secondaryMetrics/gc.alloc.rate.norm/score").asDouble(),
                    benchmark.at("/secondaryMetrics/cpu.time.norm/score").asDouble(Double.NaN)));
        }
    }

    /** On what was measured, one for each kind of database. */
    List<MeasuredOn> machines() {
        return machines;
    }

    /** Returns the results of the turns in one JVM. */
    List<AlternationResult> turns() {
        return turns;
    }

    /** The kinds of databases. */
    List<String> databases() {
        return List.copyOf(new TreeSet<>(measuredByJmh().map(Place::database).toList()));
    }

    /** With how many threads there was measured on a kind of database, ascending. */
    List<Integer> threads(String database) {
        return List.copyOf(new TreeSet<>(measuredByJmh()
                .filter(place -> place.database().equals(database))
                .map(Place::threads)
                .toList()));
    }

    private Stream<Place> measuredByJmh() {
        return comparisons.entrySet().stream()
                .filter(entry -> entry.getValue().rounds() > 0)
                .map(Map.Entry::getKey);
    }

    /** The comparison of a workload, if it was measured. */
    Optional<SubjectComparison> of(String database, int threads, String workload) {
        return Optional.ofNullable(comparisons.get(new Place(database, threads, workload)));
    }

    /** Returns the greatest number of rounds. */
    int rounds() {
        return comparisons.values().stream()
                .mapToInt(SubjectComparison::rounds)
                .max()
                .orElse(0);
    }
}
