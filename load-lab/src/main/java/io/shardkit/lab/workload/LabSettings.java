package io.shardkit.lab.workload;

import io.shardkit.lab.subject.Database;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a run.
 *
 * @param workload its name, one of {@link WorkloadKind}
 * @param kind the kind of databases that are started
 * @param urls of servers that are there, to be used instead of starting some; their databases are empty or belong to the
 *     lab
 * @param user of those servers
 * @param password of that user
 * @param modes {@code gated}, {@code real} or both
 * @param places of the gate before each server
 * @param micros how long each statement takes at least at the gate
 * @param threads of the closed loops; empty for the workload's own
 * @param rates arrivals per second of open loops, besides; empty for none
 * @param turnMillis how long a turn is; 0 for a second with a gate and 300 ms without
 * @param rounds how many turns each contender has
 * @param warmUp the most turns of warm-up
 * @param rows how many rows there are before; 0 for the workload's own
 * @param tables how many logical tables; 0 for the workload's own
 * @param inserts how many rows workload D inserts through Shardkit at least, however long that takes; 0 for as many as
 *     the rounds bring
 * @param batch how many rows an insert of workload C has in a batch
 * @param operations only those whose names contain one of these; empty for all
 * @param pool the most connections to a server
 * @param seed of the order of turns and of data
 * @param soak how long to run on at one load instead; null for turns
 * @param file of table and SQL for workload C, or null
 * @param results the folder for the report
 */
record LabSettings(
        String workload,
        Database kind,
        List<String> urls,
        String user,
        String password,
        List<String> modes,
        int places,
        long micros,
        List<Integer> threads,
        List<Integer> rates,
        int turnMillis,
        int rounds,
        int warmUp,
        int rows,
        int tables,
        int inserts,
        int batch,
        List<String> operations,
        int pool,
        long seed,
        @Nullable Duration soak,
        @Nullable Path file,
        Path results) {

    private static final int GATED_TURN = 1_000;
    private static final int REAL_TURN = 300;

    /** Reads them from properties; those that are missing or empty have their defaults. */
    static LabSettings read(Map<String, String> properties) {
        Map<String, String> given = new LinkedHashMap<>(properties);
        given.values().removeIf(String::isBlank);
        String workload = given.getOrDefault("lab", "A").toUpperCase(Locale.ROOT);
        List<String> urls = list(given.get("lab.servers"));
        Database kind = urls.isEmpty()
                ? Database.named(given.getOrDefault("lab.database", "mariadb"))
                : Database.ofUrl(urls.get(0));
        String soak = given.get("load.soak");
        String file = given.get("lab.file");
        return new LabSettings(
                workload,
                kind,
                urls,
                given.getOrDefault("lab.user", "root"),
                given.getOrDefault("lab.password", ""),
                list(given.getOrDefault("lab.modes", "BR".contains(workload) ? "real" : "gated,real")),
                number(given, "lab.places", 4),
                number(given, "lab.micros", 20_000),
                numbers(given.get("lab.threads")),
                numbers(given.get("lab.rates")),
                number(given, "lab.turn", 0),
                number(given, "lab.rounds", 5),
                number(given, "lab.warmup", 4),
                number(given, "lab.rows", 0),
                number(given, "lab.tables", 0),
                number(given, "lab.inserts", 0),
                number(given, "lab.batch", 10),
                list(given.get("lab.operations")),
                number(given, "lab.pool", 256),
                given.containsKey("lab.seed") ? Long.parseLong(given.get("lab.seed")) : System.nanoTime() & 0xFFFFFF,
                soak == null ? null : duration(soak),
                file == null ? null : Path.of(file),
                Path.of(given.getOrDefault("lab.results", "target/lab")).resolve(workload));
    }

    /** As {@code 2h}, {@code 30m}, {@code 90s}, or as ISO 8601 has it. */
    static Duration duration(String text) {
        String iso = text.toUpperCase(Locale.ROOT);
        return Duration.parse(iso.startsWith("P") ? iso : "PT" + iso);
    }

    private static int number(Map<String, String> given, String name, int otherwise) {
        String text = given.get(name);
        try {
            return text == null ? otherwise : Integer.parseInt(text.replace("_", ""));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " is '" + text + "', which is not a number", e);
        }
    }

    private static List<String> list(@Nullable String text) {
        return text == null
                ? List.of()
                : Arrays.stream(text.split("[,\\s]+"))
                        .filter(each -> !each.isEmpty())
                        .toList();
    }

    private static List<Integer> numbers(@Nullable String text) {
        return list(text).stream().map(Integer::valueOf).toList();
    }

    /** The threads, if not told otherwise. */
    List<Integer> threads(Integer... usual) {
        return threads.isEmpty() ? List.of(usual) : threads;
    }

    /** Returns the length of a turn: with a gate, which lets little through, long enough to count the statements. */
    Duration turn(boolean gated) {
        return Duration.ofMillis(turnMillis > 0 ? turnMillis : gated ? GATED_TURN : REAL_TURN);
    }

    /** The rows, if not told otherwise. */
    int rows(int usual) {
        return rows == 0 ? usual : rows;
    }

    /** The logical tables, if not told otherwise. */
    int tables(int usual) {
        return tables == 0 ? usual : tables;
    }

    /** Returns the length of a turn as text for the report. */
    String turns() {
        return modes.stream()
                .map(mode -> turn(mode.equals("gated")).toMillis() + " ms " + mode)
                .collect(Collectors.joining(", "));
    }

    /** For the report. */
    Map<String, String> shown() {
        Map<String, String> shown = new LinkedHashMap<>();
        shown.put("lab", workload);
        shown.put("lab.database", kind.label());
        shown.put("lab.modes", String.join(",", modes));
        if (modes.contains("gated")) {
            shown.put("lab.places", Integer.toString(places));
            shown.put("lab.micros", Long.toString(micros));
        }
        shown.put("lab.turn", turns());
        shown.put("lab.rounds", Integer.toString(rounds));
        shown.put("lab.warmup", Integer.toString(warmUp));
        if (inserts > 0) {
            shown.put("lab.inserts", Integer.toString(inserts));
        }
        shown.put("lab.pool", Integer.toString(pool));
        shown.put("lab.seed", Long.toString(seed));
        return shown;
    }
}
