package io.shardkit.benchmarks.report;

import io.shardkit.benchmarks.report.JmhResult.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * The results of Shardkit and by hand in turns in one JVM: medians and quartiles of neighbouring turns.
 *
 * @param database label of the database
 * @param threads how many
 * @param workload simple name of the workload
 * @param round which round, from 1; of a mean, how many there were
 * @param micros time of an operation by hand, in microseconds
 * @param ratio throughput of Shardkit, by hand = 1
 * @param low its lower quartile
 * @param high its upper quartile
 * @param processor processor time of an operation of Shardkit, by hand = 1
 */
public record AlternationResult(
        String database,
        int threads,
        String workload,
        int round,
        double micros,
        double ratio,
        double low,
        double high,
        double processor) {
    /** The number of pairs of turns before the first pair that counts. */
    public static final int WARM_UP_PAIRS = 300;

    /** The number of pairs of turns that count. */
    public static final int PAIRS = 360;

    private static final String FILE = "turns.csv";

    /** Adds it to the results in a folder. */
    public void add(Path folder) throws IOException {
        Files.createDirectories(folder);
        String line = String.format(
                Locale.ROOT,
                "%s,%d,%s,%d,%.3f,%.3f,%.3f,%.3f,%.3f%n",
                database,
                threads,
                workload,
                round,
                micros,
                ratio,
                low,
                high,
                processor);
        Files.writeString(folder.resolve(FILE), line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /**
     * Returns the results of a folder, for several rounds their mean, in the order of the file; a round measured again
     * counts once.
     */
    static Map<Place, AlternationResult> read(Path folder) throws IOException {
        Map<Place, Map<Integer, AlternationResult>> rounds = new LinkedHashMap<>();
        Path file = folder.resolve(FILE);
        for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
            String[] words = line.split(",");
            AlternationResult turn = new AlternationResult(
                    words[0],
                    Integer.parseInt(words[1]),
                    words[2],
                    Integer.parseInt(words[3]),
                    Double.parseDouble(words[4]),
                    Double.parseDouble(words[5]),
                    Double.parseDouble(words[6]),
                    Double.parseDouble(words[7]),
                    Double.parseDouble(words[8]));
            rounds.computeIfAbsent(new Place(turn.database, turn.threads, turn.workload), place -> new TreeMap<>())
                    .put(turn.round, turn);
        }
        Map<Place, AlternationResult> turns = new LinkedHashMap<>();
        rounds.forEach((place, those) -> turns.put(place, mean(place, those.values())));
        return turns;
    }

    private static AlternationResult mean(Place place, Collection<AlternationResult> rounds) {
        return new AlternationResult(
                place.database(),
                place.threads(),
                place.name(),
                rounds.size(),
                mean(rounds, AlternationResult::micros),
                mean(rounds, AlternationResult::ratio),
                mean(rounds, AlternationResult::low),
                mean(rounds, AlternationResult::high),
                mean(rounds, AlternationResult::processor));
    }

    private static double mean(Collection<AlternationResult> rounds, ToDoubleFunction<AlternationResult> value) {
        return rounds.stream().mapToDouble(value).average().orElseThrow();
    }

    /** Returns Shardkit's time in multiples of the time by hand. */
    double timeRatio() {
        return 1 / ratio;
    }

    /** Microseconds that Shardkit takes more than by hand. */
    double addedMicros() {
        return micros * (timeRatio() - 1);
    }

    /** Its row of the page's table. */
    String row() {
        return String.format(
                Locale.ROOT,
                "| %s | %s | %d | %d | %s | %s | %.2f – %.2f | %.2f × |%n",
                PerformancePage.title(database),
                Workloads.title(workload),
                threads,
                round,
                Cells.plain(micros),
                Cells.share(ratio),
                low,
                high,
                processor);
    }
}
